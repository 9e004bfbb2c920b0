import type { CalendarDate } from '../calendar/calendar-date';
import { shortHash } from '../employer-api/text';
import { foldName } from '../figures/names';
import { type Finding, isAlarm } from './judge-week';

/** A miss that is not over: one alert, however long it lasts. */
export interface Episode {
  /** The venue, area or role as `shortName` has it; empty for the whole report. */
  readonly who: string;
  /** The first days of the week with which it began, and of the newest one judged. */
  readonly since: CalendarDate;
  readonly week: CalendarDate;
  /** The figure of that week: the least and the greatest that the definitions make, in percent. */
  readonly low: number;
  readonly high: number;
  /** Positions by the definition in use. */
  readonly k: number;
  readonly n: number;
  /** Whether a mail has reported it, or is about to. */
  readonly reported: boolean;
}

/** What goes on for one alert. */
export interface Episodes {
  readonly open: readonly Episode[];
  /** Those that a mail has reported and that are over: their end is still to be reported. */
  readonly over: readonly Episode[];
}

/** What a refresh changed. */
interface Progress extends Episodes {
  readonly began: readonly Episode[];
  readonly ended: readonly Episode[];
}

/**
 * What goes on after another refresh.
 *
 * An episode ends when its figure is on target again, not already when a miss is less sure. A subject without a record in any
 * week of the report is forgotten silently. An older week than the one judged last changes nothing.
 */
export function continueEpisodes(
  before: Episodes,
  findings: readonly Finding[],
  week: CalendarDate,
): Progress {
  const found = new Map(findings.map((finding) => [identityOf(finding.who), finding]));
  const open: Episode[] = [];
  const ended: Episode[] = [];
  for (const episode of before.open) {
    const identity = identityOf(episode.who);
    const finding = found.get(identity);
    found.delete(identity);
    if (finding === undefined) continue;
    if (week < episode.week) open.push(episode);
    else if (isAlarm(finding)) open.push(episodeOf(finding, week, episode));
    else if (finding.verdict === 'fine') ended.push(episodeOf(finding, week, episode));
    else open.push(episode);
  }
  let over = before.over;
  const began: Episode[] = [];
  for (const [identity, finding] of found) {
    if (!isAlarm(finding)) continue;
    // A mail reported the miss but not its end, so for its readers it never ended.
    const unreported = over.find(({ who }) => identityOf(who) === identity);
    over = over.filter((one) => one !== unreported);
    began.push(episodeOf(finding, week, unreported ?? { since: week, reported: false }));
  }
  return {
    began,
    ended,
    open: [...open, ...began],
    over: [...over, ...ended.filter(({ reported }) => reported)],
  };
}

/** The longest name that is kept, and how much of a longer one. */
const [LONGEST_NAME, KEPT_OF_LONGER] = [40, 32];

/** A name as it is kept: a longer one is cut, and distinguished from others that begin alike by a hash of all of it. */
export function shortName(name: string): string {
  const plain = name.normalize('NFC').trim().replace(/\s+/g, ' ');
  if (plain.length <= LONGEST_NAME) return plain;
  const kept = plain.slice(0, KEPT_OF_LONGER).replace(/[\ud800-\udbff]$/, '');
  return `${kept}…${shortHash(foldName(plain)).slice(-6)}`;
}

/** Whether two episodes are about the same venue, area or role. */
export function isSamePlace(one: string, other: string): boolean {
  return identityOf(one) === identityOf(other);
}

function identityOf(who: string): string {
  return foldName(shortName(who));
}

function episodeOf(
  { who, low, high, k, n }: Finding,
  week: CalendarDate,
  { since, reported }: Pick<Episode, 'since' | 'reported'>,
): Episode {
  return { who: shortName(who), since, week, low, high, k, n, reported };
}
