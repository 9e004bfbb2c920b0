import { isBlank } from '../answers/arguments/cells';
import { readChoice } from '../answers/question';
import type { CellValue } from '../answers/tables/answer-table';
import { shortDays } from '../calendar/calendar-date';
import { capital, shownCount } from '../employer-api/text';
import { describeDefinitions, type KeptDefinitions } from '../figures/definitions';
import { DEFINITIONS, MEASURES, type PercentageField } from '../figures/measures';
import { lookAt } from '../reports/fetching/fetch-days';
import { PROPERTY } from '../reports/saved/document-state';
import {
  countShifts,
  isSampleOwner,
  needsSomeone,
  type SavedReport,
  type TableContent,
} from '../reports/saved/saved-report';
import { describeSchedule, shownMessage } from '../reports/schedule/schedule';
import { millisUntilStale } from '../reports/status/status-sheet';
import { type FormulaRun, inCell } from './formula-run';

/**
 * How fresh and healthy the reports of this spreadsheet are: one sentence, or one value such as "state" or "as of". Example: =SHIFT_STATUS(SHIFT_STAMP)
 *
 * @param {text} what (optional) "state" (ok, stale, failing, never, not set up), "as of", "checked", "changed", "last error", "rows", "window", "checks", "next run", "runs as", "zone", "basis worked %". Blank: one sentence. Example: "state"
 * @param {any} refresh (optional) SHIFT_STAMP: each refresh then recalculates the formula; without it, the cell keeps what it first showed. Example: SHIFT_STAMP
 * @return {any} A word, a number or a date with time; blank where it is not known.
 * @customfunction
 */
export function SHIFT_STATUS(what: unknown, ...refresh: unknown[]): CellValue {
  return inCell((run) => {
    const { placed } = run.ask('SHIFT_STATUS', [what, ...refresh]);
    const facts = readStatus(run);
    const words = statusWords(facts);
    const value = readChoice('status', placed.what, new Map<string, CellValue>(Object.entries(words)));
    const isFollowing = ![what, ...refresh].every(isBlank);
    return value === undefined ? describeStatus(facts, words, isFollowing) : value;
  });
}

/** What is known of the reports of a spreadsheet and of their connection. */
export type StatusFacts = ReturnType<typeof readStatus>;

/** Reads what is known: one property read and one cache read, no request. */
function readStatus(run: FormulaRun) {
  const document = run.state();
  const { calendar, clock, fetchingFor } = run.reading;
  const zone = run.properties()[PROPERTY.zone] || run.zone();
  const isConnected = run.isConnected();
  const now = clock.now();
  return {
    document,
    schedule: describeSchedule(document, now, zone, calendar),
    isConnected,
    // The newest failure of the connection that is still remembered, of whatever formula or refresh.
    failing: isConnected
      ? lookAt(fetchingFor(run.connected().audience), run.connection()).failing
      : undefined,
    keptDefinitions: run.keptDefinitions(),
    now,
    zone,
    // A moment as the spreadsheet's clock shows it: `21 Nov 2026, 14:05`.
    time: (millis: number) => calendar.text(millis, zone),
  };
}

/** What `SHIFT_STATUS` can be asked for. Times are real dates with their time; null is what is not known. */
export function statusWords(facts: StatusFacts) {
  const { reports } = facts.document;
  const tables = contents(facts);
  const made = tables.flatMap(({ generatedAt }) => (generatedAt ? Date.parse(generatedAt) : []));
  const failures = reports.filter(needsSomeone).map((report) => {
    return { at: report.lastRun?.finishedAt ?? 0, message: shownMessage(report, facts.schedule) };
  });
  const ofConnection = facts.failing ? [{ at: facts.failing.at, message: facts.failing.error.message }] : [];
  const [failure] = [...failures, ...ofConnection].sort((one, other) => other.at - one.at);
  const checks = Array.from(new Set(tables.map((table) => table.checks))).filter(Boolean);
  const ofTables = <Value>(value: () => Value) => (tables.length === 0 ? null : value());
  return {
    state: stateOf(facts),
    'as of': made.length === 0 ? null : new Date(Math.min(...made)),
    checked: latest([...reports.map(({ lastRun }) => lastRun?.finishedAt), stampedAt(facts)]),
    changed: latest(tables.map(({ changedAt }) => changedAt)),
    'last error': failure?.message ?? null,
    rows: ofTables(() => tables.reduce((sum, { rows }) => sum + rows, 0)),
    // From the first to the last day of any table.
    window: ofTables(() =>
      shortDays({
        from: Math.min(...tables.map(({ from }) => from)),
        to: Math.max(...tables.map(({ to }) => to)),
      }),
    ),
    // Which relations between figures some shift of the tables breaks.
    checks: ofTables(() => checks.join(' ') || `All checks pass${shiftWords(' for ', reports)}.`),
    'next run': facts.schedule.nextRun,
    'runs as': facts.schedule.runsAs,
    zone: facts.zone,
    ...basisWords(facts.keptDefinitions),
  };
}

