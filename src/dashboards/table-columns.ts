import type { Group } from '../figures/group-figures';
import type { SheetValue } from '../reports/sheet/cells';
import { countOf, type DashboardFigures, figureIn, nameOf, type ShownName } from './dashboard-figures';
import type { TableColumn } from './dashboard-plan';
import { shortened, shortRange } from './dashboard-texts';

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

/** The same for people to read: a percentage that may not be shown as one number has its range in its place. */
export function rateOrRangeColumn(
  figures: DashboardFigures,
  heading: string,
  name: ShownName,
): TableColumn<Group> {
  return {
    ...rateColumn(figures, heading, name),
    cell: (group) => figures.rate(group, name).value ?? rangeOf(group, name),
  };
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

/**
 * A column of what percentages are out of, beside one that a chart shows: a range beside it would be a text there, so it is
 * in this column.
 */
export function nColumn(figures: DashboardFigures, name: ShownName): TableColumn<Group> {
  return { ...plainNColumn(figures, name), cell: (group) => countOrRange(figures, group, name) };
}

/** A column of what percentages are out of. */
export function plainNColumn(figures: DashboardFigures, name: ShownName): TableColumn<Group> {
  return {
    heading: 'Out of (n)',
    meaning: { measure: name, part: 'n' },
    cell: (group) => figures.rate(group, name).n,
    format: 'count',
  };
}

/** What a percentage is out of; where the definitions that are left are too far apart for one number, their range. */
export function countOrRange(
  figures: DashboardFigures,
  group: Group | undefined,
  name: ShownName,
): SheetValue {
  const { n } = figures.rate(group, name);
  return n === null && group !== undefined ? rangeOf(group, name) : n;
}

function rangeOf(group: Group, name: ShownName): string | null {
  return shortRange(figureIn(group, name)) || null;
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
