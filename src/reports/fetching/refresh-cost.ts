import { secondsOfRun } from '../../employer-api/budget';
import { BATCH_SIZE } from './windows';

/*
 * What a refresh is expected to cost, in milliseconds: published timings of Apps Script services (their middle values),
 * summed over the calls that a refresh makes. Real accounts differ by a factor of two either way.
 */

/** Starting a run, and the calls of a refresh besides requests and cells: locks, properties, cache, three writes. */
const FIXED_MILLIS = 2000;
/** `fetchAll` with its cache entry, and how long a month of shifts is assumed to take the service. */
const GROUP_MILLIS = 560 + 800;
/** Taking the lock and looking again before each further group. */
const NEXT_GROUP_MILLIS = 180;
/** Writing a cell, flushing it, and keeping it for undoing. */
const CELL_MILLIS = 0.1;

const RUNS_A_DAY = { off: 0, hour: 24, day: 1, week: 1 / 7 };

/** The total run time of triggers that Google gives a personal account, and the requests. Per day. */
export const DAILY_QUOTA = { minutes: 90, requests: 20_000 };

/** What a refresh will cost. */
export interface RefreshCost {
  /** Of one refresh, the sign-in included. */
  readonly requests: number;
  readonly seconds: number;
  readonly requestsADay: number;
  readonly minutesADay: number;
  /** How many runs, one after the other, fetching takes: each is given so much time. */
  readonly runs: { readonly sidebar: number; readonly schedule: number };
  /** Of the cells, which are written in one run. */
  readonly writeSeconds: number;
}

/** Google ends a run after 6 minutes; the last fetching before the write takes up to one of them. */
export const LONGEST_WRITE_SECONDS = 300;

/**
 * Estimates a refresh and a day of the schedule.
 *
 * @param windows How many requests the days of the report take.
 * @param cells How many cells the table has.
 */
export function estimateCost(
  windows: number,
  cells: number,
  every: 'off' | 'hour' | 'day' | 'week',
): RefreshCost {
  const groups = Math.ceil(windows / BATCH_SIZE);
  const fetchMillis = groups * GROUP_MILLIS + (groups - 1) * NEXT_GROUP_MILLIS;
  const writeMillis = cells * CELL_MILLIS;
  const millis = FIXED_MILLIS + fetchMillis + writeMillis;
  const runsOf = (surface: 'sidebar' | 'trigger') => Math.ceil(fetchMillis / 1000 / secondsOfRun(surface));
  const requests = windows + 1;
  const runsADay = RUNS_A_DAY[every];
  return {
    requests,
    seconds: millis / 1000,
    requestsADay: runsADay * requests,
    minutesADay: (runsADay * millis) / 60_000,
    runs: { sidebar: runsOf('sidebar'), schedule: runsOf('trigger') },
    writeSeconds: writeMillis / 1000,
  };
}
