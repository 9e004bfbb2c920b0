import type { DateRange } from '../../calendar/date-range';
import type { WeekStart } from '../../calendar/period-words';
import type { Budget } from '../../employer-api/budget';
import type { Clock, MakeId } from '../../employer-api/ports';
import type { KeptBases } from '../../figures/kept-basis';
import type { FetchServices } from '../fetching/fetch-services';
import type { RefreshDays } from '../fetching/refresh-days';
import type {
  Digest,
  DocumentLock,
  ReportSheets,
  SnapshotStore,
  SpreadsheetCalendar,
  TextPacker,
} from '../ports';
import type { RefreshStart } from '../saved/activity-log';
import { type DocumentState, type Lease, PROPERTY } from '../saved/document-state';
import type { RowOwner } from '../saved/row-owner';
import type { Audience, ConnectionStores } from '../saved/saved-connection';
import type { RefreshCursor, SavedReport } from '../saved/saved-report';
import type { StagingOptions } from '../writing/staging';
import type { TableRecord } from '../writing/table-heading';
import type { RefreshFollower, RefreshInspector } from './refresh-followers';

/** What a refresh needs. */
export interface RefreshServices {
  readonly stores: ConnectionStores;
  readonly fetchingFor: (audience: Audience) => FetchServices;
  readonly lock: DocumentLock;
  readonly sheets: ReportSheets;
  readonly snapshots: SnapshotStore;
  readonly calendar: SpreadsheetCalendar;
  readonly clock: Clock;
  readonly makeId: MakeId;
  readonly budget: Budget;
  readonly digest: Digest;
  readonly packer: TextPacker;
  /** The largest table, in cells, that is written directly. */
  readonly directWriteCells: number;
  readonly inspectors: readonly RefreshInspector[];
  readonly followers: readonly RefreshFollower[];
}

/** A refresh that has claimed its first requests: what it was begun with, to be compared before the write. */
export interface BegunRefresh {
  readonly saved: SavedReport;
  /** What was stored when it began; of the tables nothing changes while the lease holds. */
  readonly state: DocumentState;
  readonly properties: Readonly<Record<string, string>>;
  /** What the report asks for, and of whom. */
  readonly chosen: string;
  readonly fingerprint: string;
  /** Whose the rows are that it fetches. */
  readonly owner: RowOwner;
  readonly range: DateRange;
  readonly weekStart: WeekStart;
  readonly bases: KeptBases | undefined;
  readonly zone: string;
  /** The day it began on: the same to its end, also past midnight. */
  readonly today: number;
  readonly days: RefreshDays;
  readonly cursor: RefreshCursor;
  readonly lease: Lease;
  readonly start: RefreshStart;
  readonly confirmed: boolean;
  /** Set when the new table is held back: what a person's word will go on with. */
  held?: RefreshCursor;
  /** The sheet in which rows were staged. */
  stagedId?: number;
  /** Set when the write was refused: what is known of the table again. */
  restored?: TableRecord | undefined;
}

/** What a report asks for, and of whom, as a hash: the same as long as nobody changes either. */
export function chosenFor(saved: SavedReport, fingerprint: string, digest: Digest): string {
  const { report, period, from, to, venue, area, role, groupBy, columns, mode, sheet } = saved;
  const choices = [report, period, from, to, venue, area, role, groupBy, columns, mode, sheet];
  return digest(JSON.stringify([...choices, fingerprint]));
}

/** How the rows of a report are staged by the run that has a lease. @param onMade Told of the sheet once it is logged. */
export function stagingFor(
  { directWriteCells, clock, budget, stores }: RefreshServices,
  lease: Lease,
  reportId: string,
  onMade: (sheetId: number) => void = () => undefined,
): StagingOptions {
  return {
    ...{ directWriteCells, runId: lease.id, atKeyboard: lease.by !== 'schedule', clock },
    deadline: budget.deadline,
    log: (sheetId) => {
      stores.document.write({ [PROPERTY.staging(reportId)]: String(sheetId) });
      onMade(sheetId);
    },
  };
}
