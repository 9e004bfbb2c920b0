import { secondsOfRun } from '../../budget';
import { type DateRange, dayCount, describeRange, formatIsoDate } from '../../calendar/calendar-date';
import type { ReportChoices, ReportForm, ReportPreview } from '../../contract/reports';
import { isSampleConnection } from '../../employer-api/connection';
import { isReportError } from '../../employer-api/errors';
import { shownCount, shownNumber, shownPercent } from '../../employer-api/text';
import { filterRows } from '../../figures/row-filter';
import { BATCH_SIZE, PREVIEW_ROWS } from '../../limits';
import { allWindowsFor } from '../fetching/asked-report';
import type { ReadReport } from '../fetching/joined-report';
import { windowsLeft } from '../fetching/pace';
import type { ReportFetcher } from '../fetching/report-fetcher';
import type { ReportSheet, ReportSheets } from '../ports';
import { describeNothing } from '../refresh/judge-refresh';
import { askAbout, describeBlank, findLoss, type ShiftTable } from '../refresh/loss-guard';
import { checkChoice, checkPlace } from '../refresh/report-list';
import type { Schedule } from '../saved/document-state';
import { asksTheSame, historyRange } from '../saved/kept-history';
import { layOutReport, noteHeadings, type QuestionTable, readCriteria } from '../saved/report-question';
import { type Audience, holdsOthersRows, ownerOf } from '../saved/saved-connection';
import { reportRange, type SavedReport } from '../saved/saved-report';
import { type ContextServices, SpreadsheetContext } from '../saved/spreadsheet-context';
import { type ColumnKind, headingsOf, type SheetValue } from '../sheet/cells';
import { requireUnmerged } from '../sheet/sheets';
import { findTable, keepsHeadings, occupied, requireColumns } from '../writing/table-place';

/** What a preview needs. */
interface PreviewServices extends ContextServices {
  readonly sheets: ReportSheets;
  readonly fetcherFor: (audience: Audience) => ReportFetcher;
}

/** Shifts are posted at most about a year ahead. */
const MOST_MONTHS_TO_COME = 12;
const EVERY_WORDS = { off: '', hour: 'every hour', day: 'every day', week: 'every week' };

/**
 * Shows what a report would write, after the same checks as saving. Nothing is written, neither to a sheet nor to the
 * settings.
 *
 * Kept rows are used; of a long range only one group of requests is read, the newest five months.
 *
 * @throws {ReportError} What saving throws, before any request; any failure of the service.
 */
export function previewReport(services: PreviewServices, choice: ReportForm): ReportPreview {
  const { sheets, fetcherFor } = services;
  checkChoice(choice);
  const context = new SpreadsheetContext(services);
  const state = context.state();
  const saved = checkPlace(choice, state, sheets);
  const connection = context.connection();
  const today = context.today();
  const chosen = reportRange(choice, today, context.weekStart());
  // Kept days of a different question are not fetched again.
  const history = saved && asksTheSame(saved, choice) ? saved.history : null;
  const range = choice.mode === 'history' ? historyRange({ ...choice, history }, chosen, today) : chosen;
  const days = daysToPreview(range, today);
  const [report] = context.readRows(fetcherFor, [days.range]) as [ReadReport];
  const facts = context.tableFacts(days.range, today);
  const table = layOutReport(choice, report, facts);
  const headings = headingsOf(table.columns);
  const { fields, rows: read } = report;
  const isSame = saved && asksTheSame(saved, choice) && !holdsOthersRows(saved, ownerOf(connection));
  const shifts: ShiftTable = {
    asked: (isSame && saved.written?.asked) || '',
    range: days.range,
    fields: fields.map(({ name }) => name),
    rows: filterRows(read, readCriteria(choice)),
  };
  const rows = Math.round(table.rows.length * days.factor);
  const notes = noteHeadings(choice);
  const place = findPlace(sheets, saved, choice, { headings: [...headings, ...notes], rows });
  const noted = notes.length === 0 ? [] : [`Note columns to its right: ${notes.join(', ')}.`];
  const windows = windowsLeft([range], allWindowsFor(range), context.pace());
  const cost = costSentences(
    windows,
    (1 + rows) * headings.length,
    state.schedule.every,
    !isSampleConnection(connection),
  );
  return {
    headings,
    rows: table.rows
      .slice(0, PREVIEW_ROWS)
      .map((row) => table.columns.map(({ kind }, at) => displayCell(row[at], kind))),
    facts: [...contentFacts(table, report, days), place.fact, ...noted, ...cost.facts],
    warnings: [
      ...contentWarnings(table, report),
      ...guardWarnings(shifts, days, saved, today),
      ...place.warnings,
      ...comingWarnings(range, today),
      ...cost.warnings,
    ],
  };
}

