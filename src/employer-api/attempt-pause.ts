import type { Budget } from '../budget';
import { LONGEST_PAUSE_MILLIS } from '../limits';
import type { OutcomeRule } from './outcomes';
import type { Clock, HttpResponse, HttpTransport } from './ports';
import { readRetryAfter } from './retry-after';

/** Without `Retry-After` a cool-down grows no longer than this. */
const LONGEST_UNSTATED_COOL_DOWN_SECONDS = 60;

/** What report calls need besides the requests. */
export interface ReportCallServices {
  readonly transport: HttpTransport;
  readonly clock: Clock;
  readonly budget: Budget;
}

/** A pause between two attempts. */
export interface Pause {
  readonly millis: number;
  /** When the next attempt begins. Milliseconds since 1970. */
  readonly resumesAt: number;
  /** When it will have ended at the latest. Milliseconds since 1970. */
  readonly settledBy: number;
  /** How long the service wants to be left alone after a 429, in seconds. */
  readonly coolDownSeconds: number | undefined;
}

/** An attempt that failed. */
interface Failed {
  readonly rule: OutcomeRule;
  readonly response: HttpResponse | undefined;
  readonly attempts: number;
  /** The cool-down after the 429 before, in seconds, or 0. */
  readonly last: number;
}

/**
 * The pause that another attempt has to be preceded by.
 *
 * Only a 429 has its `Retry-After` obeyed. A service that fails is left alone by the circuit, for a minute at a time:
 * what gateways write into a 503 would stop everyone for up to an hour.
 */
export function pauseBefore(
  { clock, budget }: ReportCallServices,
  { rule, response, attempts, last }: Failed,
): Pause {
  const now = clock.now();
  const random = clock.random();
  const stated = rule.coolDown ? readRetryAfter(response?.headers['retry-after'], now) : undefined;
  const doubled = 1000 * Math.min(LONGEST_UNSTATED_COOL_DOWN_SECONDS, 2 * last);
  const chosen = rule.coolDown
    ? Math.max(doubled, rateLimitPauseMillis(attempts - 1, random))
    : Math.max(
        rule.code === 'upstream_timeout' ? LEAST_TIMEOUT_PAUSE_MILLIS : 0,
        failurePauseMillis(attempts - 1, random),
      );
  const millis = Math.ceil(stated === undefined ? chosen : stated * 1000);
  return {
    millis,
    resumesAt: now + millis,
    settledBy: now + millis + budget.timeoutSeconds * 1000,
    coolDownSeconds: rule.coolDown ? millis / 1000 : undefined,
  };
}

/** The pause before several attempts together: the longest, with the longest cool-down. */
export function longestPause(pauses: readonly Pause[]): Pause | undefined {
  const [first, ...others] = pauses;
  if (first === undefined) return undefined;
  const longest = others.reduce((one, other) => (one.millis >= other.millis ? one : other), first);
  const coolDowns = pauses.flatMap(({ coolDownSeconds }) => coolDownSeconds ?? []);
  return { ...longest, coolDownSeconds: coolDowns.length > 0 ? Math.max(...coolDowns) : undefined };
}

/** A gateway that gave up gets a moment, however the jitter falls. Spec §7: "retry after a short delay". */
const LEAST_TIMEOUT_PAUSE_MILLIS = 250;

/**
 * The pause before repeating a call that failed: full jitter, so that many executions spread out.
 *
 * @param attempt 0 after the first attempt.
 * @param random From 0 up to 1.
 */
export function failurePauseMillis(attempt: number, random: number): number {
  return random * Math.min(LONGEST_PAUSE_MILLIS, 500 * 2 ** attempt);
}

/**
 * The pause after a 429 without `Retry-After`: equal jitter, because full jitter can fall to nothing and
 * burn all attempts inside one rate window.
 */
export function rateLimitPauseMillis(attempt: number, random: number): number {
  const longest = Math.min(LONGEST_PAUSE_MILLIS, 2000 * 2 ** attempt);
  return longest / 2 + (random * longest) / 2;
}
