import * as v from 'valibot';
import type { Surface } from '../../budget';
import {
  type CalendarDate,
  type DateRange,
  dayCount,
  isOn,
  isSameRange,
  type Margin,
  overlap,
} from '../../calendar/calendar-date';
import type { FailureCode } from '../../employer-api/errors';
import type { FailedAttempt } from '../../employer-api/report-calls';
import { parseStored } from '../../employer-api/text';
import { BATCH_SIZE, CHECK_AGAIN_DAYS, REFRESH_RETRIES, REFRESH_RETRY_SHARE } from '../../limits';

const COUNT = v.pipe(v.number(), v.integer(), v.minValue(0));

const PACE = v.object({
  /** The longest window that was answered, in days; 0 if unknown. Less than 28 only together with `tooLong`. */
  days: COUNT,
  /** How many requests are sent together, 1 to 5. */
  group: v.pipe(COUNT, v.minValue(1), v.maxValue(BATCH_SIZE)),
  /** The shortest window that was refused, slow or truncated, in days; 0 for none. If set, `days` is less. */
  tooLong: COUNT,
  /** How many windows were answered since that refusal, up to `growAfter`. */
  successesSinceFailure: COUNT,
  /** After this many answered windows, a window of `tooLong` days is tried again. */
  growAfter: COUNT,
  /** The rate limit: requests before a 429, and in how many seconds; 0 if there never was a 429. */
  requests: COUNT,
  seconds: COUNT,
  /**
   * Days whose answer looked truncated but had the same number of records when requested again. The newest are last.
   */
  whole: v.array(v.object({ from: COUNT, to: COUNT, rows: COUNT, on: COUNT })),
  /** The number of rows at which answers are truncated; 0 if none was. */
  truncatedAt: COUNT,
  /** The day on which `truncatedAt` was found. */
  checkedOn: COUNT,
  /** The extra days to request, so that all records of the wanted days come. */
  before: COUNT,
  after: COUNT,
  /** How long windows of `tooLong` days took, if the only reason was that they were slow; otherwise 0. Milliseconds. */
  slow: COUNT,
  /** How long any window takes, whatever its length; 0 if longer windows take longer. Milliseconds. */
  latency: COUNT,
});

/** What refreshes have learned about the limits of a connection's service. Kept as text with the connection. */
export type Pace = v.InferOutput<typeof PACE>;

/**
 * The days of an answer, or some of them, known to have all of their records. `rows` are the records on these days: extra
 * days do not count, because a limit may truncate them.
 */
export type WholeResponse = Omit<Pace['whole'][number], 'on'>;

/** Windows of this many days or more are whole months. */
const MONTH_DAYS = 28;
const LONGEST_MONTH = 31;
const FIRST_GROW_AFTER = 8;
const MOST_GROW_AFTER = 256;
/** A rate limit of this many requests is not worth keeping. */
const LARGE_ALLOWANCE = 60;
/** A slow answer takes longer than a cell waits. */
const SLOW_MILLIS = 15_000;
/** If windows of at most half the days take this share of the time, length is not the reason. */
const SAME_TIME = 0.75;

/** The pace for a new connection. */
export const NEW_PACE: Pace = {
  days: 0,
  group: BATCH_SIZE,
  tooLong: 0,
  successesSinceFailure: 0,
  growAfter: FIRST_GROW_AFTER,
  requests: 0,
  seconds: 0,
  whole: [],
  truncatedAt: 0,
  checkedOn: 0,
  before: 0,
  after: 0,
  slow: 0,
  latency: 0,
};

/** Reads a kept pace; `NEW_PACE` if it cannot be read. */
export function parsePace(text: string | undefined): Pace {
  return parseStored(PACE, text) ?? NEW_PACE;
}

/** A pace as text: about 200 characters, up to 900 if many answers were requested again. */
export function formatPace(pace: Pace): string {
  return JSON.stringify(pace);
}

/**
 * The pace at the start of a run. The rate limit is assumed to be one request higher than last time, so that a raised
 * limit is noticed at the cost of one refused request per run.
 */
export function paceOfNewRun(pace: Pace): Pace {
  return pace.requests === 0 ? pace : withAllowance(pace, pace.requests + 1, pace.seconds);
}

/** The pace after a run that was killed: one window at a time, so that another kill costs only one window. */
export function paceAfterKill(pace: Pace): Pace {
  return { ...pace, group: 1 };
}

/**
 * The pace after an answer for a window of `days` days.
 *
 * While no length was refused, only a whole month changes the pace, so that most refreshes have nothing to store. After
 * a refusal, windows grow by half of the remaining difference (`lengthsToAsk`); once `growAfter` windows have been
 * answered, the refused length itself is tried again.
 */
