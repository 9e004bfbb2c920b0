import * as v from 'valibot';
import { runsBackwards } from '../../answers/arguments/date-mistakes';
import { isAcceptedDate, parseIsoDate } from '../../calendar/calendar-date';
import { type DateRange, describeRange } from '../../calendar/date-range';
import type { WeekStart } from '../../calendar/period-unit';
import { readPeriodWord } from '../../calendar/period-words';
import { REFRESH_MODES, REPORT_NAMES, type ReportChoices, RUN_OUTCOMES } from '../../contract/reports';
import { ReportError } from '../../employer-api/errors';
import { fitLine } from '../../employer-api/fit-text';
import { parseJson } from '../../employer-api/json';
import { shownCount } from '../shown-count';
import { SNAPSHOT_POINTER } from '../snapshots/snapshot';
import { utf8Length } from './activity';
import { migrate } from './migrate';
import { SAVED_REPORT_MIGRATIONS, SAVED_REPORT_VERSION } from './saved-report-migrations';
import { TABLE_SUMMARY, type TableSummary } from './table-summary';

const RUN = v.object({
  outcome: v.picklist(RUN_OUTCOMES),
  /** Milliseconds since 1970. */
  finishedAt: v.number(),
  message: v.string(),
  correlationId: v.string(),
});

/** How a refresh of a report ended. Kept with the report, shown in the sidebar and on the status sheet. */
export type ReportRun = v.InferOutput<typeof RUN>;

const CHECK = v.object({
  identity: v.string(),
  failing: v.number(),
  of: v.number(),
  /** SHIFT_IDs of the first of them. */
  ids: v.array(v.number()),
});

/** A relation that users expect of the figures, and the shifts that break it. */
export type FailedCheck = v.InferOutput<typeof CHECK>;

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
  /** How many more of them there are than can be kept. */
  moreChecks: v.optional(v.number()),
  /** A hash of the rows, to tell whether a refresh changed any; empty where none was made. */
  hash: v.optional(v.string(), ''),
  /** When a refresh last changed rows. Milliseconds since 1970. */
  changedAt: v.optional(v.number()),
  /** The connection to the sample employer that the rows came by; there is none where they are real. */
  sample: v.optional(v.string()),
  /** Whose rows they are, where they are real and it is known: a hash. */
  employer: v.optional(v.string()),
  /** The same by the employer's number, where the answer told it. */
  told: v.optional(v.string()),
});

/** What the table shows: the newest refresh that succeeded. */
export type TableContent = v.InferOutput<typeof CONTENT>;

/** Which days are kept, and when all of them were last read again. */
export const HISTORY = v.object({
  /** The first day that was ever fetched. */
  from: v.number(),
  /** The last one; left out where it was not noted yet. */
  to: v.optional(v.number()),
  /** The first day that may not have been fetched since it was over; left out where it was not noted yet. */
  next: v.optional(v.number()),
  /** The first day of the month in which all days were last fetched; 0 where they are to be fetched again. */
  reread: v.number(),
});

const CURSOR = v.object({
  /** What it was begun for: changed choices end it. */
  asked: v.string(),
  /** What was fetched since then counts as fetched. Milliseconds since 1970. */
  since: v.number(),
  until: v.number(),
  /** How far it came, in words; empty when everything is there. */
  progress: v.string(),
  /** The most days that any of its runs had, and how many runs since have not had more. */
  days: v.optional(v.number(), 0),
  stalls: v.optional(v.number(), 0),
  /** How many runs in a row have failed. */
  misses: v.optional(v.number(), 0),
  /** With how many days one before it got no further, for the same choices; 0 where none did. */
  gaveUpAt: v.optional(v.number(), 0),
  /** Why the new table is held back; empty when it is not. */
  held: v.string(),
});

/** A refresh that goes on in the next run, or waits for a person's word. */
export type RefreshCursor = v.InferOutput<typeof CURSOR>;

