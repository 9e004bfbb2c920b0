import { type DashboardCut, type TemplateName, TITLES } from '../contract/reports';
import type { Properties } from '../reports/ports';
import { PROPERTY } from '../reports/saved/document-state';
import type { MeantCell } from '../reports/saved/report-question';
import { DashboardFigures, severalOf } from './dashboard-figures';
import { PERIOD } from './dashboard-page';
import type { DashboardPlan } from './dashboard-plan';
import { LAYOUT, parseDashboards } from './dashboard-records';
import type { DashboardSource } from './dashboard-source';
import { holdsText } from './dashboard-texts';
import { planDataQuality } from './templates/data-quality';
import { planOverview } from './templates/overview';
import { planScorecard } from './templates/scorecard';
import { planUnfilledList } from './templates/unfilled-list';
import { planWhereAndWhen } from './templates/where-and-when';

/** Which dashboard is laid out. */
interface DashboardKind {
  readonly template: TemplateName;
  /** What A1 says. @default the template's title */
  readonly title?: string | undefined;
  /** Of *Where and when*. @default by the rows */
  readonly cut?: DashboardCut | undefined;
  /** Of *Scorecard*: whether credits count every miss. @default false */
  readonly everyMiss?: boolean | undefined;
}

const PLANS: Readonly<
  Record<
    Exclude<TemplateName, 'where_and_when' | 'scorecard'>,
    (source: DashboardSource, title: string) => DashboardPlan
  >
> = {
  overview: planOverview,
  unfilled_list: planUnfilledList,
  data_quality: planDataQuality,
};

/** Lays out a dashboard. Look and anchors of a kind are the same for all rows. */
export function planDashboard(
  { template, title = TITLES[template], cut, everyMiss }: DashboardKind,
  source: DashboardSource,
): DashboardPlan {
  if (template === 'scorecard') return planScorecard(source, title, everyMiss);
  if (template !== 'where_and_when') return PLANS[template](source, title);
  return planWhereAndWhen(source, title, cut ?? usualCut(new DashboardFigures(source)));
}

/** Where no one has chosen: venues by weekday, or what there are several of. */
export function usualCut(figures: DashboardFigures): DashboardCut {
  return { rows: severalOf(figures), columns: 'weekday', measure: 'TRUE_FULFILMENT_PERCENTAGE' };
}

type Values = readonly (readonly unknown[])[];

/** Finds dashboards, and says what each of their cells means. */
export const dashboardExplainer = {
  /** The cell that holds the first day of the period; the last one stands right of it. */
  period: PERIOD,
  /** The dashboard on a sheet; `undefined` for any other sheet. */
  find: (properties: Properties, sheetId: number) => {
    const record = parseDashboards(properties[PROPERTY.dashboards]).find((one) => one.sheetId === sheetId);
    if (record === undefined || record.layout !== LAYOUT) return undefined;
    const { template, reportId, rows, columns } = record;
    return {
      reportId,
      rows,
      columns,
      title: TITLES[template],
      plan: (source: DashboardSource) => new MeantPlan(planDashboard(record, source)),
    };
  },
};

/** A laid-out dashboard, asked by cell. */
class MeantPlan {
  constructor(private readonly plan: DashboardPlan) {}

  /** Whether our texts stand where they belong, as far down as values were read, so no one has moved the cells. */
  stands(values: Values): boolean {
    return this.plan.anchors.every(
      ({ row, column, text }) => row > values.length || holdsText(values[row - 1]?.[column - 1], text),
    );
  }

  cellAt(row: number, column: number): MeantCell {
    const { cells, blocks, anchors } = this.plan;
    const valueAt = (at: number) => cells[row - 1]?.[at - 1] ?? null;
    const anchor = anchors.find((one) => one.row === row && one.column === column)?.text;
    const value = valueAt(column);
    const block = blocks.find(
      (one) =>
        row >= one.row &&
        row < one.row + one.rows &&
        column >= one.column &&
        column < one.column + one.columns.length,
    );
    if (block === undefined) {
      return { value, anchor, meaning: undefined, group: undefined, across: [], labels: [] };
    }
    const [down, right] = [row - block.row, column - block.column];
    const across = block.across === undefined ? [] : block.across[right];
    return {
      value,
      anchor,
      meaning: block.columns[right],
      group: across && block.groups[down],
      across: across ?? [],
      labels: (block.labels ?? [1]).map((at) => ({ column: at, value: valueAt(at) })),
    };
  }
}
