import type { ActionCost } from './action-cost';
import { goalOf } from './goals';
import { heldOf } from './held';

/** Seconds that were estimated before the code was written, without a kept token, by action and rows. */
const EARLIER_SECONDS: Readonly<Record<string, string>> = {
  'formula, cold, no token, 1000': '1.4 / 2.1 / 3.1',
  'refresh, no token, 1000': '2.8 / 4.1 / 7.1',
  'refresh, token kept, 10000': '12 / 14 / 46',
  'refresh, token kept, 100000': '103 / 108 / 377',
  'setValue for each cell, 1000': '– / 23 / –',
  'appendRow for each row, 1000': '– / 107 / –',
};

/** The exact counts beside bound and goal, and beside what is held. */
export function countRows(costs: readonly ActionCost[]): object[] {
  return costs.map(({ action, rows, calls, requests, cellsSent, cellsRead }) => {
    const goal = goalOf(action, rows);
    return {
      action,
      rows: rows === 0 ? '' : rows,
      bound: goal?.bound ?? '',
      goal: goal?.calls ?? '',
      held: heldOf(action, rows)?.calls ?? '',
      calls,
      'goal, requests': goal?.requests ?? '',
      requests,
      'goal, cells': goal?.cells ?? '',
      'cells sent': cellsSent,
      'cells read': cellsRead,
    };
  });
}

/** The estimated seconds. */
export function secondRows(costs: readonly ActionCost[]): object[] {
  return costs.map(({ action, rows, seconds: { low, mid, high } }) => ({
    action,
    rows: rows === 0 ? '' : rows,
    'low / middle / high': [low, mid, high].map((value) => value.toFixed(value < 10 ? 1 : 0)).join(' / '),
    'as estimated before': EARLIER_SECONDS[`${action}, ${rows}`] ?? '',
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
