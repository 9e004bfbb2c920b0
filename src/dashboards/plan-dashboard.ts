import type { DashboardPlan } from './dashboard-plan';
import type { DashboardSource } from './dashboard-source';
import type { TemplateName } from './template-names';
import { planDataQuality } from './templates/data-quality';
import { planNoShowWatch } from './templates/no-show-watch';
import { planOverview } from './templates/overview';
import { planRoleByWeek } from './templates/role-by-week';
import { planUnfilledList } from './templates/unfilled-list';
import { planVenueLeague } from './templates/venue-league';

const PLANS: Readonly<Record<TemplateName, (source: DashboardSource) => DashboardPlan>> = {
  overview: planOverview,
  venue_league: planVenueLeague,
  role_by_week: planRoleByWeek,
  no_show_watch: planNoShowWatch,
  unfilled_list: planUnfilledList,
  data_quality: planDataQuality,
};

/** Lays out a dashboard. Look and anchors of a template are the same for all rows. */
export function planDashboard(template: TemplateName, source: DashboardSource): DashboardPlan {
  return PLANS[template](source);
}
