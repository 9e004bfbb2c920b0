import { ReportError, toReportError } from '../../employer-api/errors';
import type { DaysProgress } from '../fetching/days-request';
import type { KeptReport } from '../fetching/report-cache';
import { type DocumentState, type Lease, PROPERTY, readDocumentState } from '../saved/document-state';
import { notePace } from '../saved/pace-record';
import { findConnection } from '../saved/saved-connection';
import { MOST_STALLS, type RefreshCursor, type ReportRun } from '../saved/saved-report';
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

/** How the refresh of a report went. */
export interface RefreshedReport {
  /** The document's state after it. */
  readonly state: DocumentState;
  /** How far it came, in words, where it goes on in the next run; `undefined` when the table is written. */
  readonly progress: string | undefined;
  /** What a person should hear of what follows from it. */
  readonly told: readonly string[];
}

/**
 * Refreshes saved reports into their sheets.
 *
 * Everything is fetched and checked before a sheet is touched. The lock is held to begin and to write, never
 * while the service works or a sheet is read; in between a lease keeps other refreshes away.
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

  /** A run over several reports, of which the log of activities tells once. @param beginning What its start notes. */
  newRun(beginning?: RunBeginning): RefreshRun {
    return { id: this.services.makeId(), beginning };
  }

  /**
   * Refreshes one report. What does not fit this run's time goes on in the next one.
   *
   * @param confirmed Whether a person has said that the new table may lack much of the old one.
   * @throws {ReportError} With the old table untouched, the failure recorded with the report and on the status
   *   sheet; `held_back` where the new table lacks much of the old one; `changed_meanwhile` where someone changed the
   *   report, its table or the connection; `busy` when another refresh runs or time is used up, which changes nothing.
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
   * Has formulas calculated again where there is no report to refresh: rewrites the stamp that they name.
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
      // Another run may have made the status sheet, or lines on it, since.
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
   * Has the status sheet follow what was changed without a refresh: reports that are gone, and when the others count as
   * stale. What people write in the place of lines that are gone is theirs. One service call, one more where the grid has
   * changed, five more to keep that it has, or that there are fewer lines. It never fails.
   */
  showStatus(state: DocumentState): DocumentState {
    const { statusSheet: known, zone } = state;
    if (known === undefined || zone === undefined) return state;
    const statusSheet = this.board.showAfterLook(state, zone);
    const [before, after] = [JSON.stringify(known), JSON.stringify(statusSheet)];
    if (before === after) return state;
    const { sheets, stores } = this.services;
    try {
      // Only lines that are surely blank are given up.
      sheets.flush();
      this.turns.locked((now) => {
        // Another run may have looked at the sheet since.
        if (JSON.stringify(now.statusSheet) !== before) return;
        stores.document.write({ [PROPERTY.statusSheet]: after });
      });
    } catch {
      // They stay the status's own.
    }
    return { ...state, statusSheet };
  }

  /**
   * Puts a kept table back.
   *
   * @returns The document's state after it.
   * @throws {ReportError} `invalid_settings`; `busy`; `changed_meanwhile`
   */
  undo(reportId: string): { readonly state: DocumentState; readonly sentence: string } {
    return this.turns.take(reportId, 'sidebar', (turn) => this.tables.undo(turn));
  }

  /** Writes what the last refresh changed to the sheet of changes. @throws {ReportError} */
  showChanges(reportId: string): { readonly state: DocumentState; readonly sentence: string } {
    return this.turns.take(reportId, 'sidebar', (turn) => this.tables.showChanges(turn));
  }

  /**
   * Forgets the tables that are kept of reports, of all when none are named, and the rows that killed runs left in hidden
   * sheets. One property read where there are none. It never fails: what cannot be blanked now stays in its hidden
   * sheet, and nothing reads it any more; where the lock is not to be had either, Undo stays.
   */
  forgetTables(reportIds?: readonly string[]): void {
    try {
      this.tables.forget(reportIds);
    } catch {
      // The report, or the connection, is gone already; that matters more.
    }
  }

  private follow(followed: FollowedRefresh): readonly string[] {
    return this.services.followers.flatMap((follower) => follower.follow(followed));
  }

  /**
   * Leaves the rest to the next run: everything fetched is kept, the table is as it was.
   *
   * @throws {ReportError} Why it does not get on, where run after run it did not.
   */
  private pause(begun: BegunRefresh, cursor: RefreshCursor, cause: ReportError | undefined): RefreshedReport {
    const { progress, stalls, days, gaveUpAt } = cursor;
    // On the schedule, a report that failed goes on as one that fails until it gets further without a failure.
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
