import * as v from 'valibot';
import { type CalendarDate, shortDay } from '../calendar/calendar-date';
import { ALERT_FORM, ALERT_MEASURES, isBetterLow } from '../contract/alerts';
import { labelOf } from '../contract/form';
import { shortHash, shownCount, shownNumber } from '../employer-api/text';
import { findMeasure, type PercentageField, type RateMeasure } from '../figures/measures';
import { MOST_ALERTS } from '../limits';
import { describeNoMail, MAILED, mailedItems, type SavingServices, savedNow } from '../reports/mail/outbox';
import { change, type DocumentState, findReport, PROPERTY } from '../reports/saved/document-state';
import { nounOf } from '../reports/saved/names';
import { isSampleOwner, type SavedReport } from '../reports/saved/saved-report';

const EPISODE = v.object({
  /** The venue, area or role: `tagOf` its name, whatever its capitals, and its beginning; empty for the whole report. */
  tag: v.string(),
  who: v.string(),
  /** The first days of the week with which it began, and of the newest one judged. */
  since: v.number(),
  week: v.number(),
  /** The positions that went so in that week, of so many. */
  k: v.number(),
  n: v.number(),
  /** How many make the miss, as `watchedBy` calls them: for true fulfilment the missing people, as everywhere. */
  lack: v.number(),
  /** Whether it is over: then it is kept for those who have yet to hear it. */
  isOver: v.boolean(),
});

/** A miss, however long it lasts. */
export type Episode = Readonly<v.InferOutput<typeof EPISODE>>;

const STANDING = v.object({
  /** `watchedIn` the rows that it was judged by: with others it starts afresh. */
  watched: v.string(),
  /** The first day of the newest complete week judged; null before the first. */
  week: v.nullable(v.number()),
  /** Whether anything could be judged. */
  isJudged: v.boolean(),
  /** What to say while nothing is missed, or where nothing could be judged. */
  sentence: v.string(),
  /** Those that are not over come first. */
  episodes: v.array(EPISODE),
  /** How many more are missed than are kept. */
  more: v.number(),
});

/** How an alert stands. */
export type Standing = Readonly<v.InferOutput<typeof STANDING>>;

/** What is known of an alert before it was first judged. */
const NOT_JUDGED: Standing = {
  ...{ watched: '', week: null, isJudged: false },
  sentence: 'Refresh the report: the alert is judged with each refresh.',
  ...{ episodes: [], more: 0 },
};

const ALERT = v.object({
  ...ALERT_FORM.entries,
  ...MAILED.entries,
  target: v.number(),
  standing: STANDING,
});

/** A wish to hear of a figure that misses its target, and how it stands. One property each. */
export type Alert = Readonly<v.InferOutput<typeof ALERT>>;

/**
 * The alerts of reports that are still there, in the order in which they were made. One that watches something else since
 * it was judged, or whose report asks for other rows, starts afresh.
 */
export function alertsIn(state: DocumentState): readonly Alert[] {
  return mailedItems(state, PROPERTY.alert(''), ALERT).map((alert) => {
    const report = findReport(state, alert.report);
    // What was found in sample data says nothing once there is a connection.
    const isLeft = isSampleOwner(report.content?.owner) && state.connection?.isSample === false;
    const isSame = alert.standing.watched === watchedIn(alert, report);
    return isSame && !isLeft ? alert : { ...alert, standing: NOT_JUDGED };
  });
}

/**
 * What an alert watches in whose and which rows, in a few characters; columns, headings and the sheet do not matter to it.
 * People with connections of their own to one employer watch the same.
 */
export function watchedIn(
  { measure, scope, target, strictness }: Alert,
  { id, period, from, to, venue, area, role, content }: SavedReport,
): string {
  const rule = [measure, scope, target, strictness];
  return shortHash(JSON.stringify([id, content?.owner, ...rule, period, from, to, venue, area, role]));
}

/** An episode, in a few characters: another one where the alert watches something else. */
export function keyOf({ id, standing }: Alert, { tag, since }: Episode): string {
  return shortHash([id, standing.watched, tag, since].join(' '));
}

/** The property that holds an alert. */
export function alertProperty(alert: Alert): Record<string, string> {
  return { [PROPERTY.alert(alert.id)]: JSON.stringify(alert) };
}

/** The measure that an alert watches: its name in a sentence, and the word for the positions that make a miss. */
export function watchedBy({ measure }: Pick<Alert, 'measure'>) {
  const label = labelOf(ALERT_MEASURES, measure);
  const word = label.toLowerCase().replace(' %', '');
  const isFulfilment = measure === 'TRUE_FULFILMENT_PERCENTAGE';
  return {
    word,
    isFulfilment,
    lacking: isFulfilment ? 'missing' : isBetterLow(measure) ? word : `not ${word}`,
    measure: findMeasure(label) as RateMeasure & { readonly of: PercentageField },
  };
}

/**
 * Saves a new or changed alert.
 *
 * @throws {ReportError} `busy`; as `savedNow`.
 */
