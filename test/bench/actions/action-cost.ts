import costs from '../../emulator/costs.json';
import type { ExecutionRecord } from '../../emulator/execution';
import type { Scene } from '../../support/scene';

/** Seconds: cautious, usual and worst. */
export interface Seconds {
  readonly low: number;
  readonly mid: number;
  readonly high: number;
}

/** What one action of a person, or one run of the schedule, cost. The counts are exact, the seconds estimated. */
export interface ActionCost {
  /** As in `HELD`. */
  readonly action: string;
  /** How many rows it is about; 0 where their number does not matter. */
  readonly rows: number;
  /** Service calls that leave the script's machine. */
  readonly calls: number;
  readonly requests: number;
  readonly cellsRead: number;
  /** Cells that the script sent. What a sheet copies by itself is not among them. */
  readonly cellsSent: number;
  readonly seconds: Seconds;
}

/** What the service is assumed to take. Milliseconds. */
const SERVER_MILLIS = { token: 150, report: 800 };
/** Writes of more cells than this are made at once; smaller ones wait for a flush or a read. */
const BUFFERED_CELLS = costs.calls['Range.setValues.buffered'].max_cells;
const COMMIT = costs.calls['SpreadsheetApp.flush'].per_cell;
const UNBUFFERED = /^(Range\.copyTo|RangeList\.set\w+|Range\.set(?!Values?$)\w+)$/;
const SENDING = /^(Range\.setValues?|Sheet\.appendRow)$/;

/** Adds up what the executions of one action cost. */
export function costOf(
  scene: Scene,
  action: string,
  rows: number,
  records: readonly ExecutionRecord[] = [scene.last],
): ActionCost {
  const sum = (value: (record: ExecutionRecord) => number) =>
    records.reduce((total, record) => total + value(record), 0);
  const server = sum((record) => serverMillis(scene, record));
  const seconds = (level: keyof Seconds) =>
    (sum((record) => record.estimateMillis[level] - neverPending(record) * COMMIT[level]) + server) / 1000;
  return {
    action,
    rows,
    calls: sum(({ wireCalls }) => wireCalls),
    requests: sum(({ fetches }) => fetches),
    cellsRead: sum(({ cellsRead }) => cellsRead),
    cellsSent: sum(({ calls }) => cellsOf(calls.filter(({ method }) => SENDING.test(method)))),
    seconds: { low: seconds('low'), mid: seconds('mid'), high: seconds('high') },
  };
}

/**
 * Cells whose commit the emulator's estimate adds although nothing waits for one: those of large writes, which are
 * made at once, of copies and of formats. Every change of a cell is made permanent once in an execution.
 */
function neverPending({ calls }: ExecutionRecord): number {
  return cellsOf(
    calls.filter(
      ({ method, cells = 0 }) =>
        UNBUFFERED.test(method) || (method === 'Range.setValues' && cells > BUFFERED_CELLS),
    ),
  );
}

function cellsOf(calls: ExecutionRecord['calls']): number {
  return calls.reduce((total, { cells = 0 }) => total + cells, 0);
}

/** Requests of one batch are answered side by side; tokens are asked for alone. */
function serverMillis({ emulator, addresses }: Scene, { id, calls }: ExecutionRecord): number {
  const sent = emulator.requests.filter(({ executionId }) => executionId === id);
  const tokens = sent.filter(({ url }) => url.startsWith(addresses.auth)).length;
  const fetching = calls.filter(({ method }) => /^UrlFetchApp\.fetch(All)?$/.test(method)).length;
  return tokens * SERVER_MILLIS.token + (fetching - tokens) * SERVER_MILLIS.report;
}