function contentFacts({ rows, columns }: QuestionTable, report: ReadReport, days: PreviewDays) {
  const size = `${shownCount(rows.length, 'row')} and ${shownCount(columns.length, 'column')}`;
  const shifts = shownCount(report.rows.length, 'shift');
  const empty = rows.reduce(
    (sum, row) => sum + columns.filter((_, at) => (row[at] ?? null) === null || row[at] === '').length,
    0,
  );
  return [
    `${size}, from ${shifts} of ${describeRange(days.range)}.`,
    ...restFacts(report.rows.length, days),
    empty === 0 ? 'No value is empty.' : `${shownCount(empty, 'value')} ${empty === 1 ? 'is' : 'are'} empty.`,
  ];
}

/** Estimates for the days that were not read. */
function restFacts(shifts: number, { factor, leftOut }: PreviewDays): string[] {
  if (leftOut === 'none') return [];
  if (leftOut === 'later') {
    return ['Only the first of these days were read for the preview: the others are still to come.'];
  }
  const about = shownNumber(roundOff(Math.round(shifts * factor)));
  const besides = leftOut === 'both' ? ', besides those of days to come' : '';
  return [
    `Only these newest days were read for the preview. If the earlier days have as many, the whole report has about ${about} shifts${besides}.`,
  ];
}

function contentWarnings(table: QuestionTable, { stale, rows: shifts }: ReadReport): string[] {
  const nothing =
    shifts.length === 0
      ? 'Choose other days: the service has no shifts for these.'
      : describeNothing(table.rows.length, { rows: shifts }, table);
  return [
    ...(stale === undefined ? [] : [`Rows that were kept are shown. ${stale.message}`]),
    ...(table.rows.length === 0 ? [nothing] : []),
  ];
}

/** Why a refresh would need confirmation, or else which columns have no values. */
function guardWarnings(
  shifts: ShiftTable,
  { leftOut }: PreviewDays,
  saved: SavedReport | undefined,
  today: number,
): string[] {
  const loss = leftOut === 'none' ? findLoss(saved?.written ?? null, shifts) : undefined;
  return [loss === undefined ? describeBlank(shifts, today) : `${askAbout(loss)}.`].filter(Boolean);
}

/** Warns of future months: a refresh requests them too, even if they have no shifts. */
function comingWarnings(range: DateRange, today: number): string[] {
  const months = allWindowsFor(range).filter(({ from }) => from > today).length;
  if (months <= MOST_MONTHS_TO_COME) return [];
  return [
    `Choose an earlier last day: ${months} of these months are still to come, and each takes a request.`,
  ];
}

/** @param makesRequests Sample data makes none. */
function costSentences(windows: number, cells: number, every: Schedule['every'], makesRequests: boolean) {
  const { requests, seconds, requestsADay, minutesADay, runs, writeSeconds } = estimateCost(
    windows,
    cells,
    every,
  );
  const made = (text: string) => (makesRequests ? `makes about ${text} and ` : '');
  const each = `A refresh ${made(`${shownCount(requests, 'request')}, the sign-in included,`)}takes about ${timeWords(seconds)}.`;
  const day =
    every === 'off'
      ? 'The schedule is off: it is refreshed only when someone presses Refresh.'
      : `Refreshed ${EVERY_WORDS[every]}, it ${made(shownCount(Math.max(1, Math.round(requestsADay)), 'request'))}takes about ${minuteWords(minutesADay)} a day.`;
  const parts =
    runs.sidebar === 1
      ? []
      : [
          `Fetching takes about ${runs.sidebar} runs in the sidebar, one after the other while it stays open: each continues where the last one stopped.`,
        ];
  const { minutes, requests: most } = DAILY_QUOTA;
  const warnings = [
    ...(writeSeconds > LONGEST_WRITE_SECONDS
      ? ['Choose fewer days: writing so many rows may take longer than Google lets one run last.']
      : []),
    ...(minutesADay > minutes
      ? [`Refresh less often, or fewer days: a personal Google account has ${minutes} minutes a day for it.`]
      : []),
    ...(makesRequests && requestsADay > most
      ? [
          `Refresh less often, or fewer days: a personal Google account has ${shownNumber(most)} requests a day.`,
        ]
      : []),
  ];
  return { facts: [each, ...parts, day], warnings };
}

