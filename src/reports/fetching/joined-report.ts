import { type DateRange, isInside, isOn } from '../../calendar/date-range';
import type { ReportError } from '../../employer-api/errors';
import type { ReportKind } from '../../employer-api/report-kind';
import { LISTED_ISSUES, type ShiftRow, type ShiftValue } from '../../employer-api/shift-records';
import { hasReusedIds } from '../reused-ids';
import type { KeptReport } from './report-cache';

/** A report for a reader, put together from what is kept. */
export interface JoinedReport extends KeptReport {
  /**
   * Records without a day that are left out: their answer holds more days than are shown of it, and nobody knows which
   * of them is theirs. They are among the rows where an answer is shown with all of its days.
   */
  readonly undated: readonly ShiftRow[];
  /** Records that are left out because their day is none of those that their answer was asked for, nor shown from another. */
  readonly outside: readonly ShiftRow[];
  /** The answers that it was put together from, each with all of its days. */
  readonly parts: readonly KeptReport[];
}

/** A report for a reader, who is told where it could not be renewed. */
export interface ReadReport extends JoinedReport {
  /** Why nothing newer is shown, where that is so; rows are then up to six hours old. */
  readonly stale: ReportError | undefined;
}

/** Days that are taken from a kept report, which may hold more. */
export interface Slice extends DateRange {
  readonly report: KeptReport;
}

/** A range, and what its days are taken from: at least one slice, in order of days, without gap or overlap. */
export interface ShownDays {
  readonly range: DateRange;
  readonly slices: readonly Slice[];
}

/**
 * Slices as one report for each range.
 *
 * Rows come in order of days, and within a slice as the service sent them. Where a record sits on days of two answers,
 * whichever ranges they are for, the answer that the service made last has it right; not where one answer alone has an ID
 * on two days, since an ID is no record's own then. What is told of the whole is what holds for its oldest part: when it
 * was made and fetched, and by which request. Issues are those of the parts, also where only some of their days are shown;
 * the time zone is one that all parts agree on.
 *
 * @param shown Ranges that share days take them from the same report.
 */
export function joinSlices(kind: ReportKind, shown: readonly ShownDays[]): JoinedReport[] {
  const all = shown.flatMap(({ slices }) => slices);
  const isCurrent = newestOnly(kind, all);
  const isShown = (day: ShiftValue) => all.some((slice) => isOn(day, slice));
  return shown.map(({ range, slices }) => {
    const reports = reportsOf(slices);
    const oldest = reports.reduce((one, other) => (other.fetchedAt < one.fetchedAt ? other : one));
    const sum = (of: (report: KeptReport) => number) => reports.reduce((total, one) => total + of(one), 0);
    const isWhole = (report: KeptReport) =>
      slices.some((slice) => slice.report === report && isInside(report.range, slice));
    const leftOut = (isLeftOut: (day: ShiftValue, report: KeptReport) => boolean) =>
      reports.flatMap((report) => {
        const dayOf = dayReader(kind, report);
        return dayOf ? report.rows.filter((row) => isLeftOut(dayOf(row), report)) : [];
      });
    return {
      range,
      fields: oldest.fields,
      rows: slices.flatMap((slice) => cut(kind, slice).filter((row) => isCurrent(row, slice.report))),
      generatedAt: oldestTime(reports.map(({ generatedAt }) => generatedAt)),
      employer: oldest.employer,
      fetchedAt: oldest.fetchedAt,
      issueCount: sum(({ issueCount }) => issueCount),
      emptyCount: sum(({ emptyCount }) => emptyCount),
      issues: reports.flatMap(({ issues }) => issues).slice(0, LISTED_ISSUES),
      correlationId: oldest.correlationId,
      zone: reports.every(({ zone }) => zone === oldest.zone) ? oldest.zone : null,
      undated: leftOut((day, report) => typeof day !== 'number' && !isWhole(report)),
      outside: leftOut((day, report) => typeof day === 'number' && !isOn(day, report.range) && !isShown(day)),
      parts: reports,
    };
  });
}

/** The rows of a slice. Rows without a day belong to an answer as a whole, and are shown with all of its days only. */
function cut(kind: ReportKind, slice: Slice): readonly ShiftRow[] {
  const { report } = slice;
  const dayOf = dayReader(kind, report);
  if (dayOf === undefined) return report.rows;
  const isWhole = isInside(report.range, slice);
  return report.rows.filter((row) => {
    const day = dayOf(row);
    return typeof day === 'number' ? isOn(day, slice) : isWhole;
  });
}

/** Tells whether no newer answer has the record of a row, on days that are not shown from another one. */
function newestOnly(
  kind: ReportKind,
  slices: readonly Slice[],
): (row: ShiftRow, report: KeptReport) => boolean {
  const reports = reportsOf(slices);
  const column = reports[0]?.fields.findIndex(({ name }) => name === kind.idField) ?? -1;
  if (column < 0 || new Set(reports.map(madeAt)).size < 2) return () => true;
  const idOf = (row: ShiftRow) => row[column];
  const reusesIds = (report: KeptReport) =>
    hasReusedIds(report.rows, idOf, dayReader(kind, report) ?? (() => null));
  if (reports.some(reusesIds)) return () => true;
  const newest = new Map<ShiftValue, number>();
  for (const report of reports) {
    const time = madeAt(report);
    const dayOf = dayReader(kind, report);
    const others = slices.filter((slice) => slice.report !== report);
    for (const row of report.rows) {
      const [id, day] = [row[column] ?? null, dayOf?.(row)];
      const isReplaced = others.some((slice) => isOn(day, slice));
      if (id !== null && !isReplaced && !((newest.get(id) ?? Number.NEGATIVE_INFINITY) >= time)) {
        newest.set(id, time);
      }
    }
  }
  return (row, report) => (newest.get(row[column] ?? null) ?? Number.NEGATIVE_INFINITY) <= madeAt(report);
}

function reportsOf(slices: readonly Slice[]): KeptReport[] {
  return slices.map(({ report }) => report).filter((one, index, all) => all.indexOf(one) === index);
}

/** Reads the day of a row; `undefined` for a report whose rows have none. */
function dayReader(
  { dayField }: ReportKind,
  { fields }: KeptReport,
): ((row: ShiftRow) => ShiftValue) | undefined {
  const column = fields.findIndex(({ name }) => name === dayField);
  return column < 0 ? undefined : (row) => row[column] ?? null;
}

/** When an answer was made, as far as we know. Milliseconds since 1970. */
export function madeAt({ generatedAt, fetchedAt }: KeptReport): number {
  return generatedAt === null ? fetchedAt : Date.parse(generatedAt);
}

/** The oldest of several times; null where one is not known, since that may be the oldest. */
export function oldestTime(times: readonly (string | null)[]): string | null {
  return times.reduce((oldest, time) =>
    oldest === null || time === null ? null : Date.parse(time) < Date.parse(oldest) ? time : oldest,
  );
}
