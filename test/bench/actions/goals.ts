/**
 * What was set for an action before the code was written: calls, requests and cells sent.
 *
 * Where this product needs more, `shortfallsOf` says why.
 */
export interface Goal {
  /** What a client without any safety would need; calls, unless it says requests. */
  readonly bound: number | string;
  readonly calls?: number;
  readonly requests?: number;
  readonly cells?: number;
}

/** A status row with its headings: 17 columns. */
const STATUS_CELLS = 2 * 17;
/** Staging writes 90,000 cells at once. */
const CHUNK_ROWS = 5000;
/** The largest table that is written at once: 18,000 cells. */
const DIRECT_ROWS = 1000;

type GoalOf = (rows: number) => Goal;
const whole = (rows: number) => 18 * rows + STATUS_CELLS;

const GOALS: Readonly<Record<string, GoalOf>> = {
  'formula, warm': () => ({ bound: 1, calls: 2, requests: 0 }),
  'formula, warm, above 23,000 rows': () => ({ bound: 1, calls: 3, requests: 0 }),
  'formula, cold, token kept': () => ({ bound: 3, calls: 8, requests: 1 }),
  'formula, cold, no token': () => ({ bound: 5, calls: 9, requests: 2 }),
  'formula, cold, token refused once (401)': () => ({ bound: '2 requests', calls: 8 + 7, requests: 1 + 2 }),
  'formula, the service answers 504': () => ({ bound: 0, requests: 2 }),
  'formula, cold, 90 days': () => ({ bound: '1 request', requests: Math.ceil(90 / 31) }),
  '50 formulas after a refresh of their days': () => ({ bound: 50, calls: 100, requests: 0 }),
  '50 formulas at once, the same days (calls: the dearest)': () => ({
    bound: '2 requests',
    calls: 10,
    requests: 1 + 1,
  }),
  '50 formulas at once, 5 ranges (calls: the dearest)': () => ({ bound: '6 requests', requests: 1 + 5 }),
  'refresh, token kept': refreshGoal,
  'refresh, no token': () => ({ bound: 4, calls: 17, requests: 2, cells: whole(1000) }),
  'refresh, 10 rows more': (rows) => ({ bound: 3, calls: 16 + 4, requests: 1, cells: whole(rows) }),
  'refresh, 10 rows more, staged': (rows) => ({ bound: 4, calls: 24 + 4, requests: 1, cells: whole(rows) }),
  'refresh of the last days, 697 rows, into older rows': () => ({
    bound: 4,
    calls: 16 + 1,
    requests: 1,
    cells: whole(697),
  }),
  'scheduled refresh, rows unchanged': () => ({ bound: 2, calls: 15, cells: STATUS_CELLS }),
  'scheduled run, a refresh at work': () => ({ bound: 1, calls: 2, requests: 0 }),
  'scheduled run, the service answers 504': () => ({ bound: 0, requests: 1 + 4 }),
  'open the spreadsheet': () => ({ bound: 0, calls: 0, requests: 0 }),
  'open the sidebar': () => ({ bound: 2, calls: 3, requests: 0 }),
  'save credentials, the first': () => ({ bound: 2, calls: 7, requests: 1 }),
  'save credentials, others before': () => ({ bound: 2, calls: 7, requests: 1 }),
  'check the connection': () => ({ bound: 3, calls: 4, requests: 2 }),
  'switch the schedule on': () => ({ bound: 1, calls: 3 }),
  'switch the schedule on, one of one’s own before': () => ({ bound: 1, calls: 3 + 1 }),
};

/** The goal of an action; nothing where none was set. */
export function goalOf(action: string, rows: number): Goal | undefined {
  return GOALS[action]?.(rows);
}

function refreshGoal(rows: number): Goal {
  const cells = whole(rows);
  if (rows <= DIRECT_ROWS) return { bound: 3, calls: 16, requests: 1, cells };
  return { bound: 4, calls: 23 + Math.ceil(rows / CHUNK_ROWS), requests: 1, cells };
}
