import type { ReportError } from '../../employer-api/errors';
import { addressTag } from '../mail/mail-ledger';
import type { Episode, Schedule } from '../saved/schedule-record';

/** The outcome of one report in a scheduled run. */
export interface ReportOutcome {
  readonly id: string;
  /** The name of its sheet. */
  readonly sheet: string;
  /** Null when it was refreshed. */
  readonly failure: Pick<ReportError, 'code' | 'message'> | null;
  /** When the table on the sheet was fetched. Milliseconds since 1970; null when there is none. */
  readonly refreshedAt: number | null;
}

/** A report that mail is about, since when it has been failing, and what mails have reported before. */
export interface ToldOutcome extends ReportOutcome {
  readonly since: number;
  readonly before: Episode | undefined;
}

/** What is worth a mail to one address. */
export interface News {
  readonly failed: readonly ToldOutcome[];
  readonly recovered: readonly ToldOutcome[];
}

/** What mails have reported of failures that last. */
export type Reported = Schedule['reported'];

/** What one property can hold: more failing reports than these get no mail, nor does a fifth kind of failure. */
const MOST_REPORTS = 30;
const [MOST_CODES, MOST_TOLD] = [4, 3];

/**
 * News for an address: a report that fails with a code not yet reported while it keeps failing, where the
 * address is to hear of failures, and one that is refreshed again after a mail to it said that it failed.
 *
 * @param hearsFailures Whether it is the address for mail of whose trigger runs.
 * @returns `undefined` when there is nothing.
 */
export function findNews(
  reported: Reported,
  outcomes: readonly ReportOutcome[],
  address: string,
  hearsFailures: boolean,
  now: number,
): News | undefined {
  const tag = addressTag(address);
  const failed: ToldOutcome[] = [];
  const recovered: ToldOutcome[] = [];
  for (const outcome of outcomes) {
    const episode = reported[outcome.id];
    const wasReported = episode?.to.includes(tag) === true;
    const since = episode?.since ?? now;
    if (outcome.failure === null) {
      if (wasReported) recovered.push({ ...outcome, since, before: episode });
    } else if (hearsFailures && isNew(episode, outcome.failure.code, wasReported)) {
      const isRoom = episode !== undefined || Object.keys(reported).length + failed.length < MOST_REPORTS;
      if (isRoom) failed.push({ ...outcome, since, before: episode });
    }
  }
  return failed.length + recovered.length === 0 ? undefined : { failed, recovered };
}

function isNew(episode: Episode | undefined, code: string, wasReported: boolean): boolean {
  if (episode === undefined || !wasReported) return true;
  return !episode.codes.includes(code) && episode.codes.length < MOST_CODES;
}

/**
 * Episodes that still matter: of reports and addresses that are there. One that was never
 * reported, and whose end will not be, does not count.
 */
export function currentEpisodes(
  reported: Reported,
  reportIds: readonly string[],
  addresses: readonly string[],
): Reported {
  const tags = addresses.map(addressTag);
  const current = Object.entries(reported)
    .filter(([id]) => reportIds.includes(id))
    .map(
      ([id, episode]) => [id, { ...episode, to: episode.to.filter((tag) => tags.includes(tag)) }] as const,
    );
  return Object.fromEntries(current.filter(([, { to }]) => to.length > 0));
}

/** What mails have reported once an address knows its news. */
export function markReported(reported: Reported, address: string, { failed, recovered }: News): Reported {
  const tag = addressTag(address);
  const episodes = new Map(Object.entries(reported));
  for (const { id, failure, since } of failed) {
    const { codes, to } = episodes.get(id) ?? { codes: [], to: [] };
    const known = [...new Set([...codes, failure?.code ?? ''])].slice(-MOST_CODES);
    episodes.set(id, { since, codes: known, to: [...new Set([...to, tag])].slice(-MOST_TOLD) });
  }
  for (const { id } of recovered) {
    const episode = episodes.get(id);
    const to = (episode?.to ?? []).filter((one) => one !== tag);
    if (episode && to.length > 0) episodes.set(id, { ...episode, to });
    else episodes.delete(id);
  }
  return Object.fromEntries(episodes);
}

/** What mails have reported once a mail was refused: its news is due again, unless all was forgotten since. */
export function markUnreported(reported: Reported, address: string, { failed, recovered }: News): Reported {
  const tag = addressTag(address);
  const episodes = new Map(Object.entries(reported));
  for (const { id, failure, before } of failed) {
    const episode = episodes.get(id);
    if (episode === undefined) continue;
    const codes = episode.codes.filter((code) => code !== failure?.code || before?.codes.includes(code));
    const to = before?.to.includes(tag) ? episode.to : episode.to.filter((one) => one !== tag);
    if (to.length > 0) episodes.set(id, { ...episode, codes, to });
    else episodes.delete(id);
  }
  for (const { id, before } of recovered) {
    const episode = episodes.get(id) ?? (before && { ...before, to: [] });
    if (episode) episodes.set(id, { ...episode, to: [...new Set([...episode.to, tag])] });
  }
  return Object.fromEntries(episodes);
}
