import type { Options } from '../answers/arguments/options';
import type { CalendarDate } from '../calendar/calendar-date';
import type { DateRange } from '../calendar/date-range';
import type { ShiftRow } from '../employer-api/shift-records';
import { type DistinctRows, distinctRows } from '../figures/distinct-rows';
import { filterRows, type RowFilter } from '../figures/row-filter';
import { type LeftOut, leftOutWords, withUndated } from '../reports/fetching/left-out';
import { nameFilters } from '../reports/saved/seen-names';
import type { FormulaRun, ShownReport } from './formula-run';
import { refuseUnknownNames } from './named-filters';

/** Records that may be grouped: each once, and all that the dates hold, whatever the filters say. */
export interface CountedRows extends DistinctRows, LeftOut {
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

function countRows({ report, cut, zone, today }: ShownReport): CountedRows {
  const { generatedAt, outside } = report;
  return { ...distinctRows(withUndated(report)), outside, cut, generatedAt, zone, today };
}

/** The records that the options ask for, as `chooseRows` finds them, and what is to be told of those that came with them. */
export function chooseCounted(
  run: FormulaRun,
  counted: CountedRows,
  filters: readonly RowFilter[],
  known: readonly ShiftRow[] = counted.rows,
): { readonly rows: readonly ShiftRow[]; readonly told: readonly string[] } {
  // A venue whose only record has no day is no typing mistake.
  const all = counted.undated.length === 0 ? known : known.concat(counted.undated);
  return {
    rows: chooseRows(run, counted.rows, filters, all),
    told: leftOutWords(counted, () => nameFilters(all, filters, () => run.seenNames())),
  };
}

/**
 * The records that the options ask for.
 *
 * A filter that matches nothing gives none. A name that no refresh and none of these records ever held is a typing
 * mistake, also beside others.
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
  const named = nameFilters(known, filters, () => run.seenNames());
  refuseUnknownNames(run, known, named);
  return filterRows(rows, named);
}
