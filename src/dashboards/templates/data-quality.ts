import { ID_COLUMN } from '../../employer-api/shift-fulfilment-fields';
import { DEFINITIONS, definitionText, type PercentageField } from '../../figures/definitions';
import { checkIdentities } from '../../figures/identities';
import { nearDuplicates } from '../../figures/names';
import { MOST_COMPARED_NAMES } from '../../limits';
import { listNames, type NameKind } from '../../reports/saved/seen-names';
import { shownCount, shownNumber } from '../../reports/shown-count';
import type { SheetValue } from '../../reports/tables/sheet-table';
import type { MeantBlock, ShownMeaning } from '../cell-meanings';
import { DashboardFigures, figureIn } from '../dashboard-figures';
import { a1, DashboardGrid } from '../dashboard-grid';
import { FIRST_ROW, putHeading } from '../dashboard-heading';
import type { DashboardPlan } from '../dashboard-plan';
import type { DashboardSource } from '../dashboard-source';
import { definitionRange } from '../dashboard-texts';

const [RECORD_LINES, MOST_PAIRS, LISTED_IDS] = [8, 10, 5];
const WIDTH = 6;
const KINDS: readonly NameKind[] = ['venue', 'area', 'role'];
const PERCENTAGES = Object.keys(DEFINITIONS) as PercentageField[];

/** What is missing or doubtful in the rows, what each percentage is of, and which relations do not hold. */
export function planDataQuality(source: DashboardSource): DashboardPlan {
  const figures = new DashboardFigures(source);
  const grid = new DashboardGrid(source.region, {
    columns: WIDTH,
    firstWidth: 400,
    otherWidth: 170,
    frozenRows: 0,
  });
  putHeading(grid, 'data_quality', source, figures);
  const percentages = FIRST_ROW + RECORD_LINES + 2;
  const relations = percentages + PERCENTAGES.length + 3;
  putRecords(grid, FIRST_ROW, source, figures);
  putPercentages(grid, percentages, figures);
  const end = putRelations(grid, relations, source, figures);
  putNames(grid, end + 1, figures);
  return grid.plan(end + 2 + MOST_PAIRS);
}

const COUNTED: ShownMeaning = {
  title: 'Counted',
  means: 'How many records or values the rows hold of what the label says.',
};
const AGREEING: ShownMeaning = {
  title: 'Rows that agree',
  means:
    'In how many rows the definition gives the percentage that the service published; blank where none fits.',
};
const TELLING: ShownMeaning = {
  title: 'Of',
  means:
    'How many rows can tell: those that hold the percentage and what it may be made of; blank where no definition fits.',
};
const RELATION: readonly ShownMeaning[] = [
  { title: 'Records that keep it', means: 'In how many records the relation holds.' },
  { title: 'Of', means: 'How many records can tell: those that hold every value of the relation.' },
  { title: 'Share', means: 'Records that keep the relation, of 100 that can tell; blank where none can.' },
  { title: 'SHIFT_IDs that break it', means: 'The service’s own numbers of the first of these records.' },
];

function putRecords(
  grid: DashboardGrid,
  row: number,
  { report }: DashboardSource,
  figures: DashboardFigures,
): void {
  const { total } = figures.by();
  const lines: readonly (readonly [string, number])[] = [
    ['Shift records counted', total.records],
    ['Left out: came more than once', total.repeated],
    ['With the SHIFT_ID of another record', total.conflicting],
    ['Left out: without a day', figures.undated.length],
    ['Without a SHIFT_ID', figures.rows.filter((one) => (one[ID_COLUMN] ?? null) === null).length],
    ['Of today or later: not finished', total.unfinished],
    ['Values left empty by the service, in all it sent', report.emptyCount],
    ['Doubtful values, in all it sent', report.issueCount - report.emptyCount],
  ];
  grid.section(row, 'Records');
  lines.forEach(([words, count], at) => {
    grid.label(row + 1 + at, 1, words);
    grid.put(row + 1 + at, 2, [count]);
  });
  grid.means(words(row + 1, 2, lines.length, COUNTED));
  grid.format('count', a1(row + 1, 2, lines.length));
}

