import type { DateRange } from '../../calendar/calendar-date';
import type { KeptMonths, NotesFile } from '../../contract/sidebar';
import { type FailureCode, isReportError, ReportError, toReportError } from '../../employer-api/errors';
import { SHIFT_FULFILMENT_REPORT } from '../../employer-api/shift-report';
import { shownCount, shownNumber } from '../../employer-api/text';
import { MOST_STALLS } from '../../limits';
import { type FetchedDays as DaysFound, fetchDays, totalDays } from '../fetching/fetch-days';
import type { KeptReport } from '../fetching/kept-rows';
import {
  type DocumentState,
  findReport,
  type Lease,
  PROPERTY,
  readDocumentState,
} from '../saved/document-state';
import { findConnection, ownerAnswered } from '../saved/saved-connection';
import type { RefreshCursor, ReportRun, SavedReport } from '../saved/saved-report';
import {
  prepareStatusSheet,
  statusProperty,
  withStatusSheet,
  writeStatusSheet,
} from '../status/status-sheet';
import { readTargetsSheet } from '../targets/targets-sheet';
import { recordAfterRefusal } from '../writing/table-update';
import { deleteNotes, exportNotes, keepNotes } from './all-notes';
import { type RefreshRun, RefreshStarter } from './begin-refresh';
import { judgeRefresh } from './judge-refresh';
import { KeptTables } from './kept-tables';
import { RefreshLease } from './refresh-lease';
import type {
  ClaimedRefresh,
  CommittedRefresh,
  FetchedRefresh,
  FollowedRefresh,
  JudgedRefresh,
  PreparedRefresh,
  RefreshServices,
} from './refresh-phases';
import { cursorAfter, cursorToConfirm, type ReachedRefresh, RefreshFailures } from './refresh-records';
import { RefreshWriter } from './refresh-writer';

/** The result of a refresh. */
interface RefreshedReport {
  /** The document's state after it. */
  readonly state: DocumentState;
  /** The progress in words, if it continues in the next run; `undefined` if the table is written. */
  readonly progress: string | undefined;
  /** Sentences of followers for the person. */
  readonly sentences: readonly string[];
}

/** The days that came: not all yet, or all. */
interface UnfinishedDays {
  readonly kind: 'unfinished';
  /** The cursor for the next run. */
  readonly left: RefreshCursor;
  /** The failure that stopped it; `undefined` if the time was up. */
  readonly cause: ReportError | undefined;
}
type FetchedDays =
  | UnfinishedDays
  | { readonly kind: 'fetched'; readonly refresh: FetchedRefresh; readonly left: RefreshCursor | null };

/** Notes how far a refresh came, for the record of a failure. */
type Reach = (further: Partial<ReachedRefresh>) => void;

/**
 * Refreshes saved reports into their sheets, in phases with a result each: claimed, fetched, judged, prepared, committed.
 *
 * Everything is fetched and checked before a sheet is changed. The lock is held to begin and to write, never while a
 * report is requested or a sheet is read (a missing token is requested under it); in between, a lease keeps other
 * refreshes away.
 */
export class ReportRefresher {
  private readonly lease: RefreshLease;
  private readonly failures: RefreshFailures;
  private readonly starter: RefreshStarter;
  private readonly tables: KeptTables;
  private readonly writer: RefreshWriter;

  constructor(private readonly services: RefreshServices) {
    const lease = new RefreshLease(services);
    this.lease = lease;
    this.failures = new RefreshFailures(services, lease);
    this.starter = new RefreshStarter(services, lease, this.failures);
    this.tables = new KeptTables(services, lease);
    this.writer = new RefreshWriter(services, this.tables, lease);
  }

  /** A run over several reports, with one entry in the activity log. */
  newRun(): RefreshRun {
    return { id: this.services.makeId() };
  }

  /**
   * Refreshes one report. If the time of this run is too short, the next run continues.
   *
   * @param confirmed Whether a person has confirmed the new table.
   * @throws {ReportError} With the old table unchanged and the failure recorded with the report and on the status
   *   sheet; `held_back` if the new table needs confirmation; `changed_meanwhile` if someone changed the report, its
   *   table or the connection; `busy`, with nothing changed, if another refresh runs or the time is up.
   */
  refresh(reportId: string, by: Lease['by'], confirmed = false, run = this.newRun()): RefreshedReport {
    const claimed = this.starter.begin({ reportId, by, run, confirmed });
    let reached: ReachedRefresh = claimed;
    const reach: Reach = (further) => {
      reached = { ...reached, ...further };
    };
    try {
      const fetched = this.fetch(claimed);
      reach({ left: fetched.left });
      if (fetched.kind === 'unfinished') return this.pause(claimed, fetched);
      reach({ range: fetched.refresh.range });
      const ready = this.prepare(fetched.refresh, reach);
      const { state, followed } = this.commit(ready, reach);
      return { state, progress: undefined, sentences: this.follow(followed, state) };
    } catch (error) {
      this.failures.note(claimed, toReportError(error), reached);
      throw error;
    }
  }

