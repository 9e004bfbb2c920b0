import { AlertList } from '../alerts/alert';
import { alertInspector } from '../alerts/judge';
import type { Surface } from '../budget';
import { DashboardBuilder, DashboardFollower } from '../dashboards/dashboard-builder';
import { dashboardExplainer } from '../dashboards/plan-dashboard';
import type { DashboardExplainer } from '../explanations/explain-dashboard';
import type { Selection } from '../explanations/selected-cell';
import { dashboardLooks } from '../platform/dashboard-sheet';
import { mailer } from '../platform/mailer';
import { timeDrivenTriggers } from '../platform/script-app';
import { gzip, makeUuid } from '../platform/script-services';
import { sheetWriter, targetsSheetSetup } from '../platform/sheet-writer';
import { allFormulas, renameSheet, selection } from '../platform/spreadsheet';
import { Connector } from '../reports/connection/connector';
import type { ReportSheets } from '../reports/ports';
import { ReportList } from '../reports/refresh/report-list';
import { ReportRefresher } from '../reports/refresh/report-refresher';
import { Scheduler } from '../reports/schedule/schedule';
import { setTargets } from '../reports/targets/targets-sheet';
import { SummaryTrial } from '../summaries/send';
import { SummaryList } from '../summaries/summaries';
import { directWriteCells, installation, policy } from './build-constants';
import { edition } from './edition';
import { composeReading, type Reading } from './reading';

/** What reads, and what writes to sheets, settings and triggers. */
export interface Writing extends Reading {
  readonly connector: Connector;
  readonly reportList: ReportList;
  readonly refresher: ReportRefresher;
  readonly scheduler: Scheduler;
  readonly dashboards: DashboardBuilder;
  readonly alertList: AlertList;
  readonly summaryList: SummaryList;
  readonly summaryTrial: SummaryTrial;
  readonly sheets: ReportSheets;
  readonly selection: Selection;
  /** See `renameSheet` and `allFormulas` of the platform. */
  readonly wholeSpreadsheet: {
    readonly renameSheet: typeof renameSheet;
    readonly allFormulas: typeof allFormulas;
  };
  readonly dashboardExplainer: DashboardExplainer;
  /** Makes the targets sheet. @returns A sentence for the person. */
  setTargets(): string;
  /** Does what the edition of the add-on does at the end of a scheduled run. Never throws. */
  endRun(): void;
}

/**
 * Builds what the sidebar, the menu and the schedule need. Makes no service call that is counted.
 */
export function composeWriting(surface: Exclude<Surface, 'cell'>): Writing {
  const reading = composeReading(surface);
  const { stores, calendar, lock, clock } = reading;
  const { document } = stores;
  const { packer } = reading;
  const { mailDomains } = policy;
  const dashboardServices = {
    ...{ document, stores, lock, calendar, packer },
    sheets: sheetWriter,
    looks: dashboardLooks,
  };
  const { inspectors, followers: others, endRun } = edition.partsFor(reading, sheetWriter);
  const dashboards = new DashboardBuilder({
    ...dashboardServices,
    fetchingFor: reading.fetchingFor,
    budget: reading.budget,
  });
  return {
    ...reading,
    connector: new Connector({ ...reading, triggers: timeDrivenTriggers }),
    reportList: new ReportList({ document, lock, sheets: sheetWriter, calendar, clock, makeId: makeUuid }),
    refresher: new ReportRefresher({
      ...reading,
      sheets: sheetWriter,
      makeId: makeUuid,
      directWriteCells,
      installation,
      inspectors: [alertInspector, ...inspectors],
      followers: [new DashboardFollower(dashboardServices), ...others],
    }),
    dashboards,
    alertList: new AlertList({ document, lock, clock, calendar, makeId: makeUuid, mailDomains }),
    summaryList: new SummaryList({
      document,
      lock,
      clock,
      calendar,
      makeId: makeUuid,
      mailDomains,
      chatOrigin: policy.chatOrigin,
    }),
    summaryTrial: new SummaryTrial({
      document,
      mailer,
      calendar,
      gzip,
      sourceOf: (reportId) => dashboards.source(reportId),
      mailDomains,
    }),
    sheets: sheetWriter,
    selection,
    wholeSpreadsheet: { renameSheet, allFormulas },
    dashboardExplainer,
    endRun,
    setTargets: () => setTargets({ document, sheets: sheetWriter, packer, furnishing: targetsSheetSetup }),
    scheduler: new Scheduler({ document, lock, triggers: timeDrivenTriggers, calendar, clock, mailDomains }),
  };
}
