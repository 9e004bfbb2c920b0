import type { Surface } from '../employer-api/budget';
import { makeUuid } from '../platform/identifiers';
import { sheetWriter } from '../platform/sheet-writer';
import { snapshotSheet } from '../platform/snapshot-sheet';
import { timeDrivenTriggers } from '../platform/time-driven-triggers';
import { Connector } from '../reports/connector';
import { ReportList } from '../reports/report-list';
import { ReportRefresher } from '../reports/report-refresher';
import { Scheduler } from '../reports/scheduler';
import { StatusBoard } from '../reports/status-board';
import { directWriteCells } from './build-constants';
import { composeReading, type Reading } from './reading';

/** What reads, and what writes to sheets, settings and triggers. */
export interface Writing extends Reading {
  readonly connector: Connector;
  readonly reportList: ReportList;
  readonly refresher: ReportRefresher;
  readonly scheduler: Scheduler;
  readonly board: StatusBoard;
}

/** Builds what the sidebar, the menu and the schedule need. Makes no service call that is counted. */
export function composeWriting(surface: Exclude<Surface, 'cell'>): Writing {
  const reading = composeReading(surface);
  const { stores, calendar, lock, clock } = reading;
  const { document } = stores;
  return {
    ...reading,
    connector: new Connector({ ...reading, triggers: timeDrivenTriggers }),
    reportList: new ReportList({ document, lock, calendar, clock, makeId: makeUuid }),
    refresher: new ReportRefresher({
      ...reading,
      ...{ sheets: sheetWriter, snapshots: snapshotSheet, makeId: makeUuid, directWriteCells },
    }),
    board: new StatusBoard(sheetWriter, calendar),
    scheduler: new Scheduler({ document, lock, triggers: timeDrivenTriggers, calendar, clock }),
  };
}
