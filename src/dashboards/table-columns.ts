import type { Group } from '../figures/group-figures';
import { countOf, type DashboardFigures, nameOf, type ShownName } from './dashboard-figures';
import type { TableColumn } from './dashboard-plan';
import { shortened } from './dashboard-texts';

/** Letters that so many columns have room for, column A among them. */
export const LETTERS = { first: 35, two: 24, three: 35 } as const;

/** A column of the names of groups, shortened where there is no room for all of one. */
export function nameColumn(heading: string, room: keyof typeof LETTERS, at = 0): TableColumn<Group> {
  const span = { first: 1, two: 2, three: 3 }[room];
  return { heading, cell: (group) => shortened(nameOf(group, at), LETTERS[room]), span };
}

/** A column of sums. */
export function countColumn(heading: string, name: ShownName): TableColumn<Group> {
  return {
    heading,
    meaning: { measure: name, part: 'value' },
    cell: (group) => countOf(group, name),
    format: 'count',
  };
}

/** A column of a figure as it is, in a format of its own. */
export function valueColumn(
  heading: string,
  name: ShownName,
  format: NonNullable<TableColumn<Group>['format']>,
): TableColumn<Group> {
  return { ...countColumn(heading, name), format };
}

/** A column of percentages, as far as they may be shown. */
export function rateColumn(figures: DashboardFigures, heading: string, name: ShownName): TableColumn<Group> {
  return partColumn(figures, heading, name, 'value');
}

/** Columns of a percentage with its evidence: the value, the two ends of its 95% interval, n. */
export function rateColumns(figures: DashboardFigures, words: string, name: ShownName): TableColumn<Group>[] {
  return [
    rateColumn(figures, words, name),
    partColumn(figures, 'Interval (95%)', name, 'low'),
    partColumn(figures, 'to', name, 'high'),
    nColumn(figures, name),
  ];
}

/** A column of what percentages are out of. */
export function nColumn(figures: DashboardFigures, name: ShownName): TableColumn<Group> {
  return {
    heading: 'Out of (n)',
    meaning: { measure: name, part: 'n' },
    cell: (group) => figures.rate(group, name).n,
    format: 'count',
  };
}

function partColumn(
  figures: DashboardFigures,
  heading: string,
  measure: ShownName,
  part: 'value' | 'low' | 'high',
): TableColumn<Group> {
  return {
    heading,
    meaning: { measure, part },
    cell: (group) => figures.rate(group, measure)[part],
    format: 'percentage',
  };
}