const SAVED_REPORT = v.object({
  version: v.literal(SAVED_REPORT_VERSION),
  id: v.string(),
  /** Reports are listed and refreshed in this order: when they were made. */
  createdAt: v.number(),
  /** One row per shift, or figures of groups. */
  report: v.picklist(REPORT_NAMES),
  /** A period word, or `custom`: then `from` and `to` hold the dates, `YYYY-MM-DD`. */
  period: v.string(),
  from: v.string(),
  to: v.string(),
  /** Criteria as in formulas, several separated by `;`; empty for all. */
  venue: v.string(),
  area: v.string(),
  role: v.string(),
  /** As the options of formulas. */
  groupBy: v.string(),
  columns: v.string(),
  /** Whether days outside the fetched ones stay. */
  mode: v.picklist(REFRESH_MODES),
  /** The name that the person gave the sheet. Once there is a sheet, its ID decides. */
  sheet: v.string(),
  sheetId: v.nullable(v.number()),
  /** Whether the heading row was ever written completely. */
  headed: v.boolean(),
  /** The heading row of the last finished write, and the one that a write was about to leave. */
  headings: v.array(v.string()),
  nextHeadings: v.array(v.string()),
  /** The service's names of the columns of the last finished write; empty where they were not noted yet. */
  fields: v.optional(v.array(v.string()), []),
  /** How many rows below the heading row are ours: at least as many as we ever left behind. */
  extent: v.number(),
  /**
   * How many rows the grid had after the last write, and the last row of the table then, as a hash: empty where nobody
   * knows. Left out before the first write.
   */
  foot: v.optional(v.object({ gridRows: v.number(), lastRow: v.string() })),
  content: v.nullable(CONTENT),
  lastRun: v.nullable(RUN),
  /** The tables that are kept for undoing; null where there is none. */
  snapshot: v.nullable(SNAPSHOT_POINTER),
  /** What the last table held, for the shrink guard. */
  summary: v.nullable(TABLE_SUMMARY),
  cursor: v.nullable(CURSOR),
  /** What a table that keeps history holds; null for any other. */
  history: v.nullable(HISTORY),
});

/** What is stored of a report. */
type StoredReport = v.InferOutput<typeof SAVED_REPORT>;

/** A report of this spreadsheet: what to fetch, where it stands, and how it went last time. */
export interface SavedReport extends StoredReport {
  /** The staging sheet of a run that has not ended. Stored apart: a run logs it without the lock. */
  readonly stagingId: number | null;
}

/** Of a refresh that has fetched nothing yet, and of those before it none that got no further. */
export const NO_DAYS = { days: 0, stalls: 0, misses: 0, gaveUpAt: 0 };

/** So many runs in a row that bring no more days fail; after as many that failed, none comes before its hour. */
export const MOST_STALLS = 2;
/** What a run fetched is of use to the next one when that comes as soon as this; the cache keeps it for 6 hours. */
const GOES_ON_MILLIS = 2 * 3_600_000;

/** Whether a run soon after the last one is to go on with a refresh that is not finished, and gets on. */
export function goesOn({ cursor, lastRun }: SavedReport, now: number): boolean {
  if (cursor === null || cursor.days === 0 || cursor.held !== '' || now >= cursor.until) return false;
  const getsOn = Math.max(cursor.stalls, cursor.misses) < MOST_STALLS;
  return getsOn && now - (lastRun?.finishedAt ?? 0) < GOES_ON_MILLIS;
}

const NO_TABLE = {
  sheetId: null,
  headed: false,
  headings: [],
  nextHeadings: [],
  fields: [],
  extent: 0,
  content: null,
  lastRun: null,
  foot: undefined,
  snapshot: null,
  summary: null,
  cursor: null,
  history: null,
};

/** A report that has no sheet yet. */
export function newReport(id: string, createdAt: number): SavedReport {
  return {
    version: SAVED_REPORT_VERSION,
    id,
    createdAt,
    report: 'shift_fulfilment',
    mode: 'replace',
    period: 'custom',
    from: '',
    to: '',
    sheet: '',
    venue: '',
    area: '',
    role: '',
    groupBy: '',
    columns: '',
    ...NO_TABLE,
    stagingId: null,
  };
}

/** A report that moves to another sheet: nothing is known of a table there. */
export function withoutTable(report: SavedReport): SavedReport {
  return { ...report, ...NO_TABLE };
}

/**
 * Reads a stored report, of this version or an older one.
 *
 * @param stagingId What is stored apart.
 * @returns `undefined` when the text is none.
 */
export function parseSavedReport(text: string, stagingId: number | null = null): SavedReport | undefined {
  const parsed = v.safeParse(SAVED_REPORT, migrate(parseJson(text), SAVED_REPORT_MIGRATIONS));
  return parsed.success ? { ...parsed.output, stagingId } : undefined;
}