  /**
   * Makes formulas recalculate without a refresh: rewrites the stamp that they name.
   *
   * @throws {ReportError} `settings_missing`; `busy`.
   */
  stamp(by: Lease['by']): DocumentState {
    const { stores, sheets, calendar, clock } = this.services;
    const properties = stores.document.readAll();
    const before = readDocumentState(properties);
    this.lease.requireFree(before);
    findConnection(properties, stores);
    const zone = calendar.zone();
    const prepared = prepareStatusSheet(this.services, before, by !== 'schedule');
    return this.lease.locked((state, now) => {
      this.lease.requireFree(state);
      findConnection(now, stores);
      const after = withStatusSheet(state, prepared);
      const statusSheet = writeStatusSheet(this.services, after, zone, clock.now());
      sheets.flush();
      stores.document.write({ ...statusProperty(statusSheet), [PROPERTY.zone]: zone });
      return { ...state, statusSheet, zone };
    });
  }

  /**
   * Updates the status sheet after changes without a refresh: removed reports, and when tables become stale. One service
   * call, five more to store another number of lines. Never fails.
   */
  showStatus(state: DocumentState): DocumentState {
    const { statusSheet: known, zone } = state;
    if (known === undefined || zone === undefined) return state;
    const statusSheet = writeStatusSheet(this.services, state, zone);
    if (statusSheet?.rows === known.rows) return state;
    const { sheets, stores } = this.services;
    try {
      // Lines are given up only once they are certainly blank.
      sheets.flush();
      this.lease.locked((now) => {
        // Another run may have stored a newer state of the sheet.
        if (JSON.stringify(now.statusSheet) === JSON.stringify(known))
          stores.document.write(statusProperty(statusSheet));
      });
    } catch {
      // The lines stay part of the status.
    }
    return { ...state, statusSheet };
  }

  /**
   * Puts the previous table back.
   *
   * @returns The document's state after it.
   * @throws {ReportError} `invalid_settings`; `busy`; `changed_meanwhile`
   */
  undo(reportId: string): { readonly state: DocumentState; readonly sentence: string } {
    return this.lease.withLease(reportId, 'sidebar', (leased) => this.tables.undo(leased));
  }

  /** Writes the changes of the last refresh to the sheet of changes. @throws {ReportError} */
  showChanges(reportId: string): { readonly state: DocumentState; readonly sentence: string } {
    return this.lease.withLease(reportId, 'sidebar', (leased) => this.tables.showChanges(leased));
  }

  /** Stores for how long notes are kept. Two service calls. */
  keepNotes(months: KeptMonths): DocumentState {
    keepNotes(this.services, months);
    return readDocumentState(this.services.stores.document.readAll());
  }

  /** All notes of the spreadsheet as a file. @throws {ReportError} `sheet_blocked` */
  exportNotes(): NotesFile {
    const properties = this.services.stores.document.readAll();
    return exportNotes(this.services, readDocumentState(properties), properties);
  }

  /**
   * Deletes all notes.
   *
   * @param expected How many there are in the file that the person has.
   * @throws {ReportError} `changed_meanwhile`, with nothing deleted; `busy`; `sheet_blocked`
   */
  deleteNotes(expected: number): DocumentState {
    const { document } = this.services.stores;
    const properties = document.readAll();
    deleteNotes(this.services, this.lease, readDocumentState(properties), properties, expected);
    return readDocumentState(document.readAll());
  }

  /**
   * Forgets the snapshots of reports, or of all reports if none are named, and the staged rows of killed runs. One
   * property read if there are none. Never fails: cells that cannot be cleared stay in their hidden sheet, where
   * nothing reads them; if the lock cannot be acquired, Undo stays possible.
   */
  forgetTables(reportIds?: readonly string[]): void {
    try {
      this.tables.forget(reportIds);
    } catch {
      // Removing the report or the connection matters more, and is done.
    }
  }

