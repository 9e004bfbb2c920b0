import type { DateRange } from '../calendar/date-range';
import type { ReportError } from '../employer-api/errors';
import type { ReportKind } from '../employer-api/report-kind';
import { LISTED_ISSUES, type ShiftRow, type ShiftValue } from '../employer-api/shift-records';
import type { KeptReport } from './report-cache';

/** A report for a reader, put together from what is kept. */
export interface ReadReport extends KeptReport {
  /** Why nothing newer is shown, where that is so; rows are then up to six hours old. */
  readonly stale: ReportError | undefined;
}

/** Days that are taken from a kept report, which may hold more. */
export interface Slice extends DateRange {
  readonly report: KeptReport;
}

/**
 * Slices as one report.
 *
 * Rows come in order of days, and within a slice as the service sent them. Where a record sits on different days in two
 * answers, the answer that the service made last has it right. What is told of the whole is what holds for its oldest part:
 * when it was made and fetched, and by which request. Issues are those of the parts, also where only some of their days
 * are shown; the time zone is one that all parts agree on.
 *
 * @param slices At least one, in order of days, without gap or overlap.
 */
export function joinSlices(kind: ReportKind, range: DateRange, slices: readonly Slice[]): KeptReport {
  const reports = slices.map(({ report }) => report).filter((one, index, all) => all.indexOf(one) === index);
  const oldest = reports.reduce((one, other) => (other.fetchedAt < one.fetchedAt ? other : one));
  const isCurrent = newestOnly(kind, reports);
  const sum = (of: (report: KeptReport) => number) => reports.reduce((total, one) => total + of(one), 0);
  return {
    range,
    fields: oldest.fields,
    rows: slices.flatMap((slice) => cut(kind, slice).filter((row) => isCurrent(row, slice))),
    generatedAt: oldestTime(reports.map(({ generatedAt }) => generatedAt)),
    fetchedAt: oldest.fetchedAt,
    issueCount: sum(({ issueCount }) => issueCount),
    emptyCount: sum(({ emptyCount }) => emptyCount),
    issues: reports.flatMap(({ issues }) => issues).slice(0, LISTED_ISSUES),
    correlationId: oldest.correlationId,
    zone: reports.every(({ zone }) => zone === oldest.zone) ? oldest.zone : null,
  };
}

/** The rows of a slice. Rows without a day belong to an answer as a whole, and are shown with all of its days only. */
function cut(kind: ReportKind, { from, to, report }: Slice): readonly ShiftRow[] {
  if (from <= report.range.from && to >= report.range.to) return report.rows;
  const column = report.fields.findIndex(({ name }) => name === kind.dayField);
  return report.rows.filter((row) => {
    const day = row[column];
    return typeof day === 'number' && day >= from && day <= to;
  });
}

/**
 * Tells whether no newer answer has the record of a row on another day. A newer answer that has it on the same day, of
 * which other days are shown, leaves it to the slice that shows this one.
 */
function newestOnly(
  { dayField, idField }: ReportKind,
  reports: readonly KeptReport[],
): (row: ShiftRow, slice: Slice) => boolean {
  const fields = reports[0]?.fields ?? [];
  const column = fields.findIndex(({ name }) => name === idField);
  const dayColumn = fields.findIndex(({ name }) => name === dayField);
  if (column < 0 || new Set(reports.map(madeAt)).size < 2) return () => true;
  const newest = new Map<ShiftValue, { readonly time: number; readonly day: ShiftValue }>();
  for (const report of reports) {
    const time = madeAt(report);
    for (const row of report.rows) {
      const id = row[column] ?? null;
      const known = newest.get(id);
      if (id !== null && !(known && known.time >= time))
        newest.set(id, { time, day: row[dayColumn] ?? null });
    }
  }
  return (row, { from, to, report }) => {
    const known = newest.get(row[column] ?? null);
    if (known === undefined || known.time <= madeAt(report)) return true;
    const { day } = known;
    return typeof day === 'number' && day === row[dayColumn] && day >= from && day <= to;
  };
}

/** When an answer was made, as far as we know. */
function madeAt({ generatedAt, fetchedAt }: KeptReport): number {
  return generatedAt === null ? fetchedAt : Date.parse(generatedAt);
}

/** The oldest of several times; null where one is not known, since that may be the oldest. */
function oldestTime(times: readonly (string | null)[]): string | null {
  return times.reduce((oldest, time) =>
    oldest === null || time === null ? null : Date.parse(time) < Date.parse(oldest) ? time : oldest,
  );
}
