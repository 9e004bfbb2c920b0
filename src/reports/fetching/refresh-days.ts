import { MILLIS_PER_DAY, UNIX_EPOCH } from '../../calendar/calendar-date';
import { type DateRange, describeRange, type Margin, overlap } from '../../calendar/date-range';
import type { Budget } from '../../employer-api/budget';
import { type FailureCode, isReportError } from '../../employer-api/errors';
import { type AskedReport, askWhole, askWider, type Window } from './asked-report';
import { BatchSender, type ClaimedRequests } from './batch-sender';
import { checkPieces, doubtfulDays, withIssue } from './cut-answers';
import { holdsMargin, NO_MARGIN, OTHER_DAYS, showsLastDay, showsOtherDays } from './day-margin';
import type { DaysHooks, DaysProgress, DaysRequest, RefreshedDays } from './days-request';
import type { FetchServices } from './fetch-services';
import { KeptPieces } from './kept-pieces';
import { lookAgainMillis } from './look-again';
import { formatPace } from './pace';
import { Pacing } from './pacing';
import type { KeptReport } from './report-cache';
import { isClaimed, readRequest, rememberedFailure } from './shared-state';
import { planWindows, totalDays, windowsLeft } from './window-plan';
import { allWindowsFor } from './windows';

/** A group begins where so much time is left, or three times what the slowest one took. */
const LEAST_MILLIS = 5000;
const SLOWEST_TIMES = 3;
/** Failures that a run which got on leaves to the next one. */
const LEFT_TO_THE_NEXT: readonly FailureCode[] = [
  'rate_limited',
  'upstream_timeout',
  'unreachable',
  'invalid_response',
];
/** Failures that say nothing of the days that came. */
const OF_OTHER_DAYS: readonly FailureCode[] = [...LEFT_TO_THE_NEXT, 'request_refused'];

/**
 * Fetches the days of a refresh, however many: up to 31 in one request, more by months, in groups of at most five.
 *
 * Made for one run. Everything fetched is kept in the shared cache at once, and that is all there is to know of how far a
 * refresh has come: a run that was stopped or killed is continued by another one with the same `since`. Windows that
 * are too long for the service are halved, its allowance is kept to, answers that look cut are checked.
 */
export class RefreshDays {
  private asked: AskedReport;
  private readonly months: readonly DateRange[];
  private readonly pieces: KeptPieces;
  private readonly sender: BatchSender;
  private readonly pacing: Pacing;
  private readonly finished: number;
  private readonly begunAt: number;
  private savedPace: string;
  private toCheck: readonly DateRange[] = [];
  private claimed: ClaimedRequests | undefined;
  private answers = 0;
  private slowestMillis = 0;

