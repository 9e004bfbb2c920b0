import { timeoutThatFits } from '../employer-api/budget';
import { weekStartIn } from '../employer-api/connection';
import { ReportError, toReportError } from '../employer-api/errors';
import { SHIFT_FULFILMENT_REPORT } from '../employer-api/shift-fulfilment';
import { parseKeptBases } from '../figures/kept-basis';
import { activityProperty, logStarted } from './activity-log';
import { type DocumentState, type Lease, PROPERTY, readDocumentState, runningLease } from './document-state';
import { KeptTables } from './kept-tables';
import { notePace, readPace } from './pace-record';
import { type BegunRefresh, chosenFor, type RefreshServices } from './refresh-begun';
import { type DaysProgress, RefreshDays } from './refresh-days';
import { RefreshFailures, withoutLeftovers } from './refresh-failures';
import { cursorEnd, endActivity, findReport, reportProperties, withReport } from './refresh-records';
import { RefreshWriter } from './refresh-writer';
import { findConnection } from './saved-connection';
import { historyRange, reportRange, type SavedReport } from './saved-report';
import { shownCount } from './shown-count';
import { StatusBoard } from './status-board';
import { allWindowsFor } from './windows';
import { withLock } from './with-lock';

export type { RefreshServices } from './refresh-begun';

/** How the refresh of a report went. */
export interface RefreshedReport {
  /** The document's state after it. */
  readonly state: DocumentState;
  /** How far it came, in words, where it goes on in the next run; `undefined` when the table is written. */
  readonly progress: string | undefined;
}

type Properties = Readonly<Record<string, string>>;

/** Longer than any execution lives: a lease that outlasts its run ends by itself. */
const LEASE_MILLIS = 7 * 60_000;
/** How a run is called in a sentence. */
const RUN_NAMES = { sidebar: 'from the sidebar', menu: 'from the menu', schedule: 'on the schedule' };

/**
 * Refreshes saved reports into their sheets.
 *
 * Everything is fetched and checked before a sheet is touched. The lock is held to begin and to write, never
 * while the service works; in between a lease keeps other refreshes away.
 */
export class ReportRefresher {
  private readonly board: StatusBoard;
  private readonly failures: RefreshFailures;
  private readonly tables: KeptTables;
  private readonly writer: RefreshWriter;

  constructor(private readonly services: RefreshServices) {
    this.board = new StatusBoard(services.sheets, services.calendar);
    this.failures = new RefreshFailures(services, this.board, (work) => this.locked(work));
    this.tables = new KeptTables(services, this.board);
    this.writer = new RefreshWriter(services, this.board, this.tables, (work) => this.locked(work));
  }

  /** Names a run over several reports, so that the log of activities tells of it once. */
  newRun(): string {
    return this.services.makeId();
  }

