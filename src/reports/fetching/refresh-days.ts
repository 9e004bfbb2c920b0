import type { Budget } from '../../budget';
import {
  type DateRange,
  dayCount,
  describeRange,
  isInside,
  type Margin,
  MILLIS_PER_DAY,
  overlap,
  UNIX_EPOCH,
} from '../../calendar/calendar-date';
import type { Connection } from '../../employer-api/connection';
import { type FailureCode, isReportError, type ReportError } from '../../employer-api/errors';
import type { ReportKind } from '../../employer-api/report-kind';
import { shownCount } from '../../employer-api/text';
import { LISTED_ISSUES } from '../../limits';
import type { FetchServices } from '../ports';
import {
  type AskedReport,
  allWindowsFor,
  askedWith,
  askWhole,
  holdsMargin,
  NO_MARGIN,
  OTHER_DAYS,
  showsLastDay,
  showsOtherDays,
  type Window,
  withMargin,
} from './asked-report';
import { BatchSender, type ClaimedRequests, pollMillis } from './batch-sender';
import { type JoinedReport, joinSlices } from './joined-report';
import { KeptDays, newestSlices } from './kept-days';
import {
  daysMissing,
  formatPace,
  type Pace,
  planWindows,
  totalDays,
  WindowPlanner,
  windowsLeft,
} from './pace';
import { encodeReport, type KeptReport, listKeptRanges, readKeptRanges, reportKeys } from './report-cache';
import { isClaimed, readRequest, rememberedFailure } from './shared-state';
import {
  type CountedAnswer,
  checkPieces,
  countByDay,
  type KnownSizes,
  showsShiftedDays,
} from './truncated-responses';

/** The days that a refresh wants. */
interface DaysRequest {
  readonly kind: ReportKind;
  readonly connection: Connection;
  readonly range: DateRange;
  /**
   * Reports fetched before then are too old. Milliseconds since 1970; the same for all runs of one refresh. With
   * `Infinity`, reports of other executions and earlier runs are never used.
   */
  readonly since: number;
  /** The spreadsheet's time zone, to be kept with the rows; null if unknown. */
  readonly zone: string | null;
  readonly pace: Pace;
  /**
   * The last days, if they alone are a usable result. The newest days are then requested first, and these days in every
   * run, even if they are kept.
   */
  readonly requiredRange?: DateRange | undefined;
  /**
   * The answers of refreshes of this connection earlier in the execution; this one adds its own. Where they disagree with
   * its own about a day at an end, the service's days are not those of SHIFT_DATE; where they have more of another day,
   * this answer may be truncated.
   */
  readonly earlier?: CountedAnswer[];
}

/** How far a refresh has come. */
export interface DaysProgress {
  readonly days: number;
  readonly ofDays: number;
  readonly rows: number;
  /** The number of answers so far, and the expected total. */
  readonly windows: number;
  readonly ofWindows: number;
}

/** What the caller provides for fetching days. */
interface DaysHooks {
  /** Runs work under the spreadsheet's lock. @throws {ReportError} `busy` if the lock is taken. */
  locked<Result>(work: () => Result): Result;
  /** Stores the pace for the connection's next refresh. Called whenever it has changed. */
  savePace(pace: Pace): void;
}

/** All days as one report, or the progress before the time was up. */
type RefreshedDays =
  | { readonly kind: 'complete'; readonly report: KeptReport }
  | {
      readonly kind: 'unfinished';
      readonly progress: DaysProgress;
      /** The failure that stopped it; `undefined` if the time was up. */
      readonly cause?: ReportError;
      /** The last days as far back as they were fetched, if they are a usable result. */
      readonly newest?: KeptReport | undefined;
    };

/** A group is sent only if this much time is left, or three times as long as the slowest group took. */
const LEAST_MILLIS = 5000;
const SLOWEST_TIMES = 3;
/** Failures that end a run as unfinished if it made progress: the next run tries again. */
const RETRIED_BY_NEXT_RUN: readonly FailureCode[] = [
  'rate_limited',
  'upstream_timeout',
  'unreachable',
  'invalid_response',
];
/** Failures that do not affect the days already fetched. */
const LEAVE_FETCHED_DAYS: readonly FailureCode[] = [...RETRIED_BY_NEXT_RUN, 'request_refused'];