  /** Calls nothing. */
  constructor(
    private readonly services: FetchServices,
    private readonly budget: Budget,
    private readonly request: DaysRequest,
  ) {
    const { kind, connection, range, since, pace, enough } = request;
    const asked = askWhole(kind, connection, range, services.digest, pace);
    const canSplit = kind.dayField !== undefined;
    this.asked = asked;
    this.months = canSplit ? allWindowsFor(range) : [range];
    const months = this.months.map((month) => asked.window(month));
    this.begunAt = services.clock.now();
    const anew = enough && { ...enough, since: this.begunAt };
    this.pieces = new KeptPieces(services, { asked, range, months, since, anew });
    this.sender = new BatchSender(services, budget);
    const today = Math.floor(this.begunAt / MILLIS_PER_DAY) + UNIX_EPOCH;
    // Shifts of yesterday are there, in whatever time zone.
    this.finished = today - 1;
    this.pacing = new Pacing({
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
   * Two cache calls, and one more where an earlier run of the refresh got on; a token request where there is none.
   *
   * @throws {ReportError} A failure that is remembered, or one of the token call.
   */
  begin(): this {
    this.claimNext();
    return this;
  }

  /**
   * Fetches until all is there, or the time is up. The lock is not held.
   *
   * A group costs a request call and a cache call, a further group five calls more: the lock, and two of the cache. Where
   * the service fails after some of the days came, the run is unfinished and the next one meets the failure.
   *
   * @throws {ReportError} Of any code of the service; what `locked` throws.
   */
  fetch(hooks: DaysHooks): RefreshedDays {
    try {
      for (let waits = 0; ; waits += 1) {
        if (this.claimed) {
          waits = 0;
          this.send(this.claimed, hooks);
        }
        this.check();
        if (this.plan().length === 0) return { kind: 'complete', report: this.pieces.join() };
        if (!this.pause(waits))
          return { kind: 'unfinished', progress: this.progress(), newest: this.newest() };
        hooks.locked(() => this.claimNext());
      }
    } catch (error) {
      if (!isReportError(error) || !OF_OTHER_DAYS.includes(error.code)) throw error;
      // What earlier runs have fetched is no news: without an answer this one has failed.
      if (this.answers === 0) throw error;
      const newest = this.newest();
      if (!LEFT_TO_THE_NEXT.includes(error.code) && newest === undefined) throw error;
      return { kind: 'unfinished', progress: this.progress(), cause: error, newest };
    } finally {
      this.savePace(hooks);
    }
  }

  private claimNext(): void {
    const { clock } = this.services;
    const view = this.pieces.look(this.plan());
    const windows = this.plan();
    const now = clock.now();
    const entries = windows.map(({ keys }) => readRequest(view.entries[keys.request]));
    const failure = windows.length > 0 && rememberedFailure(view, now, entries);
    if (failure) throw failure;
    // One request for the exact days never waits: whoever asks for them too may want older rows. Nor does a refresh that
    // could not use what others fetch.
    const waits = this.months.length > 1 && this.request.since <= now;
    const isFree = (index: number) => !waits || !isClaimed(view, entries[index] ?? {}, now);
    const free = windows.filter((_, index) => isFree(index));
    this.claimed = free.length > 0 ? this.sender.claim(this.asked, free, view) : undefined;
  }

  private send(claimed: ClaimedRequests, hooks: DaysHooks): void {
    const { clock } = this.services;
    const { pacing } = this;
    this.claimed = undefined;
    const begunAt = clock.now();
    const { retriesMade } = pacing;
    pacing.beginGroup(begunAt);
    const sent = this.sender.send(claimed, this.request.zone, (failed, answered) =>
      pacing.askAgain(failed, answered),
    );
    const millis = clock.now() - begunAt;
    const reports = Array.from(sent.reports.values());
    for (const report of reports) this.pieces.add(this.asNewest(report));
    this.answers += reports.length;
    this.slowestMillis = Math.max(this.slowestMillis, millis);
    pacing.endGroup(reports, pacing.retriesMade === retriesMade ? millis : 0);
    this.savePace(hooks);
    if (sent.error) throw sent.error;
  }

  /** What this execution fetched is newer than all that it had by then, also where the clock was set back meanwhile. */
  private asNewest(report: KeptReport): KeptReport {
    const times = this.pieces.all().map(({ fetchedAt }) => fetchedAt);
    return { ...report, fetchedAt: Math.max(this.begunAt, report.fetchedAt, ...times) };
  }

  /** Finds answers that lack records, and drops them. */
  private check(): void {
    const { kind } = this.request;
    if (kind.dayField === undefined) return;
    const { pieces, pacing } = this;
    const found = checkPieces(kind, pieces.all(), pacing.pace, this.finished);
    const { toAsk, cut, whole, unlike } = found;
    for (const piece of cut) {
      pieces.drop(piece);
      pacing.noteCut(piece.range, piece.rows.length);
    }
    pacing.noteWhole(whole);
    for (const { piece, records } of unlike) this.tellUnlike(piece, records);
    // Some answers are dropped for it, and asked for again; those that stay are looked at anew.
    if (this.findMargin(found.margin)) {
      this.check();
      return;
    }
    for (const piece of doubtfulDays(pieces.all(), pacing.pace)) pieces.add(piece);
    this.toCheck = toAsk;
    if (toAsk.length === 0) pieces.putTogether();
  }

  /** The halves of an answer, which came later, lack records that it holds: they are shown, and it is told. */
  private tellUnlike(piece: KeptReport, records: number): void {
    this.pieces.drop(piece);
    const [half] = this.pieces.all().filter(({ range }) => range.from === piece.range.from);
    const count = `${records} ${records === 1 ? 'record' : 'records'}`;
    const issue = `${count} of ${describeRange(piece.range)} came in one answer and not in the next`;
    if (half) this.pieces.add(withIssue(half, issue));
  }

  /** Learns from the answers what to ask for besides. @returns Whether it is more than before. */
  private findMargin(shown: Margin): boolean {
    const { kind } = this.request;
    const { margin } = this.asked;
    const pieces = this.pieces.all().filter(({ answers }) => answers === undefined);
    const wider = pieces.some((piece) => showsOtherDays(kind, piece)) ? OTHER_DAYS : shown;
    const isWider = !holdsMargin(margin, wider);
    // The last day comes by now, and nothing else was ever wrong.
    const isTooWide = !isWider && margin.before === 0 && pieces.some((piece) => showsLastDay(kind, piece));
    if (isWider || isTooWide) this.askFor(isWider ? wider : NO_MARGIN);
    return isWider;
  }

  private askFor(margin: Margin): void {
    this.pacing.noteMargin(margin);
    this.asked = askWider(this.asked, margin);
    this.pieces.askInstead(this.asked);
  }

  /** The windows to ask for next: none when all is there. */
  private plan(): Window[] {
    const { asked, months, toCheck } = this;
    const { range } = this.request;
    const isChecking = toCheck.length > 0;
    const missing = isChecking ? toCheck : this.gaps();
    const ranges = planWindows(missing, range, isChecking ? [] : months, this.pacing.next());
    return ranges.map(asked.window);
  }

  /** The days that are missing, in the order in which they are asked for. */
  private gaps(): DateRange[] {
    const { months, pieces } = this;
    const { range, enough } = this.request;
    return enough
      ? [...months].reverse().flatMap((month) => pieces.missing(overlap(month, range)))
      : pieces.missing();
  }

  private newest(): KeptReport | undefined {
    const { range, enough } = this.request;
    if (enough === undefined) return undefined;
    // What came with a failure was not looked at yet.
    this.check();
    const gaps = [...this.pieces.missing(), ...this.toCheck].map(({ to }) => to);
    const from = Math.max(range.from, ...gaps.map((to) => to + 1));
    return from > enough.from ? undefined : this.pieces.join({ from, to: range.to });
  }

  /** Waits for others, or for the service's allowance. @returns Whether another group fits after that. */
  private pause(waits: number): boolean {
    const { clock } = this.services;
    const now = clock.now();
    const look = waits === 0 ? 0 : lookAgainMillis(waits - 1);
    const millis = Math.max(look, this.pacing.restsUntil() - now);
    const needed = Math.max(LEAST_MILLIS, SLOWEST_TIMES * this.slowestMillis);
    if (now + millis + Math.min(this.budget.timeoutSeconds * 1000, needed) > this.budget.deadline)
      return false;
    if (millis > 0) clock.sleep(millis);
    return true;
  }

  private progress(): DaysProgress {
    const { months, pieces, pacing } = this;
    const missing = this.gaps();
    const ofDays = totalDays([this.request.range]);
    const rows = pieces.all().reduce((sum, piece) => sum + piece.rows.length, 0);
    const windows = pieces.all().length;
    const ofWindows = windows + windowsLeft(missing, months, pacing.pace);
    return { days: ofDays - totalDays(missing), ofDays, rows, windows, ofWindows };
  }

  private savePace({ savePace }: DaysHooks): void {
    const text = formatPace(this.pacing.pace);
    if (text === this.savedPace) return;
    try {
      savePace(this.pacing.pace);
      this.savedPace = text;
    } catch {
      // What was fetched matters more; the next refresh learns it again.
    }
  }
}