export function paceAfterAnswer(pace: Pace, days: number): Pace {
  const { days: known, tooLong, successesSinceFailure, growAfter } = pace;
  if (tooLong === 0) return days > known && days >= MONTH_DAYS ? { ...pace, days } : pace;
  if (days < tooLong)
    return {
      ...pace,
      days: Math.max(known, days),
      successesSinceFailure: Math.min(growAfter, successesSinceFailure + 1),
    };
  // The refused length is answered now: the next length in doubt is 1.5 times as long, up to a whole month.
  return days >= LONGEST_MONTH
    ? { ...pace, days, tooLong: 0, successesSinceFailure: 0, growAfter: FIRST_GROW_AFTER }
    : {
        ...pace,
        days,
        tooLong: Math.min(LONGEST_MONTH, days + Math.ceil(days / 2)),
        successesSinceFailure: 0,
      };
}

/**
 * The pace after a window of at least two days was refused, slow or truncated.
 *
 * Earlier answers of this length no longer count. If a length is refused again, the next try comes after twice as many
 * answers.
 */
export function paceAfterRefusal(pace: Pace, days: number): Pace {
  const { days: known, tooLong: before, growAfter } = pace;
  const tooLong = before === 0 ? days : Math.min(before, days);
  const wasKnown = before > 0 && known >= days;
  return {
    ...pace,
    days: known < tooLong ? known : wasKnown ? Math.max(1, Math.floor((3 * tooLong) / 4)) : 0,
    tooLong,
    successesSinceFailure: 0,
    slow: 0,
    growAfter: days === before || wasKnown ? Math.min(MOST_GROW_AFTER, 2 * growAfter) : growAfter,
  };
}

/**
 * The pace after windows of up to `days` days were answered in `millis` milliseconds.
 *
 * Slow windows get shorter, unless that did not help before: if every answer is slow, whatever its length, windows are
 * whole months, because shorter windows would only be more requests.
 */
export function paceAfterTime(pace: Pace, days: number, millis: number): Pace {
  if (millis <= SLOW_MILLIS) return pace.latency === 0 ? pace : { ...pace, latency: 0 };
  if (days < 2 || millis * SAME_TIME <= pace.latency) return pace;
  if (pace.slow > 0 && 2 * days <= pace.tooLong + 1 && millis >= SAME_TIME * pace.slow) {
    return {
      ...pace,
      tooLong: 0,
      successesSinceFailure: 0,
      growAfter: FIRST_GROW_AFTER,
      slow: 0,
      latency: millis,
    };
  }
  return { ...paceAfterRefusal(pace, days), slow: millis };
}

/** The pace after a 429. @param requests Accepted before it. @param seconds For these requests and the cool-down. */
export function paceAfterRateLimit(pace: Pace, requests: number, seconds: number): Pace {
  return withAllowance(pace, Math.max(1, requests), Math.max(1, Math.ceil(seconds)));
}

/** The length to try instead of a refused one: the longest that is known to be answered, or half. */
export function shorterLength({ days: known }: Pace, days: number): number {
  return known > 0 && known < days ? known : Math.ceil(days / 2);
}

/** The longest window that is or may be answered, in days; `undefined` while no length was refused. */
export function longestAnswered({ days, tooLong }: Pace): number | undefined {
  return tooLong === 0 ? undefined : days || Math.ceil(tooLong / 2);
}

/** The lengths of the next windows, and how many are requested together. */
interface NextLengths {
  /** The first window's length in days, which may be a try; 28 or more means a month. */
  readonly first: number;
  readonly others: number;
  readonly group: number;
}

/**
 * The lengths of the next windows.
 *
 * A length that was never answered is requested alone. A length longer than any answered one is tried as the first of a
 * group, if that would save a request for the remaining days.
 *
 * @param left How many days remain.
 */
export function lengthsToAsk(
  { days, group, tooLong, successesSinceFailure, growAfter }: Pace,
  left: number,
): NextLengths {
  if (tooLong === 0)
    return { first: LONGEST_MONTH, others: LONGEST_MONTH, group: days < MONTH_DAYS ? 1 : group };
  if (days === 0) {
    const half = Math.ceil(tooLong / 2);
    return { first: half, others: half, group: 1 };
  }
  const isRetry = successesSinceFailure >= growAfter;
  const longer = isRetry || growAfter > FIRST_GROW_AFTER ? tooLong : Math.floor((days + tooLong) / 2);
  const saved = Math.ceil(left / days) - Math.ceil(left / longer);
  const pays = isRetry ? saved >= 1 : growAfter === FIRST_GROW_AFTER && saved >= 2;
  return { first: pays ? longer : days, others: days, group: pays && longer >= 2 * days ? 1 : group };
}

