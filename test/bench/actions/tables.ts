import type { ActionCost } from './action-cost';
import { heldOf } from './held';

/** The exact counts beside what is held. */
export function countRows(costs: readonly ActionCost[]): object[] {
  return costs.map(({ action, rows, calls, requests, cellsSent, cellsRead }) => ({
    action,
    rows: rows === 0 ? '' : rows,
    held: heldOf(action, rows)?.calls ?? '',
    calls,
    requests,
    'cells sent': cellsSent,
    'cells read': cellsRead,
  }));
}

/** The estimated seconds. */
export function secondRows(costs: readonly ActionCost[]): object[] {
  return costs.map(({ action, rows, seconds: { low, mid, high } }) => ({
    action,
    rows: rows === 0 ? '' : rows,
    'low / middle / high': [low, mid, high].map((value) => value.toFixed(value < 10 ? 1 : 0)).join(' / '),
  }));
}

/** What exceeds its held count, or is not held, in one sentence each: the only thing that fails the benchmark. */
export function exceeding(costs: readonly ActionCost[]): string[] {
  return costs.flatMap(({ action, rows, ...cost }) => {
    const held = heldOf(action, rows);
    if (held === undefined) return [`${action}, ${rows} rows: no count is held.`];
    return (['calls', 'requests', 'cellsSent'] as const)
      .filter((what) => cost[what] > held[what])
      .map((what) => `${action}, ${rows} rows: ${what} ${cost[what]}, held are ${held[what]}.`);
  });
}

/** What got better than its held count, which should then be lowered. */
export function improved(costs: readonly ActionCost[]): string[] {
  return costs.flatMap(({ action, rows, calls }) => {
    const held = heldOf(action, rows)?.calls ?? calls;
    return calls < held ? [`${action}, ${rows} rows: ${calls} calls, ${held} are held. Lower it.`] : [];
  });
}
