const LONGEST_PAUSE_MILLIS = 8000;
/** A gateway that gave up gets a moment, however the jitter falls. Spec §7: "retry after a short delay". */
export const LEAST_TIMEOUT_PAUSE_MILLIS = 250;

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
