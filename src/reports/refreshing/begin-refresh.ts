import type { WeekStart } from '../../calendar/period-unit';
import { weekStartIn } from '../../employer-api/connection';
import { toReportError } from '../../employer-api/errors';
import { SHIFT_FULFILMENT_REPORT } from '../../employer-api/shift-fulfilment';
import { parseKeptBases } from '../../figures/kept-basis';
import { paceAfterKill } from '../fetching/pace';
import { RefreshDays } from '../fetching/refresh-days';
import { allWindowsFor } from '../fetching/windows';
import type { Properties } from '../ports';
import { activityProperty, logStarted } from '../saved/activity-log';
import { type DocumentState, type Lease, PROPERTY, zoneAtHand } from '../saved/document-state';
import { historyRange } from '../saved/kept-history';
import { readPace } from '../saved/pace-record';
import { checkQuestion } from '../saved/report-question';
import { keptHistory, ownerOf, type RowOwner, requireUnmixed } from '../saved/row-owner';
import { findConnection } from '../saved/saved-connection';
import { NO_DAYS, type RefreshCursor, reportRange, type SavedReport } from '../saved/saved-report';
import { parseSeenNames } from '../saved/seen-names';
import { type BegunRefresh, chosenFor, needsHours, type RefreshServices } from './refresh-begun';
import type { RefreshFailures } from './refresh-failures';
import { cursorAfterFailure, cursorEnd, failedRun, findReport, reportProperties } from './refresh-records';
import type { Turns } from './turns';

/** A run over one report or several. */
export interface RefreshRun {
  /** Its name in the log of activities. */
  readonly id: string;
  /** What is to be stored when it begins, in the same write. */
  readonly beginning?: RunBeginning | undefined;
}

/** Notes that a run has begun, under the lock in which its first refresh takes the lease. */
export interface RunBeginning {
  /**
   * @param state What is stored now.
   * @returns What else to store, the first time only, and what is true then.
   * @throws {ReportError} Where the run is not to begin any more: nothing is stored then.
   */
  noteIn(state: DocumentState): {
    readonly state: DocumentState;
    readonly changes: Properties;
  };
}

/** What is asked of a refresh. */
export interface AskedRefresh {
  readonly reportId: string;
  readonly by: Lease['by'];
  readonly run: RefreshRun;
  /** Whether a person has said that the new table may lack much of the old one. */
  readonly confirmed: boolean;
}

/** What a refresh is claimed with, under the lock. */
interface Claimed extends Pick<BegunRefresh, 'saved' | 'zone' | 'start'> {
  readonly state: DocumentState;
  readonly properties: Properties;
  /** What else to store. */
  readonly noted: Properties;
  /** The lease of a first try. */
  readonly lease: Lease | undefined;
}

/**
 * Begins refreshes: takes the lease, claims the first requests and logs the beginning, all in one time under the lock.
 *
 * Which day it is depends on the spreadsheet's time zone, and asking for that waits for formulas that calculate. So a
 * refresh begins by the zone that is remembered, and looks at it when the lock is released. In the rare case that
 * someone has chosen another zone it begins again, under the lease that it has.
 */
export class RefreshBeginner {
  constructor(
    private readonly services: RefreshServices,
    private readonly turns: Turns,
    private readonly failures: RefreshFailures,
  ) {}

  /**
   * Eight service calls where a token is kept, the time zone among them: where the report's days depend on today, where a
   * person refreshes what has a schedule, and on the first refresh of a day.
   *
   * @throws {ReportError} With the failure recorded with the report; `busy`, which changes nothing.
   */
  begin(asked: AskedRefresh): BegunRefresh {
    const { calendar } = this.services;
    const begun = this.tryToBegin(asked);
    if (knowsZone(begun, calendar)) return begun;
    const zone = this.noting(begun, () => calendar.zone());
    if (zone === begun.zone) return begun;
    return this.noting(begun, () => this.tryToBegin(asked, { zone, lease: begun.lease }));
  }

  /** @param known What a first try has found out. */
  private tryToBegin(
    asked: AskedRefresh,
    known?: { readonly zone: string; readonly lease: Lease },
  ): BegunRefresh {
    const { failures, turns } = this;
    let failed: DocumentState | undefined;
    try {
      return turns.settled((stored, properties) => {
        const { run, by } = asked;
        const saved = findReport(stored, asked.reportId);
        const { state, changes: noted } = run.beginning?.noteIn(stored) ?? { state: stored, changes: {} };
        const zone = known?.zone ?? zoneAtHand(state);
        const start = { id: run.id, by, at: this.services.clock.now(), sheet: saved.sheet };
        try {
          return this.claim(asked, { saved, zone, start, state, properties, noted, lease: known?.lease });
        } catch (error) {
          // A run that does not even begin has failed too.
          const cursor = saved.cursor && cursorAfterFailure(saved.cursor);
          const cause = { zone, start, cursor, ...(known ? {} : { noted }) };
          failed = failures.record(
            saved,
            failedRun(toReportError(error), this.services.clock.now()),
            cause,
            state,
          );
          throw error;
        }
      }, known?.lease);
    } catch (error) {
      if (failed) failures.catchUp(failed);
      throw error;
    }
  }

