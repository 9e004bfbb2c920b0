import { type Budget, timeoutThatFits } from '../../budget';
import { ReportError } from '../../employer-api/errors';
import type { Clock, MakeId } from '../../employer-api/ports';
import { LEASE_MILLIS } from '../../limits';
import type {
  Digest,
  DocumentLock,
  FetchServices,
  Properties,
  ReportSheets,
  SpreadsheetCalendar,
  TextPacker,
} from '../ports';
import { activityProperty, logStarted, type RefreshStart } from '../saved/activity-log';
import {
  cachedTimeZone,
  type DocumentState,
  findReport,
  type Lease,
  PROPERTY,
  readDocumentState,
  runningLease,
  withLock,
} from '../saved/document-state';
import type { Audience, ConnectionStores } from '../saved/saved-connection';
import type { SavedReport } from '../saved/saved-report';
import type { StatusSheetPlace } from '../status/status-sheet';
import type { RefreshFollower, RefreshInspector } from './followed-refresh';

/** What is needed to work on the tables of reports. */
export interface RefreshServices extends StatusSheetPlace {
  readonly lock: DocumentLock;
  readonly stores: ConnectionStores;
  readonly fetchingFor: (audience: Audience) => FetchServices;
  readonly sheets: ReportSheets;
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

/*
 * One run at a time writes tables: with the lock for moments, and with a lease for a whole run.
 *
 * Sheets are never read under the lock. Such a read waits for formulas that calculate, and these may wait for the lock
 * and give up.
 */

/** What a run with the lease works on. */
export interface LeasedReport {
  readonly lease: Lease;
  readonly saved: SavedReport;
  readonly state: DocumentState;
  readonly properties: Properties;
}

/** The words for runs in sentences. */
const RUN_NAMES = { sidebar: 'from the sidebar', menu: 'from the menu', schedule: 'on the schedule' };

/** Does work under the lock, with the state stored then. Three service calls. @throws {ReportError} `busy` */
export function locked<Result>(
  { lock, stores }: Pick<RefreshServices, 'lock' | 'stores'>,
  work: (state: DocumentState, properties: Properties) => Result,
): Result {
  return withLock(lock, () => {
    const properties = stores.document.readAll();
    return work(readDocumentState(properties), properties);
  });
}

/**
 * Takes the lease, for a run over one report. Four service calls. The lease of a killed run expires, since it lasts longer
 * than any execution.
 *
 * @param start The begin of a refresh, to be logged with it.
 * @throws {ReportError} `busy` if another refresh runs, or this execution has no time left for one; `invalid_settings` if
 *   the report was removed: nothing is stored then.
 */
export function takeLease(
  services: RefreshServices,
  reportId: string,
  by: Lease['by'],
  start?: Pick<RefreshStart, 'id' | 'at'>,
): LeasedReport {
  const { makeId, clock, stores } = services;
  return locked(services, (state, before) => {
    requireFree(services, state);
    const saved = findReport(state, reportId);
    const { sheet } = saved;
    const activity = start ? logStarted(state, { ...start, by, sheet }) : state.activity;
    const since = clock.now();
    const lease = { id: makeId(), by, since, until: since + LEASE_MILLIS };
    const noted = { ...(start ? activityProperty(activity) : {}), [PROPERTY.lease]: JSON.stringify(lease) };
    stores.document.write(noted);
    return { lease, saved, state: { ...state, activity, lease }, properties: { ...before, ...noted } };
  });
}

/** Releases the lease. Four service calls. Never fails: a lease expires. */
export function releaseLease(
  services: Pick<RefreshServices, 'lock' | 'stores'>,
  { id }: Lease,
  changes: Properties = {},
): void {
  try {
    locked(services, (state) => {
      if (state.lease?.id === id) services.stores.document.write({ ...changes, [PROPERTY.lease]: '' });
    });
  } catch {
    // The next run waits until the lease has expired.
  }
}

/**
 * Works on a report while no refresh can run: `work` has the lease, not the lock.
 *
 * @throws {ReportError} As `takeLease`; anything that `work` throws.
 */
export function withLease<Result>(
  services: RefreshServices,
  reportId: string,
  work: (leased: LeasedReport) => Result,
): Result {
  const leased = takeLease(services, reportId, 'sidebar');
  try {
    return work(leased);
  } catch (error) {
    releaseLease(services, leased.lease);
    throw error;
  }
}

/** @throws {ReportError} `busy` if another refresh runs, or this execution has no time left for one. */
export function requireFree(
  { clock, calendar, budget }: Pick<RefreshServices, 'clock' | 'calendar' | 'budget'>,
  state: DocumentState,
): void {
  const running = runningLease(state, clock.now());
  if (running) {
    const since = calendar.text(running.since, cachedTimeZone(state)).slice(-5);
    const sentence = `Wait until it has ended: a refresh ${RUN_NAMES[running.by]} has been running since ${since}`;
    throw new ReportError('busy', { sentence });
  }
  // The last of several reports may find the time used up.
  if (timeoutThatFits(budget, clock.now()) !== budget.timeoutSeconds)
    throw new ReportError('busy', {
      sentence: 'Refresh this one again: no time was left in this run',
    });
}
