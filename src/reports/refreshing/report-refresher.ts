import { ReportError, toReportError } from '../../employer-api/errors';
import { MOST_STALLS } from '../../limits';
import type { DaysProgress } from '../fetching/days-request';
import type { KeptReport } from '../fetching/report-cache';
import { type DocumentState, type Lease, PROPERTY, readDocumentState } from '../saved/document-state';
import { notePace } from '../saved/pace-record';
import { findConnection } from '../saved/saved-connection';
import type { RefreshCursor, ReportRun } from '../saved/saved-report';
import { shownCount, shownNumber } from '../shown-count';
import { StatusBoard } from '../status/status-board';
import { RefreshBeginner, type RefreshRun, type RunBeginning } from './begin-refresh';
import { KeptTables } from './kept-tables';
import { type BegunRefresh, needsHours, type RefreshServices, tooSlow, withNewest } from './refresh-begun';
import { RefreshFailures } from './refresh-failures';
import type { FollowedRefresh } from './refresh-followers';
import { cursorAfter, findReport, statusProperty } from './refresh-records';
import { RefreshWriter } from './refresh-writer';
import { Turns } from './turns';

/** The result of a refresh. */
export interface RefreshedReport {
  /** The document's state after it. */
  readonly state: DocumentState;
  /** The progress in words, if it continues in the next run; `undefined` if the table is written. */
  readonly progress: string | undefined;
  /** Sentences of followers for the person. */
  readonly told: readonly string[];
}

/**
 * Refreshes saved reports into their sheets.
 *
 * Everything is fetched and checked before a sheet is changed. The lock is held to begin and to write, never during
 * requests or reads of sheets; in between, a lease keeps other refreshes away.
 */
export class ReportRefresher {
  private readonly board: StatusBoard;
  private readonly turns: Turns;
  private readonly failures: RefreshFailures;
  private readonly beginner: RefreshBeginner;
  private readonly tables: KeptTables;
  private readonly writer: RefreshWriter;

  constructor(private readonly services: RefreshServices) {
    const board = new StatusBoard(services.sheets, services.calendar);
    const turns = new Turns(services);
    this.board = board;
    this.turns = turns;
    this.failures = new RefreshFailures(services, board, turns);
    this.beginner = new RefreshBeginner(services, turns, this.failures);
    this.tables = new KeptTables(services, board, turns);
    this.writer = new RefreshWriter(services, board, this.tables, turns);
  }

  /** A run over several reports, with one entry in the activity log. @param beginning What to store at its start. */
  newRun(beginning?: RunBeginning): RefreshRun {
    return { id: this.services.makeId(), beginning };
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
    let begun = this.beginner.begin({ reportId, by, run, confirmed });
    try {
      const fetched = begun.days.fetch({
        locked: (work) => this.turns.locked(work),
        savePace: (pace) => this.services.stores.document.write({ [PROPERTY.pace]: notePace(pace, begun) }),
      });
      let report: KeptReport;
      if (fetched.kind === 'complete') {
        report = fetched.report;
        begun.left = null;
      } else {
        const { progress, cause, newest } = fetched;
        const cursor = cursorAfter(
          begun,
          this.services.clock.now(),
          progress.days,
          describeProgress(progress),
        );
        begun.left = cursor;
        if (newest === undefined) return this.pause(begun, cursor, cause);
        report = newest;
        begun = withNewest(begun, newest, cursor, cause);
      }
      const { state, followed } = this.writer.write(begun, report);
      return { state, progress: undefined, told: this.follow(followed) };
    } catch (error) {
      this.failures.note(begun, toReportError(error));
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
    this.turns.require(before);
    findConnection(properties, stores);
    const zone = calendar.zone();
    const prepared = this.board.prepare(before, by !== 'schedule');
    return this.turns.locked((state, now) => {
      this.turns.require(state);
      findConnection(now, stores);
      // Another run may have made the status sheet, or lines on it, in the meantime.
      const isSame = properties[PROPERTY.statusSheet] === now[PROPERTY.statusSheet];
      if (isSame && prepared?.isLogged === false) stores.document.write(statusProperty(prepared));
      const statusSheet = isSame
        ? this.board.write(state, zone, prepared, clock.now())
        : this.board.show(state, zone, clock.now());
      sheets.flush();
      const noted = statusSheet ? { [PROPERTY.statusSheet]: JSON.stringify(statusSheet) } : {};
      stores.document.write({ ...noted, [PROPERTY.zone]: zone });
      return { ...state, statusSheet, zone };
    });
  }

  /**
   * Updates the status sheet after changes without a refresh: removed reports, and when tables become stale. Rows of
   * removed lines belong to people again. One service call, one more if the grid has changed, five more to store a new
   * grid or fewer lines. Never fails.
   */
  showStatus(state: DocumentState): DocumentState {
    const { statusSheet: known, zone } = state;
    if (known === undefined || zone === undefined) return state;
    const statusSheet = this.board.showAfterLook(state, zone);
    const [before, after] = [JSON.stringify(known), JSON.stringify(statusSheet)];
    if (before === after) return state;
    const { sheets, stores } = this.services;
    try {
      // Lines are given up only once they are certainly blank.
      sheets.flush();
      this.turns.locked((now) => {
        // Another run may have stored a newer state of the sheet.
        if (JSON.stringify(now.statusSheet) !== before) return;
        stores.document.write({ [PROPERTY.statusSheet]: after });
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
    return this.turns.take(reportId, 'sidebar', (turn) => this.tables.undo(turn));
  }

  /** Writes the changes of the last refresh to the sheet of changes. @throws {ReportError} */
  showChanges(reportId: string): { readonly state: DocumentState; readonly sentence: string } {
    return this.turns.take(reportId, 'sidebar', (turn) => this.tables.showChanges(turn));
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

  private follow(followed: FollowedRefresh): readonly string[] {
    return this.services.followers.flatMap((follower) => follower.follow(followed));
  }

  /**
   * Leaves the remaining days to the next run: everything fetched is kept, the table is unchanged.
   *
   * @throws {ReportError} If several runs in a row made no progress: the reason.
   */
  private pause(begun: BegunRefresh, cursor: RefreshCursor, cause: ReportError | undefined): RefreshedReport {
    const { progress, stalls, days, gaveUpAt } = cursor;
    // On the schedule, a report that failed before keeps failing until it makes progress without a failure.
    const hasFailed = begun.start.by === 'schedule' && begun.saved.lastRun?.outcome === 'failed';
    const isVain = hasFailed && (cause !== undefined || days <= gaveUpAt);
    if (stalls >= MOST_STALLS || isVain) throw cause ?? tooSlow(begun, cursor);
    const room = this.board.prepare(begun.state, false);
    const next = needsHours(begun)
      ? 'Press “Save schedule”: then it goes on every hour.'
      : 'The next refresh goes on from there.';
    const message = [`Fetched ${progress} so far. ${next}`, cause?.message];
    return this.turns.locked((state) => {
      if (state.lease?.id !== begun.lease.id) throw new ReportError('busy');
      const lastRun: ReportRun = {
        outcome: 'unfinished',
        finishedAt: this.services.clock.now(),
        message: message.filter(Boolean).join(' '),
        correlationId: cause?.detail.correlationId ?? '',
      };
      const saved = findReport(state, begun.saved.id);
      return {
        state: this.failures.record(saved, lastRun, { ...begun, cursor }, state, room),
        progress,
        told: [],
      };
    });
  }
}

function describeProgress({ days, ofDays, rows }: DaysProgress): string {
  return `${shownNumber(days)} of ${shownCount(ofDays, 'day')}, ${shownCount(rows, 'shift')}`;
}
