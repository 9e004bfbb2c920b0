import * as v from 'valibot';
import { shortDay } from '../../calendar/calendar-date';
import { parseStored } from '../../employer-api/text';
import { INTERVAL_MILLIS, INTERVALS_UNTIL_STALE } from '../../limits';
import type { SpreadsheetCalendar } from '../ports';
import { type DocumentState, newestRunner } from '../saved/document-state';
import { countShifts, type ReportRun, type SavedReport, type TableContent } from '../saved/saved-report';
import { describeRunWindow, nextRun } from '../saved/schedule-times';
import { columnFormats, columnLetters, literalCell } from '../tables/sheet-table';
import { type FittedColumn, tableLook } from '../tables/table-look';

/** The name of the sheet that says how fresh each report is. */
export const STATUS_SHEET_NAME = 'Shift Reports status';

/** The column STATE by the outcome of the newest run. */
const STATES: Readonly<Record<ReportRun['outcome'], string>> = {
  refreshed: 'OK',
  held: 'HELD',
  unfinished: 'UNFINISHED',
  failed: 'FAILED',
};
const NEVER_REFRESHED = 'NEVER REFRESHED';
const SAMPLE_MARK = 'SAMPLE, ';

const STAMP_HEADING = 'STAMP';

/** The content of a cell, as if typed. */
type TypedCell = string | number;

/** The data for the line of a report. */
interface StatusLine {
  readonly report: SavedReport;
  /** The row of the sheet, from 1. */
  readonly row: number;
  /** A moment as a serial number in the spreadsheet's zone; blank if there is none. */
  readonly time: (millis: number | null | undefined) => TypedCell;
  readonly staleAfter: number | undefined;
  readonly next: string;
  readonly runsAs: string;
}

interface StatusColumn extends FittedColumn {
  readonly cell: (line: StatusLine) => TypedCell;
  /** The cell in lines that are not of reports. @default blank */
  readonly other?: (line: OtherLine, time: StatusLine['time']) => TypedCell;
}

/** The columns of the status sheet, in order. */
const COLUMNS: readonly StatusColumn[] = [
  {
    heading: 'REPORT',
    kind: 'text',
    pixels: 180,
    cell: ({ report }) => literalCell(report.sheet),
    other: ({ name }) => literalCell(name),
  },
  {
    heading: 'STATE',
    kind: 'text',
    pixels: 130,
    cell: ({ report }) => literalCell(stateWords(report)),
    other: ({ state }) => literalCell(state),
  },
  {
    heading: 'REFRESHED',
    kind: 'moment',
    cell: ({ report, time }) => time(report.content?.refreshedAt),
  },
  {
    heading: 'DATA AS OF',
    kind: 'moment',
    cell: ({ report, time }) => time(Date.parse(report.content?.generatedAt ?? '')),
  },
  { heading: 'SHIFTS', kind: 'integer', cell: ({ report }) => countShifts(report) ?? '' },
  { heading: 'FIRST DAY', kind: 'date', cell: ({ report }) => report.content?.from ?? '' },
  { heading: 'LAST DAY', kind: 'date', cell: ({ report }) => report.content?.to ?? '' },
  {
    heading: 'ISSUES',
    kind: 'integer',
    cell: ({ report: { content } }) => (content ? content.issues - content.empty : ''),
  },
  { heading: 'STALE AFTER', kind: 'moment', cell: ({ staleAfter, time }) => time(staleAfter) },
  // A formula, so that it turns true even if no script runs again. It has no argument separator, which differs between
  // locales.
  {
    heading: 'STALE',
    kind: 'boolean',
    pixels: 130,
    cell: ({ staleAfter, row }) =>
      staleAfter === undefined
        ? ''
        : `=NOW()>${lettersOf(({ heading }) => heading === 'STALE AFTER').join('')}${row}`,
  },
  {
    heading: 'LAST RUN',
    kind: 'moment',
    cell: ({ report, time }) => time(report.lastRun?.finishedAt),
    other: ({ at }, time) => time(at),
  },
  {
    heading: 'MESSAGE',
    kind: 'text',
    pixels: 420,
    cell: ({ report }) => literalCell(report.lastRun?.message ?? ''),
    other: ({ message }) => literalCell(message),
  },
  {
    heading: 'CORRELATION ID',
    kind: 'text',
    pixels: 160,
    // No request was made for sample data.
    cell: ({ report }) =>
      literalCell((report.content?.sample === undefined && report.lastRun?.correlationId) || ''),
  },
  { heading: 'CHANGED', kind: 'moment', cell: ({ report, time }) => time(report.content?.changedAt) },
  { heading: 'NEXT RUN', kind: 'text', pixels: 200, cell: ({ next }) => literalCell(next) },
  { heading: 'RUNS AS', kind: 'text', pixels: 200, cell: ({ runsAs }) => literalCell(runsAs) },
  // Not part of a report: it is in the first row below the headings.
  { heading: STAMP_HEADING, kind: 'integer', cell: () => '' },
];

