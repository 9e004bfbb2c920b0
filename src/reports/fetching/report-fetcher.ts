import { MILLIS_PER_DAY, UNIX_EPOCH } from '../../calendar/calendar-date';
import { type DateRange, dayCount, type Margin } from '../../calendar/date-range';
import { type Budget, timeoutThatFits } from '../../employer-api/budget';
import type { Connection } from '../../employer-api/connection';
import { isReportError, ReportError } from '../../employer-api/errors';
import type { ReportKind } from '../../employer-api/report-kind';
import { type AskedReport, askByWindows, askInHalves, askWider } from './asked-report';
import { BatchSender, type ClaimedRequests } from './batch-sender';
import {
  holdsMargin,
  NO_MARGIN,
  OTHER_DAYS,
  showsLeftOutDay,
  showsOtherDays,
  WITHOUT_LAST_DAY,
} from './day-margin';
import type { FetchServices } from './fetch-services';
import { joinSlices, type ReadReport } from './joined-report';
import { KeptDaysFinder, type Look, type SeenWindow } from './kept-days';
import { lookAgainMillis } from './look-again';
import { longestAnswered, NEW_PACE, type Pace } from './pace';
import { noteFailing } from './shared-entries';
import { connectionKeys } from './shared-keys';
import { causeError, isPassing, rememberedFailure, viewShared } from './shared-state';

/** The newest failure of a connection. */
export interface FailingConnection {
  /** When it happened. Milliseconds since 1970. */
  readonly at: number;
  readonly code: ReportError['code'];
  /** The sentence that a person reads. */
  readonly message: string;
  readonly correlationId: string | undefined;
}

/**
 * Fetches reports so that any number of executions at once ask for the same days once.
 *
 * Whoever gets the lock claims all requests of its range that nobody has claimed and, where there is none, obtains the
 * token; the report itself is fetched with the lock released. All others look at the shared cache until rows, or the
 * failure, are there. Every failure is remembered for a while, so that nobody repeats it.
 */
export class ReportFetcher {
  private readonly sender: BatchSender;

  constructor(
    private readonly services: FetchServices,
    private readonly budget: Budget,
  ) {
    this.sender = new BatchSender(services, budget);
  }

  /**
   * Ranges of a report from the shared cache, or from the service in one batch of requests. Warm: one cache read, or two
   * where some of the days are kept inside other ranges that are newer.
   *
   * Rows that are up to 15 minutes old are shown as they are. While the service is down, slow, busy or garbled, rows up
   * to six hours old are shown, with the reason beside them; a failure that speaks of access is thrown in any case.
   *
   * Several ranges are of one mind: a record that moved from one to another between two answers is shown where the
   * newest answer has it. They come together or not at all, and where one of them is stale all are marked so.
   *
   * Days for which the service did not answer in time are asked for in halves, once nothing speaks against asking again.
   * Where answers show that the service's days are not those of SHIFT_DATE, or that it leaves out the last day, all are
   * asked for again, with days more at the ends; where that fails the first answers are shown.
   *
   * @param zone Asks for the spreadsheet's time zone: once, when something is fetched.
   * @param pace What refreshes know of the service.
   * @returns One report for each range, in their order.
   * @throws {ReportError} Of any code of the service; `busy` when others ask and no answer comes in time;
   *   `too_many_requests`, with no request made, for more days in all than a formula has time for.
   */
  readSeveral(
    kind: ReportKind,
    connection: Connection,
    ranges: readonly DateRange[],
    zone: () => string,
    pace: Pace = NEW_PACE,
  ): ReadReport[] {
    const { digest } = this.services;
    let asked = askByWindows(kind, connection, ranges, digest, longestAnswered(pace), pace);
    let lacking: ReadReport[] | undefined;
    const finder = new KeptDaysFinder(this.services, asked);
    for (let waits = 0; ; waits += 1) {
      let look = finder.look();
      try {
        const reports = this.settle(asked, look);
        const wider = reports && this.widerMargin(asked, reports);
        if (reports && wider === undefined) return reports;
        if (wider) {
          lacking = reports;
          asked = finder.askInstead(askWider(asked, wider));
          continue;
        }
        const shorter = this.inHalves(asked, look);
        if (shorter) {
          asked = finder.askInstead(shorter);
          continue;
        }
        const isFree = look.windows.some(mayBeAsked);
        const led = isFree ? this.tryToLead(asked, finder) : undefined;
        look = led?.look ?? look;
        if (led?.requests) {
          const sent = this.sender.send(led.requests, zone());
          look = finder.add(sent.reports, look);
          if (sent.error) throw sent.error;
          waits = 0;
        }
        const newer = led && this.settle(asked, look);
        if (newer && this.widerMargin(asked, newer) === undefined) return newer;
        // The next look finds the same, and asks for more.
        if (newer) continue;
        this.waitForOthers(waits, !isFree || led?.requests !== undefined);
      } catch (error) {
        if (lacking) return lacking;
        return this.standIn(asked, look, error);
      }
    }
  }

