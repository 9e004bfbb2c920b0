import { closest } from '../answers/arguments/did-you-mean';
import { refuseOption } from '../answers/arguments/option-mistakes';
import type { Options } from '../answers/arguments/options';
import type { CalendarDate } from '../calendar/calendar-date';
import type { DateRange } from '../calendar/date-range';
import type { ShiftRow } from '../employer-api/shift-records';
import { distinctRows } from '../figures/distinct-rows';
import { filterRows, type RowFilter } from '../figures/row-filter';
import { listNames, NAME_FIELDS, type NameKind } from '../reports/seen-names';
import type { FormulaRun } from './formula-run';

/** Records that may be grouped: each once, and all that the dates hold, whatever the filters say. */
export interface CountedRows {
  readonly rows: readonly ShiftRow[];
  /** Records that came twice and are counted once. */
  readonly repeated: number;
  /** Records that share a SHIFT_ID with a different one. */
  readonly conflicting: number;
  /** ISO 8601, of the oldest piece; null when the service did not say. */
  readonly generatedAt: string | null;
  readonly zone: string;
  readonly today: CalendarDate;
}

/** Reads the records of a range for figures. @throws {ReportError} As `FormulaRun.read`. */
export function readRows(run: FormulaRun, range: DateRange, options: Options): CountedRows {
  const { report, zone, today } = run.read(range, options);
  return { ...distinctRows(report.rows), generatedAt: report.generatedAt, zone, today };
}

/**
 * The records that the options ask for.
 *
 * A filter that matches nothing gives none, unless no refresh and none of these records ever held the name: then it is
 * a typing mistake.
 *
 * @throws {ReportError} `invalid_option`
 */
export function chooseRows(
  run: FormulaRun,
  rows: readonly ShiftRow[],
  filters: readonly RowFilter[],
): readonly ShiftRow[] {
  const chosen = filterRows(rows, filters);
  if (chosen.length === 0) for (const filter of filters) refuseUnknownName(run, rows, filter);
  return chosen;
}

function refuseUnknownName(run: FormulaRun, rows: readonly ShiftRow[], filter: RowFilter): void {
  const kind = (Object.keys(NAME_FIELDS) as NameKind[]).find((one) => NAME_FIELDS[one] === filter.field);
  if (kind === undefined || filter.names.length === 0) return;
  const seen = run.seenNames();
  if (seen === undefined) return;
  const known = listNames(rows, kind, seen[kind]);
  if (known.some((name) => filter.matches(name))) return;
  const [name = ''] = filter.names;
  const near = closest(name, known);
  const shown = name.length > 40 ? `${name.slice(0, 40)}…` : name;
  refuseOption(
    near === undefined
      ? `Choose another ${kind}: no refresh has seen "${shown}"`
      : `Unknown ${kind} "${shown}". Did you mean "${near.slice(0, 60)}"?`,
  );
}
