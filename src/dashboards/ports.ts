import type { DashboardLook } from './dashboard-plan';

/** How many columns a new sheet has; charts stand beside the cells of a dashboard. */
export const DASHBOARD_SHEET_COLUMNS = 26;

/** Sets up what a dashboard has besides cells. */
export interface DashboardLooks {
  /**
   * Gives a sheet its formats, conditional formats and charts. Rules and charts that are there stay; one of ours that an
   * interrupted run has left is taken over, so that nothing comes twice. Fewer than 30 service calls.
   *
   * @param sheetId A sheet with at least `DASHBOARD_SHEET_COLUMNS` columns.
   * @returns The IDs of our charts.
   * @throws {ReportError} `sheet_blocked`, `platform_unavailable`
   */
  dress(sheetId: number, look: DashboardLook): readonly number[];
}
