import * as v from 'valibot';
import { parseJson } from '../../employer-api/json';
import { BATCH_SIZE } from './windows';

const COUNT = v.pipe(v.number(), v.integer(), v.minValue(0));

const PACE = v.object({
  /** The longest window that was answered, in days; 0 for nothing known. Less than 28 is kept beside `tooLong` only. */
  days: COUNT,
  /** How many requests go out together, 1 to 5. */
  group: v.pipe(COUNT, v.minValue(1), v.maxValue(BATCH_SIZE)),
  /** The shortest window that was refused, slow or cut, in days; 0 for none. Beside it, `days` is below it. */
  tooLong: COUNT,
  /** How many windows were answered since, up to `patience`. */
  calm: COUNT,
  /** After so many answered windows one of `tooLong` days is tried again. */
  patience: COUNT,
  /** How many requests the service takes before it says 429, and in how many seconds; 0 where it never did. */
  requests: COUNT,
  seconds: COUNT,
  /** Days whose number of records was asked for twice, though it looked cut, and was the same. The newest are last. */
  whole: v.array(v.object({ from: COUNT, to: COUNT, rows: COUNT, on: COUNT })),
  /** The number of rows at which answers were found to be cut; 0 for none. */
  cutAt: COUNT,
  /** When that was found out: a day. */
  checkedOn: COUNT,
  /** How many days more the service has to be asked for, so that all records of the wanted days come. */
  before: v.optional(COUNT, 0),
  after: v.optional(COUNT, 0),
  /** How long the windows of `tooLong` days took, where they were refused for being slow only; else 0. Milliseconds. */
  slow: v.optional(COUNT, 0),
  /** How long any window takes, however few its days; 0 where long ones take longer. Milliseconds. */
  latency: v.optional(COUNT, 0),
});

/** How a connection's service likes to be asked. Learnt by refreshes, kept as text beside the connection. */
export type Pace = v.InferOutput<typeof PACE>;

/** Windows of so many days and more are whole months. */
export const MONTH_DAYS = 28;
const LONGEST_MONTH = 31;
const FIRST_PATIENCE = 8;
const MOST_PATIENCE = 256;
/** A service that takes so many requests has no allowance that is worth knowing. */
const LARGE_ALLOWANCE = 60;
/** An answer that takes longer than a cell would wait is slow. */
export const SLOW_MILLIS = 15_000;
/** Windows of at most half the days that take so much of the time are no faster: it is not for their length. */
const SAME_TIME = 0.75;

/** The pace for a connection that nothing is known of. */
export const NEW_PACE: Pace = {
  days: 0,
  group: BATCH_SIZE,
  tooLong: 0,
  calm: 0,
  patience: FIRST_PATIENCE,
  requests: 0,
  seconds: 0,
  whole: [],
  cutAt: 0,
  checkedOn: 0,
  before: 0,
  after: 0,
  slow: 0,
  latency: 0,
};

/** Reads a kept pace. What cannot be read counts as nothing known. */
export function parsePace(text: string | undefined): Pace {
  const parsed = v.safeParse(PACE, parseJson(text ?? ''));
  return parsed.success ? parsed.output : NEW_PACE;
}

/** A pace as text, about 200 characters, and up to 900 where many answers were asked for twice. */
export function formatPace(pace: Pace): string {
  return JSON.stringify(pace);
}

/**
 * The pace to begin a run with: the allowance is taken to be one request larger than it was, so that a service that
 * grows more generous is noticed at the price of one refused request a run.
 */
export function paceOfNewRun(pace: Pace): Pace {
  return pace.requests === 0 ? pace : withAllowance(pace, pace.requests + 1, pace.seconds);
}

/** The pace after a run that was killed: one window at a time, so that the next kill costs no more than that. */
export function paceAfterKill(pace: Pace): Pace {
  return { ...pace, group: 1 };
}

/**
 * The pace after an answer for so many days.
 *
 * While nothing is too long, only a whole month teaches anything: most refreshes change nothing, and nothing has to be
 * kept. After a refusal windows grow towards it by halves of what lies between (`lengthsToAsk`); at last, when `patience`
 * windows have been answered, the refused length itself is tried again.
 */
