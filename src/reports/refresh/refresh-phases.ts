import { type Budget, secondsOfRun } from '../../budget';
import { type CalendarDate, type DateRange, overlap, type WeekStart } from '../../calendar/calendar-date';
import type { ReportChoices } from '../../contract/reports';
import type { Connection, Region } from '../../employer-api/connection';
import type { Clock, MakeId } from '../../employer-api/ports';
import type { KeptDefinitions } from '../../figures/definitions';
import { STAGED_COPY_MILLIS } from '../../limits';
import type { KeptReport } from '../fetching/kept-rows';
import type { Digest, DocumentLock, FetchServices, Properties, SnapshotStore, TextPacker } from '../ports';
import type { RefreshStart } from '../saved/activity-log';
import { type DocumentState, type Lease, PROPERTY } from '../saved/document-state';
import type { SeenNames } from '../saved/learned';
import type { QuestionTable } from '../saved/report-question';
import type { Audience, ConnectionStores, RowOwner } from '../saved/saved-connection';
import {
  type FailedCheck,
  type RefreshCursor,
  reportRange,
  type SavedReport,
  type WrittenTables,
} from '../saved/saved-report';
import type { SnapshotKept } from '../sheet/snapshots';
import type { PreparedStatusSheet, StatusServices, StatusSheetPlace } from '../status/status-sheet';
import type { StagingOptions } from '../writing/table-update';
import type { PreparedTable, TableDraft } from '../writing/table-writer';
import type { ShiftTable } from './loss-guard';

