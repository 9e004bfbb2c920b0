import { EXECUTION_SECONDS, SHORTEST_TIMEOUT_SECONDS } from './limits';

/** Where a request comes from; each has its own patience. */
export type Surface = 'cell' | 'sidebar' | 'trigger';

/** How long one execution may take, and how hard it may try. */
export interface Budget {
  readonly surface: Surface;
  /** When the execution must be done. Milliseconds since 1970. */
  readonly deadline: number;
  /** The timeout of a report request, in seconds. */
  readonly timeoutSeconds: number;
}

/** The budget of an execution that starts now. */
export function startBudget(surface: Surface, now: number): Budget {
  const { total, timeout } = EXECUTION_SECONDS[surface];
  return { surface, deadline: now + total * 1000, timeoutSeconds: timeout };
}

/**
 * The timeout of an attempt that starts after a pause, in seconds.
 *
 * @param wanted The timeout if there is time enough; a shorter one may make the attempt fit.
 * @returns `undefined` when no attempt fits before the deadline.
 */
export function timeoutThatFits(
  budget: Budget,
  startsAt: number,
  wanted = budget.timeoutSeconds,
): number | undefined {
  const seconds = Math.min(wanted, Math.floor((budget.deadline - startsAt) / 1000));
  return seconds >= SHORTEST_TIMEOUT_SECONDS ? seconds : undefined;
}
