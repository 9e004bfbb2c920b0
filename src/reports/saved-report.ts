import * as v from 'valibot';
import { formatIsoDate, isAcceptedDate, parseIsoDate } from '../calendar/calendar-date';
import { type DateRange, describeRange } from '../calendar/date-range';
import { readPeriodWord, type WeekStart } from '../calendar/period-words';
import { ReportError } from '../employer-api/errors';
import { parseJson } from '../employer-api/json';

/** How a refresh of a report ended. Kept with the report, shown in the sidebar and on the status sheet. */
const RUN = v.object({
  outcome: v.picklist(['refreshed', 'failed']),
  /** Milliseconds since 1970. */
  finishedAt: v.number(),
  message: v.string(),
  correlationId: v.string(),
});
export type ReportRun = v.InferOutput<typeof RUN>;

/** A relation that users expect of the figures, and the shifts that break it. */
const CHECK = v.object({
  identity: v.string(),
  failing: v.number(),
  of: v.number(),
  /** SHIFT_IDs of the first of them. */
  ids: v.array(v.number()),
});
export type FailedCheck = v.InferOutput<typeof CHECK>;

/** What the table shows: the newest refresh that succeeded. */
const CONTENT = v.object({
  /** Milliseconds since 1970. */
  refreshedAt: v.number(),
  generatedAt: v.nullable(v.string()),
  rows: v.number(),
  from: v.number(),
  to: v.number(),
  issues: v.number(),
  /** How many of the issues are values that the service left empty. */
  empty: v.number(),
  /** Relations between the figures that do not hold in every shift; those that hold are left out. */
  checks: v.optional(v.array(CHECK), []),
  /** A hash of the rows, to tell whether a refresh changed any; empty where none was made. */
  hash: v.optional(v.string(), ''),
  /** When a refresh last changed rows. Milliseconds since 1970. */
  changedAt: v.optional(v.number()),
});
export type TableContent = v.InferOutput<typeof CONTENT>;

const SAVED_REPORT = v.object({
  version: v.literal(1),
  id: v.string(),
  /** Reports are listed and refreshed in this order: when they were made. */
  createdAt: v.number(),
  /** A period word, or `custom`: then `from` and `to` hold the dates, `YYYY-MM-DD`. */
  period: v.string(),
  from: v.string(),
  to: v.string(),
  /** The name that the person gave the sheet. Once there is a sheet, its ID decides. */
  sheet: v.string(),
  sheetId: v.nullable(v.number()),
  /** Whether the heading row was ever written completely. */
  headed: v.boolean(),
  /** How many rows below the heading row are ours: at least as many as we ever left behind. */
  extent: v.number(),
  content: v.nullable(CONTENT),
  lastRun: v.nullable(RUN),
});

/** A report of this spreadsheet: what to fetch, where it stands, and how it went last time. */
export type SavedReport = v.InferOutput<typeof SAVED_REPORT>;

/** A report that has no sheet yet. */
export function newReport(id: string, createdAt: number): SavedReport {
  const chosen = { period: 'custom', from: '', to: '', sheet: '' };
  const table = { sheetId: null, headed: false, extent: 0, content: null, lastRun: null };
  return { version: 1, id, createdAt, ...chosen, ...table };
}

/** Reads a stored report; `undefined` when the text is none. */
export function parseSavedReport(text: string): SavedReport | undefined {
  const parsed = v.safeParse(SAVED_REPORT, parseJson(text));
  return parsed.success ? parsed.output : undefined;
}

/**
 * The days that a report asks for, today.
 *
 * @throws {ReportError} `invalid_range` when its dates are none, or run backwards.
 */
export function reportRange(
  report: Pick<SavedReport, 'period' | 'from' | 'to'>,
  today: number,
  weekStart: WeekStart,
): DateRange {
  if (report.period !== 'custom') {
    const range = readPeriodWord(report.period, today, weekStart);
    if (range === undefined)
      throw new ReportError('invalid_range', { sentence: 'Choose a period from the list' });
    return { from: range.from, to: range.to };
  }
  const [from, to] = [parseIsoDate(report.from), parseIsoDate(report.to)];
  if (from === undefined || to === undefined || !isAcceptedDate(from) || !isAcceptedDate(to)) {
    throw new ReportError('invalid_range', { sentence: 'Give both dates as YYYY-MM-DD, from 1990 to 2100' });
  }
  if (from > to) {
    const sentence = `The first day, ${formatIsoDate(from)}, is after the last day, ${formatIsoDate(to)}`;
    throw new ReportError('invalid_range', { sentence });
  }
  return { from, to };
}

/**
 * One sentence about a refresh that succeeded.
 *
 * @param firstIssue The first of the issues, in words; those that are no mere empty values come first.
 */
export function describeContent(content: TableContent, firstIssue?: string): string {
  const doubtful = content.issues - content.empty;
  const first = firstIssue === undefined ? '' : ` (the first: ${firstIssue})`;
  const empties = content.empty === 0 ? '' : `, ${count(content.empty, 'value')} left empty by the service`;
  const doubts = doubtful === 0 ? '' : `, ${count(doubtful, 'doubtful value')}${first}`;
  const range = describeRange({ from: content.from, to: content.to });
  return `${count(content.rows, 'shift')} from ${range}${empties}${doubts}.`;
}

function count(value: number, noun: string): string {
  return `${value} ${noun}${value === 1 ? '' : 's'}`;
}
