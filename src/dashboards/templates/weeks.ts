import type { Group } from '../../figures/group-figures';
import type { DashboardFigures } from '../dashboard-figures';

/** As many weeks as a trend shows: a quarter of a year. */
export const SHOWN_WEEKS = 13;

/** What the days mean that weeks are shown by. */
export const WEEK = { title: 'Week from', means: 'The first day of the week.' } as const;

/** What `incompleteText` means beside a week. */
export const INCOMPLETE = {
  title: 'Incomplete week',
  means: 'How many days of the week the rows can cover; blank where it is the whole week.',
} as const;

/** The newest weeks that have begun, oldest first; also those that are not complete. */
export function newestWeeks(figures: DashboardFigures): Group[] {
  const dated = figures.by('week').groups.filter(({ days }) => days !== undefined && days.covered > 0);
  return dated.slice(-SHOWN_WEEKS);
}
