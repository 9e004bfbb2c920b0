import type { SpreadsheetCalendar } from '../ports';
import type { DocumentState } from '../saved/document-state';
import type { ReportRun, SavedReport } from '../saved/saved-report';
import { newestRunner } from '../saved/schedule-record';
import { describeRunWindow, nextRun } from '../schedule/schedule-next-run';
import { literalCell } from '../tables/report-table';
import { staleAfterMillis } from './freshness';

/** The name of the sheet that says how fresh each report is. */
export const STATUS_SHEET_NAME = 'Shift Reports status';

/** What the column STATE says of the newest run. */
const STATES: Readonly<Record<ReportRun['outcome'], string>> = {
  refreshed: 'OK',
  held: 'HELD',
  failed: 'FAILED',
};

const STAMP_HEADING = 'STAMP';
/** The headings of the status sheet, in order. */
export const STATUS_HEADINGS = [
  'REPORT',
  'STATE',
  'REFRESHED',
  'DATA AS OF',
  'SHIFTS',
  'FIRST DAY',
  'LAST DAY',
  'ISSUES',
  'STALE AFTER',
  'STALE',
  'LAST RUN',
  'MESSAGE',
  'CORRELATION ID',
  'CHANGED',
  'NEXT RUN',
  'RUNS AS',
  STAMP_HEADING,
];

/** The name of the cell that each refresh rewrites, so that formulas which name it are calculated again. */
export const STAMP_NAME = 'SHIFT_STAMP';

/** The row of the stamp: below its heading. */
export const STAMP_ROW = 2;

/** How many columns the status sheet has. */
export const STATUS_COLUMN_COUNT = STATUS_HEADINGS.length;

/** Columns of the first status sheets, without a stamp. */
const FIRST_COLUMN_COUNT = 13;
/** Columns of those after them: a stamp followed. */
const STAMPED_COLUMN_COUNT = 14;

/** Whether a row read from a sheet is the heading row of a status sheet, of this version or an older one. */
export function isStatusHeading(cells: readonly unknown[]): boolean {
  return STATUS_HEADINGS.slice(0, FIRST_COLUMN_COUNT).every((heading, index) => cells[index] === heading);
}

/** How many columns of a status sheet are ours, by where its stamp has its heading. */
export function statusWidth(heading: readonly unknown[]): number {
  const widths = [STATUS_COLUMN_COUNT, STAMPED_COLUMN_COUNT];
  return widths.find((width) => heading[width - 1] === STAMP_HEADING) ?? FIRST_COLUMN_COUNT;
}

/** The column of the stamp in a status sheet of that width; `undefined` where it has none. */
export function stampColumn(width: number): number | undefined {
  return width === FIRST_COLUMN_COUNT ? undefined : width;
}

/**
 * The status block as wide as the sheet has room for: in a narrower one the stamp follows the first columns.
 *
 * @param width How many columns are ours. Where nobody knows, the first ones are in any case.
 */
export function narrowed<Cell>(block: readonly (readonly Cell[])[], width = FIRST_COLUMN_COUNT): Cell[][] {
  if (width === STATUS_COLUMN_COUNT) return block.map((row) => [...row]);
  return block.map((row) =>
    [...row.slice(0, FIRST_COLUMN_COUNT), ...row.slice(STATUS_COLUMN_COUNT - 1)].slice(0, width),
  );
}

/** Number formats of the status sheet, by column letters. */
export const STATUS_FORMATS = [
  { columns: ['C', 'D', 'I', 'K', 'N'], format: 'yyyy-mm-dd hh:mm' },
  { columns: ['Q'], format: '0' },
  { columns: ['F', 'G'], format: 'yyyy-mm-dd' },
];

/**
 * The whole status block: the heading row, one row per report, blank rows where there were more reports. The stamp
 * stands in the first row below the headings, which is there even without a report.
 *
 * Times are serial numbers in the spreadsheet's zone; the stamp is milliseconds since 1970, which formulas cannot take for
 * a date. STALE is a formula, so that it turns true by itself even if
 * no script ever runs again; it has no argument separator, which differs between locales.
 */
export function statusBlock(
  state: Pick<DocumentState, 'reports' | 'schedule' | 'statusSheet'>,
  calendar: SpreadsheetCalendar,
  zone: string,
): (string | number)[][] {
  const time = (millis: number | null | undefined) => (millis ? calendar.serial(millis, zone) : '');
  const writtenAt = Math.max(
    state.schedule.savedAt,
    ...state.reports.map((report) => report.lastRun?.finishedAt ?? 0),
  );
  const next = nextRun(state.schedule, writtenAt, zone, calendar);
  const runner = newestRunner(state.schedule);
  const runsAs = runner
    ? `whoever saved the schedule on ${calendar.text(runner.savedAt, zone).slice(0, 10)}`
    : '';
  const block: (string | number)[][] = [STATUS_HEADINGS.map((heading) => `'${heading}`)];
  state.reports.forEach((report, index) => {
    const { content, lastRun } = report;
    const staleAfter = time(staleAfterMillis(report, state.schedule));
    block.push([
      literalCell(report.sheet),
      literalCell(`${content?.sample === undefined ? '' : 'SAMPLE, '}${stateWord(lastRun)}`),
      time(content?.refreshedAt),
      time(content?.generatedAt ? Date.parse(content.generatedAt) : undefined),
      content?.rows ?? '',
      content?.from ?? '',
      content?.to ?? '',
      content?.issues ?? '',
      staleAfter,
      staleAfter === '' ? '' : `=NOW()>I${index + 2}`,
      time(lastRun?.finishedAt),
      literalCell(lastRun?.message ?? ''),
      literalCell(lastRun?.correlationId ?? ''),
      time(content?.changedAt),
      literalCell(next ? describeRunWindow(next) : ''),
      literalCell(runsAs),
      '',
    ]);
  });
  const height = 1 + Math.max(statusRows(state), state.statusSheet?.rows ?? 0);
  while (block.length < height) block.push(STATUS_HEADINGS.map(() => ''));
  const stampRow = block[STAMP_ROW - 1];
  if (stampRow) stampRow[STATUS_COLUMN_COUNT - 1] = state.statusSheet?.stampedAt || '';
  return block;
}

function stateWord(lastRun: SavedReport['lastRun']): string {
  return lastRun === null ? 'NEVER REFRESHED' : STATES[lastRun.outcome];
}

/** How many rows below the headings the status takes. */
export function statusRows({ reports }: Pick<DocumentState, 'reports'>): number {
  return Math.max(1, reports.length);
}
