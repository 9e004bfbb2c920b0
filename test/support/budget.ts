import type { Budget, Surface } from '../../src/employer-api/ports';
import { EXECUTION_SECONDS } from '../../src/limits';

/** The budget of an execution that starts now. */
export function startBudget(surface: Surface, now: number): Budget {
  const { total, timeout } = EXECUTION_SECONDS[surface];
  return { surface, deadline: now + total * 1000, timeoutSeconds: timeout };
}
