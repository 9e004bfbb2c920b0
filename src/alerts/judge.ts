import { type CalendarDate, shortDay } from '../calendar/calendar-date';
import { isBetterLow } from '../contract/alerts';
import { shortHash, shownCount, shownNumber, utf8Length } from '../employer-api/text';
import { describeNamed } from '../figures/definitions';
import type { FigureRequest } from '../figures/figure';
import type { GroupKey } from '../figures/group-keys';
import { foldName } from '../figures/names';
import { EARLIER_WEEKS, judgeShare, type ShareTarget } from '../figures/share-statistics';
import { completeWeeks, type GroupWeeks, likenessOfVenues, type WeekCount, weeksOf } from '../figures/weeks';
import { tagOf } from '../reports/mail/outbox';
import {
  type FollowedRefresh,
  type Inspection,
  type RefreshInspector,
  shownRange,
} from '../reports/refresh/followed-refresh';
import { readDocumentState } from '../reports/saved/document-state';
import { figuresOfReport } from '../reports/saved/report-question';
import {
  type Alert,
  alertProperty,
  alertsIn,
  askedBy,
  describeMiss,
  type Episode,
  NOT_JUDGED,
  SCOPE_WORDS,
  type Standing,
  watchedBy,
} from './alert';

/** The most sentences in the message of a run; the rest are counted. */
const TOLD = 2;

/** What a refresh changed for one alert. */
interface Judged {
  readonly alert: Alert;
  readonly began: readonly Episode[];
  readonly ended: readonly Episode[];
}

/**
 * Judges the alerts of a report with every refresh.
 *
 * The result is written in the same call as the refresh: a run killed before it has judged nothing, and one killed
 * after it has not reported it yet. No service call.
 */
export const alertInspector: RefreshInspector = {
  inspect: (refresh): Inspection => {
    try {
      const { properties, saved } = refresh;
      const alerts = alertsIn(readDocumentState(properties));
      const judged = judgeAlerts(
        alerts.filter(({ report }) => report === saved.id),
        refresh,
      );
      const changed = judged.map(({ alert }) => alertProperty(alert));
      const news = Object.entries(Object.assign({}, ...changed) as Record<string, string>);
      const changes = Object.fromEntries(news.filter(([name, text]) => properties[name] !== text));
      return { changes, sentences: sentencesOf(judged) };
    } catch {
      return { changes: {}, sentences: ['Alerts could not be judged: refresh again.'] };
    }
  },
};

function sentencesOf(judged: readonly Judged[]): string[] {
  const sentences = judged.flatMap(({ alert, began, ended }) => {
    const mark = alert.standing.isSample ? 'SAMPLE: ' : '';
    return [
      ...began.map((episode) => `${mark}Alert: ${describeMiss(alert, episode)}.`),
      ...ended.map(
        (episode) => `${mark}Back on target: ${describeMiss(alert, { ...episode, since: episode.week })}.`,
      ),
    ];
  });
  const more = sentences.length - TOLD;
  return more <= 0
    ? sentences
    : [...sentences.slice(0, TOLD), `${shownNumber(more)} more in the tab Alerts.`];
}

function judgeAlerts(alerts: readonly Alert[], refresh: FollowedRefresh): Judged[] {
  if (alerts.length === 0) return [];
  const asked = askedBy(refresh.saved);
  const owner = shortHash(ownerOf(refresh));
  // Not all that was fetched: a table that keeps history fetches more days in some refreshes than in others.
  const weeks = completeWeeks({ ...refresh, range: shownRange(refresh) });
  const newest = weeks[weeks.length - 1];
  const { rows, requests } = figuresOfReport(
    refresh.saved,
    refresh.report,
    refresh,
    alerts.map((alert) => watchedBy(alert).measure),
    false,
  );
  return alerts.map((alert, at): Judged => {
    const isSame = alert.standing.owner === owner && alert.standing.asked === asked;
    const known = isSame ? alert.standing : NOT_JUDGED;
    const standing = { ...known, owner, asked, isSample: refresh.isSample };
    if (newest === undefined)
      return {
        alert: { ...alert, standing: { ...standing, isJudged: false, sentence: NO_WEEK } },
        ...NO_NEWS,
      };
    // A clock or time zone that was set back: what was said of a later week stays.
    if (known.week !== null && newest < known.week && known.week < refresh.today)
      return { alert: { ...alert, standing }, ...NO_NEWS };
    const request = requests[at] as FigureRequest;
    // The newest week would hide its own fall: it would make weeks look less alike.
    const earlier = weeks.slice(0, -1).slice(-EARLIER_WEEKS);
    const [likeness = 1] = likenessOfVenues(rows, earlier, [request], refresh);
    const rule = { ...alert, isLowerBetter: isBetterLow(alert.measure), likeness };
    const keys: readonly GroupKey[] = alert.scope === 'all' ? [] : [alert.scope];
    const findings = weeksOf(rows, [...earlier, newest], keys, [request], refresh).map((scope) =>
      findIn(scope, newest, rule, request),
    );
    const { began, ended, ...episodes } = continueEpisodes(known, findings, newest);
    const news = { week: newest, ...describeFindings(alert, findings, newest) };
    return { alert: { ...alert, standing: { ...standing, ...episodes, ...news } }, began, ended };
  });
}