function timeWords(seconds: number): string {
  return seconds < 90 ? shownCount(Math.ceil(seconds), 'second') : minuteWords(seconds / 60);
}

function minuteWords(minutes: number): string {
  return minutes < 1 ? 'a minute' : shownCount(Math.ceil(minutes), 'minute');
}

/** Rounds an estimate to two digits. */
function roundOff(count: number): number {
  return Number(count.toPrecision(2));
}

/** The days that a preview reads. */
interface PreviewDays {
  readonly range: DateRange;
  /** The days of the whole report up to today, divided by those read; 1 if none are left out. */
  readonly factor: number;
  /** Which days of the report were not read. */
  readonly leftOut: 'none' | 'earlier' | 'later' | 'both';
}

/**
 * The newest days that one group of requests can fetch: all days, or the last five months that have begun.
 *
 * Future days are left out if there are earlier ones, because they have few shifts yet.
 */
export function daysToPreview(range: DateRange, today: number): PreviewDays {
  const windows = allWindowsFor(range);
  if (windows.length <= BATCH_SIZE) return { range, factor: 1, leftOut: 'none' };
  const begun = windows.filter(({ from }) => from <= today);
  const shown = begun.length > 0 ? begun.slice(-BATCH_SIZE) : windows.slice(0, BATCH_SIZE);
  const read = {
    from: Math.max(range.from, Math.min(...shown.map(({ from }) => from))),
    to: Math.min(range.to, Math.max(...shown.map(({ to }) => to))),
  };
  const upToToday = ({ from, to }: DateRange) => ({ from, to: Math.max(from, Math.min(to, today)) });
  const lacksLater = read.to < range.to;
  const leftOut = read.from === range.from ? 'later' : lacksLater ? 'both' : 'earlier';
  return { range: read, factor: dayCount(upToToday(range)) / dayCount(upToToday(read)), leftOut };
}

/** Where a table would be written, and what prevents it. */
interface TablePlace {
  readonly fact: string;
  readonly warnings: readonly string[];
}

/**
 * Checks where a table would be written. Writes nothing; up to eight service calls for an existing table, three for a
 * sheet that does not belong to the report.
 *
 * @param saved The report to change; `undefined` for a new one.
 * @param size The size of the table without its heading row.
 */
function findPlace(
  sheets: ReportSheets,
  saved: SavedReport | undefined,
  { sheet: name, mode }: Pick<ReportChoices, 'sheet' | 'mode'>,
  size: { readonly headings: readonly string[]; readonly rows: number },
): TablePlace {
  const isOwn = saved !== undefined && saved.sheetId !== null && sheets.byName(name)?.id === saved.sheetId;
  const stays = isOwn || saved?.sheet.toLowerCase() === name.toLowerCase();
  const own = stays && saved && saved.sheetId !== null ? sheets.byId(saved.sheetId) : undefined;
  if (own && saved?.headed) return existingTable(own, saved, mode, size);
  const sheet = own ?? sheets.byName(name) ?? sheets.byNameInAnyCase(name);
  if (sheet === undefined) return { fact: `It will be written to a new sheet, “${name}”.`, warnings: [] };
  const fact = `It will be written to the sheet “${name}”.`;
  // An interrupted first write may have left cells that belong to the report.
  const check = () => {
    if (own === undefined && sheet.lastRow() > 0) occupied(name);
    requireColumns(sheet, name, size.headings.length);
  };
  return { fact, warnings: refusals(check) };
}

