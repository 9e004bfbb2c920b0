import type { ReportError } from '../../employer-api/errors';
import type { Episode, Schedule } from '../saved/schedule-record';

/** How one report fared in a scheduled run. */
export interface ReportOutcome {
  readonly id: string;
  /** The name of its sheet. */
  readonly sheet: string;
  /** Null when it was refreshed. */
  readonly failure: Pick<ReportError, 'code' | 'message'> | null;
  /** When the table on the sheet was fetched. Milliseconds since 1970; null when there is none. */
  readonly refreshedAt: number | null;
}

/** A report to tell of, and since when it has been failing. */
export interface ToldOutcome extends ReportOutcome {
  readonly since: number;
}

/** What is worth a mail, and what will have been told with it. */
export interface News {
  readonly failed: readonly ToldOutcome[];
  readonly recovered: readonly ToldOutcome[];
  readonly told: Schedule['told'];
}

/** What one property can hold: more failing reports than these get no mail, nor does a fifth kind of failure. */
const MOST_REPORTS = 30;
const MOST_CODES = 4;

/**
 * What is new since the last mail: a report that fails with a code not yet told of while it keeps failing, and one
 * that is refreshed again after a mail said that it failed.
 *
 * @param told What mails have told of so far. Reports that are gone are forgotten without a word.
 * @returns `undefined` when nothing is.
 */
export function findNews(
  told: Schedule['told'],
  outcomes: readonly ReportOutcome[],
  reportIds: readonly string[],
  now: number,
): News | undefined {
  const episodes = new Map(Object.entries(told).filter(([id]) => reportIds.includes(id)));
  const failed: ToldOutcome[] = [];
  const recovered: ToldOutcome[] = [];
  for (const outcome of outcomes) {
    const episode = episodes.get(outcome.id);
    const since = episode?.since ?? now;
    if (outcome.failure === null) {
      if (episode !== undefined) recovered.push({ ...outcome, since });
      episodes.delete(outcome.id);
    } else if (isNew(episode, outcome.failure.code, episodes.size)) {
      failed.push({ ...outcome, since });
      episodes.set(outcome.id, { codes: [...(episode?.codes ?? []), outcome.failure.code], since });
    }
  }
  if (failed.length + recovered.length === 0) return undefined;
  return { failed, recovered, told: Object.fromEntries(episodes) };
}

function isNew(episode: Episode | undefined, code: string, episodes: number): boolean {
  if (episode === undefined) return episodes < MOST_REPORTS;
  return !episode.codes.includes(code) && episode.codes.length < MOST_CODES;
}
