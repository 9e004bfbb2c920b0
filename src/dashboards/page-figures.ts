import { isInside, shortDay, shortDays, shortMoment } from '../calendar/calendar-date';
import { describePeriod } from '../contract/reports';
import { type Group, isProvisional, keyOf } from '../figures/figures';
import { definitionText } from '../figures/measures';
import { DAYS_UNTIL_FINAL } from '../limits';
import type { ChosenSource } from './choice';
import { DashboardFigures, figureIn, type ShownName } from './dashboard-figures';
import type { DashboardSource } from './dashboard-source';
import { reportText } from './dashboard-texts';
import { type PageHead, SMALL_COUNT } from './layout';

const SAMPLE = 'SAMPLE: figures of an employer that doesn’t exist. Connect in the sidebar to see your own.';

/** Two groups that tell how figures changed. */
interface ShownChange {
  /** How the newest complete week is called, which is compared with the week before; absent for the whole period. */
  readonly week?: string;
  readonly former: Group;
  readonly latest: Group;
}

/** What the pages of all templates are made of. */
export interface PageFigures {
  readonly source: DashboardSource;
  readonly figures: DashboardFigures;
  /**
   * The period and as many days before it, where the rows cover them; else its last week and the one before it.
   * Absent where there are too few complete weeks.
   */
  readonly change: ShownChange | undefined;
}

/** Prepares the figures of a period, and what they are compared with. */
export function pageFigures(source: DashboardSource): PageFigures {
  const { range, covered = range, today } = source;
  const figures = new DashboardFigures(source);
  const before = daysBefore(source);
  if (isInside(before, covered) && range.to < today) {
    const { total: former } = new DashboardFigures({ ...source, range: before }).by();
    return { source, figures, change: { former, latest: figures.by().total } };
  }
  const { key, groups } = figures.periods(2);
  const [former, latest] = groups;
  if (key === 'day' || former === undefined || latest === undefined)
    return { source, figures, change: undefined };
  const week = today - Number(keyOf(latest)) < 14 ? 'last week' : 'final week';
  return { source, figures, change: { week, former, latest } };
}

function daysBefore({ range }: DashboardSource) {
  return { from: range.from - (range.to - range.from + 1), to: range.from - 1 };
}

/** The title, the days, what they are compared with, and what a reader must know first. */
export function headOf(
  title: string,
  { source, change }: PageFigures,
  drops?: ChosenSource['drops'],
): PageHead {
  const { asOf, range, asked, today, isSample, stale, saved, words, notice } = source;
  const label =
    saved.period === undefined || saved.period === 'custom'
      ? ''
      : `${describePeriod({ period: saved.period, from: '', to: '' })}${asked === undefined ? '' : ' so far'}, `;
  return {
    title,
    drops,
    period: [
      words ?? `${label}${shortDays(range)}`,
      ...(change === undefined || change.week !== undefined
        ? []
        : [`compared with ${shortDays(daysBefore(source))}`]),
      asOf === null ? 'the service gave no time for its data' : `as of ${shortMoment(asOf)}`,
      reportText(source),
    ].join(' · '),
    warning: [
      ...(stale === undefined ? [] : [`Older figures: ${stale.message}`]),
      ...(isSample ? [SAMPLE] : []),
      ...(notice ? [notice] : []),
    ].join(' '),
    overdue: `Not refreshed since ${asOf === null ? shortDay(today) : shortMoment(asOf)}.`,
  };
}

/** What a period without records shows: sums over nothing are 0, which could be read as a quiet week. */
export const NO_SHIFTS = 'No shifts in this period match this report. Choose other days or filters.';

/** Why nothing can be said of a period; `undefined` where something can. */
export function nothingToSay({ source, figures }: PageFigures): string | undefined {
  if (source.range.from >= source.today)
    return 'The period hasn’t begun: figures of worked shifts come after its first day.';
  return figures.by().total.records === 0 ? NO_SHIFTS : undefined;
}

/** Letters that fit beside each other from column A to the last one of a dashboard. */
const LINE_LETTERS = 170;

/** Sentences, as many on a line as fit. */
function linesOf(sentences: readonly string[]): string[] {
  const lines: string[] = [];
  for (const sentence of sentences) {
    const longer = [...lines.slice(-1), sentence].join('. ');
    if (longer.length > LINE_LETTERS) lines.push(sentence);
    else lines.splice(-1, 1, longer);
  }
  return lines;
}

/**
 * How the figures are made, in at most five lines.
 *
 * @param rates The percentages that the dashboard shows, with their words.
 * @param own What a reader must know besides. Without full stops.
 */
export function notesOf(
  { source, figures }: PageFigures,
  rates: readonly (readonly [name: ShownName, words: string])[],
  own: readonly string[],
): string[] {
  const { range, today, zone } = source;
  const { total } = figures.by();
  if (total.records === 0) return [`Days and times are those of ${zone}.`];
  // Why a figure is blank is in the notes of all records; *Data quality* has definitions that leave a choice.
  const definitions = rates.flatMap(([name, words]) => {
    const [only, ...others] = figures.request(name).definitions?.left ?? [];
    const isKnown = only !== undefined && others.length === 0 && figureIn(total, name).why === undefined;
    return isKnown ? [`${words} = ${definitionText(only.definition)}`] : [];
  });
  const { groups } = figures.by('week');
  const isHidden = ({ days }: Group) => days !== undefined && days.covered > 0 && days.covered < days.of;
  return [
    definitions.join('; '),
    figures.notes(total),
    ...linesOf(own),
    [
      ...(rates.length === 0 ? [] : [`Grey: out of fewer than ${SMALL_COUNT}`]),
      ...(rates.length > 0 && groups.some(isHidden) ? ['Charts and weeks show complete periods only'] : []),
      ...(isProvisional(range.to, today) ? [`The last ${DAYS_UNTIL_FINAL} days may still be corrected`] : []),
      `Days and times are those of ${zone}`,
    ].join('. '),
  ].flatMap((line) => (line === '' ? [] : [`${line.charAt(0).toUpperCase()}${line.slice(1)}.`]));
}
