import type { FreshProcesses } from './fresh-processes';

/** How processor time grows with the rows. */
export interface Growth {
  readonly what: string;
  readonly [rows: `microseconds a row, ${number}`]: string;
  readonly 'time of 100,000 to 10,000 rows': string;
  readonly goal: number;
}

const TASKS = ['answer to cells', 'rows to cells', 'rows to a formula', 'groups'];
const CACHE_TASKS = ['rows into the cache', 'rows out of the cache'];
const SIZES = [1000, 10_000, 100_000] as const;
/** Set before the code was written: ten times the rows take at most so many times as long. */
const GOAL = 15;

/** Measures the tasks at each size. */
export function measureGrowth(processes: FreshProcesses): Growth[] {
  return [...TASKS, ...CACHE_TASKS].map((task) => {
    const samples = SIZES.map((rows) => ({ task, rows }));
    processes.measure(samples);
    const [small, middle, large] = SIZES.map((rows) => processes.millis({ task, rows }));
    const each = (millis: number | undefined, rows: number) => ((1000 * (millis ?? 0)) / rows).toFixed(2);
    return {
      what: task,
      'microseconds a row, 1000': each(small, 1000),
      'microseconds a row, 10000': each(middle, 10_000),
      'microseconds a row, 100000': each(large, 100_000),
      'time of 100,000 to 10,000 rows': ((large ?? 0) / (middle ?? 1)).toFixed(1),
      goal: GOAL,
    };
  });
}
