import {
  type CalendarDate,
  type DateRange,
  dayCount,
  describeRange,
  isInside,
  isOn,
  widen,
} from '../../calendar/calendar-date';
import type { ReportError } from '../../employer-api/errors';
import type { ReportKind } from '../../employer-api/report-kind';
import type { ShiftRow, ShiftValue } from '../../employer-api/shift-records';
import { fitLine, shownCount } from '../../employer-api/text';
import { distinctRows } from '../../figures/record-quality';
import { filterRows, type RowFilter } from '../../figures/row-filter';
import { LISTED_ISSUES } from '../../limits';
import type { KeptReport } from './report-cache';

/** A report joined from kept answers. */
export interface JoinedReport extends KeptReport {
  /**
   * Records without a day that are left out, because only some days of their answer are shown and their day is unknown.
   * If all days of an answer are shown, its records without a day are among the rows.
   */
  readonly undated: readonly ShiftRow[];
  /**
   * Records that are left out because their day was not requested: no answer shows that day, or a newer answer shows it
   * without them.
   */
  readonly outside: readonly ShiftRow[];
  /** The joined answers, each with all of its days. */
  readonly parts: readonly KeptReport[];
}

/** A joined report that may be stale. */
export interface ReadReport extends JoinedReport {
  /** The failure because of which older rows are shown, up to six hours old; `undefined` if the rows are fresh. */
  readonly stale: ReportError | undefined;
}

/** Days that are taken from a kept report, which may hold more. */
export interface Slice extends DateRange {
  readonly report: KeptReport;
}

/** A range and the slices that cover it: at least one, in order of days, without gap or overlap. */
export interface ShownDays {
  readonly range: DateRange;
  readonly slices: readonly Slice[];
}

/**
 * Joins slices to one report for each range.
 *
 * Rows come in order of days, and within a slice as the service sent them. If two answers have a record on different
 * days, whichever ranges they are for, the answer that the service made last is right; but not if a single answer has
 * an ID on two days, because IDs then do not identify records. A record of a day that was not requested is shown if the
 * answer for that day lacks it: the service's days may not be those of SHIFT_DATE.
 *
 * The joined report has the times and the correlation ID of its oldest part, the issues of all parts, even if only some
 * of their days are shown, and the time zone if all parts agree on it.
 *
 * @param shown Ranges that share days take them from the same report.
 */
export function joinSlices(kind: ReportKind, shown: readonly ShownDays[]): JoinedReport[] {
  const all = shown.flatMap(({ slices }) => slices);
  const unrequested = findUnrequested(kind, all);
  const isCurrent = newestOnly(kind, all, unrequested);
  return shown.map(({ range, slices }) => {
    const reports = reportsOf(slices);
    const oldest = reports.reduce((one, other) => (other.fetchedAt < one.fetchedAt ? other : one));
    const sum = (of: (report: KeptReport) => number) => reports.reduce((total, one) => total + of(one), 0);
    const isWhole = (report: KeptReport) =>
      slices.some((slice) => slice.report === report && isInside(report.range, slice));
    const rowsOf = (slice: Slice) => {
      const here = unrequested.filter((one) => one.isShown && isOn(one.day, slice));
      const added = (isFirst: boolean) =>
        here
          .filter(({ day }) => (day === slice.from) === isFirst)
          .filter(({ row, report }) => isCurrent(row, report))
          .map(({ row }) => row);
      const own = cut(kind, slice).filter((row) => isCurrent(row, slice.report));
      return here.length === 0 ? own : [...added(true), ...own, ...added(false)];
    };
    return {
      range,
      fields: oldest.fields,
      rows: slices.flatMap(rowsOf),
      generatedAt: oldestTime(reports.map(({ generatedAt }) => generatedAt)),
      employer: oldest.employer,
      fetchedAt: oldest.fetchedAt,
      issueCount: sum(({ issueCount }) => issueCount),
      emptyCount: sum(({ emptyCount }) => emptyCount),
      issues: reports.flatMap(({ issues }) => issues).slice(0, LISTED_ISSUES),
      correlationId: oldest.correlationId,
      zone: reports.every(({ zone }) => zone === oldest.zone) ? oldest.zone : null,
      undated: reports.flatMap((report) => {
        const dayOf = dayReader(kind, report);
        return dayOf === undefined || isWhole(report)
          ? []
          : report.rows.filter((row) => typeof dayOf(row) !== 'number');
      }),
      outside: unrequested
        .filter((one) => !one.isShown && reports.includes(one.report))
        .map(({ row }) => row),
      parts: reports,
    };
  });
}

