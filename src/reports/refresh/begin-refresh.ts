import type { WeekStart } from '../../calendar/calendar-date';
import type { Connection } from '../../employer-api/connection';
import { weekStartIn } from '../../employer-api/connection';
import { ReportError, toReportError } from '../../employer-api/errors';
import { parseKeptDefinitions } from '../../figures/definitions';
import { monthsOf } from '../fetching/asked-days';
import type { Properties } from '../ports';
import { activityProperty, logStarted } from '../saved/activity-log';
import {
  cachedTimeZone,
  type DocumentState,
  findReport,
  type Lease,
  PROPERTY,
} from '../saved/document-state';
import { historyRange } from '../saved/kept-history';
import { parseSeenNames } from '../saved/learned';
import { checkQuestion } from '../saved/report-question';
import {
  findConnection,
  keptHistory,
  ownerOf,
  type RowOwner,
  replacesRealRows,
} from '../saved/saved-connection';
import { NO_DAYS, type RefreshCursor, reportRange, type SavedReport } from '../saved/saved-report';
import type { RefreshLease } from './refresh-lease';
import { type ClaimedRefresh, hashQuestion, type RefreshServices } from './refresh-phases';
import {
  cursorAfterFailure,
  cursorEnd,
  failedRun,
  type RefreshFailures,
  reportProperties,
} from './refresh-records';

/** A run over one report or several. */
export interface RefreshRun {
  /** Its ID in the activity log. */
  readonly id: string;
}

/** The request for a refresh. */
interface AskedRefresh {
  readonly reportId: string;
  readonly by: Lease['by'];
  readonly run: RefreshRun;
  /** Whether a person has confirmed the new table. */
  readonly confirmed: boolean;
}

/** What a refresh needs to begin, gathered under the lock. */
interface ClaimInput extends Pick<ClaimedRefresh, 'saved' | 'zone' | 'start'> {
  readonly state: DocumentState;
  readonly properties: Properties;
}

/**
 * Begins refreshes: takes the lease and logs the start, in one period under the lock.
 *
 * The time zone is read before the lock. That read waits for running formulas, and these may wait for the lock.
 */
export class RefreshStarter {
  constructor(
    private readonly services: RefreshServices,
    private readonly lease: RefreshLease,
    private readonly failures: RefreshFailures,
  ) {}

  /**
   * Seven service calls, six after the first report of an execution. The time zone is kept with the rows: a warm formula
   * then needs no call for it.
   *
   * @throws {ReportError} With the failure recorded with the report; `busy`, with nothing changed.
   */
  begin(asked: AskedRefresh): ClaimedRefresh {
    const { failures, lease } = this;
    const read = this.readZone();
    return lease.lockedWhenFree((state, properties) => {
      const { run, by } = asked;
      const saved = findReport(state, asked.reportId);
      const start = { id: run.id, by, at: this.services.clock.now(), sheet: saved.sheet };
      try {
        if ('error' in read) throw read.error;
        return this.claim(asked, { saved, zone: read.zone, start, state, properties });
      } catch (error) {
        // A run that cannot begin has failed too.
        const zone = 'error' in read ? cachedTimeZone(state) : read.zone;
        const cursor = saved.cursor && cursorAfterFailure(saved.cursor);
        const ended = failedRun(toReportError(error), this.services.clock.now());
        failures.record(saved, ended, { zone, start, cursor }, state);
        throw error;
      }
    });
  }

  /** Never throws: a failure is recorded later, under the lock. */
  private readZone(): { readonly zone: string } | { readonly error: unknown } {
    try {
      return { zone: this.services.calendar.zone() };
    } catch (error) {
      return { error };
    }
  }

  /** Under the lock. */
  private claim(
    { by, confirmed }: AskedRefresh,
    { saved, zone, start, state, properties }: ClaimInput,
  ): ClaimedRefresh {
    const { calendar, stores, digest, packer } = this.services;
    const { connection, audience } = findConnection(properties, stores);
    const { fingerprint, region } = connection;
    const owner = ownerOf(connection);
    const weekStart = weekStartIn(region);
    const today = calendar.today(zone);
    refuseMixedSampleData(saved, connection);
    checkQuestion(saved);
    const { range, requiredRange } = daysToFetch(saved, owner, today, weekStart);
    const questionHash = hashQuestion(saved, fingerprint, digest);
    const resumed = this.resumable(saved, questionHash, confirmed);
    const cursor = resumed ?? this.newCursor(state, questionHash, saved.cursor);
    const lease = this.lease.newLease(by);
    stores.document.write({
      // With several windows, a later run can continue if this one is killed.
      ...(monthsOf([range]).length > 1 ? reportProperties({ ...saved, cursor }) : {}),
      [PROPERTY.lease]: JSON.stringify(lease),
      ...activityProperty(logStarted(state, start)),
    });
    const keptDefinitions = parseKeptDefinitions(properties[PROPERTY.definitions], fingerprint);
    const seenNames = () => parseSeenNames(properties[PROPERTY.names], fingerprint, packer);
    return {
      saved,
      state,
      properties,
      questionHash,
      fingerprint,
      region,
      range,
      requiredRange,
      weekStart,
      keptDefinitions,
      seenNames,
      zone,
      today,
      connection,
      audience,
      isNew: resumed === undefined,
      cursor,
      lease,
      start,
      confirmed,
      owner,
    };
  }

  /**
   * The unfinished refresh of the same question to continue. One that was held back continues only if confirmed;
   * otherwise its days are fetched again, because the service may have corrected them.
   */
  private resumable(
    { cursor }: SavedReport,
    questionHash: string,
    confirmed: boolean,
  ): RefreshCursor | undefined {
    const now = this.services.clock.now();
    if (cursor?.asked !== questionHash || cursor.since > now || now >= cursor.until) return undefined;
    return cursor.held === '' || confirmed ? cursor : undefined;
  }

  /** The cursor of a refresh that starts over. */
  private newCursor(state: DocumentState, questionHash: string, before: RefreshCursor | null): RefreshCursor {
    const now = this.services.clock.now();
    const known = before?.asked === questionHash ? before : NO_DAYS;
    return {
      ...NO_DAYS,
      gaveUpAt: known.gaveUpAt,
      asked: questionHash,
      since: now,
      until: cursorEnd(state, now),
      progress: '',
      held: '',
    };
  }
}

/** The days to fetch, and which of them are required, if the others are only fetched again. */
function daysToFetch(
  saved: SavedReport,
  owner: RowOwner,
  today: number,
  weekStart: WeekStart,
): Pick<ClaimedRefresh, 'range' | 'requiredRange'> {
  const chosen = reportRange(saved, today, weekStart);
  if (saved.mode !== 'history') return { range: chosen };
  const known = keptHistory(saved, owner);
  const range = historyRange(known, chosen, today);
  const requiredRange = historyRange(known, chosen, today, false);
  return range.from < requiredRange.from ? { range, requiredRange } : { range };
}

/**
 * Refuses to mix sample rows with kept real rows, which Undo could not separate.
 *
 * @throws {ReportError} `invalid_settings`
 */
function refuseMixedSampleData(saved: SavedReport, connection: Connection): void {
  if (saved.mode !== 'history' || !replacesRealRows(saved, ownerOf(connection))) return;
  const sentence = `Connect with your own credentials first: “${saved.sheet}” keeps history, which sample rows would spoil`;
  throw new ReportError('invalid_settings', { sentence });
}
