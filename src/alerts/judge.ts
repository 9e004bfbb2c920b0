import { type CalendarDate, isOn } from '../calendar/calendar-date';
import { isBetterLow } from '../contract/alerts';
import { DAY_COLUMN } from '../employer-api/shift-report';
import { fitText, shownNumber } from '../employer-api/text';
import { describeNamed } from '../figures/definitions';
import { type FigureRequest, figureMaker } from '../figures/figures';
import { completeWeeks, groupRows } from '../figures/group-keys';
import { findMeasure, type Measure } from '../figures/measures';
import { foldName } from '../figures/names';
import { EARLIER_WEEKS, judgeShare } from '../figures/share-statistics';
import { heardBy, tagOf } from '../reports/mail/outbox';
import type { FollowedRefresh, RefreshFollower } from '../reports/refresh/followed-refresh';
import { readDocumentState } from '../reports/saved/document-state';
import { figuresOfReport, isSampleOwner } from '../reports/saved/saved-report';
import {
  type Alert,
  alertProperty,
  alertsIn,
  describeMiss,
  type Episode,
  keyOf,
  offTarget,
  type Standing,
  scopeWord,
  watchedBy,
  watchedIn,
} from './alert';

/** The most sentences in the message of a run; the rest are counted. */
const TOLD = 2;

/**
 * Judges the alerts of a report with every refresh.
 *
 * The result is written in the same call as the refresh: a run killed before it has judged nothing, and one killed after it
 * has not reported it yet.
 */
export const alertFollower = {
  inspect: (refresh) => {
    try {
      // Those of this report alone, which starts them afresh where its rows are of someone else.
      const alerts = alertsIn({ ...readDocumentState(refresh.properties), reports: [refresh.saved] });
      const judged = alerts.length === 0 ? [] : judgeAlerts(alerts, refresh);
      const sentences = judged.flatMap((one) => one.sentences);
      const more = sentences.length - TOLD;
      return {
        changes: Object.assign({}, ...judged.map(({ alert }) => alertProperty(alert))),
        sentences: sentences
          .slice(0, TOLD)
          .concat(more > 0 ? `${shownNumber(more)} more in the tab Alerts.` : []),
      };
    } catch {
      return { changes: {}, sentences: ['Alerts could not be judged: refresh again.'] };
    }
  },
} satisfies RefreshFollower;

const MISSING_PEOPLE = findMeasure('missing people') as Measure;
const NO_WEEK = 'Needs a complete week; this report covers none: choose last 13 weeks.';