export function saveAlert(services: SavingServices, form: v.InferOutput<typeof ALERT_FORM>): DocumentState {
  return change(services, (state) => {
    const { known, base } = savedNow(services, state, form, alertsIn(state), 'alert', MOST_ALERTS);
    return alertProperty({ ...form, ...base, standing: known?.standing ?? NOT_JUDGED });
  });
}

/** The alerts of reports that are still there, and how they stand. */
export function viewAlerts(state: DocumentState, today: number, mailDomains: readonly string[]) {
  return alertsIn(state).map((alert) => {
    const { standing, to, target, createdAt: _, savedAt: __, ...shown } = alert;
    const isSample = standing !== NOT_JUDGED && isSampleOwner(findReport(state, alert.report).content?.owner);
    const aboutMail =
      isSample && to.length > 0
        ? 'No email is sent about sample data.'
        : describeNoMail(state, to, today, mailDomains);
    /** `open`: at least one miss that is not over. `waiting`: nothing was judged yet, `sentence` says why. */
    const how: 'quiet' | 'open' | 'waiting' =
      missesOf(standing).length > 0 ? 'open' : standing.isJudged ? 'quiet' : 'waiting';
    return {
      // As in the form.
      ...shown,
      target: `${target}%`,
      to: to.join(', '),
      state: how,
      /** Of an open one the first line says what was found, the others name it. */
      sentence: [...describeStanding(alert), aboutMail].filter(Boolean).join('\n'),
    };
  });
}

/** What is judged, as sentences call it. */
export function scopeWord(scope: Alert['scope']): string {
  return scope === 'all' ? 'report' : nounOf(scope);
}

/** The most venues named in one sentence; the rest are counted. */
const NAMED = 3;

/** The misses that are not over. */
export function missesOf({ episodes }: Pick<Standing, 'episodes'>): readonly Episode[] {
  return episodes.filter(({ isOver }) => !isOver);
}

/** `below target in the week of 9 Mar 2026`. Without near misses, those that are clearly so: more may be below. */
export function offTarget({ measure, strictness }: Alert, week: CalendarDate): string {
  const clearly = strictness === 'any_miss' ? '' : 'clearly ';
  return `${clearly}${isBetterLow(measure) ? 'above' : 'below'} target in the week of ${shortDay(week)}`;
}

/** How an alert stands: a sentence; of misses how many, then those that lack most, a line each. */
function describeStanding(alert: Alert): readonly string[] {
  const { more, isJudged, sentence } = alert.standing;
  const open = [...missesOf(alert.standing)].sort((one, other) => other.lack - one.lack);
  if (open.length === 0) return [sentence];
  const week = Math.max(...open.map((episode) => episode.week));
  const others = open.slice(NAMED).length + more;
  return [
    `${shownCount(open.length + more, scopeWord(alert.scope))} ${offTarget(alert, week)}.`,
    ...open.slice(0, NAMED).map((episode) => describeMiss(alert, episode, week)),
    ...(others > 0 ? [`And ${shownNumber(others)} more.`] : []),
    ...(isJudged ? [] : [sentence]),
  ];
}

/**
 * A miss: `“Grand Hotel”: worked 78.0% in the week of 9 Nov 2026 (39 of 50), target 90%`.
 *
 * @param told The week that its list is about: then neither that nor the measure and the target are said again.
 */
export function describeMiss(alert: Alert, episode: Episode, told?: CalendarDate): string {
  const { who, k, n, lack, since, week } = episode;
  const unnamed = alert.scope === 'all' ? '' : `No ${scopeWord(alert.scope)} given: `;
  const subject = who === '' ? unnamed : `“${who}”: `;
  const when = told === week ? '' : ` in the week of ${shortDay(week)}`;
  const [word, target] =
    told === undefined ? [`${watchedBy(alert).word} `, `, ${shownTarget(alert)}`] : ['', ''];
  const lasting = since === week ? '' : `, reported since the week of ${shortDay(since)}`;
  const { isFulfilment, lacking } = watchedBy(alert);
  const parts = isFulfilment ? `${shownNumber(lack)} ${lacking}` : `${shownNumber(k)} of ${shownNumber(n)}`;
  return `${subject}${word}${shownFigure(alert, episode)}${when} (${parts})${target}${lasting}`;
}

/** `target 90%`, or `at most 5%`. */
export function shownTarget(alert: Pick<Alert, 'measure' | 'target'>): string {
  return `${isBetterLow(alert.measure) ? 'at most' : 'target'} ${alert.target}%`;
}

/** With one decimal, as in the sheet, and more only where they tell it from the target. */
export function shownFigure({ target }: Pick<Alert, 'target'>, { k, n }: Pick<Episode, 'k' | 'n'>): string {
  const figure = (100 * k) / n;
  const digits = [1, 2, 3].find((one) => figure === target || Number(figure.toFixed(one)) !== target) ?? 4;
  return `${figure.toFixed(digits)}%`;
}
