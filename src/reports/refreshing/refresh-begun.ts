import { type Budget, secondsOfRun } from '../../budget';
import { formatIsoDate } from '../../calendar/calendar-date';
import type { DateRange } from '../../calendar/date-range';
import type { WeekStart } from '../../calendar/period-unit';
import type { Region } from '../../employer-api/connection';
import { ReportError } from '../../employer-api/errors';
import type { Clock, MakeId } from '../../employer-api/ports';
import type { KeptBases } from '../../figures/kept-basis';
import { MOST_STALLS, STAGED_COPY_MILLIS } from '../../limits';
import type { FetchServices } from '../fetching/fetch-services';
import type { RefreshDays } from '../fetching/refresh-days';
import type { KeptReport } from '../fetching/report-cache';
import type {
  Digest,
  DocumentLock,
  Properties,
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
import { newestRunner } from '../saved/schedule-record';
import type { SeenNames } from '../saved/seen-names';
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
  /** The largest table that is written directly, in cells. */
  readonly directWriteCells: number;
  readonly inspectors: readonly RefreshInspector[];
  readonly followers: readonly RefreshFollower[];
}

/** A refresh that has claimed its first requests, with the state at its start, to compare before the write. */
export interface BegunRefresh {
  readonly saved: SavedReport;
  /** The stored state at the start; tables do not change while the lease holds. */
  readonly state: DocumentState;
  readonly properties: Properties;
  /** A hash of the question and the connection. */
  readonly chosen: string;
  readonly fingerprint: string;
  /** Whose rows it fetches. */
  owner: RowOwner;
  /** The connection's region: it decides the spelling and the first day of weeks. */
  readonly region: Region;
  /** The days to fetch, later the days to write. */
  range: DateRange;
  /** The last days of the range, if a table of these alone may be written. */
  readonly enough?: DateRange | undefined;
  /** Set for such a table: the cursor for the other days, null if they wait for the next month; and a sentence. */
  rest?: { readonly cursor: RefreshCursor | null; readonly sentence: string };
  readonly weekStart: WeekStart;
  readonly bases: KeptBases | undefined;
  /** The names that refreshes have seen, unpacked on demand. */
  seenNames(): SeenNames | undefined;
  /** The remembered time zone, until it is read. */
  zone: string;
  /** The day on which it began; it stays the same past midnight. */
  readonly today: number;
  readonly days: RefreshDays;
  readonly cursor: RefreshCursor;
  readonly lease: Lease;
  readonly start: RefreshStart;
  readonly confirmed: boolean;
  /** Set after fetching: the cursor for the next run; null if all days are there. */
  left?: RefreshCursor | null;
  /** Set if the sheet does not show the expected rows: then they are written. */
  isTouched?: boolean;
  /** Set if the new table needs confirmation: the cursor to continue with. */
  held?: RefreshCursor;
  /** The ID of the staging sheet. */
  stagedId?: number;
  /** Set if the write was refused: the record of the old table. */
  restored?: TableRecord | undefined;
}

/** A refresh that writes only the newest days, with the cursor for the others. */
export function withNewest(
  begun: BegunRefresh,
  { range }: KeptReport,
  cursor: RefreshCursor,
  cause: ReportError | undefined,
): BegunRefresh {
  const isOver = cursor.stalls >= MOST_STALLS || cause?.code === 'request_refused';
  const days = `Days before ${formatIsoDate(range.from)}`;
  const why = (cause ?? tooSlow(begun, cursor)).message;
  const sentence = isOver
    ? `${days} are read again next month, now they could not be. ${why}`
    : `${days} are still to be read again: ${needsHours(begun) ? 'press “Save schedule” to go on every hour' : 'the next refresh goes on with them'}.`;
  return { ...begun, range, rest: { cursor: isOver ? null : cursor, sentence } };
}

/** True if scheduled runs are so rare that the cache is empty by the next one. */
export function needsHours({ state: { schedule } }: Pick<BegunRefresh, 'state'>): boolean {
  return (schedule.every === 'day' || schedule.every === 'week') && !newestRunner(schedule)?.hourly;
}

/** The failure of a refresh without progress: the time of a run, or the lifetime of the cache, is too short. */
export function tooSlow(begun: Pick<BegunRefresh, 'state'>, { progress }: RefreshCursor): ReportError {
  const remedy = needsHours(begun)
    ? 'Press “Save schedule” to have it go on every hour, or choose fewer days'
    : 'Choose fewer days';
  return new ReportError('too_many_requests', {
    sentence: `${remedy}: the service answers too slowly for so many (${progress})`,
  });
}

/** A hash of a report's question and the connection: it changes with either. */
export function chosenFor(saved: SavedReport, fingerprint: string, digest: Digest): string {
  const { report, period, from, to, venue, area, role, groupBy, columns, mode, sheet } = saved;
  const choices = [report, period, from, to, venue, area, role, groupBy, columns, mode, sheet];
  return digest(JSON.stringify([...choices, fingerprint]));
}

/** How a run with a lease stages the rows of a report. @param onMade Called once the staging sheet is logged. */
export function stagingFor(
  { directWriteCells, clock, budget, stores }: RefreshServices,
  lease: Lease,
  reportId: string,
  onMade: (sheetId: number) => void = () => undefined,
): StagingOptions {
  return {
    directWriteCells,
    runId: lease.id,
    atKeyboard: lease.by !== 'schedule',
    clock,
    deadline: budget.deadline - secondsOfRun(budget.surface) * 1000 + STAGED_COPY_MILLIS,
    log: (sheetId) => {
      stores.document.write({ [PROPERTY.staging(reportId)]: String(sheetId) });
      onMade(sheetId);
    },
  };
}