/**
 * Fetches the days of a refresh, however many: up to 31 in one request, more by months, in groups of at most five.
 *
 * One instance per run. Everything fetched goes into the shared cache at once, and nothing else records the progress of
 * a refresh: another run with the same `since` continues one that was stopped or killed. Windows that are too long for
 * the service are halved, its rate limit is respected, and answers that look truncated are checked.
 */
export class RefreshDays {
  private asked: AskedReport;
  private readonly months: readonly DateRange[];
  /** The windows that formulas would request: the exact range, or months. */
  private readonly monthWindows: readonly Window[];
  private readonly days: KeptDays;
  private readonly sender: BatchSender;
  private readonly planner: WindowPlanner;
  private readonly finished: number;
  private readonly begunAt: number;
  private hasReadShared = false;
  private savedPace: string;
  private toCheck: readonly DateRange[] = [];
  private claimed: ClaimedRequests | undefined;
  private answers = 0;
  private slowestMillis = 0;

  /** Makes no service call. */
  constructor(
    private readonly services: FetchServices,
    private readonly budget: Budget,
    private readonly request: DaysRequest,
  ) {
    const { kind, connection, range, since, pace } = request;
    const asked = askWhole(kind, connection, range, services.digest, pace);
    const canSplit = kind.dayField !== undefined;
    this.asked = asked;
    this.months = canSplit ? allWindowsFor(range) : [range];
    this.monthWindows = this.months.map((month) => asked.window(month));
    this.begunAt = services.clock.now();
    this.days = new KeptDays(services, asked, { isUsable: (at) => at >= since, reads: 'all' });
    this.sender = new BatchSender(services, budget);
    const today = Math.floor(this.begunAt / MILLIS_PER_DAY) + UNIX_EPOCH;
    // Yesterday is over in every time zone.
    this.finished = today - 1;
    this.planner = new WindowPlanner({
      surface: budget.surface,
      canSplit,
      wantedFrom: range.from,
      windows: () => this.progress().ofWindows,
      pace,
      today,
    });
    this.savedPace = formatPace(pace);
  }

  /**
   * Claims the first requests: the first half of a refresh. The caller holds the lock.
   *
   * Two cache calls, one more if an earlier run of the refresh made progress, and a token request if no token is
   * cached.
   *
   * @throws {ReportError} A remembered failure, or a failure of the token call.
   */
  begin(): this {
    this.claimNext();
    return this;
  }

  /**
   * Fetches until all days are there or the time is up. The lock is not held.
   *
   * The first group costs a request call and a cache call; each further group costs five calls more, for the lock and
   * two cache calls. If the service fails after some of the days came, the run is unfinished and the next run tries
   * again.
   *
   * @throws {ReportError} Any failure of the service; anything that `locked` throws.
   */
  fetch(hooks: DaysHooks): RefreshedDays {
    try {
      for (let waits = 0; ; waits += 1) {
        if (this.claimed) {
          waits = 0;
          this.send(this.claimed, hooks);
        }
        this.check();
        if (this.plan().length === 0) {
          this.shareCounts();
          return { kind: 'complete', report: this.join() };
        }
        if (!this.pause(waits))
          return { kind: 'unfinished', progress: this.progress(), newest: this.newest() };
        hooks.locked(() => this.claimNext());
      }
    } catch (error) {
      if (!isReportError(error) || !LEAVE_FETCHED_DAYS.includes(error.code)) throw error;
      // Days fetched by earlier runs do not count: without an answer of its own this run has failed.
      if (this.answers === 0) throw error;
      const newest = this.newest();
      if (!RETRIED_BY_NEXT_RUN.includes(error.code) && newest === undefined) throw error;
      return { kind: 'unfinished', progress: this.progress(), cause: error, newest };
    } finally {
      this.savePace(hooks);
    }
  }