  /** The newest failure of a connection since its last success, if any is remembered. One cache read. */
  readFailing(connection: Connection): FailingConnection | undefined {
    const { cache, clock, digest } = this.services;
    const keys = connectionKeys(connection, digest);
    const { failing } = viewShared(keys, cache.getAll([keys.failing]), clock.now());
    if (failing === undefined) return undefined;
    const { at, code, correlationId, until } = failing;
    // Once the time is over, any moment is right.
    const left = until === undefined ? undefined : Math.max(1, Math.ceil((until - clock.now()) / 1000));
    return { at, code, message: causeError(failing, left).message, correlationId };
  }

  /** The reports where all of them are fresh. A remembered failure is thrown, one that passes only where rows are not fresh. */
  private settle({ kind }: AskedReport, { view, windows, shown }: Look): ReadReport[] | undefined {
    const isFresh = windows.every((one) => one.isFresh);
    const requests = windows.map(({ request, isFresh: isShown }) =>
      isShown && request.mark && isPassing(request.mark.code) ? {} : request,
    );
    const failure = rememberedFailure(view, this.services.clock.now(), requests);
    if (failure && !(isFresh && isPassing(failure.code))) throw failure;
    return isFresh && shown
      ? joinSlices(kind, shown).map((report) => ({ ...report, stale: undefined }))
      : undefined;
  }

  /** What to ask for besides, where answers show that records of the wanted days come with other days only. */
  private widerMargin({ kind, margin }: AskedReport, reports: readonly ReadReport[]): Margin | undefined {
    const parts = reports.flatMap((report) => report.parts);
    // Shifts of yesterday are there, in whatever time zone.
    const finished = Math.floor(this.services.clock.now() / MILLIS_PER_DAY) + UNIX_EPOCH - 1;
    const shown = parts.some((part) => showsOtherDays(kind, part))
      ? OTHER_DAYS
      : showsLeftOutDay(kind, parts, finished)
        ? WITHOUT_LAST_DAY
        : NO_MARGIN;
    return holdsMargin(margin, shown) ? undefined : shown;
  }

  /** What to ask for instead where windows are known to be too long; `undefined` where none is, or there is no time. */
  private inHalves(asked: AskedReport, { windows }: Look): AskedReport | undefined {
    // A report whose rows have no day is asked for whole, or not at all.
    if (asked.rangesKey === undefined) return undefined;
    const tooLong = windows.filter(
      (one) => mayBeAsked(one) && one.request.isTooLong === true && dayCount(one.window.range) > 1,
    );
    return tooLong.length === 0
      ? undefined
      : askInHalves(
          asked,
          tooLong.map(({ window }) => window),
          this.services.digest,
        );
  }

  /** Looks again under the lock and claims what is free. @returns `undefined` when the lock is not to be had. */
  private tryToLead(
    asked: AskedReport,
    finder: KeptDaysFinder,
  ): { readonly look: Look; readonly requests: ClaimedRequests | undefined } | undefined {
    if (timeoutThatFits(this.budget, this.services.clock.now()) === undefined) throw new ReportError('busy');
    if (!this.services.lock.acquire(0)) return undefined;
    try {
      const look = finder.look();
      if (this.settle(asked, look)) return { look, requests: undefined };
      const free = look.windows.filter(mayBeAsked).map(({ window }) => window);
      return { look, requests: free.length > 0 ? this.sender.claim(asked, free, look.view) : undefined };
    } finally {
      this.services.lock.release();
    }
  }

  /**
   * Rows that stand in for an answer that did not come, where all of them are kept.
   *
   * The time zone beside them is as old as they are: it has to be asked for again.
   */
  private standIn({ kind, keys }: AskedReport, { view, shown }: Look, error: unknown): ReadReport[] {
    if (shown === undefined || !isReportError(error) || !isPassing(error.code)) throw error;
    // Whoever met another failure has said so; nobody has met this one but those who wait.
    if (error.code === 'busy' && view.failing === undefined) {
      this.services.cache.putAll(noteFailing(keys, error, this.services.clock.now()));
    }
    return joinSlices(kind, shown).map((report) => ({ ...report, zone: null, stale: error }));
  }

  private waitForOthers(waits: number, areAsked: boolean): void {
    const { clock } = this.services;
    const longest = lookAgainMillis(waits);
    // Executions that were refused the lock spread out; those that wait for an answer come back together.
    const millis = areAsked ? longest : longest * (0.4 + 0.6 * clock.random());
    if (clock.now() + millis >= this.budget.deadline) throw new ReportError('busy');
    clock.sleep(millis);
  }
}

function mayBeAsked({ isFresh, isClaimed }: SeenWindow): boolean {
  return !isFresh && !isClaimed;
}