/** The headings of the status sheet, in order. */
export const STATUS_HEADINGS = COLUMNS.map(({ heading }) => heading);

/** Number formats of the status sheet, by column letters. */
export const STATUS_FORMATS = columnFormats(COLUMNS);

/** The look of the status sheet. A stamp has 13 digits. */
export const STATUS_LOOK = tableLook(COLUMNS, [
  COLUMNS.map(({ heading }) => (heading === STAMP_HEADING ? 1e12 : null)),
]);

/** The name of the cell that each refresh rewrites, so that formulas that name it recalculate. */
export const STAMP_NAME = 'SHIFT_STAMP';

/** The row of the stamp: below its heading. */
export const STAMP_ROW = 2;

/** How many columns the status sheet has. */
export const STATUS_COLUMN_COUNT = STATUS_HEADINGS.length;

/** True if a row read from a sheet is the heading row of a status sheet. */
export function isStatusHeading(cells: readonly unknown[]): boolean {
  return STATUS_HEADINGS.every((heading, index) => cells[index] === heading);
}

/**
 * True if cells read from a status sheet, heading row first, are in their place: each line has its state, and the first
 * line has the stamp.
 *
 * @param lines The expected number of lines.
 */
export function isStatusBlock(
  cells: readonly (readonly unknown[])[],
  lines: number,
  isStamped: boolean,
): boolean {
  const [heading = [], ...rows] = cells;
  const hasLines = rows.slice(0, lines).every((row) => row[1] !== '') && rows.length >= lines;
  return isStatusHeading(heading) && hasLines && (!isStamped || Boolean(rows[0]?.[STATUS_COLUMN_COUNT - 1]));
}

/**
 * The whole status block: the heading row, one row per report, other lines, and blank rows if there were more before. The
 * stamp is in the first row below the headings, which exists even without reports.
 *
 * Times are serial numbers in the spreadsheet's zone; the stamp is in milliseconds since 1970, which formulas cannot
 * mistake for a date.
 */
