import type { FigurePart } from '../../figures/figure-parts';
import type { SheetValue } from '../../reports/tables/sheet-table';
import { partsOf } from '../cell-meanings';
import { countOf, type DashboardFigures, figureIn, type ShownName } from '../dashboard-figures';
import { a1, type DashboardGrid } from '../dashboard-grid';
import { basisText, definitionRange } from '../dashboard-texts';
import { RANGE_HEADING } from '../figure-cells';

interface KeyFigure {
  readonly name: ShownName;
  readonly words: string;
  /** What is summed, for a count; percentages say what they are of themselves. */
  readonly summed?: string;
}

const KEY_FIGURES: readonly KeyFigure[] = [
  { name: 'TRUE_DEMAND', words: 'Demand', summed: 'Sum of true demand, as published' },
  { name: 'SHIFTS_BOOKED_PERCENTAGE', words: 'Booked %' },
  { name: 'SHIFTS_WORKED_PERCENTAGE', words: 'Worked %' },
  { name: 'TRUE_FULFILMENT_PERCENTAGE', words: 'True fulfilment %' },
  { name: 'NO_SHOWS_PERCENTAGE', words: 'No-shows %' },
  {
    name: 'MISSING_PEOPLE',
    words: 'Missing people',
    summed: 'Sum over shifts of true demand less worked, never netted',
  },
];

/** The figures of the whole period, each with its interval and what it is of. Eight rows. */
export function putKeyFigures(grid: DashboardGrid, row: number, figures: DashboardFigures): void {
  const { total } = figures.by();
  const of = (cell: (figure: KeyFigure) => SheetValue) => KEY_FIGURES.map(cell);
  const rate = (read: 'low' | 'high' | 'n') =>
    of(({ name, summed }) => (summed === undefined ? figures.rate(total, name)[read] : null));
  grid.section(row, 'Key figures of the whole period');
  grid.headings(row + 1, 1, ['', ...KEY_FIGURES.map(({ words }) => words)]);
  grid.put(
    row + 2,
    2,
    of(({ name, summed }) => (summed === undefined ? figures.rate(total, name).value : countOf(total, name))),
  );
  grid.label(row + 3, 1, '95 % interval, from');
  grid.put(row + 3, 2, rate('low'));
  grid.label(row + 4, 1, 'to (at least this wide)');
  grid.put(row + 4, 2, rate('high'));
  grid.label(row + 5, 1, 'Out of (n)');
  grid.put(row + 5, 2, rate('n'));
  grid.label(row + 6, 1, 'Basis');
  KEY_FIGURES.forEach(({ name, summed }, at) => {
    grid.text(row + 6, 2 + at, summed ?? basisText(figures.request(name)));
  });
  const ranges = of(({ name }) => definitionRange(figureIn(total, name)));
  if (ranges.some((range) => range !== '')) grid.text(row + 7, 1, RANGE_HEADING);
  grid.put(row + 7, 2, ranges);
  const parts: readonly FigurePart[] = ['value', 'low', 'high', 'n', 'basis', 'range'];
  parts.forEach((part, at) => {
    const columns = partsOf(part, ...KEY_FIGURES.map(({ name }) => name));
    grid.means({ row: row + 2 + at, column: 2, rows: 1, columns, groups: [[]] });
  });
  grid.style('big', a1(row + 2, 2, 1, 6));
  grid.style('wrapped', a1(row + 6, 2, 1, 6));
  grid.style('right', a1(row + 6, 2, 2, 6));
  grid.format('count', a1(row + 2, 2), a1(row + 2, 7), a1(row + 5, 2, 1, 6));
  grid.format('percentage', a1(row + 2, 3, 1, 4), a1(row + 3, 2, 2, 6));
  grid.rule({ kind: 'small count', range: a1(row + 2, 2, 3, 6), count: `B$${row + 5}` });
}