  /**
   * The first phase: the rows, or how far it came.
   *
   * @throws {ReportError} Why no further day came.
   */
  private fetch(claimed: ClaimedRefresh): FetchedDays {
    const { clock, budget, fetchingFor } = this.services;
    const { owner, region, connection, audience, range, cursor, isNew, zone } = claimed;
    // What the run that is continued fetched in its first millisecond counts.
    const since = isNew ? cursor.since : cursor.since - 1;
    const found = fetchDays(fetchingFor(audience), budget, {
      ...{ kind: SHIFT_FULFILMENT_REPORT, connection, ranges: [range], since, isNew },
      zone: () => zone,
    });
    const { why, reports, isTimeUp, hasBrought } = found;
    if (why === undefined) {
      const [report] = reports as [KeptReport];
      const refresh = { ...claimed, owner: ownerAnswered(owner, region, report.employer), report };
      return { kind: 'fetched', refresh, left: null };
    }
    if (!hasBrought || !RETRIED_BY_NEXT_RUN.includes(why.code)) throw why;
    const days = totalDays([range]) - totalDays(found.missing);
    const left = cursorAfter(claimed, clock.now(), days, describeProgress(range, found));
    return { kind: 'unfinished', left, cause: isTimeUp ? undefined : why };
  }

  /** The second and the third phase, both once more if the sheet turns out not to show the expected rows. */
  private prepare(fetched: FetchedRefresh, reach: Reach): PreparedRefresh {
    const onStaged = (stagedId: number) => reach({ stagedId });
    const judged = this.judge(fetched, reach);
    this.writer.requirePlace(judged);
    let ready = this.writer.prepare(judged, onStaged);
    if (ready.made.isShown && !ready.prepared.isShown)
      ready = this.writer.prepare(this.judge(ready, reach, true), onStaged);
    return { ...ready, targets: this.readTargets(ready) };
  }

  /** A sheet that cannot be read keeps no table from being written: the lines of the last refresh stay. */
  private readTargets({ properties, zone }: PreparedRefresh): string | undefined {
    try {
      return readTargetsSheet(this.services, { stored: properties[PROPERTY.targets], zone });
    } catch {
      return undefined;
    }
  }

  /** The second phase. @throws {ReportError} `held_back` if the new table needs confirmation; `sheet_blocked` */
  private judge(fetched: FetchedRefresh, reach: Reach, sheetDiffers = false): JudgedRefresh {
    const update = judgeRefresh(this.services, fetched, sheetDiffers);
    if ('confirmationReason' in update) {
      const { confirmationReason } = update;
      reach({ left: cursorToConfirm(fetched, this.services.clock.now(), confirmationReason) });
      throw new ReportError('held_back', { sentence: confirmationReason });
    }
    reach({ range: update.range });
    return update;
  }

  /** The last phase. */
  private commit(ready: PreparedRefresh, reach: Reach): CommittedRefresh {
    let isRefused = false;
    try {
      return this.writer.commit(ready, () => {
        isRefused = true;
      });
    } catch (error) {
      if (isRefused) reach({ restored: recordAfterRefusal(ready.prepared, ready.saved) });
      throw error;
    }
  }

  private follow(followed: FollowedRefresh, state: DocumentState): readonly string[] {
    return this.services.followers.flatMap((follower) => follower.follow(followed, state));
  }

  /**
   * Leaves the remaining days to the next run: everything fetched is kept, the table is unchanged.
   *
   * @throws {ReportError} If several runs in a row made no progress: the reason.
   */
  private pause(claimed: ClaimedRefresh, { left: cursor, cause }: UnfinishedDays): RefreshedReport {
    const { progress, stalls, days, gaveUpAt } = cursor;
    // On the schedule, a report that failed before keeps failing until it makes progress without a failure.
    const { zone, start } = claimed;
    const hasFailed = start.by === 'schedule' && claimed.saved.lastRun?.outcome === 'failed';
    const isVain = hasFailed && (cause !== undefined || days <= gaveUpAt);
    if (stalls >= MOST_STALLS || isVain) throw cause ?? tooSlow(cursor);
    const message = [`Fetched ${progress} so far. The next refresh continues from there.`, cause?.message];
    return this.lease.locked((state) => {
      if (state.lease?.id !== claimed.lease.id) throw new ReportError('busy');
      const lastRun: ReportRun = {
        outcome: 'unfinished',
        finishedAt: this.services.clock.now(),
        message: message.filter(Boolean).join(' '),
        correlationId: cause?.detail.correlationId ?? '',
      };
      const saved = findReport(state, claimed.saved.id);
      return {
        state: this.failures.record(saved, lastRun, { zone, start, cursor }, state),
        progress,
        sentences: [],
      };
    });
  }
}