const NO_NEWS = { began: [], ended: [] };
const NO_WEEK = 'Needs a complete week; this report covers none: choose last 13 weeks.';

/** What to say while nothing is missed. */
function describeFindings(
  { scope }: Alert,
  findings: readonly Finding[],
  week: CalendarDate,
): Pick<Standing, 'isJudged' | 'sentence'> {
  const withheld = findings.filter(({ verdict }) => verdict === 'withheld');
  const judged = findings.filter(({ verdict }) => verdict !== 'withheld' && verdict !== 'none').length;
  if (judged === 0) {
    const why = withheld[0]?.why ?? '';
    const sentence =
      why === '' ? 'Nothing to judge: no shifts in the newest complete week.' : `Can’t be judged: ${why}.`;
    return { isJudged: false, sentence };
  }
  const left = withheld.length > 0 ? `, ${shownNumber(withheld.length)} can’t be judged` : '';
  const count = shownCount(judged, SCOPE_WORDS[scope]);
  return { isJudged: true, sentence: `No miss in the week of ${shortDay(week)}: ${count} judged${left}.` };
}

/** Whose rows they are: people with connections of their own to one employer judge the same. */
function ownerOf({ isSample, fingerprint, region, report: { employer } }: FollowedRefresh): string {
  return isSample || employer === undefined ? fingerprint : `${region} ${employer}`;
}

/** What counts as a miss. */
interface AlertRule extends ShareTarget, Pick<Alert, 'target' | 'strictness'> {}

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
interface Finding {
  readonly who: string;
  /** `withheld`: the percentage is. `none`: no positions in the newest week. */
  readonly verdict: Verdict | 'withheld' | 'none';
  readonly k: number;
  readonly n: number;
  /** Why it is withheld, in words. */
  readonly why?: string;
}

/** Judges the newest week of one scope. */
function findIn(
  { who, byRequest: [weeks = []] }: Pick<GroupWeeks, 'who' | 'byRequest'>,
  week: CalendarDate,
  rule: AlertRule & Pick<Alert, 'measure'>,
  { definitions }: FigureRequest,
): Finding {
  const newest = weeks[weeks.length - 1];
  if (newest === undefined || newest.week !== week) return { who, verdict: 'none', k: 0, n: 0 };
  const { k, n, why } = newest;
  if (why === undefined) return { who, verdict: judgeWeek(newest, rule), k, n };
  const words = definitions === undefined ? '' : describeNamed(`${watchedBy(rule).word} %`, definitions, why);
  return { who, verdict: 'withheld', k, n, why: words };
}

/** The most misses of an alert that are kept one by one, so that they fit its property; the rest are counted. */
const MOST_EPISODES = 20;

/**
 * What goes on after another refresh. A miss ends when its figure is on target again, not already when it is less sure. A
 * subject without a record in any week of the report is forgotten silently.
 */
export function continueEpisodes(
  before: Pick<Standing, 'open' | 'over' | 'told'>,
  findings: readonly Finding[],
  week: CalendarDate,
): Pick<Standing, 'open' | 'over' | 'more'> & Pick<Judged, 'began' | 'ended'> {
  const identity = (who: string) => foldName(shortName(who));
  const found = new Map(findings.map((finding) => [identity(finding.who), finding]));
  const isTold = ({ who }: Episode) => Object.values(before.told).some((tags) => tags.includes(tagOf(who)));
  const open: Episode[] = [];
  const ended: Episode[] = [];
  for (const episode of before.open) {
    const finding = found.get(identity(episode.who));
    found.delete(identity(episode.who));
    if (finding === undefined) continue;
    const now = { ...episode, week, k: finding.k, n: finding.n };
    if (finding.verdict === 'fine') ended.push(now);
    else open.push(finding.verdict === 'miss' ? now : episode);
  }
  const misses = [...found.values()].filter(({ verdict }) => verdict === 'miss');
  const fresh = misses.map(({ who, k, n }): Episode => {
    // No mail has reported its end yet, so for its readers the miss goes on.
    const known = before.over.find((one) => identity(one.who) === identity(who));
    return { who: known?.who ?? shortName(who), since: known?.since ?? week, week, k, n };
  });
  const began = fresh.slice(0, Math.max(0, MOST_EPISODES - open.length));
  const over = [...before.over, ...ended]
    .filter((one) => isTold(one) && !fresh.some(({ who }) => identity(who) === identity(one.who)))
    .slice(-MOST_EPISODES);
  return { open: [...open, ...began], over, more: fresh.length - began.length, began, ended };
}

/** The longest name that is kept, and how much of a longer one, in bytes of JSON: twenty misses and their ends fit a property. */
const [LONGEST_NAME, KEPT_OF_LONGER] = [64, 52];

/** A name as it is kept: a longer one is cut, and distinguished from others that begin alike by a hash of all of it. */
export function shortName(name: string): string {
  const plain = name.normalize('NFC').trim().replace(/\s+/g, ' ');
  const isLonger = (text: string, bytes: number) => utf8Length(JSON.stringify(text)) > bytes;
  if (!isLonger(plain, LONGEST_NAME)) return plain;
  let kept = plain.slice(0, KEPT_OF_LONGER);
  while (isLonger(kept, KEPT_OF_LONGER)) kept = kept.slice(0, -1);
  return `${kept.replace(/[\ud800-\udbff]$/, '')}…${shortHash(foldName(plain)).slice(-6)}`;
}
