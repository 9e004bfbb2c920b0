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

/** Well inside the platform's own limits: 30 seconds in a cell, 6 minutes elsewhere. */
const SECONDS: Record<Surface, { readonly total: number; readonly timeout: number }> = {
  cell: { total: 25, timeout: 15 },
  sidebar: { total: 60, timeout: 30 },
  trigger: { total: 300, timeout: 60 },
};

/** A request that is given less is not worth sending. */
const SHORTEST_TIMEOUT_SECONDS = 2;

/** How long one execution may fetch, in seconds. */
export function secondsOfRun(surface: Surface): number {
  return SECONDS[surface].total;
}

/** The budget of an execution that starts now. */
export function startBudget(surface: Surface, now: number): Budget {
  const { timeout } = SECONDS[surface];
  return { surface, deadline: now + secondsOfRun(surface) * 1000, timeoutSeconds: timeout };
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