  private claimNext(): void {
    const { clock } = this.services;
    const view = this.days.readShared(this.plan(), this.hasReadShared ? [] : this.monthWindows);
    this.hasReadShared = true;
    const windows = this.plan();
    const now = clock.now();
    const entries = windows.map(({ keys }) => readRequest(view.entries[keys.request]));
    const failure = windows.length > 0 && rememberedFailure(view, now, entries);
    if (failure) throw failure;
    // A single request for the exact days never waits: the other caller may accept older rows. Nor does a refresh wait
    // if it cannot use rows that others fetch.
    const waits = this.months.length > 1 && this.request.since <= now;
    const isFree = (index: number) => !waits || !isClaimed(view, entries[index] ?? {}, now);
    const free = windows.filter((_, index) => isFree(index));
    this.claimed = free.length > 0 ? this.sender.claim(this.asked, free, view) : undefined;
  }

  private send(claimed: ClaimedRequests, hooks: DaysHooks): void {
    const { clock } = this.services;
    const { planner } = this;
    this.claimed = undefined;
    const begunAt = clock.now();
    const { retriesMade } = planner;
    planner.beginGroup(begunAt);
    const sent = this.sender.send(claimed, this.request.zone, (failed, answered) =>
      planner.askAgain(failed, answered),
    );
    const millis = clock.now() - begunAt;
    const reports = Array.from(sent.reports.values());
    for (const report of reports) this.days.add(this.asNewest(report));
    this.answers += reports.length;
    this.slowestMillis = Math.max(this.slowestMillis, millis);
    planner.endGroup(reports, planner.retriesMade === retriesMade ? millis : 0);
    this.savePace(hooks);
    if (sent.error) throw sent.error;
  }

  /** A report with a time after all pieces so far, even if the clock was set back. */
  private asNewest(report: KeptReport): KeptReport {
    const times = this.days.all().map(({ fetchedAt }) => fetchedAt);
    return { ...report, fetchedAt: Math.max(this.begunAt, report.fetchedAt, ...times) };
  }

  /** Finds truncated answers and drops them. */
  private check(): void {
    const { kind } = this.request;
    if (kind.dayField === undefined) return;
    const { days, planner } = this;
    const found = checkPieces(kind, days.all(), planner.pace, this.finished, this.request.earlier);
    const { toRequest, cut, whole, unlike } = found;
    for (const piece of cut) {
      days.drop(piece);
      planner.noteTruncated(piece.range, piece.rows.length);
    }
    planner.noteWhole(whole);
    for (const { piece, records } of unlike) this.dropUnlike(piece, records);
    // A wider margin drops some answers, to be requested again; the rest are checked again.
    if (this.findMargin(found.margin)) {
      this.check();
      return;
    }
    for (const piece of doubtfulDays(days.all(), planner.pace)) days.add(piece);
    this.toCheck = toRequest;
    if (toRequest.length === 0) this.mergeMonths();
  }

  /** Drops an answer whose later halves lack some of its records, and adds an issue that says so. */
  private dropUnlike(piece: KeptReport, records: number): void {
    this.days.drop(piece);
    const [half] = this.days.all().filter(({ range }) => range.from === piece.range.from);
    const count = shownCount(records, 'record');
    const issue = `${count} of ${describeRange(piece.range)} came in one answer and not in the next`;
    if (half) this.days.add(withIssue(half, issue));
  }

  /** Learns from the answers which extra days to request. @returns True if there are more than before. */
  private findMargin(shown: Margin): boolean {
    const { kind } = this.request;
    const { margin } = this.asked;
    const pieces = this.days.all().filter(({ answers }) => answers === undefined);
    const isShifted = pieces.some((piece) => showsOtherDays(kind, piece)) || this.differsFromEarlier(pieces);
    const wider = isShifted ? OTHER_DAYS : shown;
    const isWider = !holdsMargin(margin, wider);
    // The service now includes the last day, and no other extra day was ever needed.
    const isTooWide = !isWider && margin.before === 0 && pieces.some((piece) => showsLastDay(kind, piece));
    if (isWider || isTooWide) this.requestMargin(isWider ? wider : NO_MARGIN);
    return isWider;
  }

