import { type Budget, timeoutThatFits } from '../../budget';
import {
  type DateRange,
  dayCount,
  isInside,
  type Margin,
  MILLIS_PER_DAY,
  UNIX_EPOCH,
} from '../../calendar/calendar-date';
import type { Connection } from '../../employer-api/connection';
import { isReportError, ReportError } from '../../employer-api/errors';
import type { ReportKind } from '../../employer-api/report-kind';
import { FRESH_MILLIS } from '../../limits';
import type { FetchServices } from '../ports';
import {
  type AskedReport,
  askByWindows,
  holdsMargin,
  NO_MARGIN,
  OTHER_DAYS,
  showsLeftOutDay,
  showsOtherDays,
  splitWindows,
  WITHOUT_LAST_DAY,
  type Window,
  wantedDays,
  withMargin,
} from './asked-report';
import { BatchSender, type ClaimedRequests, pollMillis } from './batch-sender';
import { joinSlices, type ReadReport, type ShownDays } from './joined-report';
import { FOR_FORMULAS, KeptDays } from './kept-days';
import { longestAnswered, NEW_PACE, type Pace } from './pace';
import {
  causeError,
  connectionKeys,
  isClaimed,
  isPassing,
  type RequestEntry,
  readRequest,
  recordFailure,
  rememberedFailure,
  type SharedView,
  viewShared,
} from './shared-state';

/** The state of one window. */
interface SeenWindow {
  readonly window: Window;
  readonly request: RequestEntry;
  /** Whether another execution has claimed it. */
  readonly isClaimed: boolean;
  /** Whether all of its wanted days are fresh. */
  readonly isFresh: boolean;
}

