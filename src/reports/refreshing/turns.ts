import { timeoutThatFits } from '../../employer-api/budget';
import { ReportError } from '../../employer-api/errors';
import type { Properties } from '../ports';
import { LONGEST_RUN_MILLIS } from '../saved/activity-log';
import {
  type DocumentState,
  type Lease,
  PROPERTY,
  readDocumentState,
  runningLease,
  stagingIds,
  zoneAtHand,
} from '../saved/document-state';
import type { SavedReport } from '../saved/saved-report';
import { withLock } from '../with-lock';
import { type Leftovers, leftoversOf, removeLeftovers } from '../writing/staging';
import type { RefreshServices } from './refresh-begun';
import { findReport } from './refresh-records';

/** What a run works on that has its turn. */
export interface Turn {
  readonly lease: Lease;
  readonly saved: SavedReport;
  readonly state: DocumentState;
  readonly properties: Properties;
}

/** Of runs that were killed one after the other, more would not fit the lives of their leases. */
const MOST_ROUNDS = 3;
/** How a run is called in a sentence. */
const RUN_NAMES = { sidebar: 'from the sidebar', menu: 'from the menu', schedule: 'on the schedule' };

/**
 * Keeps runs that write tables one after the other: by the lock, for moments, and by a lease, for a whole run.
 *
 * Nothing is read from sheets under the lock. Such a read waits for the formulas that calculate, these may wait for the
 * lock, and would give up.
 */
export class Turns {
  constructor(
    private readonly services: Pick<
      RefreshServices,
      'lock' | 'stores' | 'clock' | 'calendar' | 'budget' | 'sheets' | 'makeId'
    >,
  ) {}

  /** Works under the lock, on what is stored then. Three service calls. @throws {ReportError} `busy` */
  locked<Result>(work: (state: DocumentState, properties: Properties) => Result): Result {
    const { lock, stores } = this.services;
    return withLock(lock, () => {
      const properties = stores.document.readAll();
      return work(readDocumentState(properties), properties);
    });
  }

  /**
   * The same, when it is this run's turn and nothing is left of killed runs. Their hidden sheets are removed between two
   * times under the lock.
   *
   * @param own A lease that this run has already.
   * @throws {ReportError} `busy` when another refresh runs, or this execution has no time left for one.
   */
  settled<Result>(work: (state: DocumentState, properties: Properties) => Result, own?: Lease): Result {
    const { sheets } = this.services;
    let removed: Leftovers | undefined;
    for (let round = 1; round <= MOST_ROUNDS; round += 1) {
      const done = this.locked((state, properties) => {
        this.require(state, own);
        const left =
          state.lease && state.lease.id === own?.id
            ? undefined
            : leftoversOf(sheets, properties, state.lease);
        if (left && left.key !== removed?.key) return { left };
        return { result: work(this.forget(state, properties, removed), properties) };
      });
      if ('result' in done) return done.result;
      removed = { ...done.left, areGone: removeLeftovers(sheets, done.left.ids, done.left.runId) };
    }
    throw new ReportError('busy');
  }

  /** Removes what killed runs left, where no run is at it. Three service calls, more where something is left. It never fails. */
  removeLeftovers(): void {
    try {
      this.settled(() => undefined);
    } catch {
      // The next run does.
    }
  }

  /**
   * A lease for a run. It holds when it is stored, under the lock; one that outlasts its run ends by itself, since no
   * execution lives that long.
   */
  newLease(by: Lease['by']): Lease {
    const { makeId, clock } = this.services;
    const since = clock.now();
    return { id: makeId(), by, since, until: since + LONGEST_RUN_MILLIS };
  }

  /**
   * Works on a report while no refresh can run: `work` has the lease, not the lock. Four service calls before, and four
   * more to give the lease back unless `work` did so in a write of its own.
   *
   * @throws {ReportError} `busy`; `invalid_settings` when the report was removed; what `work` throws.
   */
  take<Result>(reportId: string, by: Lease['by'], work: (turn: Turn) => Result): Result {
    const { document } = this.services.stores;
    const turn = this.settled((state, properties): Turn => {
      const saved = findReport(state, reportId);
      const lease = this.newLease(by);
      document.write({ [PROPERTY.lease]: JSON.stringify(lease) });
      return { lease, saved, state: { ...state, lease }, properties };
    });
    try {
      return work(turn);
    } catch (error) {
      this.giveBack(turn.lease);
      throw error;
    }
  }

  /**
   * Lets others have their turn. It never fails: a lease ends by itself.
   *
   * @param changes What else to store, of what is stored then.
   */
  giveBack({ id }: Lease, changes: (state: DocumentState) => Properties = () => ({})): void {
    try {
      this.locked((state) => {
        if (state.lease?.id !== id) return;
        this.services.stores.document.write({ ...changes(state), [PROPERTY.lease]: '' });
      });
    } catch {
      // Whoever comes next waits until it has ended.
    }
  }

  /** @throws {ReportError} `busy` when another refresh runs, or this execution has no time left for one. */
  require(state: DocumentState, own?: Lease): void {
    const { clock, calendar, budget } = this.services;
    const running = runningLease(state, clock.now());
    if (running && running.id !== own?.id) {
      const since = calendar.text(running.since, zoneAtHand(state)).slice(-5);
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

  /** Of sheets that are gone nothing needs to be remembered. One service call where there were any. */
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