function putPercentages(grid: DashboardGrid, row: number, figures: DashboardFigures): void {
  const { total } = figures.by();
  const lines = PERCENTAGES.map((name): SheetValue[] => {
    const { basis } = figures.request(name);
    const [used, ...others] = basis?.survivors ?? [];
    return [
      basis?.kind ?? '',
      used === undefined ? 'fits no known definition' : definitionText(used.definition),
      used?.agree ?? null,
      used?.of ?? null,
      [...others.map(({ definition }) => definitionText(definition)), definitionRange(figureIn(total, name))]
        .filter(Boolean)
        .join('; '),
    ];
  });
  const headings = ['Basis', 'Definition', 'Rows that agree', 'Of', 'Could also be; between'];
  grid.section(row, 'What the percentages are of: the service does not say, the rows tell');
  grid.headings(row + 1, 1, ['Percentage', ...headings], [4, 2]);
  PERCENTAGES.forEach((name, at) => {
    // The service's own name: never spelled another way.
    grid.put(row + 2 + at, 1, [name]);
  });
  grid.putRows(row + 2, 2, lines);
  PERCENTAGES.forEach((measure, at) => {
    const basis = { measure, part: 'basis' } as const;
    const columns = [basis, basis, AGREEING, TELLING, { measure, part: 'range' } as const];
    grid.means({ row: row + 2 + at, column: 2, rows: 1, columns, groups: [[]] });
  });
  grid.format('count', a1(row + 2, 4, lines.length, 2));
}

/** @returns The first row below. */
function putRelations(
  grid: DashboardGrid,
  row: number,
  { today }: DashboardSource,
  { rows }: DashboardFigures,
): number {
  const shares = checkIdentities(rows, today);
  grid.section(row, 'Relations that one expects of the figures');
  const headings = ['Relation', 'Records that keep it', 'Of', 'Share', 'SHIFT_IDs that break it'];
  grid.headings(row + 1, 1, headings, [2, 3]);
  grid.putRows(
    row + 2,
    1,
    shares.map(({ identity, holds, of, failing }) => {
      const ids = failing.slice(0, LISTED_IDS).map(({ shiftId }) => shiftId ?? 'none');
      return [identity, holds, of, of === 0 ? null : (100 * holds) / of, ids.join(', ')];
    }),
  );
  grid.means(words(row + 2, 2, shares.length, ...RELATION));
  grid.format('count', a1(row + 2, 2, shares.length, 2));
  grid.format('percentage', a1(row + 2, 4, shares.length));
  grid.rule({ kind: 'gradient', range: a1(row + 2, 4, shares.length) });
  return row + 2 + shares.length;
}

/** Pairs of names, and what of them is left out, in as many rows as there is room for. */
function putNames(grid: DashboardGrid, row: number, { rows }: DashboardFigures): void {
  const names = KINDS.map((kind) => ({ kind, names: listNames(rows, kind) }));
  const uncompared = names.filter((one) => one.names.length > MOST_COMPARED_NAMES);
  const pairs = names
    .filter((one) => !uncompared.includes(one))
    .flatMap(({ kind, names }) => nearDuplicates(names).map((pair) => [kind, ...pair] as const));
  const notes = uncompared.length === 0 ? [] : [describeUncompared(uncompared)];
  const room = MOST_PAIRS - notes.length;
  const shown = pairs.length > room ? pairs.slice(0, room - 1) : pairs;
  if (shown.length < pairs.length) notes.unshift(describeHidden(pairs.slice(shown.length)));
  grid.section(row, 'Names that may be one');
  grid.headings(row + 1, 1, ['Among', 'One', 'The other'], [1, 0]);
  grid.putRows(row + 2, 1, [...shown, ...notes.map((note) => [note])]);
}

/** `3 more pairs are not shown: 1 among venues, 2 among roles`. */
function describeHidden(pairs: readonly (readonly [NameKind, ...string[]])[]): string {
  const counts = KINDS.map((kind) => ({ kind, count: pairs.filter(([one]) => one === kind).length }));
  const told = counts.filter(({ count }) => count > 0);
  const among = told.map(({ kind, count }) => `${shownNumber(count)} among ${kind}s`).join(', ');
  return `${shownCount(pairs.length, 'more pair')} are not shown: ${among}`;
}

/** `Not compared with each other, for there are more than 400: 1,200 venues, 600 roles`. */
function describeUncompared(
  uncompared: readonly { readonly kind: NameKind; readonly names: readonly string[] }[],
): string {
  const counts = uncompared.map(({ kind, names }) => shownCount(names.length, kind)).join(', ');
  return `Not compared with each other, for there are more than ${MOST_COMPARED_NAMES}: ${counts}`;
}

/** Rows whose label says what they are about. */
function words(row: number, column: number, rows: number, ...columns: readonly ShownMeaning[]): MeantBlock {
  return { row, column, rows, columns, groups: Array.from({ length: rows }, () => []) };
}