/** What a refresh needs. */
export interface RefreshServices extends StatusServices, StatusSheetPlace {
  readonly stores: ConnectionStores;
  readonly fetchingFor: (audience: Audience) => FetchServices;
  readonly lock: DocumentLock;
  readonly snapshots: SnapshotStore;
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

/** A refresh with the lease and its first requests claimed, and the state at its start, to compare before the write. */
export interface ClaimedRefresh {
  readonly saved: SavedReport;
  /** The stored state at the start; tables do not change while the lease holds. */
  readonly state: DocumentState;
  readonly properties: Properties;
  /** A hash of the question and the connection. */
  readonly questionHash: string;
  readonly fingerprint: string;
  /** Whose rows it fetches, as far as the connection says. */
  readonly owner: RowOwner;
  /** The connection's region: it decides the spelling and the first day of weeks. */
  readonly region: Region;
  /** The days to fetch. */
  readonly range: DateRange;
  /** The last days of the range, if a table of these alone may be written. */
  readonly requiredRange?: DateRange | undefined;
  readonly weekStart: WeekStart;
  readonly keptDefinitions: KeptDefinitions | undefined;
  /** The names that refreshes have seen, unpacked on demand. */
  seenNames(): SeenNames | undefined;
  /** The spreadsheet's time zone, read when it began. */
  readonly zone: string;
  /** The day on which it began; it stays the same past midnight. */
  readonly today: number;
  readonly connection: Connection;
  readonly audience: Audience;
  /** Whether it goes on from no earlier run, so that no row that is kept is new enough. */
  readonly isNew: boolean;
  readonly cursor: RefreshCursor;
  readonly lease: Lease;
  readonly start: RefreshStart;
  readonly confirmed: boolean;
}

/** Days that are left for later while the newest days are written. */
interface DeferredDays {
  /** The cursor to continue with; null if they wait for the next month. */
  readonly cursor: RefreshCursor | null;
  /** For the message of the run. */
  readonly sentence: string;
}

/** The first phase: the rows are here. `range` is now the days to write, `owner` as the response says. */
export interface FetchedRefresh extends ClaimedRefresh {
  /** The rows of the days to write. */
  readonly report: KeptReport;
  readonly deferredDays?: DeferredDays;
}

/** A table about to be written. */
export interface NewTable {
  readonly table: QuestionTable;
  readonly hash: string;
  /** Whether the sheet should already show exactly this, and no person asked for the refresh. */
  readonly isShown: boolean;
  /** The shifts of the table. */
  readonly shifts: ShiftTable;
  /** What the next table is compared with. */
  readonly written: WrittenTables;
  /** A sentence on columns without values; empty if there are none. */
  readonly blank: string;
  /** Findings for a person to look into. */
  readonly checks: readonly FailedCheck[];
}

/** The second phase: the new table may replace the old one. */
export interface JudgedRefresh extends FetchedRefresh {
  readonly made: NewTable;
  /** What to write of it. */
  readonly draft: TableDraft;
  /** Whether the sheet was found not to show the expected rows: then they are written again. */
  readonly sheetDiffers: boolean;
}

/** The third phase: everything is read, kept for Undo and checked, so that only the write is left. */
export interface PreparedRefresh extends JudgedRefresh {
  readonly prepared: PreparedTable;
  /** The snapshots of the report after the write; `undefined` if none was made. */
  readonly snapshots: SnapshotKept | undefined;
  /** The prepared status sheet. */
  readonly room: PreparedStatusSheet;
  /** The days of rows that stay, outside the fetched days. */
  readonly stayed: DateRange | undefined;
  /** Whether kept rows are gone from the sheet. */
  readonly isGone: boolean;
  /** The property `targets`, where it changes. */
  readonly targets?: string | undefined;
}

/** The last phase: the table is written and recorded. */
export interface CommittedRefresh {
  readonly state: DocumentState;
  /** The input of followers. */
  readonly followed: FollowedRefresh;
}

/** A hash of a report's question and the connection: it changes with either. */
export function hashQuestion(saved: SavedReport, fingerprint: string, digest: Digest): string {
  const { report, period, from, to, venue, area, role, groupBy } = saved;
  const { columns, readableHeadings, noteColumns, mode, sheet } = saved;
  const asked = { report, period, from, to, venue, area, role, groupBy };
  const choices: Readonly<Record<Exclude<keyof ReportChoices, 'every'>, unknown>> = {
    ...asked,
    ...{ columns, readableHeadings, noteColumns, mode, sheet },
  };
  return digest(JSON.stringify([...Object.values(choices), fingerprint]));
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

/** A refreshed report, with what is needed to compute figures from its rows. */
export interface FollowedRefresh {
  readonly saved: SavedReport;
  /** All rows of the range, before the report's own filters. */
  readonly report: KeptReport;
  readonly range: DateRange;
  readonly zone: string;
  readonly today: CalendarDate;
  /** Of the connection of the rows. */
  readonly region: Region;
  readonly weekStart: WeekStart;
  readonly keptDefinitions: KeptDefinitions | undefined;
  /** The names that refreshes have seen, unpacked on demand. */
  seenNames(): SeenNames | undefined;
  /** Of the connection of the rows. */
  readonly fingerprint: string;
  /** Whether the rows are sample rows. */
  readonly isSample: boolean;
  readonly by: Lease['by'];
  /** The document properties as last read, including those of this refresh. */
  readonly properties: Properties;
}

/** The findings of an inspector. */
export interface Inspection {
  /** Document properties to write with those of the refresh. */
  readonly changes: Properties;
  /** Sentences for the message of the run. */
  readonly sentences: readonly string[];
}

/** Inspects the rows of every refresh just before its properties are stored. Makes no service call. */
export interface RefreshInspector {
  /** Never throws. */
  inspect(refresh: FollowedRefresh): Inspection;
}

/** Acts on a written table, after the refresh itself has succeeded. */
export interface RefreshFollower {
  /**
   * Never throws. Makes no service call if there is nothing to do for this report.
   *
   * @param state The document's state after the refresh.
   * @returns Sentences for the person: what failed, and what to do.
   */
  follow(refresh: FollowedRefresh, state: DocumentState): readonly string[];

  /**
   * Says what is not undone with a table: its rows were not fetched, so no follower acts on them. Makes no service call
   * and never throws.
   *
   * @param properties The document properties as last read.
   */
  afterUndo(reportId: string, properties: Properties): readonly string[];
}

/** The days of the report's period. A table that keeps history fetches more; at midnight the period may move. */
export function shownRange({
  saved,
  range,
  today,
  weekStart,
}: Pick<FollowedRefresh, 'saved' | 'range' | 'today' | 'weekStart'>): DateRange {
  if (saved.mode !== 'history') return range;
  return overlap(reportRange(saved, today, weekStart), range) ?? range;
}
