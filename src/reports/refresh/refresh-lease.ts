import { timeoutThatFits } from '../../budget';
import { ReportError } from '../../employer-api/errors';
import { LEASE_MILLIS } from '../../limits';
import type { Properties } from '../ports';
import {
  cachedTimeZone,
  type DocumentState,
  findReport,
  type Lease,
  PROPERTY,
  readDocumentState,
  runningLease,
  stagingIds,
  withLock,
} from '../saved/document-state';
import type { SavedReport } from '../saved/saved-report';
import { type Leftovers, leftoversOf, removeLeftovers } from '../writing/table-update';
import type { RefreshServices } from './refresh-phases';

/** What a run with the lease works on. */
export interface LeasedReport {
  readonly lease: Lease;
  readonly saved: SavedReport;
  readonly state: DocumentState;
  readonly properties: Properties;
}

/** The most rounds to remove what killed runs left: no more can be killed within the lifetime of their leases. */
const MOST_ROUNDS = 3;
/** The words for runs in sentences. */
const RUN_NAMES = { sidebar: 'from the sidebar', menu: 'from the menu', schedule: 'on the schedule' };

/**
 * Lets one run at a time write tables: with the lock for moments, and with a lease for a whole run.
 *
 * Sheets are never read under the lock. Such a read waits for formulas that calculate, and these may wait for the lock
 * and give up.
 */
export class RefreshLease {
  constructor(
    private readonly services: Pick<
      RefreshServices,
      'lock' | 'stores' | 'clock' | 'calendar' | 'budget' | 'sheets' | 'makeId'
    >,
  ) {}

  /** Does work under the lock, with the state stored then. Three service calls. @throws {ReportError} `busy` */
  locked<Result>(work: (state: DocumentState, properties: Properties) => Result): Result {
    const { lock, stores } = this.services;
    return withLock(lock, () => {
      const properties = stores.document.readAll();
      return work(readDocumentState(properties), properties);
    });
  }

  /**
   * The same, if no other refresh runs, after removing what killed runs left. Their staging sheets are removed while
   * the lock is released.
   *
   * @throws {ReportError} `busy` if another refresh runs, or this execution has no time left for one.
   */
  lockedWhenFree<Result>(work: (state: DocumentState, properties: Properties) => Result): Result {
    const { sheets } = this.services;
    let removed: Leftovers | undefined;
    for (let round = 1; round <= MOST_ROUNDS; round += 1) {
      const done = this.locked((state, properties) => {
        this.requireFree(state);
        const left = leftoversOf(sheets, properties, state.lease);
        if (left && left.key !== removed?.key) return { left };
        return { result: work(this.forget(state, properties, removed), properties) };
      });
      if ('result' in done) return done.result;
      removed = { ...done.left, areGone: removeLeftovers(sheets, done.left.ids, done.left.runId) };
    }
    throw new ReportError('busy');
  }

  /**
   * Removes what killed runs left, unless a refresh runs. Three service calls, more if there is something. Never fails.
   */
  removeLeftovers(): void {
    try {
      this.lockedWhenFree(() => undefined);
    } catch {
      // The next run tries again.
    }
  }

  /**
   * A lease for a run. It holds once it is stored, under the lock. The lease of a killed run expires, since it lasts
   * longer than any execution.
   */
  newLease(by: Lease['by']): Lease {
    const { makeId, clock } = this.services;
    const since = clock.now();
    return { id: makeId(), by, since, until: since + LEASE_MILLIS };
  }

  /**
   * Works on a report while no refresh can run: `work` has the lease, not the lock. Four service calls before, and four
   * more to release the lease, unless `work` did so in a write of its own.
   *
   * @throws {ReportError} `busy`; `invalid_settings` if the report was removed; anything that `work` throws.
   */
  withLease<Result>(reportId: string, by: Lease['by'], work: (leased: LeasedReport) => Result): Result {
    const leased = this.acquire(reportId, by);
    try {
      return work(leased);
    } catch (error) {
      this.release(leased.lease);
      throw error;
    }
  }

  private acquire(reportId: string, by: Lease['by']): LeasedReport {
    return this.lockedWhenFree((state, properties) => {
      const saved = findReport(state, reportId);
      const lease = this.newLease(by);
      this.services.stores.document.write({ [PROPERTY.lease]: JSON.stringify(lease) });
      return { lease, saved, state: { ...state, lease }, properties };
    });
  }

  /**
   * Releases the lease. Never fails: a lease expires.
   *
   * @param changes Makes other properties to store, from the state stored then.
   */
  release({ id }: Lease, changes: (state: DocumentState) => Properties = () => ({})): void {
    try {
      this.locked((state) => {
        if (state.lease?.id !== id) return;
        this.services.stores.document.write({ ...changes(state), [PROPERTY.lease]: '' });
      });
    } catch {
      // The next run waits until the lease has expired.
    }
  }

  /** @throws {ReportError} `busy` if another refresh runs, or this execution has no time left for one. */
  requireFree(state: DocumentState): void {
    const { clock, calendar, budget } = this.services;
    const running = runningLease(state, clock.now());
    if (running) {
      const since = calendar.text(running.since, cachedTimeZone(state)).slice(-5);
      const sentence = `Wait until it has ended: a refresh ${RUN_NAMES[running.by]} has been running since ${since}`;
      throw new ReportError('busy', { sentence });
    }
    // The last of several reports may find the time used up.
    if (timeoutThatFits(budget, clock.now()) !== budget.timeoutSeconds) {
      throw new ReportError('busy', {
        sentence: 'Refresh again: the other reports used up the time of this run',
      });
    }
  }

  /** Forgets staging sheets that are gone. One service call if there were any. */
  private forget(
    state: DocumentState,
    properties: Properties,
    removed: Leftovers | undefined,
  ): DocumentState {
    const names = Object.keys(stagingIds(properties));
    if (names.length === 0 || removed?.areGone === false) return state;
    this.services.stores.document.write(Object.fromEntries(names.map((name) => [name, ''])));
    return { ...state, reports: state.reports.map((report) => ({ ...report, stagingId: null })) };
  }
}
