import type { Surface } from '../../budget';
import {
  type CalendarDate,
  type DateRange,
  dayCount,
  isSameRange,
  type Margin,
} from '../../calendar/calendar-date';
import type { FailedAttempt } from '../../employer-api/report-calls';
import { CHECK_AGAIN_DAYS, REFRESH_RETRIES, REFRESH_RETRY_SHARE } from '../../limits';
import {
  mayBeTooLong,
  type Pace,
  paceAfterAnswer,
  paceAfterRateLimit,
  paceAfterRefusal,
  paceAfterTime,
  paceOfNewRun,
  SLOW_MILLIS,
  shorterLength,
} from './pace';
import type { WholeResponse } from './truncated-responses';

/** The platform gives up at 50 MB. */
const LARGE_CHARACTERS = 40_000_000;
/** The most complete answers to remember; the oldest are forgotten and checked again. */
const MOST_WHOLE = 16;

/** What is known about a refresh before its requests begin. */
interface PlannedRun {
  /** Decides how often a failed request is repeated. */
  readonly surface: Surface;
  /** Whether a window may be split. */
  readonly canSplit: boolean;
  /** The first day that is wanted. */
  readonly wantedFrom: CalendarDate;
  /** The expected number of windows of the refresh. */
  readonly windows: () => number;
  /** What earlier runs have learned. */
  readonly pace: Pace;
  /** The date in UTC. */
  readonly today: CalendarDate;
}

/** Plans the requests of one run, limits its retries, and learns a pace from the answers. */
export class WindowPlanner {
  pace: Pace;
  private retries = 0;
  private unexplained = 0;
  private period: { from: number; taken: number } | undefined;
  /** How many parts of the current group are already counted. */
  private counted = 0;

  constructor(private readonly run: PlannedRun) {
    const { pace, today } = run;
    const known =
      today - pace.checkedOn > CHECK_AGAIN_DAYS ? { ...pace, truncatedAt: 0, checkedOn: 0 } : pace;
    const isKnown = ({ on }: Pace['whole'][number]) => today - on <= CHECK_AGAIN_DAYS;
    this.pace = paceOfNewRun({ ...known, whole: known.whole.filter(isKnown) });
  }

  /** The pace for the next group, with no more requests than the rate limit leaves. */
  next(): Pace {
    const { requests, group } = this.pace;
    const room = requests === 0 ? group : Math.max(1, requests - (this.period?.taken ?? 0));
    return { ...this.pace, group: Math.min(group, room) };
  }

  /** When the rate limit allows the next request, if it is used up; otherwise 0. Milliseconds since 1970. */
  pausesUntil(): number {
    const { requests, seconds } = this.pace;
    const { period } = this;
    return requests > 0 && period && period.taken >= requests ? period.from + seconds * 1000 : 0;
  }

  /** Called before a group is sent. */
  beginGroup(now: number): void {
    const { requests, seconds } = this.pace;
    const isOver = requests > 0 && this.period && now >= this.period.from + seconds * 1000;
    if (this.period === undefined || isOver) this.period = { from: now, taken: 0 };
    this.counted = 0;
  }

  /** Called after a group. @param millis How long it took; 0 if any request was repeated. */
  endGroup(answers: readonly { readonly range: DateRange }[], millis: number): void {
    if (this.period) this.period.taken += answers.length - this.counted;
    const lengths = answers.map(({ range }) => dayCount(range));
    for (const days of lengths) this.pace = paceAfterAnswer(this.pace, days);
    if (millis > 0) this.pace = paceAfterTime(this.pace, Math.max(0, ...lengths), millis);
  }

  /** How many retries this run has made. */
  get retriesMade(): number {
    return this.retries;
  }

  /** Records a truncated answer. */
  noteTruncated(range: DateRange, rows: number): void {
    this.refuse(dayCount(range));
    this.pace = { ...this.pace, truncatedAt: rows, checkedOn: this.run.today };
  }

