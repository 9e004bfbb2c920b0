import { AlertInspector } from '../alerts/alert-inspector';
import { AlertList } from '../alerts/alert-list';
import type { Surface } from '../budget';
import { DashboardBuilder } from '../dashboards/dashboard-builder';
import { DashboardFollower } from '../dashboards/dashboard-follower';
import { dashboardMeanings } from '../dashboards/dashboard-meanings';
import type { DashboardMeanings } from '../explanations/dashboard-meanings';
import type { Selection } from '../explanations/selected-cell';
import { dashboardLooks } from '../platform/dashboard-sheet';
import { makeUuid } from '../platform/identifiers';
import { selection } from '../platform/selection';
import { sheetWriter } from '../platform/sheet-writer';
import { snapshotSheet } from '../platform/snapshot-sheet';
import { systemClock } from '../platform/system-clock';
import { targetsFurnishing } from '../platform/targets-furnishing';
import { timeDrivenTriggers } from '../platform/time-driven-triggers';
import { Connector } from '../reports/connection/connector';
import type { ReportSheets } from '../reports/ports';
import { ReportList } from '../reports/refreshing/report-list';
import { ReportRefresher } from '../reports/refreshing/report-refresher';
import { Scheduler } from '../reports/schedule/scheduler';
import { setTargets } from '../reports/targets/set-targets';
import { directWriteCells } from './build-constants';
import { composeReading, type Reading } from './reading';

/** What reads, and what writes to sheets, settings and triggers. */
export interface Writing extends Reading {
  readonly connector: Connector;
  readonly reportList: ReportList;
  readonly refresher: ReportRefresher;
  readonly scheduler: Scheduler;
  readonly dashboards: DashboardBuilder;
  readonly alertList: AlertList;
  readonly sheets: ReportSheets;
  readonly selection: Selection;
  readonly dashboardMeanings: DashboardMeanings;
  /** Makes the targets sheet. @returns A sentence for the person. */
  setTargets(): string;
}

/** Builds what the sidebar, the menu and the schedule need. Makes no service call that is counted. */
export function composeWriting(
  surface: Exclude<Surface, 'cell'>,
  inspector = new AlertInspector(systemClock),
): Writing {
  const reading = composeReading(surface);
  const { stores, calendar, lock, clock } = reading;
  const { document } = stores;
  const { packer } = reading;
  const dashboards = { document, stores, lock, calendar, packer, sheets: sheetWriter, looks: dashboardLooks };
  return {
    ...reading,
    connector: new Connector({ ...reading, triggers: timeDrivenTriggers }),
    reportList: new ReportList({ document, lock, sheets: sheetWriter, calendar, clock, makeId: makeUuid }),
    refresher: new ReportRefresher({
      ...reading,
      sheets: sheetWriter,
      snapshots: snapshotSheet,
      makeId: makeUuid,
      directWriteCells,
      inspectors: [inspector],
      followers: [new DashboardFollower(dashboards)],
    }),
    dashboards: new DashboardBuilder({
      ...dashboards,
      fetcherFor: reading.fetcherFor,
    }),
    alertList: new AlertList({ document, lock, clock, makeId: makeUuid }),
    sheets: sheetWriter,
    selection,
    dashboardMeanings,
    setTargets: () => setTargets({ document, sheets: sheetWriter, packer, furnishing: targetsFurnishing }),
    scheduler: new Scheduler({ document, lock, triggers: timeDrivenTriggers, calendar, clock }),
  };
}
