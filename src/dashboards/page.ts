import { type DashboardCut, type TemplateName, TITLES } from '../contract/reports';
import type { Properties } from '../reports/ports';
import { PROPERTY } from '../reports/saved/document-state';
import { type Choice, choose } from './choice';
import type { Dashboard } from './dashboard';
import { type DashboardFigures, severalOf } from './dashboard-figures';
import { parseDashboards } from './dashboard-records';
import {
  type DashboardSource,
  daysToCome,
  joinDaysToCome,
  withDaysOver,
  withDaysToCome,
} from './dashboard-source';
import { BLOCK_COLUMNS, layOut, type Page } from './layout';
import { headOf, type PageFigures, pageFigures } from './page-figures';
import { planDataQuality } from './templates/data-quality';
import { planOverview } from './templates/overview';
import { planScorecard } from './templates/scorecard';
import { planUnfilledList } from './templates/unfilled-list';
import { planWhereAndWhen } from './templates/where-and-when';

/** Which dashboard is laid out. */
export interface DashboardKind {
  readonly template: TemplateName;
  /** What A1 says. @default the template's title */
  readonly title?: string | undefined;
  /** Of *Where and when*. @default by the rows */
  readonly cut?: DashboardCut | undefined;
  /** Of *Scorecard*: whether credits count every miss. @default false */
  readonly everyMiss?: boolean | undefined;
  /** @default without drop-downs */
  readonly choice?: Choice | undefined;
}

/** A dashboard that was laid out. */
export interface PlannedPage extends Page {
  /** What its figures are of. */
  readonly source: DashboardSource;
  /** What of the choice is there; undefined without drop-downs. */
  readonly choice: Choice | undefined;
}

const PLANS: Readonly<Record<TemplateName, (page: PageFigures, kind: DashboardKind) => Dashboard>> = {
  overview: planOverview,
  scorecard: (page, { everyMiss = false }) => planScorecard(page, everyMiss),
  where_and_when: (page, { cut }) => planWhereAndWhen(page, cut ?? usualCut(page.figures)),
  unfilled_list: planUnfilledList,
  data_quality: planDataQuality,
};

/** Whether a dashboard is about worked shifts, so that it shows only days that are over. */
function isOfDaysOver(template: TemplateName): boolean {
  return template !== 'unfilled_list' && template !== 'data_quality';
}

/** Makes a dashboard of its rows. */
export function planDashboard(kind: DashboardKind, given: DashboardSource): PlannedPage {
  const chosen = kind.choice && choose(kind.choice, given);
  const source = joinDaysToCome(chosen?.source ?? given);
  const page = pageFigures(isOfDaysOver(kind.template) ? withDaysOver(source) : source);
  // Of one venue, its job titles are compared.
  const isOne = chosen !== undefined && chosen.choice.name !== '' && kind.cut?.rows === chosen.kind;
  const cut = isOne && kind.cut ? { ...kind.cut, rows: severalOf(page.figures) } : kind.cut;
  const dashboard = PLANS[kind.template](page, { ...kind, cut });
  const isEmpty = page.figures.by().total.records === 0;
  // The sentence has said it all.
  const head = headOf(titleOf(kind), page, chosen?.drops);
  const shown = isEmpty ? { ...dashboard, tiles: [] } : dashboard;
  return { ...layOut(head, shown), source: page.source, choice: chosen?.choice };
}

/** What A1 of a dashboard says. */
export function titleOf({ template, title = TITLES[template] }: DashboardKind): string {
  return title;
}

/** Where no one has chosen: venues by weekday, or what there are several of. */
export function usualCut(figures: DashboardFigures): DashboardCut {
  return { rows: severalOf(figures), columns: 'weekday', measure: 'TRUE_FULFILMENT_PERCENTAGE' };
}

/** Finds dashboards, and lays them out again, so that each of their cells can be explained. */
export const dashboardExplainer = {
  /** The dashboard on a sheet; `undefined` for any other sheet. */
  find: (properties: Properties, sheetId: number) => {
    const record = parseDashboards(properties[PROPERTY.dashboards]).find((one) => one.sheetId === sheetId);
    if (record === undefined) return undefined;
    const { reportId, template } = record;
    const [from, to, today] = record.days;
    return {
      reportId,
      title: TITLES[template],
      columns: BLOCK_COLUMNS,
      range: { from, to },
      today,
      coming: template === 'unfilled_list' ? daysToCome(today) : undefined,
      make: (source: DashboardSource, coming: Pick<DashboardSource['report'], 'rows'> | undefined) =>
        planDashboard(record, coming === undefined ? source : withDaysToCome(source, coming)),
    };
  },
};
