import { type DateRange, describeRange } from '../../calendar/date-range';
import type { ReportForm, ReportPreview } from '../../contract/reports';
import { filterRows } from '../../figures/row-filter';
import type { ReadReport } from '../fetching/joined-report';
import { DAILY_QUOTA, estimateCost, LONGEST_WRITE_SECONDS } from '../fetching/refresh-cost';
import type { ReportFetcher } from '../fetching/report-fetcher';
import { windowsLeft } from '../fetching/window-plan';
import { allWindowsFor } from '../fetching/windows';
import type { ReportSheets } from '../ports';
import { describeNothing } from '../refreshing/refresh-content';
import { checkChoice, checkPlace } from '../refreshing/report-list';
import { asksTheSame, historyRange } from '../saved/kept-history';
import { layOutReport, type QuestionTable, readCriteria } from '../saved/report-question';
import { holdsOthersRows, ownerOf } from '../saved/row-owner';
import type { Audience } from '../saved/saved-connection';
import { reportRange, type SavedReport } from '../saved/saved-report';
import type { Schedule } from '../saved/schedule-record';
import { checkShrink, describeBlank } from '../saved/shrink-guard';
import { type ContextServices, SpreadsheetContext } from '../saved/spreadsheet-context';
import type { TableRows } from '../saved/table-summary';
import { shownCount, shownNumber } from '../shown-count';
import { displayCell } from '../tables/displayed-cells';
import { headingsOf } from '../tables/sheet-table';
import { daysToPreview, type PreviewDays } from './preview-days';
import { findPlace } from './preview-place';

/** What a preview needs. */
export interface PreviewServices extends ContextServices {
  readonly sheets: ReportSheets;
  readonly fetcherFor: (audience: Audience) => ReportFetcher;
}

const SHOWN_ROWS = 5;
/** Shifts are posted at most about a year ahead. */
const MOST_MONTHS_TO_COME = 12;
const EVERY_WORDS = { off: '', hour: 'every hour', day: 'every day', week: 'every week' };

/**
 * Shows what a report would write, with the choices checked as for saving. Nothing is written, neither to a sheet nor to
 * the settings.
 *
 * Rows that are kept are used again; of a long range one group of requests is read, the newest five months.
 *
 * @throws {ReportError} What saving throws, with no request made; of any code of the service.
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
  // Kept days of another question are not fetched again.
  const history = saved && asksTheSame(saved, choice) ? saved.history : null;
  const range = choice.mode === 'history' ? historyRange({ ...choice, history }, chosen, today) : chosen;
  const days = daysToPreview(range, today);
  const [report] = context.readRows(fetcherFor, [days.range]) as [ReadReport];
  const facts = context.tableFacts(days.range, today);
  const table = layOutReport(choice, report, facts);
  const headings = headingsOf(table.columns);
  const { fields, rows: read } = report;
  const isSame = saved && asksTheSame(saved, choice) && !holdsOthersRows(saved, ownerOf(connection));
  const shifts: TableRows = {
    asked: (isSame && saved.summary?.asked) || '',
    range: days.range,
    today,
    at: saved?.summary?.since ?? 0,
    fields: fields.map(({ name }) => name),
    rows: filterRows(read, readCriteria(choice, read, facts.seenNames)),
  };
  const rows = Math.round(table.rows.length * days.factor);
  const place = findPlace(sheets, saved, choice, { headings, rows });
  const windows = windowsLeft([range], allWindowsFor(range), context.pace());
  const cost = costSentences(windows, (1 + rows) * headings.length, state.schedule.every);
  return {
    headings,
    rows: table.rows
      .slice(0, SHOWN_ROWS)
      .map((row) => table.columns.map(({ kind }, at) => displayCell(row[at], kind))),
    facts: [...contentFacts(table, report, days), place.fact, ...cost.facts],
    warnings: [
      ...contentWarnings(table, report),
      ...guardWarnings(shifts, days, saved),
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

/** What is supposed of the days that were not read. */
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

/** What a refresh would ask about before it writes; else which columns and last days have no values. */
function guardWarnings(
  shifts: TableRows,
  { leftOut }: PreviewDays,
  saved: SavedReport | undefined,
): string[] {
  const before = leftOut === 'none' ? saved?.summary : undefined;
  const held = before && checkShrink(before, shifts);
  return held ? [`${held.reason}.`] : [describeBlank(shifts, before ?? null)].filter(Boolean);
}

/** A refresh asks for days to come as well, whether they hold anything or not. */
function comingWarnings(range: DateRange, today: number): string[] {
  const months = allWindowsFor(range).filter(({ from }) => from > today).length;
  if (months <= MOST_MONTHS_TO_COME) return [];
  return [
    `Choose an earlier last day: ${months} of these months are still to come, and each takes a request.`,
  ];
}

function costSentences(windows: number, cells: number, every: Schedule['every']) {
  const { requests, seconds, requestsADay, minutesADay, runs, writeSeconds } = estimateCost(
    windows,
    cells,
    every,
  );
  const each = `A refresh makes about ${shownCount(requests, 'request')}, the sign-in included, and takes about ${timeWords(seconds)}.`;
  const day =
    every === 'off'
      ? 'The schedule is off: it is refreshed only when someone asks for it.'
      : `Refreshed ${EVERY_WORDS[every]}, it makes about ${shownCount(Math.max(1, Math.round(requestsADay)), 'request')} and takes about ${minuteWords(minutesADay)} a day.`;
  const parts =
    runs.sidebar === 1
      ? []
      : [
          `Fetching takes about ${runs.sidebar} runs in the sidebar, one after the other while it stays open: each goes on where the last one stopped.`,
        ];
  const { minutes, requests: most } = DAILY_QUOTA;
  const warnings = [
    ...(writeSeconds > LONGEST_WRITE_SECONDS
      ? ['Choose fewer days: writing so many rows may take longer than Google lets one run last.']
      : []),
    ...(minutesADay > minutes
      ? [`Refresh less often, or fewer days: a personal Google account has ${minutes} minutes a day for it.`]
      : []),
    ...(requestsADay > most
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

/** Two digits: an estimate is no better than that. */
function roundOff(count: number): number {
  return Number(count.toPrecision(2));
}
