import type { ExecutionRecord } from '../emulator/execution-record';
import { ANN, Stage, state } from '../support/scene';

/** What one action of a person costs, beside what it may cost. */
export interface ActionCost {
  readonly action: string;
  /** Service calls that a client without any safety would need, and the most this product allows itself. */
  readonly bound: number;
  readonly goal: number;
  readonly calls: number;
  readonly requests: number;
  readonly cellsWritten: number;
  /** Estimated from published timings: low, middle and high, in seconds; the service's own time not included. */
  readonly seconds: string;
}

const EXPIRED_MILLIS = 4_000_000;
const ROWS = 1000;
/**
 * What undo and "what changed" cost each refresh that writes, on top of the goals of the performance guide: one read of
 * the hidden sheet, without which nobody knows whose cells its blocks are, and one write.
 */
const KEEPING = 2;

/** Counts the service calls of each action on the built bundle. The counts are exact; the seconds are not. */
export async function measureActions(): Promise<ActionCost[]> {
  const stage = await Stage.start();
  try {
    return [...(await formulaCosts(stage)), ...(await refreshCosts(stage)), ...(await otherCosts(stage))];
  } finally {
    await stage.close();
  }
}

async function formulaCosts(stage: Stage): Promise<ActionCost[]> {
  const scene = await stage.open();
  scene.connect();
  scene.formula('2026-03-01', '2026-03-02');
  const cold = cost('formula, cold, token kept', 3, 9, [scene.last]);
  scene.formula('2026-03-01', '2026-03-02');
  const warm = cost('formula, warm', 1, 2, [scene.last]);
  scene.emulator.clock.advance(EXPIRED_MILLIS);
  scene.formula('2026-03-03', '2026-03-04');
  return [warm, cold, cost('formula, cold, no token', 5, 10, [scene.last])];
}

async function refreshCosts(stage: Stage): Promise<ActionCost[]> {
  const scene = await stage.open();
  scene.connect();
  const serve = async (rows: number) => {
    await scene.server.clearScenarios();
    await scene.server.setScenario('report', { name: 'rows', rows });
  };
  await serve(ROWS - 200);
  const id = scene.saveReport();
  const refresh = () => state(scene.ask('sidebarRefreshReport', id));
  refresh();
  const first = cost(`first refresh, ${ROWS - 200} rows, sheets made`, 4, 40, [scene.last]);
  refresh();
  await serve(ROWS);
  refresh();
  const grown = cost('refresh, 200 rows more', 3, 20 + KEEPING, [scene.last]);
  refresh();
  const again = cost(`refresh, ${ROWS} rows, token kept`, 3, 16 + KEEPING, [scene.last]);
  scene.emulator.clock.advance(EXPIRED_MILLIS);
  refresh();
  const cold = cost(`refresh, ${ROWS} rows, no token`, 4, 17 + KEEPING, [scene.last]);
  state(scene.ask('sidebarSaveSchedule', { every: 'hour', hour: 0 }));
  const [run] = scene.emulator.advance({ hours: 1, minutes: 1 });
  // Besides the refresh: five calls to begin the run, one for the permission, one for a token.
  const unchanged = cost('scheduled refresh, rows unchanged', 2, 15 + 5 + 1 + 1, run ? [run] : []);
  await serve(ROWS + 200);
  refresh();
  // Staging with one chunk, four calls to grow, and one to ask which sheet the person has in front.
  const staged = cost('refresh, 200 rows more, staged', 4, 24 + 1 + 4 + 1 + KEEPING, [scene.last]);
  return [first, again, cold, grown, staged, unchanged];
}

async function otherCosts(stage: Stage): Promise<ActionCost[]> {
  const scene = await stage.open();
  scene.book.as(ANN).open();
  const opened = cost('open the spreadsheet', 0, 0, [scene.last]);
  scene.connect();
  const saved = cost('save credentials, the first', 2, 8, [scene.last]);
  scene.connect();
  const changed = cost('save credentials, others before', 2, 8, [scene.last]);
  scene.book.as(ANN).clickMenu('Open sidebar');
  const window = scene.last;
  state(scene.ask('sidebarState'));
  const sidebar = cost('open the sidebar', 2, 3, [window, scene.last]);
  scene.ask('sidebarCheckConnection');
  const checked = cost('check the connection', 2, 5, [scene.last]);
  scene.saveReport();
  state(scene.ask('sidebarSaveSchedule', { every: 'hour', hour: 0 }));
  return [opened, sidebar, saved, changed, checked, cost('switch the schedule on', 1, 7, [scene.last])];
}

function cost(action: string, bound: number, goal: number, records: readonly ExecutionRecord[]): ActionCost {
  const sum = (value: (record: ExecutionRecord) => number) =>
    records.reduce((total, record) => total + value(record), 0);
  const seconds = (['low', 'mid', 'high'] as const).map((level) =>
    (sum((record) => record.estimateMillis[level]) / 1000).toFixed(1),
  );
  return {
    action,
    bound,
    goal,
    calls: sum((record) => record.wireCalls),
    requests: sum((record) => record.fetches),
    cellsWritten: sum((record) => record.cellsWritten),
    seconds: seconds.join(' / '),
  };
}
