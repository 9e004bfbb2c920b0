import type { ActionCost } from './actions';

/**
 * Action, rows, service calls, requests, cells sent. Written down from a run that was looked at: more fails the
 * benchmark, and less is said, to be written down here. `test/integration/call-counts.test.ts` and others hold the
 * calls of the most frequent actions one by one, with their names.
 *
 * A first refresh also sets the look of the table and of the status sheet: widths, heading row, wrapping, formats and
 * alignment of columns. Those calls are setters that Google buffers, and no later refresh repeats them. Whoever needs a
 * hidden sheet or the status sheet first makes it, with the line that says whose it is, and stores which it is. The status
 * sheet is 11 cells a line, headings and 20 blank lines among them.
 */
const HELD: readonly (readonly [
  action: string,
  rows: number,
  calls: number,
  requests: number,
  cells: number,
])[] = [
  ['formula, warm', 1000, 2, 0, 0],
  ['formula, cold, token kept', 1000, 9, 1, 0],
  ['formula, cold, no token', 1000, 10, 2, 0],
  ['formula, cold, token refused once (401)', 1000, 12, 3, 0],
  ['formula, the service answers 504', 0, 19, 6, 0],
  ['formula, warm, 40,000 rows', 40000, 2, 0, 0],
  ['formula, cold, 90 days', 0, 9, 3, 0],
  ['50 formulas after a refresh of their days', 1000, 100, 0, 0],
  ['50 formulas at once, the same days (calls: the dearest)', 0, 10, 2, 0],
  ['50 formulas at once, 5 ranges (calls: the dearest)', 0, 10, 6, 0],
  ['first refresh, sheets made', 1000, 88, 1, 18269],
  ['refresh, token kept', 1000, 21, 1, 18242],
  ['scheduled refresh, rows unchanged', 1000, 14, 2, 242],
  ['undo', 1000, 23, 0, 18288],
  ['first refresh, sheets made', 10000, 106, 1, 180271],
  ['refresh, token kept', 10000, 29, 1, 180243],
  ['scheduled refresh, rows unchanged', 10000, 14, 2, 242],
  ['undo', 10000, 31, 0, 180289],
  ['first refresh, sheets made', 100000, 124, 1, 1800271],
  ['refresh, token kept', 100000, 47, 1, 1800243],
  ['scheduled refresh, rows unchanged', 100000, 14, 2, 242],
  ['undo', 100000, 49, 0, 1800289],
  ['refresh, 10 rows more', 1000, 27, 1, 18288],
  ['refresh, no token', 1000, 22, 2, 18242],
  ['refresh, 10 rows more, staged', 1200, 36, 1, 21889],
  ['refresh of the last days, 697 rows, into older rows', 1000, 26, 2, 8082],
  ['refresh of the last days, 697 rows, into older rows', 10000, 26, 2, 8082],
  ['refresh of the last days, 697 rows, into older rows', 100000, 26, 2, 8082],
  ['open the spreadsheet', 0, 0, 0, 0],
  ['open the sidebar', 0, 3, 0, 0],
  ['save credentials, the first', 0, 9, 2, 0],
  ['save credentials, others before', 0, 10, 2, 0],
  ['check the connection', 0, 5, 2, 0],
  ['save a report', 0, 6, 0, 0],
  ['switch the schedule on', 0, 12, 0, 0],
  ['switch the schedule on, one of one’s own before', 0, 14, 0, 0],
  ['scheduled run, a refresh at work', 0, 1, 0, 0],
  ['scheduled run, the service answers 504', 0, 21, 6, 0],
  ['scheduled refresh, an alert that stays quiet', 14, 31, 2, 300],
  ['scheduled refresh, an alert with its mail', 14, 30, 2, 299],
  ['use sample data', 0, 11, 0, 0],
  ['first refresh of the sample, 13 weeks', 0, 95, 0, 68833],
  ['preview, cold', 0, 8, 1, 0],
  ['preview, warm', 0, 4, 0, 0],
  ['explain a cell of a table', 42, 8, 0, 0],
  ['build the dashboard overview', 42, 26, 0, 407],
  ['bring the dashboard overview up to date', 42, 14, 0, 407],
  ['explain a cell of a dashboard', 42, 7, 0, 0],
  ['refresh with one dashboard', 42, 27, 2, 1383],
  ['build the dashboard scorecard', 42, 24, 0, 528],
  ['build the dashboard where_and_when', 42, 24, 0, 396],
  ['build the dashboard unfilled_list', 42, 28, 1, 759],
  ['build the dashboard data_quality', 42, 23, 0, 297],
  ['refresh with 5 dashboards', 42, 37, 2, 3220],
];

/** Each count beside what is held, and what to say of it: a count above, or one that is not held, fails the benchmark. */
export function compare(costs: readonly ActionCost[]) {
  const compared = costs.map((cost) => {
    const [, , calls, requests, cellsSent] =
      HELD.find(([action, rows]) => action === cost.action && rows === cost.rows) ?? [];
    const held = { calls, requests, cellsSent };
    const above = (['calls', 'requests', 'cellsSent'] as const).filter(
      (what) => !(cost[what] <= (held[what] ?? -1)),
    );
    const problems = above.map(
      (what) => `${cost.action}, ${cost.rows} rows: ${what} ${cost[what]}, held are ${held[what] ?? 'none'}.`,
    );
    const isBetter = cost.calls < (calls ?? cost.calls);
    const better = `${cost.action}, ${cost.rows} rows: ${cost.calls} calls, ${calls} are held. Lower it.`;
    return { row: { ...cost, held: calls }, problems, improved: isBetter ? [better] : [] };
  });
  return {
    rows: compared.map(({ row }) => row),
    improved: compared.flatMap(({ improved }) => improved),
    problems: compared.flatMap(({ problems }) => problems),
  };
}