  /** Records answers that looked truncated but are complete. */
  noteWhole(answers: readonly WholeResponse[]): void {
    if (answers.length === 0) return;
    const { today: on } = this.run;
    const known = answers.reduce<Pace['whole']>((whole, { from, to, rows }) => {
      const others = whole.filter((one) => !isSameRange(one, { from, to }));
      return [...others, { from, to, rows, on }];
    }, this.pace.whole);
    const most = Math.max(0, ...answers.map(({ rows }) => rows));
    // As many as a limit allows may be all by chance.
    const truncatedAt = most > this.pace.truncatedAt ? 0 : this.pace.truncatedAt;
    this.pace = { ...this.pace, whole: known.slice(-MOST_WHOLE), truncatedAt };
  }

  /** Records the extra days to request. */
  noteMargin({ before, after }: Margin): void {
    this.pace = { ...this.pace, before, after };
  }

  /**
   * Decides what to request after failures: fewer days if there may have been too many, otherwise the same days if a
   * retry may help.
   *
   * If the service answered nothing at all, only one part is tried again, and after a 429 no more than it accepted
   * before; the others follow later, at the pace learned by then.
   *
   * @returns `undefined` if a failure is final or the retries are used up.
   */
  askAgain(
    failed: readonly FailedAttempt[],
    answered: number,
  ): readonly (DateRange | undefined)[] | undefined {
    const limited = failed.filter(({ rule }) => rule.coolDown);
    const taken = answered + failed.length - limited.length;
    this.counted += answered;
    if (this.period) this.period.taken += taken;
    this.learn(failed);
    if (limited.length > 0) this.meetLimit(Math.max(...limited.map(({ resumesAt }) => resumesAt)));
    const wanted = failed.map((one) => this.replacementFor(one));
    if (wanted.includes(undefined)) return undefined;
    const most = limited.length > 0 ? this.pace.group : answered === 0 ? 1 : failed.length;
    this.retries += Math.min(most, failed.length);
    const isOver = this.retries > REFRESH_RETRIES + Math.floor(REFRESH_RETRY_SHARE * this.run.windows());
    return isOver ? undefined : wanted.map((range, index) => (index < most ? range : undefined));
  }

  private learn(failed: readonly FailedAttempt[]): void {
    if (!this.run.canSplit) return;
    const tooLong = failed.filter((one) => this.mayBeTooLong(one) && this.isEvidence(one));
    this.refuse(Math.min(...tooLong.map(({ range }) => dayCount(range))));
  }

  /** The first connection that breaks quickly may be chance; the second one counts as evidence. */
  private isEvidence({ status, millis }: FailedAttempt): boolean {
    if (status !== undefined || millis >= SLOW_MILLIS) return true;
    this.unexplained += 1;
    return this.unexplained > 1;
  }

  private refuse(days: number): void {
    if (days > 1 && Number.isFinite(days)) this.pace = paceAfterRefusal(this.pace, days);
  }

  private meetLimit(resumesAt: number): void {
    const { from, taken } = this.period ?? { from: resumesAt, taken: 0 };
    this.pace = paceAfterRateLimit(this.pace, taken, (resumesAt - from) / 1000);
    this.period = { from: resumesAt, taken: 0 };
  }

  private replacementFor(one: FailedAttempt): DateRange | undefined {
    const { range, rule, attempts } = one;
    const { surface, canSplit, wantedFrom } = this.run;
    const days = dayCount(range);
    if (canSplit && days > 1 && this.mayBeTooLong(one)) {
      // A month may begin before the wanted days.
      const from = Math.min(range.to, Math.max(range.from, wantedFrom));
      return { from, to: Math.min(range.to, from + shorterLength(this.pace, days) - 1) };
    }
    return attempts < rule.attempts[surface] ? range : undefined;
  }

  /** True if the service may answer fewer days. Once a limit is known, that is possible for windows of any length. */
  private mayBeTooLong({ rule, status, first, characters }: FailedAttempt): boolean {
    const days = this.pace.tooLong > 0 ? Number.POSITIVE_INFINITY : dayCount(first);
    return (
      status === undefined ||
      (status === 200 && characters >= LARGE_CHARACTERS) ||
      mayBeTooLong(rule.code, status, days)
    );
  }
}
