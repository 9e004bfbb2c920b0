import type { Group } from '../figures/group-figures';
import type { SheetValue } from '../reports/tables/sheet-table';
import { type DashboardFigures, figureIn, type ShownName } from './dashboard-figures';
import { definitionRange } from './dashboard-texts';

/** A percentage with its evidence, side by side: value, the two ends of its 95 % interval, n. */
export function rateCells(figures: DashboardFigures, group: Group, name: ShownName): SheetValue[] {
  const { value, low, high, n } = figures.rate(group, name);
  return [value, low, high, n];
}

/** The headings of `rateCells`. */
export function rateHeadings(words: string): string[] {
  return [words, '95 % from', '95 % to', 'Out of (n)'];
}

/** The heading of cells that hold what a percentage lies between by the definitions that are left. */
export const RANGE_HEADING = 'By definition between';

/** The title of cells that hold `countOrRange` of the percentages above them. */
export const COUNTS_TITLE =
  'How many positions each of them is out of (n), or what it lies between by definition; blank: no shifts';

/** What a percentage is out of; where the definitions that are left are too far apart for one number, their range. */
export function countOrRange(
  figures: DashboardFigures,
  group: Group | undefined,
  name: ShownName,
): SheetValue {
  const { n } = figures.rate(group, name);
  return n === null && group !== undefined ? definitionRange(figureIn(group, name)) || null : n;
}

/** How much of a period the rows can cover, where that is not all of it: `3 of 7 days`. */
export function incompleteText({ days }: Group): string {
  return days !== undefined && days.covered < days.of ? `${days.covered} of ${days.of} days` : '';
}
