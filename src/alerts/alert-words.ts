import { formatIsoDate } from '../calendar/calendar-date';
import { shownCount, shownNumber } from '../employer-api/text';
import { ASSUMING_INDEPENDENCE } from '../figures/share-statistics';
import { type Alert, isLowerBetter, wordOfMeasure } from './alert-record';
import type { Standing } from './episode-record';
import type { Episode } from './episodes';

const SCOPE_WORDS = { all: 'report', venue: 'venue', area: 'area', role: 'job title' } as const;
/** The most venues named in one sentence; the rest are counted. */
const NAMED = 3;
/** More decimals than the sheet shows are used only to tell a figure from its target. */
const DECIMALS = [1, 2, 3, 4];

/** An episode that began, or goes on: `“Grand Hotel”: worked 78.0% in the week of 2026-11-09 (39 of 50), target 90%`. */
export function describeMiss(alert: Alert, episode: Episode, isAmerican: boolean): string {
  const { k, n, week } = episode;
  const when = `in the week of ${formatIsoDate(week)}`;
  const target = `${isLowerBetter(alert) ? 'at most' : 'target'} ${shownTarget(alert)}`;
  return `${subject(alert, episode)}${wordBeforeFigure(alert, isAmerican)} ${shownFigure(alert, episode)} ${when} (${shownNumber(k)} of ${shownNumber(n)}), ${target}`;
}

/** An episode that is over. */
export function describeRecovery(alert: Alert, episode: Episode, isAmerican: boolean): string {
  const what = `${subject(alert, episode)}${wordBeforeFigure(alert, isAmerican)} ${shownFigure(alert, episode)}`;
  const target = `${isLowerBetter(alert) ? 'at most' : 'target'} ${shownTarget(alert)}`;
  return `${what} in the week of ${formatIsoDate(episode.week)}, ${target}`;
}

/** How an alert stands, in a sentence or a few. */
export function describeStanding(alert: Alert, standing: Standing | undefined, isAmerican: boolean): string {
  if (standing === undefined) return 'Refresh the report: the alert is judged with each refresh.';
  const { week, open, more } = standing;
  const obstacle = whyNotJudged(standing);
  if (open.length > 0) {
    const missed = describeOpen(alert, open, more, isAmerican);
    return obstacle === '' ? missed : `${missed} ${describeLastJudged(standing)} ${obstacle}`;
  }
  if (obstacle !== '') return obstacle;
  if (week === null || standing.judged === 0) return whyNothing(standing);
  const judged = countScopes(alert, standing.judged);
  return `No miss in the week of ${formatIsoDate(week)}: ${judged} judged${remarks(alert, standing)}.`;
}

/** Marks a sentence about sample data. */
export function markSample(sentence: string, { isSample }: Pick<Standing, 'isSample'>): string {
  return isSample ? `SAMPLE: ${sentence}` : sentence;
}

function describeOpen(alert: Alert, open: readonly Episode[], more: number, isAmerican: boolean): string {
  const sentences = open.slice(0, NAMED).map((episode) => {
    const since =
      episode.since === episode.week ? '' : `, missed since the week of ${formatIsoDate(episode.since)}`;
    return `${capital(describeMiss(alert, episode, isAmerican))}${since}.`;
  });
  const others = open.length + more - sentences.length;
  return [...sentences, ...(others > 0 ? [`And ${countScopes(alert, others)} more.`] : [])].join(' ');
}

/** @returns Empty where the newest refresh could judge, or end, what there is. */
function whyNotJudged({ weeks, why, judged }: Standing): string {
  if (weeks === 0) return 'Needs a complete week; this report covers none: choose last 13 weeks.';
  return judged === 0 && why !== '' ? `Cannot be judged: ${why}.` : '';
}

/** With too few weeks an episode can end but not go on: its own week is the last one judged. */
function describeLastJudged({ week, weeks, judged, open }: Standing): string {
  const own = Math.max(...open.map((episode) => episode.week));
  const last = weeks === 0 && judged > 0 && week !== null ? week : own;
  return `Not judged since the week of ${formatIsoDate(last)}.`;
}

function whyNothing({ why }: Standing): string {
  return why !== ''
    ? `Cannot be judged: ${why}.`
    : 'Nothing to judge: no shifts in the newest complete week.';
}

/** What the sentence of a quiet alert adds: what was not judged, and on which assumption the others were. */
function remarks({ strictness }: Alert, { withheld, why, likeness }: Standing): string {
  const parts = [
    withheld > 0 ? `${shownNumber(withheld)} not (${why})` : '',
    strictness === 'likely_real' && likeness === null ? ASSUMING_INDEPENDENCE : '',
  ].filter((part) => part !== '');
  return parts.map((part) => `, ${part}`).join('');
}

function countScopes({ scope }: Alert, count: number): string {
  return shownCount(count, SCOPE_WORDS[scope]);
}

function subject({ scope }: Alert, { who }: Episode): string {
  if (scope === 'all') return '';
  return who === '' ? `No ${SCOPE_WORDS[scope]} given: ` : `“${who}”: `;
}

/** The measure before a figure, which brings the percent sign: `worked`, as in `worked 78.0%`. */
function wordBeforeFigure(alert: Alert, isAmerican: boolean): string {
  return wordOfMeasure(alert, isAmerican).replace(/ %$/, '');
}

function shownTarget({ target }: Alert): string {
  return `${target}%`;
}

/** With as many decimals as tell it from the target. */
function shownFigure({ target }: Alert, { k, n }: Episode): string {
  const figure = (100 * k) / n;
  const digits = DECIMALS.find((count) => figure === target || Number(figure.toFixed(count)) !== target) ?? 4;
  return `${figure.toFixed(digits)}%`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