/** Failures after which the next run goes on from the days that came. */
const RETRIED_BY_NEXT_RUN: readonly FailureCode[] = [
  'rate_limited',
  'upstream_timeout',
  'unreachable',
  'invalid_response',
];

function describeProgress(range: DateRange, { missing }: DaysFound): string {
  const days = totalDays([range]);
  return `${shownNumber(days - totalDays(missing))} of ${shownCount(days, 'day')}`;
}

/** The most failures in a message. */
const MOST_NAMED_FAILURES = 3;

/** The result of refreshing several reports. */
export interface RefreshAllResult {
  readonly refreshed: number;
  /** One sentence per report that failed. */
  readonly failures: readonly {
    readonly id: string;
    readonly sheet: string;
    readonly error: ReportError;
  }[];
  /** The progress of reports that continue in the next run. */
  readonly unfinished: readonly { readonly sheet: string; readonly progress: string }[];
  /** How many reports were not tried, because another refresh runs or the time was up. */
  readonly left: number;
  /** Whether there was no report, so that only formulas recalculate. */
  readonly isStamped: boolean;
  /** The state after it; `undefined` if nothing was written. */
  readonly state: DocumentState | undefined;
}

/**
 * Refreshes reports one after the other. A report that fails, or that someone changed in the meantime, does not stop
 * the others; another running refresh does, and so does the end of the time. The report tried longest ago comes first,
 * so that every report gets its turn. Without reports, formulas recalculate anyway.
 *
 * @throws {ReportError} Without reports, as `ReportRefresher.stamp`.
 */
export function refreshAll(
  refresher: ReportRefresher,
  reports: readonly SavedReport[],
  by: Lease['by'],
): RefreshAllResult {
  if (reports.length === 0) {
    return {
      refreshed: 0,
      failures: [],
      unfinished: [],
      left: 0,
      isStamped: true,
      state: refresher.stamp(by),
    };
  }
  const failures: RefreshAllResult['failures'][number][] = [];
  const unfinished: { sheet: string; progress: string }[] = [];
  const run = refresher.newRun();
  let refreshed = 0;
  let state: DocumentState | undefined;
  const oldestFirst = [...reports].sort((one, other) => triedAt(one) - triedAt(other));
  for (const report of oldestFirst) {
    try {
      const done = refresher.refresh(report.id, by, false, run);
      state = done.state;
      if (done.progress === undefined) refreshed += 1;
      else unfinished.push({ sheet: report.sheet, progress: done.progress });
    } catch (error) {
      failures.push({ id: report.id, sheet: report.sheet, error: toReportError(error) });
      if (isReportError(error) && error.code === 'busy') break;
    }
  }
  const left = reports.length - refreshed - failures.length - unfinished.length;
  return { refreshed, failures, unfinished, left, isStamped: false, state };
}

function triedAt({ lastRun }: SavedReport): number {
  return lastRun?.finishedAt ?? 0;
}

/** The result in a few sentences, however many reports failed. */
export function describeRefreshAll(result: RefreshAllResult): string {
  const { refreshed, failures, unfinished, left, isStamped } = result;
  if (isStamped) return 'Formulas with SHIFT_STAMP are calculated again. There is no report to refresh.';
  const sentences = refreshed === 0 ? [] : [`${shownCount(refreshed, 'report')} refreshed.`];
  for (const { sheet, error } of failures.slice(0, MOST_NAMED_FAILURES)) {
    sentences.push(`“${sheet}”: ${error.message}`);
  }
  const unnamed = failures.length - MOST_NAMED_FAILURES;
  if (unnamed > 0) sentences.push(`${shownCount(unnamed, 'report')} more failed: see the list of reports.`);
  for (const { sheet, progress } of unfinished.slice(0, MOST_NAMED_FAILURES)) {
    sentences.push(`“${sheet}”: fetched ${progress} so far, refresh again to continue.`);
  }
  if (left > 0) sentences.push(`${shownCount(left, 'report')} left as before: refresh again.`);
  return sentences.join(' ');
}

/** The failure of a refresh without progress: the time of a run, or the lifetime of the cache, is too short. */
function tooSlow({ progress }: RefreshCursor): ReportError {
  return new ReportError('too_many_requests', {
    sentence: `Choose fewer days: the service answers too slowly for so many (${progress})`,
  });
}
