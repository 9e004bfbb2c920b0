import type { CellValue } from '../answers/tables/answer-table';
import { shortDays } from '../calendar/calendar-date';
import { capital, shownCount } from '../employer-api/text';
import { describeDefinitions, type KeptDefinitions } from '../figures/definitions';
import { DEFINITIONS, MEASURES, type PercentageField } from '../figures/measures';
import type { DocumentState } from '../reports/saved/document-state';
import { isSampleOwner } from '../reports/saved/saved-connection';
import { countShifts, type SavedReport } from '../reports/saved/saved-report';
import type { describeSchedule } from '../reports/schedule/schedule';
import { staleAfterMillis } from '../reports/status/status-sheet';

/** What is known of the reports of a spreadsheet and of their connection. */
export interface StatusFacts {
  readonly document: DocumentState;
  /** When the schedule runs next, and as whom. */
  readonly schedule: Pick<ReturnType<typeof describeSchedule>, 'nextRun' | 'runsAs'>;
  readonly isConnected: boolean;
  /** The newest failure of the connection that is still remembered, of whatever formula or refresh. */
  readonly failing: { readonly at: number; readonly message: string } | undefined;
  readonly keptDefinitions: KeptDefinitions | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly zone: string;
  /** A moment as the spreadsheet's clock shows it: `21 Nov 2026, 14:05`. */
  readonly time: (millis: number) => string;
}

type Read = (facts: StatusFacts) => CellValue;

/** What `SHIFT_STATUS` can be asked for. Times are real dates with their time; null is what is not known. */
export const STATUS_WORDS: ReadonlyMap<string, Read> = new Map<string, Read>([
  ['state', stateOf],
  [
    'as of',
    (facts) => {
      const made = contents(facts).flatMap(({ generatedAt }) => (generatedAt ? Date.parse(generatedAt) : []));
      return made.length === 0 ? null : new Date(Math.min(...made));
    },
  ],
  [
    'checked',
    ({ document }) =>
      latest([...document.reports.map(({ lastRun }) => lastRun?.finishedAt), stampedAt(document)]),
  ],
  ['changed', (facts) => latest(contents(facts).map(({ changedAt }) => changedAt))],
  ['last error', lastError],
  [
    'rows',
    (facts) => {
      const found = contents(facts);
      return found.length === 0 ? null : found.reduce((sum, { rows }) => sum + rows, 0);
    },
  ],
  ['window', windowOf],
  [
    // Which relations between the figures do not hold in every shift of the tables, and which names may be one.
    'checks',
    (facts) => {
      const texts = Array.from(new Set(contents(facts).map(({ checks }) => checks)));
      const passing = `All checks pass${shiftWords(' for ', facts)}.`;
      return texts.length === 0 ? null : texts.filter(Boolean).join(' ') || passing;
    },
  ],
  ['next run', ({ schedule }) => schedule.nextRun],
  ['runs as', ({ schedule }) => schedule.runsAs],
  ['zone', ({ zone }) => zone],
  ...MEASURES.filter(({ name }) => name in DEFINITIONS).flatMap(({ name, words }) => {
    // What refreshes have found out; blank where they have not.
    const read: Read = ({ keptDefinitions }) => {
      const found = keptDefinitions?.[name as PercentageField];
      return found ? describeDefinitions(words[0], { left: [found], by: 'refresh', scale: 100 }) : null;
    };
    return words.map((word): [string, Read] => [`basis ${word}`, read]);
  }),
]);

/**
 * One sentence about everything, with dates as people write them. Where figures are made up, it says so first.
 *
 * @param isFollowing Whether the formula has an argument that can have it calculated again. Without one, the cell would say
 *   "Never refreshed." after any number of refreshes: the sentence then adds what to write.
 */
export function describeStatus(facts: StatusFacts, isFollowing: boolean): string {
  const { document } = facts;
  const isSample = document.connection?.isSample || contents(facts).some(({ owner }) => isSampleOwner(owner));
  const isEarly = ['never', 'not set up'].includes(stateOf(facts));
  const remedy = isEarly && !isFollowing ? ' To follow refreshes, write =SHIFT_STATUS(SHIFT_STAMP).' : '';
  return `${isSample ? 'SAMPLE data. ' : ''}${describeReports(facts)}${remedy}`;
}

function describeReports(facts: StatusFacts): string {
  const state = stateOf(facts);
  const { reports } = facts.document;
  const error = lastError(facts);
  const failing = state === 'failing' && error !== null ? ` ${error}` : '';
  const word = state === 'ok' ? 'OK' : capital(state);
  const refreshed = latest(contents(facts).map(({ refreshedAt }) => refreshedAt));
  if (state === 'not set up') return 'Not set up: connect in the sidebar (Extensions ▸ Shift Reports).';
  if (refreshed) {
    const tables = `${shownCount(reports.length, 'report')}${shiftWords(', ', facts)}`;
    return `${word}: ${tables}, ${windowOf(facts)}, refreshed ${facts.time(refreshed.getTime())}.${failing}`;
  }
  if (state === 'failing') return `Failing.${failing}`;
  if (state === 'never') return 'Never refreshed.';
  return `${word}: no reports, formulas refreshed ${facts.time(stampedAt(facts.document) ?? 0)}.`;
}

/** The worst that holds of any report, or of the connection. */
function stateOf({ document, isConnected, failing, now }: StatusFacts): string {
  const { reports, schedule } = document;
  if (!isConnected) return 'not set up';
  if (failing !== undefined || reports.some(hasFailed)) return 'failing';
  // Where there are formulas alone, the stamp is all that a refresh writes.
  const refreshedAt = stampedAt(document);
  const stamp = { content: refreshedAt === undefined ? null : { refreshedAt } };
  const tables = reports.length > 0 ? reports : [stamp];
  if (tables.some(({ content }) => content === null)) return 'never';
  return tables.some((table) => now > (staleAfterMillis(table, schedule) ?? now)) ? 'stale' : 'ok';
}

/** Whether its newest refresh failed, or waits for a person. */
function hasFailed({ lastRun }: SavedReport): boolean {
  return lastRun?.outcome === 'failed' || lastRun?.outcome === 'held';
}

function stampedAt({ statusSheet }: DocumentState): number | undefined {
  return statusSheet?.stampedAt || undefined;
}

function lastError({ document, failing }: StatusFacts): string | null {
  const failed = document.reports
    .filter(hasFailed)
    .map(({ lastRun }) => ({ at: lastRun?.finishedAt ?? 0, message: lastRun?.message ?? '' }));
  const newest = [...failed, ...(failing ? [failing] : [])].sort((one, other) => other.at - one.at)[0];
  return newest?.message ?? null;
}

function contents({ document }: StatusFacts) {
  return document.reports.flatMap(({ content }) => (content === null ? [] : [content]));
}

/** The shifts of all tables that show shifts; nothing where all show groups of them. */
function shiftWords(before: string, { document }: StatusFacts): string {
  const counts = document.reports.map(countShifts).filter((count) => count !== undefined);
  const total = counts.reduce((sum, count) => sum + count, 0);
  return counts.length === 0 ? '' : `${before}${shownCount(total, 'shift')}`;
}

/** From the first to the last day of any table. */
function windowOf(facts: StatusFacts): string | null {
  const found = contents(facts);
  if (found.length === 0) return null;
  const from = Math.min(...found.map((content) => content.from));
  return shortDays({ from, to: Math.max(...found.map((content) => content.to)) });
}

/** The latest of those that are known; null where none is. */
function latest(values: readonly (number | undefined)[]): Date | null {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? null : new Date(Math.max(...known));
}
