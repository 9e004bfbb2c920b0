import type { Group } from '../figures/group-figures';
import type { SheetValue } from '../reports/tables/sheet-table';
import { rateOf, type ShownName } from './dashboard-figures';

/** A percentage with its evidence, side by side: value, the two ends of its 95 % interval, n. */
export function rateCells(group: Group | undefined, name: ShownName): SheetValue[] {
  const { value, low, high, n } = rateOf(group, name);
  return [value, low, high, n];
}

/** The headings of `rateCells`. */
export function rateHeadings(words: string): string[] {
  return [words, '95 % from', '95 % to', 'Out of (n)'];
}

/** How much of a period the rows can cover, where that is not all of it: `3 of 7 days`. */
export function incompleteText({ days }: Group): string {
  return days !== undefined && days.covered < days.of ? `${days.covered} of ${days.of} days` : '';
}
