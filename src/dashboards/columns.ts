import type { Group } from '../figures/group-figures';
import type { ItemColumn } from './dashboard';
import { countOf, type DashboardFigures, nameOf, type ShownName } from './dashboard-figures';
import { countText } from './dashboard-texts';
import { SMALL_COUNT } from './layout';

/** Columns that a name takes. */
export const NAME_ROOM = 3;

/** A column of the names of groups. */
export function nameColumn(heading: string, at = 0, room = NAME_ROOM): ItemColumn<Group> {
  return { heading, cell: (group) => nameOf(group, at), room };
}

/** A column of sums, or of another figure as it is. */
export function countColumn(
  heading: string,
  name: ShownName,
  format: NonNullable<ItemColumn<Group>['format']> = 'count',
): ItemColumn<Group> {
  return {
    heading,
    meaning: { measure: name, part: 'value' },
    cell: (group) => countOf(group, name),
    format,
  };
}

/** A column that a sentence explains. @param means The sentence. */
export function saidColumn<Item>(
  heading: string,
  means: string,
  cell: ItemColumn<Item>['cell'],
  format: NonNullable<ItemColumn<Item>['format']> = 'count',
): ItemColumn<Item> {
  return { heading, meaning: { title: heading, means }, cell, format };
}

/** A column of percentages, as far as they may be shown. */
export function rateColumn(figures: DashboardFigures, heading: string, name: ShownName): ItemColumn<Group> {
  return {
    heading,
    meaning: { measure: name, part: 'value' },
    cell: (group) => figures.rate(group, name).value,
    format: 'percentage',
  };
}

/** A column of what percentages are out of. @param heading What that is: `People needed`. */
export function outOfColumn(figures: DashboardFigures, heading: string, name: ShownName): ItemColumn<Group> {
  return {
    heading,
    meaning: { measure: name, part: 'n' },
    cell: (group) => figures.rate(group, name).n,
    format: 'count',
  };
}

/** A percentage for a tinted cell; out of few positions a text such as `5 of 7`, which has no tint. */
export function heatOf(
  figures: DashboardFigures,
  group: Group | undefined,
  name: ShownName,
): number | string | null {
  const { value, n } = figures.rate(group, name);
  if (value === null || n === null || n >= SMALL_COUNT) return value;
  return `${countText(Math.round((value * n) / 100))} of ${countText(n)}`;
}
