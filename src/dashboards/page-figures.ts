import { isInside, overlap, shortDay, shortDays, shortMoment } from '../calendar/calendar-date';
import { describePeriod } from '../contract/reports';
import { isProvisional } from '../figures/figure';
import { definitionText } from '../figures/measures';
import { DAYS_UNTIL_FINAL } from '../limits';
import { DashboardFigures, figureIn, type ShownName } from './dashboard-figures';
import type { DashboardSource } from './dashboard-source';
import { reportText } from './dashboard-texts';
import { type PageHead, SMALL_COUNT } from './layout';

const SAMPLE = 'SAMPLE: figures of an employer that doesn’t exist. Connect in the sidebar to see your own.';

/** What the pages of all templates are made of. */
export interface PageFigures {
  readonly source: DashboardSource;
  readonly figures: DashboardFigures;
  /** Of as many days before, where the rows cover them and the period is over. */
  readonly before: DashboardFigures | undefined;
}

/** Prepares the figures of a period, and of the one before. */
export function pageFigures(source: DashboardSource): PageFigures {
  const { range, covered = range, today } = source;
  const before = daysBefore(source);
  const isKnown = isInside(before, covered) && range.to < today;
  return {
    source,
    figures: new DashboardFigures(source),
    before: isKnown ? new DashboardFigures({ ...source, range: before }) : undefined,
  };
}

function daysBefore({ range }: DashboardSource) {
  return { from: range.from - (range.to - range.from + 1), to: range.from - 1 };
}

/** The title, the days, what they are compared with, and what a reader must know first. */
export function headOf(title: string, { source, before }: PageFigures): PageHead {
  const { asOf, range, today, isSample, stale, saved, words } = source;
  const days = shortDays(range);
  const period =
    saved.period === undefined || saved.period === 'custom'
      ? days
      : `${describePeriod({ period: saved.period, from: '', to: '' })}, ${days}`;
  return {
    title,
    period: [
      words ?? period,
      ...(before === undefined ? [] : [`compared with ${shortDays(daysBefore(source))}`]),
      asOf === null ? 'the service gave no time for its data' : `as of ${shortMoment(asOf)}`,
      reportText(source),
    ].join(' · '),
    warning: [
      ...(stale === undefined ? [] : [`Older figures: ${stale.message}`]),
      ...(isSample ? [SAMPLE] : []),
    ].join(' '),
    overdue: `Not refreshed since ${asOf === null ? shortDay(today) : shortMoment(asOf)}.`,
  };
}

/** What a period without records shows: sums over nothing are 0, which could be read as a quiet week. */
export const NO_SHIFTS = 'No shifts in this period match this report. Choose other days or filters.';

/** Why nothing can be said of a period; `undefined` where something can. */
export function nothingToSay({ source, figures }: PageFigures): string | undefined {
  if (figures.by().total.records === 0) return NO_SHIFTS;
  return source.range.from >= source.today
    ? 'The period hasn’t begun: figures of worked shifts come after its first day.'
    : undefined;
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
  const hidden = figures
    .by('week')
    .groups.some(({ days }) => days !== undefined && days.covered > 0 && days.covered < days.of);
  return [
    definitions.join('; '),
    figures.notes(total),
    own.join('. '),
    [
      ...(rates.length === 0 ? [] : [`Grey: out of fewer than ${SMALL_COUNT}`]),
      ...(hidden && rates.length > 0 ? ['Charts and weeks show complete periods only'] : []),
      ...(isProvisional(range.to, today) ? [`The last ${DAYS_UNTIL_FINAL} days may still be corrected`] : []),
      ...(rates.length > 0 && overlap(range, { from: today, to: range.to })
        ? ['Today and later are left out of worked, no-shows, fulfilment and missing people']
        : []),
    ].join('. '),
    `Days and times are those of ${zone}`,
  ].flatMap((line) => (line === '' ? [] : [`${line}.`]));
}