/** The shared state of a report, as read at one moment. */
interface JudgedDays {
  readonly view: SharedView;
  /** In the order of the report's windows. */
  readonly windows: readonly SeenWindow[];
  /** The wanted ranges, in order; `undefined` if some day is not kept or too old. */
  readonly shown: readonly ShownDays[] | undefined;
}

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
 * Fetches reports so that any number of concurrent executions request the same days only once.
 *
 * The execution that acquires the lock claims all unclaimed requests of its range and obtains a token if none is
 * cached; it fetches the report with the lock released. All others poll the shared cache until the rows, or the
 * failure, are there. Every failure is remembered for a while, so that no execution repeats it.
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
   * Reads ranges of a report from the shared cache, or from the service in one batch of requests. From the cache: one
   * cache read, or two if newer answers for other ranges hold some of the days.
   *
   * Rows up to 15 minutes old are fresh. If the service is down, slow, busy or sends invalid responses, rows up to six
   * hours old are returned as stale, with the failure. A failure of access is always thrown.
   *
   * Several ranges are made consistent: a record that moved from one to another between two answers is shown where the
   * newest answer has it. They come together or not at all, and if one of them is stale, all are marked stale.
   *
   * Days for which the service did not answer in time are requested in halves as soon as they may be requested again.
   * If answers show that the service's days are not those of SHIFT_DATE, or that it leaves out the last day, all days
   * are requested again with extra days at the ends; if that fails, the first answers are returned.
   *
   * @param zone Gets the spreadsheet's time zone. Called for each batch of requests that is sent.
   * @param pace What refreshes have learned about the service.
   * @returns One report for each range, in the same order.
   * @throws {ReportError} Any failure of the service; `busy` if others have claimed the requests and no answer comes in
   *   time; `too_many_requests`, before any request, for more days in total than a formula has time for.
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
    const days = new KeptDays(this.services, asked, FOR_FORMULAS);
    for (let waits = 0; ; waits += 1) {
      let judged = this.readShared(asked, days);
      try {
        const reports = this.settle(asked, judged);
        const wider = reports && this.widerMargin(asked, reports);
        if (reports && wider === undefined) return reports;
        if (wider) {
          lacking = reports;
          asked = days.changeRequest(withMargin(asked, wider));
          continue;
        }
        const shorter = this.withSplitWindows(asked, judged);
        if (shorter) {
          asked = days.changeRequest(shorter);
          continue;
        }
        const isFree = judged.windows.some(mayBeRequested);
        const led = isFree ? this.tryToClaim(asked, days) : undefined;
        judged = led?.judged ?? judged;
        if (led?.requests) {
          const sent = this.sender.send(led.requests, zone());
          sent.reports.forEach((report) => void days.add(report));
          judged = this.judge(asked, days, judged.view);
          if (sent.error) throw sent.error;
          waits = 0;
        }
        const newer = led && this.settle(asked, judged);
        if (newer && this.widerMargin(asked, newer) === undefined) return newer;
        // The next reading finds the same reports and requests extra days.
        if (newer) continue;
        this.waitForOthers(waits, !isFree || led?.requests !== undefined);
      } catch (error) {
        if (lacking) return lacking;
        return this.staleRows(asked, judged, error);
      }
    }
  }

  /** The newest remembered failure of a connection since its last success. One cache read. */
  readFailing(connection: Connection): FailingConnection | undefined {
    const { cache, clock, digest } = this.services;
    const keys = connectionKeys(connection, digest);
    const { failing } = viewShared(keys, cache.getAll([keys.failing]), clock.now());
    if (failing === undefined) return undefined;
    const { at, code, correlationId, until } = failing;
    // After that time, any moment is right.
    const left = until === undefined ? undefined : Math.max(1, Math.ceil((until - clock.now()) / 1000));
    return { at, code, message: causeError(failing, left).message, correlationId };
  }

  /** Reads the shared state. See `KeptDays.readShared` for its cost. */
  private readShared(asked: AskedReport, days: KeptDays): JudgedDays {
    const places = [...asked.exactWindows, ...asked.windows];
    return this.judge(asked, days, days.readShared(places, places));
  }

  /** What the kept days are worth now. Makes no cache read. */
  private judge(asked: AskedReport, days: KeptDays, view: SharedView): JudgedDays {
    const now = this.services.clock.now();
    const requestOf = ({ keys }: Window) => readRequest(view.entries[keys.request]);
    const claimed = asked.exactWindows.filter((whole) => isClaimed(view, requestOf(whole), now));
    const windows = asked.windows.map((window): SeenWindow => {
      const request = requestOf(window);
      const wanted = wantedDays(asked, window);
      const comes = wanted.every((part) => claimed.some(({ range }) => isInside(part, range)));
      const isFresh = wanted.every((part) =>
        days
          .show(part)
          ?.slices.every(({ report }) => days.isOwn(report) || now - report.fetchedAt < FRESH_MILLIS),
      );
      return { window, request, isClaimed: comes || isClaimed(view, request, now), isFresh };
    });
    const shown = asked.ranges.flatMap((range) => days.show(range) ?? []);
    return { view, windows, shown: shown.length === asked.ranges.length ? shown : undefined };
  }

  /** The reports if all are fresh. Throws a remembered failure; a temporary one only if rows are not fresh. */
  private settle({ kind }: AskedReport, { view, windows, shown }: JudgedDays): ReadReport[] | undefined {
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

  /** The extra days to request, if answers show that some records of the wanted days come only with other days. */
  private widerMargin({ kind, margin }: AskedReport, reports: readonly ReadReport[]): Margin | undefined {
    const parts = reports.flatMap((report) => report.parts);
    // Yesterday is over in every time zone.
    const finished = Math.floor(this.services.clock.now() / MILLIS_PER_DAY) + UNIX_EPOCH - 1;
    const shown = parts.some((part) => showsOtherDays(kind, part))
      ? OTHER_DAYS
      : showsLeftOutDay(kind, parts, finished)
        ? WITHOUT_LAST_DAY
        : NO_MARGIN;
    return holdsMargin(margin, shown) ? undefined : shown;
  }

  /** The same report with windows that are too long in halves; `undefined` if none is too long, or there is no time. */
  private withSplitWindows(asked: AskedReport, { windows }: JudgedDays): AskedReport | undefined {
    // A report whose rows have no day cannot be split.
    if (asked.rangesKey === undefined) return undefined;
    const tooLong = windows.filter(
      (one) => mayBeRequested(one) && one.request.isTooLong === true && dayCount(one.window.range) > 1,
    );
    return tooLong.length === 0
      ? undefined
      : splitWindows(
          asked,
          tooLong.map(({ window }) => window),
          this.services.digest,
        );
  }

  /** Looks again under the lock and claims unclaimed requests. @returns `undefined` if the lock is taken. */
  private tryToClaim(
    asked: AskedReport,
    days: KeptDays,
  ): { readonly judged: JudgedDays; readonly requests: ClaimedRequests | undefined } | undefined {
    if (timeoutThatFits(this.budget, this.services.clock.now()) === undefined) throw new ReportError('busy');
    if (!this.services.lock.acquire(0)) return undefined;
    try {
      const judged = this.readShared(asked, days);
      if (this.settle(asked, judged)) return { judged, requests: undefined };
      const free = judged.windows.filter(mayBeRequested).map(({ window }) => window);
      return { judged, requests: free.length > 0 ? this.sender.claim(asked, free, judged.view) : undefined };
    } finally {
      this.services.lock.release();
    }
  }

  /**
   * The kept rows, marked stale with the failure, if they cover all ranges; otherwise throws the failure.
   *
   * The time zone kept with them may be outdated, so the caller has to ask for it again.
   */
  private staleRows({ kind, keys }: AskedReport, { view, shown }: JudgedDays, error: unknown): ReadReport[] {
    if (shown === undefined || !isReportError(error) || !isPassing(error.code)) throw error;
    // Any other failure is recorded where it happens; `busy` happens only to those who wait.
    if (error.code === 'busy' && view.failing === undefined) {
      this.services.cache.putAll(recordFailure(keys, error, this.services.clock.now()));
    }
    return joinSlices(kind, shown).map((report) => ({ ...report, zone: null, stale: error }));
  }

  private waitForOthers(waits: number, areAsked: boolean): void {
    const { clock } = this.services;
    const longest = pollMillis(waits);
    // Executions that did not get the lock wait for random times; those that wait for an answer need not.
    const millis = areAsked ? longest : longest * (0.4 + 0.6 * clock.random());
    if (clock.now() + millis >= this.budget.deadline) throw new ReportError('busy');
    clock.sleep(millis);
  }
}

function mayBeRequested({ isFresh, isClaimed }: SeenWindow): boolean {
  return !isFresh && !isClaimed;
}
