import { formatIsoDate } from '../../calendar/calendar-date';
import type { DateRange } from '../../calendar/date-range';
import type { WeekStart } from '../../calendar/period-unit';
import { type Budget, secondsOfRun } from '../../employer-api/budget';
import type { Region } from '../../employer-api/connection';
import { ReportError } from '../../employer-api/errors';
import type { Clock, MakeId } from '../../employer-api/ports';
import type { KeptBases } from '../../figures/kept-basis';
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
import { MOST_STALLS, type RefreshCursor, type SavedReport } from '../saved/saved-report';
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
  readonly properties: Properties;
  /** What the report asks for, and of whom. */
  readonly chosen: string;
  readonly fingerprint: string;
  /** Whose the rows are that it fetches. */
  owner: RowOwner;
  /** Of the connection, whosever it is: it decides on the spelling, and on the day that weeks begin on. */
  readonly region: Region;
  /** The days that are fetched, or of them those that are written. */
  range: DateRange;
  /** The last days of the range, where a table of these alone may be written. */
  readonly enough?: DateRange | undefined;
  /** Set for such a table: what the other days go on with, null where they wait for another month; and a sentence. */
  rest?: { readonly cursor: RefreshCursor | null; readonly sentence: string };
  readonly weekStart: WeekStart;
  readonly bases: KeptBases | undefined;
  /** The names that refreshes have seen; they are unpacked when asked for. */
  seenNames(): SeenNames | undefined;
  /** As it was remembered, until someone looks. */
  zone: string;
  /** The day it began on: the same to its end, also past midnight. */
  readonly today: number;
  readonly days: RefreshDays;
  readonly cursor: RefreshCursor;
  readonly lease: Lease;
  readonly start: RefreshStart;
  readonly confirmed: boolean;
  /** Set when it fetched what it could: what the next run goes on with; null where all is there. */
  left?: RefreshCursor | null;
  /** Set when rows that should stand on the sheet were found not to: then they are written. */
  isTouched?: boolean;
  /** Set when the new table is held back: what a person's word will go on with. */
  held?: RefreshCursor;
  /** The sheet in which rows were staged. */
  stagedId?: number;
  /** Set when the write was refused: what is known of the table again. */
  restored?: TableRecord | undefined;
}

/** A refresh that writes a table of the newest days, and what becomes of the others. */
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

/** Whether the schedule's trigger comes so rarely that nothing is left in the cache to go on with. */
export function needsHours({ state: { schedule } }: Pick<BegunRefresh, 'state'>): boolean {
  return (schedule.every === 'day' || schedule.every === 'week') && !newestRunner(schedule)?.hourly;
}

/** Why a refresh does not get on that nothing failed for: the time of a run, or the life of the cache, is too short. */
export function tooSlow(begun: Pick<BegunRefresh, 'state'>, { progress }: RefreshCursor): ReportError {
  const remedy = needsHours(begun)
    ? 'Press “Save schedule” to have it go on every hour, or choose fewer days'
    : 'Choose fewer days';
  return new ReportError('too_many_requests', {
    sentence: `${remedy}: the service answers too slowly for so many (${progress})`,
  });
}

/** What a report asks for, and of whom, as a hash: the same as long as nobody changes either. */
export function chosenFor(saved: SavedReport, fingerprint: string, digest: Digest): string {
  const { report, period, from, to, venue, area, role, groupBy, columns, mode, sheet } = saved;
  const choices = [report, period, from, to, venue, area, role, groupBy, columns, mode, sheet];
  return digest(JSON.stringify([...choices, fingerprint]));
}

/** Google ends a run after 6 minutes, whatever it fetched: so long after its start the copy of staged rows must begin. */
const STAGED_AFTER_MILLIS = 330_000;

/** How the rows of a report are staged by the run that has a lease. @param onMade Told of the sheet once it is logged. */
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
    deadline: budget.deadline - secondsOfRun(budget.surface) * 1000 + STAGED_AFTER_MILLIS,
    log: (sheetId) => {
      stores.document.write({ [PROPERTY.staging(reportId)]: String(sheetId) });
      onMade(sheetId);
    },
  };
}