  /** Under the lock. */
  private claim(
    { by, confirmed }: AskedRefresh,
    { saved, zone, start, state, properties, noted, lease: own }: Claimed,
  ): BegunRefresh {
    const { calendar, stores, budget, fetchingFor, digest, packer } = this.services;
    const { connection, audience } = findConnection(properties, stores);
    const { fingerprint, region } = connection;
    const owner = ownerOf(connection);
    const weekStart = weekStartIn(region);
    const today = calendar.today(zone);
    requireUnmixed(saved, connection);
    checkQuestion(saved);
    const { range, enough } = daysToFetch(saved, owner, today, weekStart);
    const chosen = chosenFor(saved, fingerprint, digest);
    const resumed = this.resumable(saved, chosen, confirmed);
    const cursor = resumed ?? this.newCursor(state, chosen, by, saved.cursor);
    const pace = readPace(properties[PROPERTY.pace], fingerprint);
    const days = new RefreshDays(fetchingFor(audience), budget, {
      kind: SHIFT_FULFILMENT_REPORT,
      connection,
      range,
      enough,
      // Only what this refresh itself has fetched before is new enough.
      since: resumed?.since ?? Number.POSITIVE_INFINITY,
      // A zone that was only remembered may be an old one: formulas must not rely on it.
      zone: usesToday(saved) ? zone : null,
      // A run before this one never ended: less is asked for at a time.
      pace: own === undefined && state.lease !== undefined ? paceAfterKill(pace) : pace,
    }).begin();
    const lease = own ?? this.turns.newLease(by);
    stores.document.write({
      ...noted,
      // Of several windows: a run that is killed leaves its beginning to the next one.
      ...(allWindowsFor(range).length > 1 ? reportProperties({ ...saved, cursor }) : {}),
      [PROPERTY.lease]: JSON.stringify(lease),
      ...(own ? {} : activityProperty(logStarted(state, start))),
    });
    const bases = parseKeptBases(properties[PROPERTY.bases], fingerprint);
    const seenNames = () => parseSeenNames(properties[PROPERTY.names], fingerprint, packer);
    return {
      saved,
      state,
      properties,
      chosen,
      fingerprint,
      region,
      range,
      enough,
      weekStart,
      bases,
      seenNames,
      zone,
      today,
      days,
      cursor,
      lease,
      start,
      confirmed,
      owner,
    };
  }

  /**
   * The refresh of the same question that this one goes on with. What was held back is written with a person's word
   * only: else it is asked for anew, it may be mended by now.
   */
  private resumable({ cursor }: SavedReport, asked: string, confirmed: boolean): RefreshCursor | undefined {
    const now = this.services.clock.now();
    if (cursor?.asked !== asked || cursor.since > now || now >= cursor.until) return undefined;
    return cursor.held === '' || confirmed ? cursor : undefined;
  }

  /** Nothing of an earlier one is left to count. */
  private newCursor(
    state: DocumentState,
    asked: string,
    by: Lease['by'],
    before: RefreshCursor | null,
  ): RefreshCursor {
    const now = this.services.clock.now();
    const known = before?.asked === asked ? before : NO_DAYS;
    // Each of these begins with an empty cache: whether it gets on shows in how far those before it came.
    const isAlone = by === 'schedule' && needsHours({ state });
    const counted = { ...(isAlone ? known : NO_DAYS), gaveUpAt: known.gaveUpAt };
    return { ...counted, asked, since: now, until: cursorEnd(state, now), progress: '', held: '' };
  }

  /** Whatever fails from now on is noted, and the lease given back. */
  private noting<Result>(begun: BegunRefresh, work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      this.failures.note(begun, toReportError(error));
      throw error;
    }
  }
}

/** The days to fetch; and which of them are enough, where the others are only read again. */
function daysToFetch(
  saved: SavedReport,
  owner: RowOwner,
  today: number,
  weekStart: WeekStart,
): Pick<BegunRefresh, 'range' | 'enough'> {
  const chosen = reportRange(saved, today, weekStart);
  if (saved.mode !== 'history') return { range: chosen };
  // Of `me` the answer tells who it is; until then it is taken for whoever it was.
  const told = saved.content?.told;
  const kept = keptHistory(saved, told === undefined ? owner : { told, ...owner });
  const range = historyRange(kept, chosen, today);
  const enough = historyRange(kept, chosen, today, false);
  return range.from < enough.from ? { range, enough } : { range };
}

/** Whether the zone that is remembered will do. STALE must be right at once, when someone has chosen another. */
function knowsZone(
  { saved, state, start, zone, today }: BegunRefresh,
  calendar: RefreshServices['calendar'],
): boolean {
  if (usesToday(saved) || state.zone === undefined) return false;
  if (start.by !== 'schedule' && state.schedule.every !== 'off') return false;
  return saved.content === null || Math.floor(calendar.serial(saved.content.refreshedAt, zone)) === today;
}

/** Whether the days that are fetched depend on which day it is. */
function usesToday({ period, mode }: SavedReport): boolean {
  return period !== 'custom' || mode === 'history';
}