function withAllowance(pace: Pace, requests: number, seconds: number): Pace {
  return requests >= LARGE_ALLOWANCE
    ? { ...pace, requests: 0, seconds: 0, group: BATCH_SIZE }
    : { ...pace, requests, seconds, group: Math.min(BATCH_SIZE, requests) };
}

/** No service refuses a week for its length: with so few days, a refusal has another reason. */
const SURELY_ALLOWED_DAYS = 7;
/** Statuses that may mean that a range is too long: bad request, too large, unprocessable. */
const LENGTH_STATUSES: readonly (number | undefined)[] = [400, 413, 422];

/**
 * True if the service may answer a shorter window: after a 504 and, for more than a week, after a status of
 * `LENGTH_STATUSES` or no answer at all. The specification states no maximum (section 8).
 *
 * @param status `undefined` if no answer came.
 */
export function mayBeTooLong(code: FailureCode, status: number | undefined, days: number): boolean {
  if (code === 'upstream_timeout') return true;
  return days > SURELY_ALLOWED_DAYS && (status === undefined || LENGTH_STATUSES.includes(status));
}

/** The stored pace of a connection; `NEW_PACE` if it belongs to another connection. */
export function readPace(text: string | undefined, fingerprint: string): Pace {
  const mark = `${fingerprint} `;
  return parsePace(text?.startsWith(mark) ? text.slice(mark.length) : undefined);
}

/** A pace as a document property, with its connection. */
export function notePace(pace: Pace, { fingerprint }: { readonly fingerprint: string }): string {
  return `${fingerprint} ${formatPace(pace)}`;
}

/** The days of a range that no other range holds, as ranges, in order. */
export function daysMissing(range: DateRange, held: readonly DateRange[]): DateRange[] {
  const inOrder = held
    .filter((one) => overlap(one, range) !== undefined)
    .sort((one, other) => one.from - other.from);
  const missing: DateRange[] = [];
  let next = range.from;
  for (const { from, to } of inOrder) {
    if (from > next) missing.push({ from: next, to: from - 1 });
    next = Math.max(next, to + 1);
  }
  return next > range.to ? missing : [...missing, { from: next, to: range.to }];
}

/** The number of days of ranges that do not overlap. */
export function totalDays(ranges: readonly DateRange[]): number {
  return ranges.reduce((total, range) => total + dayCount(range), 0);
}

/**
 * The windows to request next, in the order of the gaps.
 *
 * While no length was refused, windows are whole months, as formulas request them, even if the first or last month
 * reaches beyond the wanted days. Shorter windows hold missing days only and end with their gap; they end with a month
 * only if the gaps are those of months.
 *
 * @param missing The missing days of the range, as gaps in the order in which to request them.
 * @param months The windows that formulas would request: the exact range, or months.
 */
export function planWindows(
  missing: readonly DateRange[],
  range: DateRange,
  months: readonly DateRange[],
  pace: Pace,
): DateRange[] {
  const { first, others, group } = lengthsToAsk(pace, totalDays(missing));
  const windows: DateRange[] = [];
  let tried = false;
  for (const gap of missing) {
    for (let { from } = gap; from <= gap.to && windows.length < group; ) {
      const isTry: boolean = !tried && gap.to - from + 1 >= first;
      const length = isTry ? first : others;
      tried = tried || isTry;
      const month = length < MONTH_DAYS ? undefined : months.find((one) => isOn(from, one));
      const isWhole =
        month !== undefined &&
        from === Math.max(month.from, range.from) &&
        gap.to >= Math.min(month.to, range.to) &&
        (pace.tooLong === 0 || dayCount(month) <= length);
      const end = month && pace.tooLong === 0 ? month.to : from + length - 1;
      const window = isWhole ? month : { from, to: Math.min(gap.to, end) };
      windows.push(window);
      from = window.to + 1;
    }
  }
  return windows;
}

/** The expected number of windows for the missing days. Only a month holds days of two gaps. */
export function windowsLeft(
  missing: readonly DateRange[],
  months: readonly DateRange[],
  { days, tooLong }: Pace,
): number {
  if (tooLong === 0) {
    return months.filter((month) => missing.some((one) => overlap(one, month) !== undefined)).length;
  }
  const length = days || Math.ceil(tooLong / 2);
  return missing.reduce((total, gap) => total + Math.ceil(dayCount(gap) / length), 0);
}

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
