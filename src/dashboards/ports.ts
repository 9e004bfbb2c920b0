import type { DashboardLook } from './dashboard-plan';

/** Sets up what a dashboard has besides cells. */
export interface DashboardLooks {
  /**
   * Gives a sheet its formats, conditional formats and charts. Rules and charts that are there stay; one of ours that an
   * interrupted run has left is taken over, so that nothing comes twice. Fewer than 30 service calls.
   *
   * @param sheetId A sheet with as many columns as a new one: charts stand beside the cells.
   * @throws {ReportError} `sheet_blocked`, `platform_unavailable`
   */
  dress(sheetId: number, look: DashboardLook): void;
}
