import type { Options } from '../answers/arguments/options';
import type { CalendarDate } from '../calendar/calendar-date';
import type { DateRange } from '../calendar/date-range';
import { SHIFT_FULFILMENT_REPORT } from '../employer-api/shift-fulfilment';
import type { ShiftRow } from '../employer-api/shift-records';
import { type DistinctRows, distinctRows } from '../figures/distinct-rows';
import { filterRows, type RowFilter } from '../figures/row-filter';
import type { ReadReport } from '../reports/report-fetcher';
import type { FormulaRun } from './formula-run';
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
  const { report, zone, today } = run.read(range, options);
  return { ...distinctRows(report.rows), generatedAt: report.generatedAt, zone, today };
}

/**
 * Reads the records of two ranges for figures that are compared: in one look at the cache, by one batch of requests,
 * and with one today.
 *
 * @param askedZone The spreadsheet's time zone where it was asked for already: it is newer than the one beside the rows.
 * @throws {ReportError} As `FormulaRun.read`; `too_many_requests` for both ranges together.
 */
export function readRowsOfBoth(
  run: FormulaRun,
  ranges: readonly [DateRange, DateRange],
  { ifFailed }: Pick<Options, 'ifFailed'>,
  askedZone?: string,
): readonly [CountedRows, CountedRows] {
  const { connection, audience } = run.connection();
  const { fetcherFor, calendar } = run.reading;
  let fetchZone = askedZone;
  const askZone = () => {
    fetchZone = run.zone();
    return fetchZone;
  };
  const reports = fetcherFor(audience).readSeveral(SHIFT_FULFILMENT_REPORT, connection, ranges, askZone);
  const [a, b] = reports as [ReadReport, ReadReport];
  if (a.stale !== undefined && ifFailed === 'error') throw a.stale;
  const keptZone = a.zone === b.zone ? a.zone : null;
  const zone = fetchZone ?? keptZone ?? run.zone();
  const today = calendar.today(zone);
  const count = ({ rows, generatedAt }: ReadReport) => ({ ...distinctRows(rows), generatedAt, zone, today });
  return [count(a), count(b)];
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