export function paceAfterAnswer(pace: Pace, days: number): Pace {
  const { days: known, tooLong, calm, patience } = pace;
  if (tooLong === 0) return days > known && days >= MONTH_DAYS ? { ...pace, days } : pace;
  if (days < tooLong) return { ...pace, days: Math.max(known, days), calm: Math.min(patience, calm + 1) };
  // What was refused is answered now: what is half as long again is doubted next, up to a whole month.
  return days >= LONGEST_MONTH
    ? { ...pace, days, tooLong: 0, calm: 0, patience: FIRST_PATIENCE }
    : { ...pace, days, tooLong: Math.min(LONGEST_MONTH, days + Math.ceil(days / 2)), calm: 0 };
}

/**
 * The pace after a window of so many days, at least two, was refused, slow or cut.
 *
 * What was answered at this length before counts no longer. Where it was the second try of a length that was refused
 * before, the next one comes after twice as many answers.
 */
export function paceAfterRefusal(pace: Pace, days: number): Pace {
  const { days: known, tooLong: before, patience } = pace;
  const tooLong = before === 0 ? days : Math.min(before, days);
  const wasKnown = before > 0 && known >= days;
  return {
    ...pace,
    days: known < tooLong ? known : wasKnown ? Math.max(1, Math.floor((3 * tooLong) / 4)) : 0,
    tooLong,
    calm: 0,
    slow: 0,
    patience: days === before || wasKnown ? Math.min(MOST_PATIENCE, 2 * patience) : patience,
  };
}

/**
 * The pace after windows of up to so many days took so long, although they were answered.
 *
 * Slow ones are asked for shorter, unless that has been found not to help: a service that takes its time for any
 * answer is asked for whole months, since shorter windows would only be more of them.
 */
export function paceAfterTime(pace: Pace, days: number, millis: number): Pace {
  if (millis <= SLOW_MILLIS) return pace.latency === 0 ? pace : { ...pace, latency: 0 };
  if (days < 2 || millis * SAME_TIME <= pace.latency) return pace;
  if (pace.slow > 0 && 2 * days <= pace.tooLong + 1 && millis >= SAME_TIME * pace.slow) {
    return { ...pace, tooLong: 0, calm: 0, patience: FIRST_PATIENCE, slow: 0, latency: millis };
  }
  return { ...paceAfterRefusal(pace, days), slow: millis };
}

/** The pace after a 429 that came when so many requests had been taken in so many seconds, its cool-down included. */
export function paceAfterRateLimit(pace: Pace, requests: number, seconds: number): Pace {
  return withAllowance(pace, Math.max(1, requests), Math.max(1, Math.ceil(seconds)));
}

/** The first half of a refused length, or the longest that is known to be answered. */
export function lengthInstead({ days: known }: Pace, days: number): number {
  return known > 0 && known < days ? known : Math.ceil(days / 2);
}

/** The most days that are known to be answered, or may well be; `undefined` while nothing is too long. */
export function longestAnswered({ days, tooLong }: Pace): number | undefined {
  return tooLong === 0 ? undefined : days || Math.ceil(tooLong / 2);
}

/** How long the next windows are, and how many are asked for together. */
export interface NextLengths {
  /** The first window's length in days, which may be a try; 28 and more stand for a month. */
  readonly first: number;
  readonly others: number;
  readonly group: number;
}

/**
 * The lengths of the next windows.
 *
 * A length that was never answered is asked for alone. A longer one than is known to be answered is tried as the first
 * of a group, where that would save a request over the days that are left.
 *
 * @param left How many days are still to be fetched.
 */
export function lengthsToAsk({ days, group, tooLong, calm, patience }: Pace, left: number): NextLengths {
  if (tooLong === 0)
    return { first: LONGEST_MONTH, others: LONGEST_MONTH, group: days < MONTH_DAYS ? 1 : group };
  if (days === 0) {
    const half = Math.ceil(tooLong / 2);
    return { first: half, others: half, group: 1 };
  }
  const isRetry = calm >= patience;
  const longer = isRetry || patience > FIRST_PATIENCE ? tooLong : Math.floor((days + tooLong) / 2);
  const saved = Math.ceil(left / days) - Math.ceil(left / longer);
  const pays = isRetry ? saved >= 1 : patience === FIRST_PATIENCE && saved >= 2;
  return { first: pays ? longer : days, others: days, group: pays && longer >= 2 * days ? 1 : group };
}

function withAllowance(pace: Pace, requests: number, seconds: number): Pace {
  return requests >= LARGE_ALLOWANCE
    ? { ...pace, requests: 0, seconds: 0, group: BATCH_SIZE }
    : { ...pace, requests, seconds, group: Math.min(BATCH_SIZE, requests) };
}