/**
 * The rows of a slice. Rows without a day belong to the answer as a whole: only a slice with all of its days has them.
 */
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

/** A record of a day that was not requested. */
interface UnrequestedRecord {
  readonly row: ShiftRow;
  readonly day: CalendarDate;
  readonly report: KeptReport;
  /** True if the answer shown for its day lacks it and is not newer. */
  readonly isShown: boolean;
}

/**
 * The records of days that were not requested, each once, without those that the answer shown for their day has too.
 */
function findUnrequested(kind: ReportKind, slices: readonly Slice[]): UnrequestedRecord[] {
  const reports = reportsOf(slices);
  const found: Omit<UnrequestedRecord, 'isShown'>[] = [];
  for (const report of reports) {
    const dayOf = dayReader(kind, report) ?? (() => null);
    for (const row of report.rows) {
      const day = dayOf(row);
      if (typeof day === 'number' && !isOn(day, report.range) && !isMarginDay(day, report)) {
        found.push({ row, day, report });
      }
    }
  }
  if (found.length === 0) return [];
  const keyOf = recordKey(kind, reports);
  const keys = new Map<KeptReport, ReadonlySet<unknown>>();
  const keysOf = (report: KeptReport) => {
    const shown = () => slices.filter((slice) => slice.report === report).flatMap((one) => cut(kind, one));
    const known = keys.get(report) ?? new Set(shown().map(keyOf));
    keys.set(report, known);
    return known;
  };
  const newestFirst = [...found].sort((one, other) => madeAt(other.report) - madeAt(one.report));
  const seen = new Set<unknown>();
  return newestFirst.flatMap((one) => {
    const shown = slices.find((slice) => isOn(one.day, slice))?.report;
    if (shown === undefined) return [{ ...one, isShown: false }];
    const key = keyOf(one.row);
    if (seen.has(key) || keysOf(shown).has(key)) return [];
    seen.add(key);
    return [{ ...one, isShown: shown.fetchedAt <= one.report.fetchedAt }];
  });
}

/** The key of a record: its ID; the ID and the day if IDs are reused; the whole record if it has no ID. */
function recordKey(kind: ReportKind, reports: readonly KeptReport[]): (row: ShiftRow) => unknown {
  const fields = reports[0]?.fields ?? [];
  const columnOf = (field: string | undefined) => fields.findIndex(({ name }) => name === field);
  const [id, day] = [columnOf(kind.idField), columnOf(kind.dayField)];
  const reused = reports.some((report) => reusesIds(kind, report, id));
  return (row) => {
    const value = row[id] ?? null;
    return value === null ? JSON.stringify(row) : reused ? `${value}|${row[day]}` : value;
  };
}

function reusesIds(kind: ReportKind, report: KeptReport, column: number): boolean {
  return (
    column >= 0 && hasReusedIds(report.rows, (row) => row[column], dayReader(kind, report) ?? (() => null))
  );
}

/**
 * Makes a test that is true for a row if no newer answer has its record, on days that are not shown from another
 * answer.
 *
 * @param unrequested Those that are shown count like any row of their answer.
 */
function newestOnly(
  kind: ReportKind,
  slices: readonly Slice[],
  unrequested: readonly UnrequestedRecord[],
): (row: ShiftRow, report: KeptReport) => boolean {
  const reports = reportsOf(slices);
  const column = reports[0]?.fields.findIndex(({ name }) => name === kind.idField) ?? -1;
  if (column < 0 || new Set(reports.map(madeAt)).size < 2) return () => true;
  if (reports.some((report) => reusesIds(kind, report, column))) return () => true;
  const newest = new Map<ShiftValue, number>();
  const note = (id: ShiftValue, time: number) => {
    if (id !== null && !((newest.get(id) ?? Number.NEGATIVE_INFINITY) >= time)) newest.set(id, time);
  };
  for (const { row, report, isShown } of unrequested) if (isShown) note(row[column] ?? null, madeAt(report));
  for (const report of reports) {
    const time = madeAt(report);
    const dayOf = dayReader(kind, report);
    const others = slices.filter((slice) => slice.report !== report);
    for (const row of report.rows) {
      const day = dayOf?.(row);
      if (!others.some((slice) => isOn(day, slice))) note(row[column] ?? null, time);
    }
  }
  return (row, report) => (newest.get(row[column] ?? null) ?? Number.NEGATIVE_INFINITY) <= madeAt(report);
}

