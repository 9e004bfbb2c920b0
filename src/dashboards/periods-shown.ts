import type { Group } from '../figures/group-figures';
import type { DashboardFigures } from './dashboard-figures';
import type { ShownMeaning } from './dashboard-plan';
import { isComplete } from './verdicts';

/** The periods that a trend is made of. */
interface ShownPeriods {
  readonly key: 'week' | 'day';
  /** Complete ones only, oldest first. */
  readonly groups: readonly Group[];
  readonly meaning: ShownMeaning;
  /** `By week`. */
  readonly words: string;
}

/**
 * The newest complete weeks of a report; its days where it has too few. An incomplete week would look like a fall.
 *
 * @param most How many periods are shown.
 * @param fewest As many weeks there must be.
 */
export function completePeriods(figures: DashboardFigures, most: number, fewest = 2): ShownPeriods {
  const newest = (key: 'week' | 'day') => figures.by(key).groups.filter(isComplete).slice(-most);
  const weeks = newest('week');
  if (weeks.length >= fewest) {
    const meaning = { title: 'Week from', means: 'The first day of the week.' };
    return { key: 'week', groups: weeks, meaning, words: 'week' };
  }
  return {
    key: 'day',
    groups: newest('day'),
    meaning: { title: 'Day', means: 'The day of the shifts.' },
    words: 'day',
  };
}
