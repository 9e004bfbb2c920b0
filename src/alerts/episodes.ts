import type { CalendarDate } from '../calendar/calendar-date';
import { shortHash } from '../employer-api/text';
import type { Withheld } from '../figures/definitions';
import { foldName } from '../figures/names';
import { judgeShare, type ShareTarget } from '../figures/share-statistics';
import type { GroupWeeks, WeekCount } from '../figures/weeks';
import type { Alert } from './alert-record';

/** What counts as a miss. */
export interface AlertRule extends ShareTarget, Pick<Alert, 'target' | 'strictness'> {}

/** What the newest week says. `between`: beyond the target, but perhaps by chance. `fine`: on target or better. */
type Verdict = 'miss' | 'between' | 'fine';

/**
 * Judges a week.
 *
 * Whatever the strictness, only a figure beyond its target is a miss; one exactly on target is none. Numbers are
 * compared as they are, not as they are shown. A miss is likely real where even the better end of the 95% Wilson
 * interval is beyond the target.
 */
export function judgeWeek({ k, n }: Pick<WeekCount, 'k' | 'n'>, rule: AlertRule): Verdict {
  const said = judgeShare(k, n, rule);
  if (said === 'on target') return 'fine';
  return rule.strictness === 'any_miss' || said === 'likely real' ? 'miss' : 'between';
}

/** What the newest week says of one venue, area, role or report. */
export interface Finding {
  readonly who: string;
  /** `withheld`: the percentage is. `none`: no positions in the newest week. Otherwise as `Verdict`. */
  readonly verdict: Verdict | 'withheld' | 'none';
  /** The positions that went so, of so many. */
  readonly k: number;
  readonly n: number;
  /** Why it is withheld. */
  readonly why?: Withheld;
}

/**
 * Judges the newest week of one scope.
 *
 * @param week The first day of the newest complete week.
 */
export function findIn(
  { who, byRequest: [weeks = []] }: Pick<GroupWeeks, 'who' | 'byRequest'>,
  week: CalendarDate,
  rule: AlertRule,
): Finding {
  const newest = weeks[weeks.length - 1];
  if (newest === undefined || newest.week !== week) return { who, verdict: 'none', k: 0, n: 0 };
  const { k, n, why } = newest;
  return why ? { who, verdict: 'withheld', k, n, why } : { who, verdict: judgeWeek(newest, rule), k, n };
}

/** A miss that is not over: one alert, however long it lasts. */
export interface Episode {
  /** The venue, area or role as `shortName` has it, spelled as when it began; empty for the whole report. */
  readonly who: string;
  /** The first days of the week with which it began, and of the newest one judged. */
  readonly since: CalendarDate;
  readonly week: CalendarDate;
  /** The positions of that week that went so, of so many. */
  readonly k: number;
  readonly n: number;
  /** Whether a mail has reported it, or is about to. */
  readonly reported: boolean;
}

/** What goes on for one alert. */
interface Episodes {
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
    else if (finding.verdict === 'miss') open.push(episodeOf(finding, week, episode));
    else if (finding.verdict === 'fine') ended.push(episodeOf(finding, week, episode));
    else open.push(episode);
  }
  let over = before.over;
  const began: Episode[] = [];
  for (const [identity, finding] of found) {
    if (finding.verdict !== 'miss') continue;
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
  { who, k, n }: Finding,
  week: CalendarDate,
  { who: known, since, reported }: Pick<Episode, 'since' | 'reported'> & Partial<Pick<Episode, 'who'>>,
): Episode {
  return { who: known ?? shortName(who), since, week, k, n, reported };
}