  /** Lets later refreshes of this execution compare their answers with these. */
  private shareCounts(): void {
    const { kind, earlier } = this.request;
    const answers = this.days.all().filter((piece) => piece.answers === undefined);
    earlier?.push(...answers.map((piece) => countByDay(kind, piece)));
  }

  /** True if these answers and those of earlier refreshes of this execution disagree about a day at an end. */
  private differsFromEarlier(pieces: readonly KeptReport[]): boolean {
    const { kind, earlier = [] } = this.request;
    if (earlier.length === 0) return false;
    return showsShiftedDays([...pieces.map((piece) => countByDay(kind, piece)), ...earlier], this.finished);
  }

  private requestMargin(margin: Margin): void {
    this.planner.noteMargin(margin);
    this.asked = withMargin(this.asked, margin);
    this.days.changeRequest(this.asked);
  }

  /** The windows to request next; none when all days are there. */
  private plan(): Window[] {
    const { asked, months, toCheck } = this;
    const { range } = this.request;
    const isChecking = toCheck.length > 0;
    const missing = isChecking ? toCheck : this.gaps();
    const ranges = planWindows(missing, range, isChecking ? [] : months, this.planner.next());
    return ranges.map(asked.window);
  }

  /** The missing days, in the order in which they are requested. */
  private gaps(): DateRange[] {
    const { range, requiredRange } = this.request;
    return requiredRange
      ? [...this.months].reverse().flatMap((month) => this.missing(overlap(month, range)))
      : this.missing();
  }

  /** The wanted days that no answer holds, or only answers that are too old. */
  private missing(range: DateRange = this.request.range): DateRange[] {
    const held = this.days.all().flatMap((answer) => {
      const [{ from }, to] = [answer.range, this.lastNewDay(answer)];
      return from <= to ? [{ from, to }] : [];
    });
    return daysMissing(range, held);
  }

  /** The last day for which an answer is new enough; it may be before its first day. */
  private lastNewDay({ range, fetchedAt }: KeptReport): number {
    const { requiredRange } = this.request;
    return requiredRange === undefined || fetchedAt >= this.begunAt
      ? range.to
      : Math.min(range.to, requiredRange.from - 1);
  }

  /** The wanted days, or some of them, as one report. No day may be missing. */
  private join(range: DateRange = this.request.range): KeptReport {
    const slices = newestSlices(range, this.days.all());
    const [joined] = joinSlices(this.request.kind, [{ range, slices }]) as [JoinedReport];
    const { undated, outside, parts, ...report } = joined;
    const asked = askedWith(range, this.asked.margin);
    const full = parts.some(({ hasFullDay }) => hasFullDay) ? { hasFullDay: true as const } : {};
    const counted = leaveOut(
      leaveOut(report, undatedLeftOut(joined), 'without a day'),
      outside.length,
      'of other days',
    );
    const whole = { ...counted, ...asked, ...full };
    return slices.length > 1 ? { ...whole, answers: slices.length } : whole;
  }

  /**
   * Merges the answers for each complete month into one, under the key that formulas look for, and removes the parts.
   * Three cache calls if there is such a month, otherwise none.
   */
  private mergeMonths(): void {
    const { cache, packer } = this.services;
    const { asked, days } = this;
    const isOne = (month: DateRange) => days.all().some(({ range }) => isInside(month, range));
    const done = this.monthWindows.filter(({ range }) => !isOne(range) && this.missing(range).length === 0);
    const entries: Record<string, string> = {};
    const merged = done.flatMap(({ range, keys }) => {
      const joined = this.join(range);
      // An older part would make the whole month too old, and its last days would be requested again.
      if (this.lastNewDay(joined) < range.to) return [];
      const encoded = encodeReport(keys.report, joined, packer);
      if (Object.keys(encoded).length === 0) return [];
      Object.assign(entries, encoded);
      return [joined];
    });
    if (merged.length === 0) return;
    const parts = days.all().filter(({ range }) => merged.some((whole) => isInside(range, whole.range)));
    parts.forEach((part) => void days.drop(part));
    merged.forEach((whole) => void days.add(whole));
    const key = asked.rangesKey;
    if (key) {
      const ranges = merged.map(({ range: { from, to }, fetchedAt: at }) => ({ from, to, at }));
      entries[key] = listKeptRanges(readKeptRanges(cache.getAll([key])[key]), ranges);
    }
    cache.putAll(entries);
    const gone = parts.map(({ range }) => asked.window(range).keys);
    cache.removeAll(gone.flatMap(({ request, report }) => [request, ...reportKeys(report)]));
  }