/** @returns Each alert, and what the refresh changed for it. */
function judgeAlerts(alerts: readonly Alert[], refresh: FollowedRefresh) {
  const { report, saved } = refresh;
  // Not all that was fetched: a table that keeps history fetches more days in some refreshes than in others.
  const period = { ...refresh, range: refresh.period };
  const weeks = completeWeeks(period).slice(-1 - EARLIER_WEEKS);
  const newest = weeks[weeks.length - 1];
  const measures = alerts.map((alert) => watchedBy(alert).measure);
  const { rows, requests } = figuresOfReport(saved, report, period, [...measures, MISSING_PEOPLE]);
  const missing = figureMaker(requests[alerts.length] as FigureRequest, refresh.today);
  // A subject without a record in any of these weeks is forgotten.
  const inWeeks = rows.filter(({ [DAY_COLUMN]: day }) =>
    weeks.some((week) => isOn(day, { from: week, to: week + 6 })),
  );
  return alerts.map((alert, at) => {
    const standing = { ...alert.standing, watched: watchedIn(alert, saved) };
    const request = requests[at];
    if (newest === undefined || request === undefined)
      return {
        alert: { ...alert, standing: { ...standing, isJudged: false, sentence: NO_WEEK } },
        sentences: [],
      };
    const { likeness = 1, definitions } = request;
    const rule = { target: alert.target, isLowerBetter: isBetterLow(alert.measure), likeness };
    const keys = alert.scope === 'all' ? [] : [alert.scope];
    const make = figureMaker(request, refresh.today);
    const findings = groupRows(inWeeks, keys, refresh.weekStart).map((subject) => {
      const inNewest = subject.rows.filter(({ [DAY_COLUMN]: day }) => Number(day) >= newest);
      const { k, n, why } = make(inNewest, false);
      const said = n > 0 && why === undefined ? judgeShare(k, n, rule) : undefined;
      const isMiss = said === 'missed' || (said === 'just missed' && alert.strictness === 'any_miss');
      const who = String(subject.keys[0] ?? '');
      const [count, rest] = [watchedBy(alert).isFulfilment && missing(inNewest, false).value, n - k];
      const lack = typeof count === 'number' ? count : isBetterLow(alert.measure) ? k : rest;
      return { who, k, n, lack, why, isJudged: said !== undefined, isMiss, isFine: said === 'met' };
    });
    const heard = heardBy(refresh, alert.to);
    const isAwaited = (episode: Episode) => heard.includes(keyOf({ ...alert, standing }, episode));
    const { began, ended, ...kept } = continueEpisodes(standing.episodes, findings, newest, isAwaited);
    const judged = findings.filter((one) => one.isJudged).length;
    const withheld = findings.flatMap(({ why }) => why ?? []);
    const [why] = withheld;
    const left = why === undefined ? '' : `, ${shownNumber(withheld.length)} can’t be judged`;
    const sentence =
      judged > 0
        ? `No ${scopeWord(alert.scope)} ${offTarget(alert, newest)}: ${shownNumber(judged)} judged${left}.`
        : why === undefined
          ? 'Nothing to judge: no shifts in the newest complete week.'
          : `Can’t be judged: ${definitions ? describeNamed(`${watchedBy(alert).word} %`, definitions, why) : ''}.`;
    const news = { week: newest, isJudged: judged > 0, sentence };
    const mark = isSampleOwner(saved.content?.owner) ? 'SAMPLE: ' : '';
    return {
      alert: { ...alert, standing: { ...standing, ...kept, ...news } },
      sentences: [
        ...began.map((episode) => `${mark}Alert: ${describeMiss(alert, episode)}.`),
        ...ended.map(
          (episode) => `${mark}Back on target: ${describeMiss(alert, { ...episode, since: episode.week })}.`,
        ),
      ],
    };
  });
}

/** What the newest week says of one venue, area, role or report: a miss, on target or better, or neither. */
interface Finding {
  readonly who: string;
  readonly k: number;
  readonly n: number;
  readonly lack: number;
  readonly isMiss: boolean;
  readonly isFine: boolean;
}

/** The most misses of an alert that are kept one by one, and the longest name of them: so they fit its property. */
const [MOST_EPISODES, LONGEST_NAME] = [15, 48];

/**
 * What goes on after another refresh. A miss ends when its figure is on target again, not already when it is less sure; one
 * that begins again before everyone heard of its end goes on. A subject without a record in the newest complete weeks
 * of the report is forgotten silently.
 *
 * @param isAwaited Whether someone has heard of an episode, and not yet of its end.
 */
export function continueEpisodes(
  before: readonly Episode[],
  findings: readonly Finding[],
  week: CalendarDate,
  isAwaited: (episode: Episode) => boolean,
): Pick<Standing, 'episodes' | 'more'> & Record<'began' | 'ended', readonly Episode[]> {
  const found = new Map(findings.map((finding) => [tagOf(foldName(finding.who)), finding]));
  const [open, over, began, ended] = [[], [], [], []] as [Episode[], Episode[], Episode[], Episode[]];
  for (const episode of before.filter((one) => !one.isOver || isAwaited(one))) {
    const finding = found.get(episode.tag);
    if (episode.isOver && !finding?.isMiss) over.push(episode);
    if (finding === undefined || (episode.isOver && !finding.isMiss)) continue;
    found.delete(episode.tag);
    const { k, n, lack, isMiss, isFine: isOver } = finding;
    const now = { ...episode, week, k, n, lack, isOver };
    if (isOver) ended.push(now);
    else open.push(isMiss ? now : episode);
    if (episode.isOver) began.push(now);
  }
  const misses = [...found].filter(([, { isMiss }]) => isMiss);
  const fresh = misses
    .slice(0, Math.max(0, MOST_EPISODES - open.length))
    .map(([tag, { who: name, k, n, lack }]) => {
      const who = fitText(name.replace(/[\s\p{C}]+/gu, ' ').trim(), LONGEST_NAME);
      return { tag, who, since: week, week, k, n, lack, isOver: false };
    });
  return {
    episodes: [...open, ...fresh, ...over, ...ended.filter(isAwaited)].slice(0, MOST_EPISODES),
    more: misses.length - fresh.length,
    began: [...began, ...fresh],
    ended,
  };
}