/** The platform takes a property of 9 kB, in bytes of UTF-8. */
export const LONGEST_REPORT_BYTES = 9000;
/** What a person chose takes up to about half of it, the name of the sheet aside, which people may change later. */
const MOST_CHOICE_BYTES = 4300;
/** The longest a message may be where there is little room, in characters. */
const [LONG_MESSAGE, SHORT_MESSAGE] = [500, 100];
const FEW_CHECKS = 8;

/** What goes first where a report is too long for one property: each of these leaves out more than the one before. */
const SHORTER: readonly ((report: StoredReport) => StoredReport)[] = [
  (report) => report,
  (report) => withMessage(report, LONG_MESSAGE),
  (report) => withChecks(report, Number.POSITIVE_INFINITY),
  (report) => withChecks(report, FEW_CHECKS),
  (report) => withSummary(report, { counts: [] }),
  (report) => withSummary(report, { columns: [] }),
  (report) => withSummary(report, { venues: null, lasts: [], hashed: false }),
  (report) => withChecks(withMessage(report, SHORT_MESSAGE), 0),
];

/**
 * The text to store, in at most 9,000 bytes. Where a report is longer, its message is shortened, relations that fail are
 * only counted, and what the shrink guard knows of columns and venues is left out, in this order and as far as it takes.
 *
 * @throws {ReportError} `invalid_settings` where that is not enough: of no report that `fitsProperty`.
 */
export function formatSavedReport({ stagingId: _, ...stored }: SavedReport): string {
  let report: StoredReport = stored;
  for (const shorten of SHORTER) {
    report = shorten(report);
    const text = JSON.stringify(report);
    if (utf8Length(text) <= LONGEST_REPORT_BYTES) return text;
  }
  const sentence = `Edit “${fitLine(stored.sheet, LONGEST_TOLD)}” and enter less: its filters and headings are longer than a report can keep`;
  throw new ReportError('invalid_settings', { sentence });
}

/**
 * Whether a report with these choices can be stored, whatever becomes of it.
 *
 * @param table What it shows: while headings change, the old ones stand beside the new ones.
 */
export function fitsProperty(
  { venue, area, role, groupBy, columns }: ReportChoices,
  { headings, fields }: { readonly headings: readonly string[]; readonly fields: readonly string[] },
): boolean {
  const kept = [venue, area, role, groupBy, columns, headings, headings, fields];
  return utf8Length(JSON.stringify(kept)) <= MOST_CHOICE_BYTES;
}

const LONGEST_TOLD = 40;

function withMessage(report: StoredReport, longest: number): StoredReport {
  const { lastRun, cursor } = report;
  const run = lastRun && {
    ...lastRun,
    message: fitLine(lastRun.message, longest),
    correlationId: fitLine(lastRun.correlationId, longest),
  };
  return {
    ...report,
    lastRun: run,
    cursor: cursor && { ...cursor, progress: fitLine(cursor.progress, longest) },
  };
}

/** Without the IDs of shifts, and at most so many relations. */
function withChecks(report: StoredReport, most: number): StoredReport {
  const { content } = report;
  if (content === null) return report;
  const checks = content.checks.slice(0, most).map((check) => ({ ...check, ids: [] }));
  const moreChecks = (content.moreChecks ?? 0) + content.checks.length - checks.length;
  return { ...report, content: { ...content, checks, ...(moreChecks === 0 ? {} : { moreChecks }) } };
}

function withSummary(report: StoredReport, less: Partial<TableSummary>): StoredReport {
  const { summary } = report;
  if (summary === null) return report;
  const former = summary.former && { rows: summary.former.rows, byDay: [] };
  return { ...report, summary: { ...summary, ...less, former } };
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
  return from > to ? runsBackwards({ from, to }) : { from, to };
}

/**
 * One sentence about a refresh that succeeded.
 *
 * @param noun What a row is.
 * @param firstIssue The first of the issues, in words; those that are no mere empty values come first.
 */
export function describeContent(content: TableContent, firstIssue?: string, noun = 'shift'): string {
  const doubtful = content.issues - content.empty;
  const first = firstIssue === undefined ? '' : ` (the first: ${firstIssue})`;
  const empties =
    content.empty === 0 ? '' : `, ${shownCount(content.empty, 'value')} left empty by the service`;
  const doubts = doubtful === 0 ? '' : `, ${shownCount(doubtful, 'doubtful value')}${first}`;
  const range = describeRange({ from: content.from, to: content.to });
  const mark = content.sample === undefined ? '' : 'SAMPLE: ';
  return `${mark}${shownCount(content.rows, noun)} from ${range}${empties}${doubts}.`;
}