export function statusBlock(
  state: Pick<DocumentState, 'reports' | 'schedule' | 'statusSheet' | 'lines'>,
  calendar: SpreadsheetCalendar,
  zone: string,
): TypedCell[][] {
  const { reports, schedule, statusSheet } = state;
  const time = (millis: number | null | undefined) => (millis ? calendar.serial(millis, zone) : '');
  const writtenAt = Math.max(schedule.savedAt, ...reports.map(({ lastRun }) => lastRun?.finishedAt ?? 0));
  const run = nextRun(schedule, writtenAt, zone, calendar);
  const runner = newestRunner(schedule);
  const common = {
    time,
    next: run ? describeRunWindow(run) : '',
    runsAs: runner
      ? `Owner of the schedule saved on ${shortDay(Math.floor(calendar.serial(runner.savedAt, zone)))}${runner.mailOff && runner.email ? '; e-mail is off' : ''}`
      : '',
  };
  const block = [COLUMNS.map(({ heading }): TypedCell => `'${heading}`)];
  reports.forEach((report, index) => {
    const line = { ...common, report, row: index + 2, staleAfter: staleAfterMillis(report, schedule) };
    block.push(COLUMNS.map(({ cell }) => cell(line)));
  });
  for (const line of parseOtherLines(state.lines))
    block.push(COLUMNS.map(({ other }) => other?.(line, time) ?? ''));
  const height = 1 + Math.max(statusRows(state), statusSheet?.rows ?? 0);
  while (block.length < height) block.push(COLUMNS.map(() => ''));
  const stampRow = block[STAMP_ROW - 1];
  if (stampRow) stampRow[STATUS_COLUMN_COUNT - 1] = statusSheet?.stampedAt || '';
  return block;
}

function stateWords({ content, lastRun }: SavedReport): string {
  const mark = content?.sample === undefined ? '' : SAMPLE_MARK;
  return `${mark}${lastRun === null ? NEVER_REFRESHED : STATES[lastRun.outcome]}`;
}

/** The number of lines, from the cells of the column STATE. Cells below them belong to people. */
export function countLines(states: readonly unknown[]): number {
  const words: unknown[] = [NEVER_REFRESHED, ...Object.values(STATES)];
  const others = states.findIndex((state) => !words.includes(String(state).replace(SAMPLE_MARK, '')));
  return others < 0 ? states.length : others;
}

/** The letters of some columns. */
function lettersOf(isAsked: (column: StatusColumn) => boolean): string[] {
  return COLUMNS.flatMap((column, index) => (isAsked(column) ? [columnLetters(index)] : []));
}

/** The number of lines of reports and others. */
export function lineCount({ reports, lines }: Pick<DocumentState, 'reports' | 'lines'>): number {
  return reports.length + parseOtherLines(lines).length;
}

/** The rows of the status below the headings. */
export function statusRows(state: Pick<DocumentState, 'reports' | 'lines'>): number {
  return Math.max(1, lineCount(state));
}

/** From when on a table counts as stale. Milliseconds since 1970; `undefined` without a schedule or a table. */
export function staleAfterMillis(
  { content }: { readonly content: Pick<TableContent, 'refreshedAt'> | null },
  { every }: DocumentState['schedule'],
): number | undefined {
  if (content === null || every === 'off') return undefined;
  return content.refreshedAt + INTERVALS_UNTIL_STALE * INTERVAL_MILLIS[every];
}

const LINE = v.object({
  /** Shown in the column REPORT. */
  name: v.string(),
  state: v.picklist(['OK', 'UNFINISHED', 'FAILED']),
  /** When its newest run ended. Milliseconds since 1970. */
  at: v.number(),
  message: v.string(),
});

/** A line of the status sheet that is not of a report. */
export type OtherLine = Readonly<v.InferOutput<typeof LINE>>;

/** Reads the lines from the property `lines`; what cannot be read counts as none. */
export function parseOtherLines(text: string | undefined): readonly OtherLine[] {
  return parseStored(v.array(LINE), text) ?? [];
}

/** The text to store, with one line replaced or added. */
export function withOtherLine(text: string | undefined, line: OtherLine): string {
  const lines = parseOtherLines(text);
  const isKnown = lines.some(({ name }) => name === line.name);
  const after = isKnown ? lines.map((one) => (one.name === line.name ? line : one)) : [...lines, line];
  return JSON.stringify(after);
}

/** The text to store, without one line; `''` if none is left. */
export function withoutOtherLine(text: string | undefined, name: string): string {
  const left = parseOtherLines(text).filter((line) => line.name !== name);
  return left.length === 0 ? '' : JSON.stringify(left);
}
