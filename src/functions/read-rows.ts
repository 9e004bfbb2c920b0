import type { Options } from '../answers/arguments/options';
import type { CalendarDate } from '../calendar/calendar-date';
import type { DateRange } from '../calendar/date-range';
import type { ShiftRow } from '../employer-api/shift-records';
import { type DistinctRows, distinctRows } from '../figures/distinct-rows';
import { filterRows, type RowFilter } from '../figures/row-filter';
import type { FormulaRun, ShownReport } from './formula-run';
import { nameFilters, refuseUnknownNames } from './named-filters';

/** Records that may be grouped: each once, and all that the dates hold, whatever the filters say. */
export interface CountedRows extends DistinctRows {
  /** ISO 8601, of the oldest piece; null when the service did not say. */
  readonly generatedAt: string | null;
  readonly zone: string;
  readonly today: CalendarDate;
}

/** Reads the records of a range for figures. @throws {ReportError} As `FormulaRun.read`. */
export function readRows(run: FormulaRun, range: DateRange, options: Options): CountedRows {
  return countRows(run.read(range, options));
}

/** Reads the records of two ranges for figures that are compared. @throws {ReportError} As `FormulaRun.readSeveral`. */
export function readRowsOfBoth(
  run: FormulaRun,
  ranges: readonly [DateRange, DateRange],
  options: Options,
): readonly [CountedRows, CountedRows] {
  const [a, b] = run.readSeveral(ranges, options) as [ShownReport, ShownReport];
  return [countRows(a), countRows(b)];
}

function countRows({ report, zone, today }: ShownReport): CountedRows {
  return { ...distinctRows(report.rows), generatedAt: report.generatedAt, zone, today };
}

/**
 * The records that the options ask for.
 *
 * A filter that matches nothing gives none, unless no refresh and none of these records ever held the name: then it is
 * a typing mistake.
 *
 * @param known All records that were read, where `rows` are some of them.
 * @throws {ReportError} `invalid_option`
 */
export function chooseRows(
  run: FormulaRun,
  rows: readonly ShiftRow[],
  filters: readonly RowFilter[],
  known: readonly ShiftRow[] = rows,
): readonly ShiftRow[] {
  const named = nameFilters(run, known, filters);
  const chosen = filterRows(rows, named);
  if (chosen.length === 0) refuseUnknownNames(run, known, named);
  return chosen;
}