  private newest(): KeptReport | undefined {
    const { range, requiredRange } = this.request;
    if (requiredRange === undefined) return undefined;
    // Answers that came together with a failure are still unchecked.
    this.check();
    const gaps = [...this.missing(), ...this.toCheck].map(({ to }) => to);
    const from = Math.max(range.from, ...gaps.map((to) => to + 1));
    return from > requiredRange.from ? undefined : this.join({ from, to: range.to });
  }

  /** Waits for other executions or for the rate limit. @returns False if there is no time for another group. */
  private pause(waits: number): boolean {
    const { clock } = this.services;
    const now = clock.now();
    const look = waits === 0 ? 0 : pollMillis(waits - 1);
    const millis = Math.max(look, this.planner.pausesUntil() - now);
    const needed = Math.max(LEAST_MILLIS, SLOWEST_TIMES * this.slowestMillis);
    if (now + millis + Math.min(this.budget.timeoutSeconds * 1000, needed) > this.budget.deadline)
      return false;
    if (millis > 0) clock.sleep(millis);
    return true;
  }

  private progress(): DaysProgress {
    const { months, days, planner } = this;
    const missing = this.gaps();
    const ofDays = totalDays([this.request.range]);
    const rows = days.all().reduce((sum, piece) => sum + piece.rows.length, 0);
    const windows = days.all().length;
    const ofWindows = windows + windowsLeft(missing, months, planner.pace);
    return { days: ofDays - totalDays(missing), ofDays, rows, windows, ofWindows };
  }

  private savePace({ savePace }: DaysHooks): void {
    const text = formatPace(this.planner.pace);
    if (text === this.savedPace) return;
    try {
      savePace(this.planner.pace);
      this.savedPace = text;
    } catch {
      // The fetched days matter more; the next refresh learns the pace again.
    }
  }
}

/** A report with an issue that counts records that are left out; as it is if there are none. */
function leaveOut(report: KeptReport, count: number, what: string): KeptReport {
  return count === 0 ? report : withIssue(report, `${shownCount(count, 'record')} ${what} left out`, count);
}

/** How many records without a day are not among the rows, each once: every answer may have them. */
function undatedLeftOut({ rows, undated }: Pick<JoinedReport, 'rows' | 'undated'>): number {
  if (undated.length === 0) return 0;
  const shown = new Set(rows.map((row) => JSON.stringify(row)));
  return new Set(undated.map((row) => JSON.stringify(row)).filter((row) => !shown.has(row))).size;
}

/**
 * The one-day answers that are as long as truncated ones, each with an issue that says so: a day cannot be requested in
 * halves. Answers that already have the issue are left out.
 */
function doubtfulDays(pieces: readonly KeptReport[], { truncatedAt }: KnownSizes): KeptReport[] {
  return pieces
    .filter(({ range, rows }) => truncatedAt > 0 && rows.length === truncatedAt && dayCount(range) === 1)
    .flatMap((piece) => {
      const doubt = `${describeRange(piece.range)} has ${truncatedAt} records, the number at which longer answers were cut`;
      return piece.hasFullDay ? [] : [{ ...withIssue(piece, doubt), hasFullDay: true }];
    });
}

/** An answer with another issue, listed first. @param count How many records or values the issue is about. */
function withIssue(piece: KeptReport, issue: string, count = 1): KeptReport {
  const issues = [issue, ...piece.issues].slice(0, LISTED_ISSUES);
  return { ...piece, issues, issueCount: piece.issueCount + count };
}
