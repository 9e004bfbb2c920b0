import { expect, test } from '@jest/globals';
import type { Typed } from '../../../src/contract/form';
import { type DASHBOARD_CUT, TEMPLATES } from '../../../src/contract/reports';
import type { DashboardSource } from '../../../src/dashboards/dashboard-source';
import { BLOCK_COLUMNS, type Page, WIDTHS } from '../../../src/dashboards/layout';
import { planDashboard } from '../../../src/dashboards/page';
import { DASHBOARD_SHAPES, type DashboardShape, sourceOf } from '../../support/dashboard-shapes';
import { findCrampedTexts, type ShownText } from '../../support/text-width';
import { readRows } from '../reports/targets/targets-scene';

type DashboardKind = Parameters<typeof planDashboard>[0];

/* Every dashboard on data of every shape: nothing is cut or runs into its neighbour, and there are no holes. */

const CUTS: readonly Typed<typeof DASHBOARD_CUT>[] = [
  { rows: 'venue', columns: 'weekday', measure: 'TRUE_FULFILMENT_PERCENTAGE' },
  { rows: 'role', columns: 'week', measure: 'NO_SHOWS_PERCENTAGE' },
  { rows: 'area', columns: 'week', measure: 'MISSING_PEOPLE' },
];
const KINDS: readonly DashboardKind[] = TEMPLATES.flatMap((template): DashboardKind[] =>
  template === 'where_and_when' ? CUTS.map((cut) => ({ template, cut })) : [{ template }],
);
const TARGETED: readonly DashboardKind[] = [
  ...[{ template: 'scorecard' as const }, { template: 'overview' as const }],
  {
    template: 'where_and_when',
    cut: { rows: 'venue', columns: 'week', measure: 'TRUE_FULFILMENT_PERCENTAGE' },
  },
];
/** A line for all venues that sets everything, and mistakes of every kind. */
const TARGETS = {
  ...readRows([
    {
      TARGET: 88,
      PLAN_HOURS: 6000,
      PLAN_POSITIONS: 900,
      RATE_PER_HOUR: 21.5,
      CREDIT_PER_MISSING: 120,
      CREDIT_PER_NO_SHOW: 60,
    },
    { VENUE_NAME: 'Grand Hotle', TARGET: 9200 },
    { FROM: '31/03/2026', TARGET: 90 },
  ]),
  ...{ sheetId: 1, moneyFormat: '[$£]#,##0.00' },
};
/** A sheet goes on right of the dashboard: the last text of a row has this many columns more to run over. */
const COLUMNS_RIGHT = 8;
/** Pixels of an ordinary row, and how many blank rows may stand between two sections. */
const [ROW_PIXELS, MOST_BLANK] = [21, 2];

test.each(DASHBOARD_SHAPES.map((shape) => [shape.name, shape] as const))('%s', (_name, shape) => {
  checkShape(shape.name, sourceOf(shape));
});

test('Sixty venues, compared with the period before', () => {
  const source = sourceOf(DASHBOARD_SHAPES.find(({ name }) => name === 'Sixty venues') as DashboardShape);
  const { from, to } = source.range;
  const range = { from: to - Math.floor((to - from + 1) / 2) + 1, to };
  checkShape('Sixty venues', { ...source, range, covered: source.range });
});

function checkShape(name: string, plain: DashboardSource): void {
  let texts = 0;
  const wrong: string[] = [];
  const all = KINDS.map((kind) => ({ kind, source: plain }));
  const targeted = TARGETED.map((kind) => ({ kind, source: { ...plain, targets: TARGETS } }));
  for (const { kind, source } of [...all, ...targeted]) {
    const plan = planDashboard(kind, source);
    const shown = shownCells(plan);
    texts += shown.flat().filter(({ text }) => text !== '').length;
    const widths = [
      WIDTHS.first,
      ...new Array<number>(BLOCK_COLUMNS - 1 + COLUMNS_RIGHT).fill(WIDTHS.others),
    ];
    for (const { row, column, text, problem } of findCrampedTexts(shown, widths)) {
      wrong.push(`${kind.template}: row ${row}, column ${column}: ${text}: ${problem}`);
    }
    // The last of the notes, of which five lines have room.
    if (!shown.flat().some(({ text }) => text.includes('Days and times are')))
      wrong.push(`${kind.template}: notes`);
    wrong.push(...holesOf(plan).map((hole) => `${kind.template}: ${hole}`));
  }
  expect(wrong).toEqual([]);
  process.stdout.write(`${name}: 0 of ${texts} texts are cut or collide\n`);
}

/** The cells as a sheet shows them, with the looks that the plan gives them. */
function shownCells({ cells, look }: Page): ShownText[][] {
  return cells.map((row, at) =>
    row.map(({ value }, column): ShownText => {
      const { size, weight, wrap, alignment, format } = look.cells[at]?.[column] ?? {};
      const text = typeof value === 'number' && format ? formatted(value, format) : String(value ?? '');
      return {
        ...{ text, isNumber: typeof value === 'number' },
        ...(size && { size }),
        ...(weight && { bold: true }),
        ...(wrap && { wrap }),
        ...(alignment && { align: alignment }),
      };
    }),
  );
}

function formatted(value: number, format: string): string {
  if (format === '#,##0.0')
    return value.toLocaleString('en-GB', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  if (format === '#,##0') return Math.round(value).toLocaleString('en-GB');
  if (format === '0.0"%"') return `${value.toFixed(1)}%`;
  if (format.startsWith('"')) return String(JSON.parse(format));
  if (format === '0') return value.toFixed(0);
  if (format === '+0.0;-0.0;0.0') return `${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(1)}`;
  if (format === '+#,##0.0;-#,##0.0;0.0') return `+${formatted(Math.abs(value), '#,##0.0')}`;
  if (format === '[$£]#,##0') {
    return `£${value.toLocaleString('en-GB', { maximumFractionDigits: 0 })}`;
  }
  // The widest month.
  return format === 'd mmm' ? '28 May' : '28 May 2026';
}

/** Runs of more than two rows with nothing in sight, neither cells nor a chart. */
function holesOf({ cells, look: { chart } }: Page): string[] {
  const isCharted = (row: number) =>
    chart !== undefined && row >= chart.row && row < chart.row + chart.height / ROW_PIXELS;
  const found: string[] = [];
  let blank = 0;
  cells.forEach((line, at) => {
    const isBlank = line.every((cell) => (cell.value ?? '') === '') && !isCharted(at + 1);
    // Room for growth may stand at the end, above the line that ends the dashboard.
    if (!isBlank && blank > MOST_BLANK && at < cells.length - 1)
      found.push(`${blank} rows above row ${at + 1}`);
    blank = isBlank ? blank + 1 : 0;
  });
  return found;
}