  /**
   * Refreshes one report. What does not fit this run's time goes on in the next one.
   *
   * @param confirmed Whether a person has said that the new table may lack much of the old one.
   * @throws {ReportError} With the old table untouched, the failure recorded with the report and on the status
   *   sheet; `held_back` where the new table lacks much of the old one; `busy` when another refresh runs or time is
   *   used up, which changes nothing.
   */
  refresh(reportId: string, by: Lease['by'], confirmed = false, runId = this.newRun()): RefreshedReport {
    const begun = this.locked((state, properties) =>
      this.begin({ reportId, by, runId, confirmed }, state, properties),
    );
    try {
      const fetched = begun.days.fetch({
        locked: (work) => this.locked(work),
        savePace: (pace) => this.services.stores.document.write({ [PROPERTY.pace]: notePace(pace, begun) }),
        onProgress: () => undefined,
      });
      if (fetched.kind === 'unfinished') return this.pause(begun, fetched.progress);
      return { state: this.writer.write(begun, fetched.report), progress: undefined };
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
    return this.locked((state, properties) => {
      this.requireTurn(state);
      findConnection(properties, stores);
      const zone = calendar.zone();
      const statusSheet = this.board.show(state, zone, by !== 'schedule', clock.now());
      sheets.flush();
      const noted = statusSheet ? { [PROPERTY.statusSheet]: JSON.stringify(statusSheet) } : {};
      stores.document.write({ ...noted, [PROPERTY.zone]: zone });
      return { ...state, statusSheet, zone };
    });
  }

  private forTable<Result>(
    reportId: string,
    work: (saved: SavedReport, state: DocumentState, properties: Properties) => Result,
  ): Result {
    return this.locked((state, properties) => {
      this.requireTurn(state);
      return work(findReport(state, reportId), state, properties);
    });
  }

  /** Puts a kept table back. @returns The document's state after it. @throws {ReportError} `invalid_settings`; `busy` */
  undo(reportId: string): { readonly state: DocumentState; readonly sentence: string } {
    return this.forTable(reportId, (saved, state, properties) => this.tables.undo(saved, state, properties));
  }

  /** Writes what the last refresh changed to the sheet of changes. @throws {ReportError} */
  showChanges(reportId: string): { readonly state: DocumentState; readonly sentence: string } {
    return this.forTable(reportId, (saved, state, properties) =>
      this.tables.showChanges(saved, state, properties),
    );
  }

  /**
   * Forgets the tables that are kept of reports, of all when none are named. One property read where none are kept. It
   * never fails: what cannot be blanked now stays in its hidden sheet, and nothing reads it any more.
   */
  forgetTables(reportIds?: readonly string[]): void {
    try {
      this.locked((_, properties) => this.tables.forget(properties, reportIds));
    } catch {
      // The report, or the connection, is gone already; that matters more.
    }
  }

  private begin(
    asked: {
      readonly reportId: string;
      readonly by: Lease['by'];
      readonly runId: string;
      readonly confirmed: boolean;
    },
    before: DocumentState,
    properties: Properties,
  ): BegunRefresh {
    const { clock, calendar, makeId, stores, budget, fetchingFor } = this.services;
    const { by, runId, confirmed } = asked;
    this.requireTurn(before);
    const state = withoutLeftovers(this.services, before);
    const saved = findReport(state, asked.reportId);
    const usesToday = saved.period !== 'custom' || saved.mode === 'history';
    const zone = usesToday ? calendar.zone() : (state.zone ?? calendar.zone());
    const start = { id: runId, by, at: clock.now(), sheet: saved.sheet };
    try {
      const { connection, audience } = findConnection(properties, stores);
      const { fingerprint } = connection;
      const weekStart = weekStartIn(connection.region);
      const today = usesToday ? calendar.today(zone) : 0;
      const chosenRange = reportRange(saved, today, weekStart);
      const range = saved.mode === 'history' ? historyRange(saved, chosenRange, today) : chosenRange;
      const now = clock.now();
      const chosen = chosenFor(saved, fingerprint, this.services.digest);
      const known = saved.cursor;
      const isSame = known?.asked === chosen && known.since <= now && now < known.until;
      // What was held back is written with a person's word only: else it is asked for anew, it may be mended by now.
      const resumed = isSame && (known.held === '' || confirmed) ? known : undefined;
      const cursor = resumed ?? {
        asked: chosen,
        since: now,
        until: cursorEnd(state, now),
        progress: '',
        held: '',
      };
      const days = new RefreshDays(fetchingFor(audience), budget, {
        ...{ kind: SHIFT_FULFILMENT_REPORT, connection, range },
        // Only what this refresh itself has fetched before is new enough.
        since: resumed?.since ?? Number.POSITIVE_INFINITY,
        // A zone that was only remembered may be an old one: formulas must not rely on it.
        zone: usesToday ? zone : null,
        pace: readPace(properties[PROPERTY.pace], fingerprint, state.lease !== undefined),
      }).begin();
      const lease: Lease = { id: makeId(), by, since: now, until: now + LEASE_MILLIS };
      const activity = logStarted(state, start);
      stores.document.write({
        // Of several windows: a run that is killed leaves its beginning to the next one.
        ...(allWindowsFor(range).length > 1 ? reportProperties({ ...saved, cursor }) : {}),
        ...{ [PROPERTY.lease]: JSON.stringify(lease), ...activityProperty(activity) },
      });
      const bases = parseKeptBases(properties[PROPERTY.bases], fingerprint);
      return {
        saved,
        chosen,
        fingerprint,
        range,
        weekStart,
        bases,
        zone,
        days,
        cursor,
        lease,
        start,
        confirmed,
      };
    } catch (error) {
      this.failures.record(saved, toReportError(error), { zone, start, cursor: saved.cursor }, state);
      throw error;
    }
  }

  /** @throws {ReportError} `busy` when another refresh runs, or this execution has no time left for one. */
  private requireTurn(state: DocumentState): void {
    const { clock, calendar, budget } = this.services;
    const running = runningLease(state, clock.now());
    if (running) {
      const since = calendar.text(running.since, state.zone ?? calendar.zone()).slice(-5);
      const sentence = `Wait until it has ended: a refresh ${RUN_NAMES[running.by]} has been running since ${since}`;
      throw new ReportError('busy', { sentence });
    }
    // Of several reports one after the other, the last may find the time used up.
    if (timeoutThatFits(budget, clock.now()) !== budget.timeoutSeconds) {
      throw new ReportError('busy', {
        sentence: 'Refresh again: the other reports used up the time of this run',
      });
    }
  }

  /** Leaves the rest to the next run: everything fetched is kept, the table is as it was. */
  private pause(begun: BegunRefresh, { days, ofDays, rows }: DaysProgress): RefreshedReport {
    const { stores, clock } = this.services;
    const progress = `${days.toLocaleString('en-GB')} of ${shownCount(ofDays, 'day')}, ${shownCount(rows, 'shift')}`;
    return this.locked((state) => {
      if (state.lease?.id !== begun.lease.id) throw new ReportError('busy');
      const saved = findReport(state, begun.saved.id);
      const changed: SavedReport = { ...saved, cursor: { ...begun.cursor, progress } };
      const sentence = `Fetched ${progress} so far. The next refresh goes on from there.`;
      const ended = endActivity(state, begun.start, clock.now(), 'refreshed', sentence, '');
      stores.document.write({ ...reportProperties(changed), [PROPERTY.lease]: '', ...ended.properties });
      const after = { ...withReport(state, changed), lease: undefined, activity: ended.activity };
      return { state: after, progress };
    });
  }

  private locked<Result>(work: (state: DocumentState, properties: Properties) => Result): Result {
    const { lock, stores } = this.services;
    return withLock(lock, () => {
      const properties = stores.document.readAll();
      return work(readDocumentState(properties), properties);
    });
  }
}