/** What refreshes have found out about percentages; blank where they have not. */
function basisWords(kept: KeptDefinitions | undefined): Readonly<Record<`basis ${string}`, CellValue>> {
  const percentages = MEASURES.filter(({ name }) => name in DEFINITIONS);
  const told = percentages.flatMap(({ name, words }) => {
    const found = kept?.[name as PercentageField];
    const text = found && describeDefinitions(words[0], { left: [found], by: 'refresh', scale: found.scale });
    return words.map((word) => [`basis ${word}`, text ?? null]);
  });
  return Object.fromEntries(told);
}

/**
 * One sentence about everything, with dates as people write them. Where figures are made up, it says so first.
 *
 * @param isFollowing Whether the formula has an argument that can have it calculated again. Without one, the cell would say
 *   "Never refreshed." after any number of refreshes: the sentence then adds what to write.
 */
export function describeStatus(
  facts: StatusFacts,
  words: ReturnType<typeof statusWords>,
  isFollowing: boolean,
): string {
  const { connection } = facts.document;
  const isSample = connection?.isSample || contents(facts).some(({ owner }) => isSampleOwner(owner));
  const isEarly = words.state === 'never' || words.state === 'not set up';
  const remedy = isEarly && !isFollowing ? ' To follow refreshes, write =SHIFT_STATUS(SHIFT_STAMP).' : '';
  return `${isSample ? 'SAMPLE data. ' : ''}${describeReports(facts, words)}${remedy}`;
}

function describeReports(
  facts: StatusFacts,
  { state, window, 'last error': error }: ReturnType<typeof statusWords>,
): string {
  const { reports } = facts.document;
  const failing = state === 'failing' && error !== null ? ` ${error}` : '';
  const word = state === 'ok' ? 'OK' : capital(state);
  const refreshed = latest(contents(facts).map(({ refreshedAt }) => refreshedAt));
  if (state === 'not set up') return 'Not set up: connect in the sidebar (Extensions ▸ Shift Reports).';
  if (refreshed) {
    const tables = `${shownCount(reports.length, 'report')}${shiftWords(', ', reports)}`;
    return `${word}: ${tables}, ${window}, refreshed ${facts.time(refreshed.getTime())}.${failing}`;
  }
  if (state === 'failing') return `Failing.${failing}`;
  if (state === 'never') return 'Never refreshed.';
  return `${word}: no reports, formulas refreshed ${facts.time(stampedAt(facts) ?? 0)}.`;
}

/** The worst that holds of any report, or of the connection. */
function stateOf(facts: StatusFacts): string {
  const { reports, schedule } = facts.document;
  if (!facts.isConnected) return 'not set up';
  if (facts.failing !== undefined || reports.some(needsSomeone)) return 'failing';
  // Where there are formulas alone, the stamp is all that a refresh writes.
  const refreshedAt = stampedAt(facts);
  const stamp = { content: refreshedAt === undefined ? null : { refreshedAt }, every: undefined };
  const tables = reports.length > 0 ? reports : [stamp];
  if (tables.some(({ content }) => content === null)) return 'never';
  const isStale = ({ content, every }: (typeof tables)[number]) =>
    facts.now > Number(content?.refreshedAt) + millisUntilStale({ every }, schedule);
  return tables.some(isStale) ? 'stale' : 'ok';
}

function stampedAt({ document }: StatusFacts): number | undefined {
  return document.statusSheet?.stampedAt || undefined;
}

function contents({ document }: StatusFacts): TableContent[] {
  return document.reports.flatMap(({ content }) => content ?? []);
}

/** The shifts of all tables that show shifts; nothing where all show groups of them. */
function shiftWords(before: string, reports: readonly SavedReport[]): string {
  const counts = reports.map(countShifts).filter((count) => count !== undefined);
  const total = counts.reduce((sum, count) => sum + count, 0);
  return counts.length === 0 ? '' : `${before}${shownCount(total, 'shift')}`;
}

/** The latest of those that are known; null where none is. */
function latest(values: readonly (number | undefined)[]): Date | null {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? null : new Date(Math.max(...known));
}
