import { GROUP_KEYS, type GroupKey } from '../../contract/fields';
import {
  CONFIRM_FIRST,
  PERIOD_CHOICES,
  type RefreshMode,
  type ReportView,
  type RunView,
  splitList,
} from '../../contract/reports';
import type { ScheduleInterval } from '../../contract/schedule';
import type { ActivityLine, SidebarState } from '../../contract/sidebar';
import { INTERVAL_MILLIS, INTERVALS_UNTIL_STALE } from '../../limits';
import type { Choice } from './view';
import type { RegionalWords } from './words/regional';
import { BEGUN, GROUPS, MODES, OUTCOMES, PERIODS, REPORT_WORDS } from './words/reports';

/** How a report's newest refresh ended, in words. `reference` is the correlation ID of a failure. */
export interface RunWords {
  readonly tone: 'never' | RunView['outcome'];
  readonly heading: string;
  readonly message: string;
  readonly reference: string;
}

/** A sheet name for a new report that no other report fills: `Shift report`, then `Shift report 2`. */
export function suggestSheetName(
  reports: readonly Pick<ReportView, 'sheet'>[],
  wanted: string = REPORT_WORDS.newSheet,
): string {
  const taken = new Set(reports.map((report) => report.sheet.toLowerCase()));
  let name = wanted;
  for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${wanted} ${number}`;
  return name;
}

/** What to do while there are no reports. */
export function explainEmptyReports(state: SidebarState): string {
  return state.connection === null ? REPORT_WORDS.noneUnconnected : REPORT_WORDS.none;
}

/** The entries of the `Report` list. */
export function reportChoices({ reports }: RegionalWords): readonly Choice[] {
  return Object.entries(reports).map(([value, { label }]) => ({ value, label }));
}

/**
 * The entries of the `Period` list.
 *
 * @param kept The period that the report has so far. It is offered even when this page has no word for
 *   it, so that saving leaves it as it was.
 */
export function periodChoices(kept: string): readonly Choice[] {
  const words: readonly string[] = PERIOD_CHOICES;
  const offered = words.includes(kept) ? words : [kept, ...words];
  return offered.map((value) => ({ value, label: PERIODS[value]?.label ?? value }));
}

/** The radio buttons of `When refreshed`, each with its consequence. */
export function modeChoices(): readonly {
  readonly value: RefreshMode;
  readonly label: string;
  readonly hint: string;
}[] {
  const modes: readonly RefreshMode[] = ['replace', 'history'];
  return modes.map((value) => ({ value, label: MODES[value].label, hint: MODES[value].effect }));
}

/** What to know before removing a report, one sentence each. */
export function describeRemoval(
  report: ReportView,
  alertCount: number,
  summaryCount: number,
): readonly string[] {
  const { removeEffect, dashboardsStay, alertsGo, summariesGo, undoGoes } = REPORT_WORDS;
  return [
    removeEffect,
    ...(report.dashboards.length === 0 ? [] : [dashboardsStay(report.dashboards.length)]),
    ...(alertCount === 0 ? [] : [alertsGo(alertCount)]),
    ...(summaryCount === 0 ? [] : [summariesGo(summaryCount)]),
    ...(report.canUndo ? [undoGoes] : []),
  ];
}

/** The days that a period covers, as a sentence; empty for a period this page has no word for. */
export function explainPeriod(period: string): string {
  return PERIODS[period]?.days ?? '';
}

/** The days of a saved report, short enough for one line. */
export function describePeriod(report: Pick<ReportView, 'period' | 'from' | 'to'>): string {
  if (report.period === 'custom') return REPORT_WORDS.between(report.from, report.to);
  return PERIODS[report.period]?.label ?? report.period;
}

/** What else is special about a saved report, one line each: grouping, filters, columns, history. */
export function describeChoices(report: ReportView): readonly string[] {
  const isGrouped = report.report === 'shift_fulfilment_aggregated';
  const named: readonly (readonly [string, string])[] = [
    [REPORT_WORDS.by, isGrouped ? report.groupBy || 'week' : ''],
    [REPORT_WORDS.venue, report.venue],
    [REPORT_WORDS.area, report.area],
    [REPORT_WORDS.role, report.role],
    [REPORT_WORDS.columns, report.columns],
  ];
  const lines = named.filter(([, value]) => value !== '').map(([name, value]) => `${name}: ${value}`);
  return report.mode === 'history' ? [...lines, REPORT_WORDS.keepsHistory] : lines;
}

/** How a report's newest refresh ended. A reference that the message already gives is not repeated. */
export function describeRun(run: RunView | null): RunWords {
  if (run === null) {
    return { tone: 'never', heading: '', message: REPORT_WORDS.neverRefreshed, reference: '' };
  }
  const showReference = run.outcome === 'failed' && !run.message.includes(run.correlationId);
  return {
    tone: run.outcome,
    heading: `${REPORT_WORDS[run.outcome]} ${run.finishedAt}`,
    message: run.message,
    reference: showReference ? run.correlationId : '',
  };
}

/** What the sheet shows after a refresh that failed; empty after any other. */
export function describeShown({ lastRun, shownFrom }: Pick<ReportView, 'lastRun' | 'shownFrom'>): string {
  return lastRun?.outcome === 'failed' && shownFrom !== null ? REPORT_WORDS.stillShows(shownFrom) : '';
}

/** Why a table waits for a confirmation, without the remedy: the buttons below are that. */
export function describeQuestion({ sentence }: { readonly sentence: string }): string {
  if (!sentence.startsWith(CONFIRM_FIRST)) return sentence;
  const why = sentence.slice(CONFIRM_FIRST.length);
  return `${why.charAt(0).toUpperCase()}${why.slice(1)}`;
}

/** How far an unfinished refresh came. */
export function describeProgress({ text }: NonNullable<ReportView['progress']>): string {
  return REPORT_WORDS.notFinished(text);
}

const MOMENT = /^(\d{4})-(\d{2})-(\d{2}) (\d{2}):(\d{2})$/;

/** How old a table is. */
export interface Freshness {
  /** `3 hours ago`. */
  readonly age: string;
  readonly isStale: boolean;
}

/**
 * How old the table of a report is that was refreshed well; null for any other.
 *
 * @param now The time in the spreadsheet's time zone, as `localMoment` writes it. Over a change of the clocks the
 *   age is an hour off.
 */
export function describeFreshness(
  { lastRun }: Pick<ReportView, 'lastRun'>,
  every: ScheduleInterval,
  now: string,
): Freshness | null {
  if (lastRun?.outcome !== 'refreshed') return null;
  const minutes = minutesOf(now) - minutesOf(lastRun.finishedAt);
  if (!Number.isFinite(minutes)) return null;
  const isStale = every !== 'off' && minutes * 60_000 > INTERVALS_UNTIL_STALE * INTERVAL_MILLIS[every];
  return { age: describeAge(minutes), isStale };
}

/** A time as the clock of that zone shows it, `2026-11-21 14:05`; empty where the browser does not know the zone. */
export function localMoment(millis: number, timeZone: string): string {
  try {
    // Swedish dates are ISO 8601.
    return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(
      millis,
    );
  } catch {
    return '';
  }
}

function minutesOf(moment: string): number {
  const [, ...parts] = MOMENT.exec(moment) ?? [];
  const [year = Number.NaN, month = 1, day, hour, minute] = parts.map(Number);
  return Date.UTC(year, month - 1, day, hour, minute) / 60_000;
}

/** How long ago something was, in whole minutes. */
function describeAge(minutes: number): string {
  if (minutes < 1) return 'just now';
  if (minutes < 60) return count(minutes, 'minute');
  if (minutes < 48 * 60) return count(Math.floor(minutes / 60), 'hour');
  return count(Math.floor(minutes / (24 * 60)), 'day');
}

function count(number: number, unit: string): string {
  return `${number} ${unit}${number === 1 ? '' : 's'} ago`;
}

/** What stands between names and patterns, wherever they are typed. A comma belongs to a name. */
export const CRITERIA_SEPARATOR = ';';

/** The names and patterns of a filter. */
export function splitCriteria(text: string): readonly string[] {
  return addName([], ...text.split(CRITERIA_SEPARATOR));
}

/** A filter as the script takes it. */
export function joinCriteria(items: readonly string[]): string {
  return addName([], ...items).join(`${CRITERIA_SEPARATOR} `);
}

/** Adds names to those that were chosen; blank ones, and those that are there, are left out. */
export function addName(chosen: readonly string[], ...names: readonly string[]): readonly string[] {
  return [...new Set([...chosen, ...names.map((name) => name.trim()).filter((name) => name !== '')])];
}

/** What in a filter means this name: `?` stands for what a filter cannot hold. */
export function criterionFor(name: string): string {
  return name.replace(/[;\p{Cc}]/gu, '?').trim();
}

/** A column in the list of those to show. */
export interface ColumnPick {
  readonly name: string;
  /** What stands above it instead of its name, as typed; blank for the name. */
  readonly heading: string;
  readonly isShown: boolean;
}

/**
 * The list for a choice of columns: those chosen in their order, then the others. A blank choice is all of them. What the
 * report has no column for is kept, so that saving leaves it as it was.
 */
export function readColumnPicks(text: string, available: readonly string[]): readonly ColumnPick[] {
  const chosen = splitList(text).map((item): ColumnPick => {
    const [, typed = item, heading = ''] = /^(.*?)\s+as\s+([\s\S]*)$/i.exec(item) ?? [];
    const plain = typed.toUpperCase().replace(/[\s-]+/g, '_');
    return { name: available.includes(plain) ? plain : typed, heading, isShown: true };
  });
  const isBlank = chosen.length === 0;
  const rest = available.filter((name) => chosen.every((pick) => pick.name !== name));
  return [...chosen, ...rest.map((name) => ({ name, heading: '', isShown: isBlank }))];
}

/** The text for a list of columns; blank, which means all, where none is shown. */
export function formatColumns(picks: readonly ColumnPick[]): string {
  return picks
    .filter(({ isShown }) => isShown)
    .map(({ name, heading }) => (heading.trim() === '' ? name : `${name} as ${heading.trim()}`))
    .join(', ');
}

/** A choice of columns without those of keys that the report is no longer grouped by. */
export function columnsWithout(text: string, gone: readonly string[]): string {
  return formatColumns(readColumnPicks(text, []).filter(({ name }) => !gone.includes(name.toUpperCase())));
}

/** The entries of a `Group by` list. @param taken What other lists group by. */
export function groupChoices(taken: readonly GroupKey[]): readonly Choice[] {
  return GROUP_KEYS.filter((key) => !taken.includes(key)).map((value) => ({
    value,
    label: GROUPS[value],
  }));
}

/** One line of the list `Activity`. */
interface ActivityWords {
  readonly tone: ActivityLine['outcome'];
  readonly heading: string;
  /** Which sheets, and what began it. */
  readonly about: string;
  readonly sentence: string;
  /** The correlation ID of a failure; empty where the sentence gives it. */
  readonly reference: string;
}

/** A run in words. */
export function describeEntry(entry: ActivityLine): ActivityWords {
  const { at, by, outcome, reports, sentence, correlationId } = entry;
  const showReference = outcome !== 'refreshed' && !sentence.includes(correlationId);
  return {
    tone: outcome,
    heading: `${OUTCOMES[outcome]} ${at}`,
    about: [reports.join(', '), BEGUN[by]].filter((part) => part !== '').join(', '),
    sentence,
    reference: showReference ? correlationId : '',
  };
}

/** A report's card shows this many runs; the list `Activity` has all. */
const RUNS_OF_REPORT = 5;

/** The last runs of a report, newest first. */
export function listRunsOf(
  { sheet }: Pick<ReportView, 'sheet'>,
  { activity }: SidebarState,
): readonly ActivityLine[] {
  return activity.filter(({ reports }) => reports.includes(sheet)).slice(0, RUNS_OF_REPORT);
}

/** The reports whose last refresh can be undone, the one refreshed last first. */
export function listUndoable({ reports, activity }: SidebarState): readonly ReportView[] {
  const rank = ({ sheet }: ReportView) => {
    const isWritten = ({ outcome }: ActivityLine) => outcome === 'refreshed' || outcome === 'undone';
    const place = activity.findIndex((run) => isWritten(run) && run.reports.includes(sheet));
    return place < 0 ? activity.length : place;
  };
  const finishedAt = ({ lastRun }: ReportView) => lastRun?.finishedAt ?? '';
  return reports
    .filter(({ canUndo }) => canUndo)
    .sort((one, other) => rank(one) - rank(other) || compareTexts(finishedAt(other), finishedAt(one)));
}

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