function existingTable(
  sheet: ReportSheet,
  saved: SavedReport,
  mode: ReportChoices['mode'],
  { headings, rows }: { readonly headings: readonly string[]; readonly rows: number },
): TablePlace {
  const name = sheet.name();
  const before = saved.content ? ` of ${shownCount(saved.content.rows, 'shift')}` : '';
  const fact =
    mode === 'history'
      ? `It will replace these days in the table on “${name}” and keep the others.`
      : `It will replace the table${before} on “${name}”.`;
  const more = mode === 'history' ? 0 : rows - saved.extent;
  const check = () => {
    findTable(sheet, saved, headings, true);
    requireColumns(sheet, name, headings.length);
    // For a table that keeps history, the rows to be written are not known here.
    if (mode === 'history') return;
    const row = keepsHeadings(saved, headings) ? 2 : 1;
    const last = 1 + Math.max(rows, saved.extent);
    requireUnmerged(sheet, name, { row, column: 1, rows: last - row + 1, columns: headings.length });
  };
  const below = more > 0 && !sheet.isFree(2 + saved.extent, 1, more, headings.length);
  const blocked = below ? [`Clear the cells below the table on “${name}”: the new rows need the space.`] : [];
  return { fact, warnings: [...refusals(check), ...blocked] };
}

/** The message of a check that fails, if any. */
function refusals(check: () => void): string[] {
  try {
    check();
    return [];
  } catch (error) {
    if (!isReportError(error) || error.code !== 'sheet_blocked') throw error;
    return [error.message];
  }
}

/** The longest text of a cell in a preview. */
const LONGEST_SHOWN = 200;
/** The digits that a cell without a format shows. */
const SHOWN_DIGITS = 10;

/** A value as a written table shows it, with the number format of its column; empty for null. */
export function displayCell(value: SheetValue | undefined, kind: ColumnKind | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (typeof value === 'string')
    return value.length > LONGEST_SHOWN ? `${value.slice(0, LONGEST_SHOWN - 1)}…` : value;
  if (kind === 'date') return formatIsoDate(value);
  if (kind === 'percentage') return shownPercent(value);
  if (kind === 'decimal') return value.toFixed(2);
  return kind === 'integer' ? String(Math.round(value)) : String(Number(value.toPrecision(SHOWN_DIGITS)));
}

/*
 * What a refresh is expected to cost, in milliseconds: median published timings of Apps Script services, summed over
 * the calls of a refresh. Real accounts differ by up to a factor of two either way.
 */

/** The start of a run, and calls other than requests and cells: locks, properties, cache, three writes. */
const FIXED_MILLIS = 2000;
/** `fetchAll` with its cache entry, plus the assumed time of the service for a month of shifts. */
const GROUP_MILLIS = 560 + 800;
/** The lock and the cache read before each further group. */
const NEXT_GROUP_MILLIS = 180;
/** Writing a cell, flushing it, and keeping it for Undo. */
const CELL_MILLIS = 0.1;

const RUNS_A_DAY = { off: 0, hour: 24, day: 1, week: 1 / 7 };

/** Google's daily quotas of a personal account: run time of triggers, and requests. */
const DAILY_QUOTA = { minutes: 90, requests: 20_000 };

/** The expected cost of a refresh. */
interface RefreshCost {
  /** Of one refresh, including the sign-in. */
  readonly requests: number;
  readonly seconds: number;
  readonly requestsADay: number;
  readonly minutesADay: number;
  /** How many consecutive runs fetching takes. */
  readonly runs: { readonly sidebar: number; readonly schedule: number };
  /** For the cells, which are written in one run. */
  readonly writeSeconds: number;
}

/** Google ends a run after 6 minutes; the last group of requests before the write takes up to one minute. */
const LONGEST_WRITE_SECONDS = 300;

/**
 * Estimates a refresh and a day of the schedule.
 *
 * @param windows How many requests the days of the report take.
 * @param cells How many cells the table has.
 */
export function estimateCost(
  windows: number,
  cells: number,
  every: 'off' | 'hour' | 'day' | 'week',
): RefreshCost {
  const groups = Math.ceil(windows / BATCH_SIZE);
  const fetchMillis = groups * GROUP_MILLIS + (groups - 1) * NEXT_GROUP_MILLIS;
  const writeMillis = cells * CELL_MILLIS;
  const millis = FIXED_MILLIS + fetchMillis + writeMillis;
  const runsOf = (surface: 'sidebar' | 'trigger') => Math.ceil(fetchMillis / 1000 / secondsOfRun(surface));
  const requests = windows + 1;
  const runsADay = RUNS_A_DAY[every];
  return {
    requests,
    seconds: millis / 1000,
    requestsADay: runsADay * requests,
    minutesADay: (runsADay * millis) / 60_000,
    runs: { sidebar: runsOf('sidebar'), schedule: runsOf('trigger') },
    writeSeconds: writeMillis / 1000,
  };
}
