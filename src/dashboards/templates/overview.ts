import { DashboardFigures } from '../dashboard-figures';
import { DashboardGrid } from '../dashboard-grid';
import { FIRST_ROW, putHeading } from '../dashboard-heading';
import type { DashboardPlan } from '../dashboard-plan';
import type { DashboardSource } from '../dashboard-source';
import { putKeyFigures } from './overview-key-figures';
import { putTrend } from './overview-trend';
import { putHeatMap, putWorstVenues } from './overview-venues';

/** Where the parts stand: each has room for all that it may show, so that nothing moves. */
const [TREND_ROW, WORST_ROW, HEAT_MAP_ROW, COUNTS_ROW] = [18, 49, 57, 75];

/** One page for a director: key figures, the trend of 13 weeks, the worst venues, and where and when people are missing. */
export function planOverview(source: DashboardSource): DashboardPlan {
  const figures = new DashboardFigures(source);
  const grid = new DashboardGrid(source.region, {
    columns: 10,
    firstWidth: 260,
    otherWidth: 120,
    frozenRows: 0,
  });
  putHeading(grid, 'overview', source, figures);
  putKeyFigures(grid, FIRST_ROW, figures);
  putTrend(grid, TREND_ROW, figures);
  putWorstVenues(grid, WORST_ROW, figures);
  putHeatMap(grid, { shares: HEAT_MAP_ROW, counts: COUNTS_ROW }, figures, source);
  return grid.plan();
}
