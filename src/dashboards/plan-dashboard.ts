import { type DashboardCut, type TemplateName, TITLES } from '../contract/reports';
import { usualCut } from './dashboard-cut';
import { DashboardFigures } from './dashboard-figures';
import type { DashboardPlan } from './dashboard-plan';
import type { DashboardSource } from './dashboard-source';
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