function reportsOf(slices: readonly Slice[]): KeptReport[] {
  return slices.map(({ report }) => report).filter((one, index, all) => all.indexOf(one) === index);
}

/** Reads the day of a row; `undefined` for a report whose rows have no day. */
function dayReader(
  { dayField }: ReportKind,
  { fields }: KeptReport,
): ((row: ShiftRow) => ShiftValue) | undefined {
  const column = fields.findIndex(({ name }) => name === dayField);
  return column < 0 ? undefined : (row) => row[column] ?? null;
}

/** When the service made an answer, or else when it was fetched. Milliseconds since 1970. */
export function madeAt({ generatedAt, fetchedAt }: KeptReport): number {
  return generatedAt === null ? fetchedAt : Date.parse(generatedAt);
}

/** The oldest of several times; null if one is unknown, since it may be the oldest. */
export function oldestTime(times: readonly (string | null)[]): string | null {
  return times.reduce((oldest, time) =>
    oldest === null || time === null ? null : Date.parse(time) < Date.parse(oldest) ? time : oldest,
  );
}

/**
 * Whether one ID stands on two days: then it is no record's own, and tells nothing of records that moved to another day.
 * The specification does not say that SHIFT_ID is unique (section 2.2).
 *
 * @param dayOf Anything but a number is no day.
 */
export function hasReusedIds<Row>(
  rows: readonly Row[],
  idOf: (row: Row) => unknown,
  dayOf: (row: Row) => unknown,
): boolean {
  const days = new Map<unknown, number>();
  return rows.some((row) => {
    const id = idOf(row) ?? null;
    const day = dayOf(row);
    if (id === null || typeof day !== 'number') return false;
    const known = days.get(id);
    if (known === undefined) days.set(id, day);
    return known !== undefined && known !== day;
  });
}

/** What there is to know of the rows behind figures. */
export interface LeftOut {
  /** Records without a day, each once. */
  readonly undated: readonly ShiftRow[];
  /** Records of days that were not requested. */
  readonly outside: readonly ShiftRow[];
  /** Answers that may be truncated. */
  readonly cut: readonly KeptReport[];
  /** The sheets of saved reports whose new rows of some of the same days wait for confirmation. */
  readonly held: readonly string[];
}

const LONGEST_SHOWN_NAME = 40;

/** The rows of a report and its records without a day that are left out. */
export function withUndated({ rows, undated }: Pick<JoinedReport, 'rows' | 'undated'>): readonly ShiftRow[] {
  return undated.length === 0 ? rows : rows.concat(undated);
}

/**
 * Notes on figures: which records are left out, which answers may be truncated, and which reports doubt their rows.
 *
 * @param filters Only records that match them are counted: others would not be in the figures anyway.
 */
export function leftOutWords(
  { undated, outside, cut, held }: LeftOut,
  filters: () => readonly RowFilter[],
): string[] {
  const count = (records: readonly ShiftRow[], what: string) => {
    const found = records.length === 0 ? 0 : filterRows(records, filters()).length;
    return found === 0 ? [] : [`${shownCount(found, 'record')} ${what} left out`];
  };
  return [
    ...count(undated, 'without a day'),
    ...count(distinctRows(outside).rows, 'of other days'),
    ...cut.map(({ rows, range, hasFullDay }) => {
      const found = `${shownCount(rows.length, 'record')} for ${describeRange(range)} may not be all`;
      // A refresh cannot split a single day.
      return hasFullDay || dayCount(range) === 1
        ? `${found}: one day has as many as the service sends at once`
        : `${found}: refresh them as a saved report`;
    }),
    ...held.map(
      (sheet) => `“${fitLine(sheet, LONGEST_SHOWN_NAME)}” holds these rows back until they are confirmed`,
    ),
  ];
}

/**
 * True if a day is among an answer's rows only because extra days were requested. If the service's days are not those
 * of SHIFT_DATE, part of the days next to the extra days comes too.
 */
function isMarginDay(day: number, { range, asked }: KeptReport): boolean {
  if (asked === undefined || isOn(day, range)) return false;
  const more = asked.from < range.from ? 1 : 0;
  return isOn(day, widen(asked, { before: more, after: more }));
}
