import type { CalendarDate } from '../calendar/calendar-date';
import { shortHash } from '../employer-api/text';
import type { GroupWeeks, WeekCount } from '../figures/figure-set';
import { foldName } from '../figures/names';
import { judgeShare, type ShareTarget } from '../figures/share-statistics';
import type { Alert } from './alert-record';

/** What counts as a miss. */
export interface AlertRule extends ShareTarget, Pick<Alert, 'target' | 'strictness'> {}

/** What the newest week says. `between`: beyond the target, but perhaps by chance. `fine`: on target or better. */
type Verdict = 'miss' | 'between' | 'fine';

/** A figure in percent, not rounded. */
function percentOf({ k, n }: Pick<WeekCount, 'k' | 'n'>): number {
  return (100 * k) / n;
}

/**
 * Judges a week.
 *
 * Whatever the strictness, only a figure beyond its target is a miss; one exactly on target is none. Numbers are
 * compared as they are, not as they are shown. A miss is likely real where even the better end of the 95% Wilson
 * interval is beyond the target.
 */
export function judgeWeek({ k, n }: WeekCount, rule: AlertRule): Verdict {
  const said = judgeShare(k, n, rule);
  if (said === 'on target') return 'fine';
  return rule.strictness === 'any_miss' || said === 'likely real' ? 'miss' : 'between';
}

/** What the newest week says of one venue, area, role or report. */
export interface Finding {
  readonly who: string;
  /**
   * `unsettled`: the definitions that the rows leave do not agree, or the week's records contradict them. `none`: no positions in the newest week. Otherwise
   * as `Verdict`, the same by every definition.
   */
  readonly verdict: Verdict | 'unsettled' | 'none';
  /** The least and the greatest figure that the definitions make, in percent. */
  readonly low: number;
  readonly high: number;
  /** The positions that went so, of so many, by the definition in use. */
  readonly k: number;
  readonly n: number;
}

/**
 * Judges the newest week of one scope by every definition that the rows leave: only what all of them say is said.
 *
 * @param week The first day of the newest complete week.
 */
export function findIn(
  { who, byDefinition }: Pick<GroupWeeks, 'who' | 'byDefinition'>,
  week: CalendarDate,
  rule: AlertRule,
): Finding {
  const judged = byDefinition.map((weeks) => {
    const newest = weeks[weeks.length - 1];
    if (newest === undefined || newest.week !== week) return { verdict: 'none' as const, count: undefined };
    if (newest.isContradicted) return { verdict: 'unsettled' as const, count: newest };
    return { verdict: judgeWeek(newest, rule), count: newest };
  });
  const counts = judged.flatMap(({ count }) => (count === undefined ? [] : [count]));
  const [used = NO_COUNT] = counts;
  const figures = counts.length === 0 ? [0] : counts.map(percentOf);
  return {
    who,
    verdict: agreed(judged.map(({ verdict }) => verdict)),
    low: Math.min(...figures),
    high: Math.max(...figures),
    k: used.k,
    n: used.n,
  };
}

const NO_COUNT: WeekCount = { week: 0, k: 0, n: 0 };

function agreed(verdicts: readonly Finding['verdict'][]): Finding['verdict'] {
  const [first] = verdicts as readonly [Finding['verdict']];
  if (verdicts.every((one) => one === first)) return first;
  // Beyond the target by some definitions and on it by others, but likely real by none.
  const isBetween = verdicts.every((verdict) => verdict === 'fine' || verdict === 'between');
  return isBetween ? 'between' : 'unsettled';
}

/** A miss that is not over: one alert, however long it lasts. */
export interface Episode {
  /** The venue, area or role as `shortName` has it, spelled as when it began; empty for the whole report. */
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
  { who, low, high, k, n }: Finding,
  week: CalendarDate,
  { who: known, since, reported }: Pick<Episode, 'since' | 'reported'> & Partial<Pick<Episode, 'who'>>,
): Episode {
  return { who: known ?? shortName(who), since, week, low, high, k, n, reported };
}
