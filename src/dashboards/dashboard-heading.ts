import { isProvisional } from '../figures/provisional';
import { DAYS_UNTIL_FINAL } from '../limits';
import type { DashboardFigures, ShownName } from './dashboard-figures';
import { a1, type DashboardGrid } from './dashboard-grid';
import { SMALL_COUNT } from './dashboard-plan';
import type { DashboardSource } from './dashboard-source';
import { basisText, reportText } from './dashboard-texts';
import { QUESTIONS, type TemplateName, TITLES } from './template-names';

/** Where what a template itself shows may begin: above stands what all of them share, and a blank row. */
export const FIRST_ROW = 9;

/** Where the first day of the period stands; the last one stands right of it. */
export const PERIOD = { row: 5, column: 2 } as const;

const SAMPLE = 'SAMPLE: figures of an employer that does not exist. Connect in the sidebar to see your own.';

const AS_OF = {
  title: 'As of',
  means: 'The moment at which the service made the report, by the oldest piece in use.',
};
const DAYS = [
  { title: 'First day of the period', means: 'The first day whose shifts the dashboard counts.' },
  { title: 'Last day of the period', means: 'The last day whose shifts the dashboard counts.' },
];

/**
 * Puts on top what a reader must know first: title, question, SAMPLE, as-of time, period, definition, notes.
 *
 * @param defined The percentage whose definition is given there; none where the template gives its own. With it,
 *   what stands first in the notes.
 */
export function putHeading(
  grid: DashboardGrid,
  template: TemplateName,
  source: DashboardSource,
  figures: DashboardFigures,
  defined?: { readonly name: ShownName; readonly words: string; readonly notes?: readonly string[] },
): void {
  const { asOf, zone, range, isSample } = source;
  grid.label(1, 1, TITLES[template]);
  grid.style('title', a1(1, 1));
  grid.label(2, 1, QUESTIONS[template]);
  grid.style('question', a1(2, 1));
  if (isSample) grid.text(3, 1, SAMPLE);
  grid.style('sample', a1(3, 1));
  grid.label(4, 1, 'As of');
  grid.put(4, 2, [asOf, asOf === null ? 'The service did not say' : zone]);
  grid.format('moment', a1(4, 2));
  grid.label(5, 1, 'Period, from and to');
  grid.put(PERIOD.row, PERIOD.column, [range.from, range.to, reportText(source)]);
  grid.format('day', a1(PERIOD.row, PERIOD.column, 1, 2));
  grid.means(
    { row: 4, column: 2, rows: 1, columns: [AS_OF], groups: [[]], labels: [] },
    { ...PERIOD, rows: 1, columns: DAYS, groups: [[]], labels: [] },
  );
  grid.label(6, 1, 'Definition');
  const own = 'As published by the service. Percentages of groups are sums divided by sums.';
  const definition = defined && `${defined.words} = ${basisText(figures.request(defined.name))}. ${own}`;
  grid.text(6, 2, definition ?? own);
  grid.label(7, 1, 'Notes');
  const notes = [...(defined?.notes ?? []), notesText(template, source, figures)];
  grid.text(7, 2, notes.filter(Boolean).join('. '));
  grid.style('left', a1(4, 2, 4, 2));
}

/** Sums over nothing are 0, which could be read as a quiet week. */
const NO_SHIFTS = 'There are no shifts in this period that fit the report: 0 means nothing to count';

/** What greyed percentages are, and why some have no interval. */
const GREY = `Grey: out of fewer than ${SMALL_COUNT}. A percentage over 100 has no 95 % interval`;

/** Templates without percentages of groups: nothing in them is grey. */
const PLAIN: readonly TemplateName[] = ['unfilled_list', 'data_quality'];

function notesText(
  template: TemplateName,
  { range, today, stale }: DashboardSource,
  figures: DashboardFigures,
): string {
  const { total } = figures.by();
  return [
    ...(total.records === 0 ? [NO_SHIFTS] : []),
    ...(stale === undefined ? [] : [`Older figures: ${stale.message.replace(/\.$/, '')}`]),
    ...(PLAIN.includes(template) ? [] : [GREY]),
    ...(range.to >= today
      ? ['Today and later are left out of worked, no-shows, fulfilment and missing people']
      : []),
    ...(template === 'no_show_watch' ? ['The service names no workers'] : []),
    ...(isProvisional(range.to, today) ? [`The last ${DAYS_UNTIL_FINAL} days may still be corrected`] : []),
    ...[figures.notes(total)].filter(Boolean),
  ].join('. ');
}
