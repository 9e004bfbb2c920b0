import { TEMPLATES } from '../../src/contract/reports';
import type { ExecutionRecord } from '../emulator/execution';
import { nextRun, watch, week } from '../integration/alerts-scene';
import { build, openReport } from '../support/dashboard-scene';
import { WEEK_FORM } from '../support/report-form';
import { ANN, type Scene, Stage, state } from '../support/scene';

/** What one action of a person, or one run of the schedule, cost: all counts are exact. */
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
}

/**
 * Counts what each action costs on the built bundle.
 *
 * @param sizes The numbers of rows at which tables are measured; 100,000 take about a minute.
 */
export async function measureActions(sizes: readonly number[]): Promise<ActionCost[]> {
  const stage = new Stage({ allowance: 100_000 });
  const costs = [...(await formulaCosts(stage)), ...(await crowdCosts(stage))];
  for (const rows of sizes) costs.push(...(await refreshCosts(stage, rows)));
  costs.push(...(await growingCosts(stage)));
  for (const rows of sizes) costs.push(await historyCost(stage, rows));
  const more = [connectingCosts, schedulingCosts, alertCosts, sampleCosts, previewCosts, dashboardCosts];
  for (const measure of more) costs.push(...(await measure(stage)));
  return costs;
}

/** Adds up what the executions of one action cost. */
function costOf(scene: Scene, action: string, rows = 0, records: readonly ExecutionRecord[] = [scene.last]) {
  const sum = (value: (record: ExecutionRecord) => number) =>
    records.reduce((total, record) => total + value(record), 0);
  const sent = ({ calls }: ExecutionRecord) =>
    calls.reduce(
      (total, { method, cells = 0 }) => total + (/^Range\.setValues?$/.test(method) ? cells : 0),
      0,
    );
  return {
    action,
    rows,
    calls: sum(({ wireCalls }) => wireCalls),
    requests: sum(({ fetches }) => fetches),
    cellsRead: sum(({ cellsRead }) => cellsRead),
    cellsSent: sum(sent),
  };
}

/** A connected spreadsheet; every report has so many rows. */
async function serving(stage: Stage, rows: number): Promise<Scene> {
  const scene = await stage.connected();
  await serve(scene, rows);
  return scene;
}

async function serve(scene: Scene, rows: number): Promise<void> {
  await scene.server.clearScenarios();
  await scene.server.setScenario('report', { name: 'rows', rows });
}

/** @throws {Error} when the cell shows an error. */
function calculate(scene: Scene, from: string, to = from): void {
  const result = scene.formula(from, to);
  if (result.kind === 'error') throw new Error(result.message);
}

const ROWS = 1000;
/** Rows compress differently: so many do not fit one entry of the cache, whatever they hold. */
const MANY_ROWS = 40_000;
const CELLS = 50;
/** Longer than a token or the rows of a formula are kept. */
const EXPIRED_MILLIS = 4_000_000;

/** What a formula costs in its usual and its unlucky cases. */
async function formulaCosts(stage: Stage): Promise<ActionCost[]> {
  // A round number of rows over several days looks truncated: each half would be asked for.
  const scene = await serving(stage, ROWS - 3);
  calculate(scene, '2026-03-02');
  const cold = costOf(scene, 'formula, cold, token kept', ROWS);
  calculate(scene, '2026-03-02');
  const warm = costOf(scene, 'formula, warm', ROWS);
  scene.emulator.clock.advance(EXPIRED_MILLIS);
  calculate(scene, '2026-03-03');
  const noToken = costOf(scene, 'formula, cold, no token', ROWS);
  await scene.server.revokeTokens();
  // Days of other months: a formula asks for those around its own, too.
  calculate(scene, '2026-01-04');
  const refused = costOf(scene, 'formula, cold, token refused once (401)', ROWS);
  await scene.server.clearScenarios();
  await scene.server.setScenario('report', { name: 'status', status: 504 });
  scene.formula('2025-11-05', '2025-11-05');
  const failing = costOf(scene, 'formula, the service answers 504');

  // More rows than one entry of the cache holds.
  const large = await serving(stage, MANY_ROWS);
  calculate(large, '2026-03-02');
  calculate(large, '2026-03-02');
  const warmLarge = costOf(large, 'formula, warm, 40,000 rows', MANY_ROWS);

  // More days than one request takes.
  const long = await stage.connected();
  calculate(long, '2025-12-01', '2026-02-28');
  const coldLong = costOf(long, 'formula, cold, 90 days');

  // Days that a report has just brought, as formulas calculate again when its stamp moves.
  const refreshed = await serving(stage, ROWS);
  state(refreshed.refresh(refreshed.saveReport({ from: '2026-03-02', to: '2026-03-02' })));
  const records = Array.from({ length: CELLS }, () => {
    calculate(refreshed, '2026-03-02');
    return refreshed.last;
  });
  const after = costOf(refreshed, `${CELLS} formulas after a refresh of their days`, ROWS, records);
  return [warm, cold, noToken, refused, failing, warmLarge, coldLong, after];
}

/** Of as many months: a formula asks for the days around its own, too. */
const CROWD_DAYS = ['2026-03-02', '2026-02-02', '2026-01-02', '2025-12-02', '2025-11-02'];

/**
 * Fifty cold cells that calculate side by side: the calls of the dearest cell, the requests of all together.
 *
 * One order out of many; `test/integration/stampede.test.ts` takes more.
 */
async function crowdCosts(stage: Stage): Promise<ActionCost[]> {
  const costs: ActionCost[] = [];
  for (const [days, what] of [
    [1, 'the same days'],
    [CROWD_DAYS.length, `${CROWD_DAYS.length} ranges`],
  ] as const) {
    const action = `${CELLS} formulas at once, ${what} (calls: the dearest)`;
    const scene = await stage.connected({ seed: 1 });
    scene.emulator.clock.advance(EXPIRED_MILLIS);
    const tasks = Array.from({ length: CELLS }, (_, cell) => {
      const day = CROWD_DAYS[cell % days] ?? '';
      return {
        ...{ book: scene.book, user: ANN, name: 'SHIFT_FULFILMENT' },
        kind: 'formula' as const,
        args: [day, day],
      };
    });
    const records = scene.emulator.interleave(tasks, { seed: 1 });
    const failed = records.filter(({ outcome }) => outcome.kind !== 'returned').length;
    if (failed > 0) throw new Error(`${action}: ${failed} cells failed.`);
    const dearest = Math.max(...records.map(({ wireCalls }) => wireCalls));
    costs.push({ ...costOf(scene, action, 0, records), calls: dearest });
  }
  return costs;
}

const ONE_DAY = { from: '2026-03-02', to: '2026-03-02' };
const HOURLY = { every: 'hour', hour: 0 };

/** What refreshing, undoing and the schedule cost a report of so many rows. */
async function refreshCosts(stage: Stage, rows: number): Promise<ActionCost[]> {
  const scene = await serving(stage, rows);
  const id = scene.saveReport(ONE_DAY);
  state(scene.refresh(id));
  const first = costOf(scene, 'first refresh, sheets made', rows);
  state(scene.refresh(id));
  const kept = costOf(scene, 'refresh, token kept', rows);
  state(scene.ask('sidebarSaveSchedule', HOURLY));
  const run = scheduledRun(scene);
  if (run.outcome.kind !== 'returned') throw new Error('The scheduled refresh failed.');
  const unchanged = costOf(scene, 'scheduled refresh, rows unchanged', rows, [run]);
  // Only a refresh that changes something can be undone.
  await serve(scene, rows - 1);
  state(scene.refresh(id));
  state(scene.ask('sidebarUndoRefresh', id));
  return [first, kept, unchanged, costOf(scene, 'undo', rows)];
}

function scheduledRun(scene: Scene, minutes = 61): ExecutionRecord {
  const [run] = scene.emulator.advance({ minutes });
  if (run === undefined) throw new Error('The schedule did not run.');
  return run;
}

/** A refresh without a token, and tables that grow; above 18,000 cells a table is staged. */
async function growingCosts(stage: Stage): Promise<ActionCost[]> {
  const grown = async (from: number, to: number) => {
    const scene = await serving(stage, from);
    const id = scene.saveReport(ONE_DAY);
    // The first refresh that changes a table makes the hidden sheet of Undo.
    for (const rows of [from, from - 1, from, to]) {
      await serve(scene, rows);
      state(scene.refresh(id));
    }
    return { scene, id };
  };
  const { scene, id } = await grown(990, 1000);
  const few = costOf(scene, 'refresh, 10 rows more', 1000);
  scene.emulator.clock.advance(EXPIRED_MILLIS);
  state(scene.refresh(id));
  const noToken = costOf(scene, 'refresh, no token', 1000);
  const staged = await grown(1190, 1200);
  return [few, noToken, costOf(staged.scene, 'refresh, 10 rows more, staged', 1200)];
}

const DAY_MILLIS = 86_400_000;
/** So many rows are in the days that are fetched again. */
const WINDOW_ROWS = 697;

/** What the last days cost in a table that keeps so many older rows. */
async function historyCost(stage: Stage, rows: number): Promise<ActionCost> {
  // A round number of rows over several days looks truncated: each half would be asked for, and answered as largely.
  const scene = await serving(stage, rows - 3);
  const twoWeeksOn = () => scene.emulator.clock.advance(14 * DAY_MILLIS);
  // Later than the one day that gets all rows where it is asked for.
  twoWeeksOn();
  const id = scene.saveReport({ period: 'last 7 days', from: '', to: '', mode: 'history' });
  state(scene.refresh(id));
  // The rows that are there lie before the days that are fetched.
  twoWeeksOn();
  // The first one reads the days between as well, the second makes the hidden sheet for Undo.
  for (const fewer of [2, 1, 0]) {
    await serve(scene, WINDOW_ROWS - fewer);
    state(scene.refresh(id));
  }
  return costOf(scene, `refresh of the last days, ${WINDOW_ROWS} rows, into older rows`, rows);
}

/** What a person's first minutes cost, and what the connection costs later. */
async function connectingCosts(stage: Stage): Promise<ActionCost[]> {
  const scene = await stage.open();
  scene.book.as(ANN).open();
  const opened = costOf(scene, 'open the spreadsheet');
  scene.connect();
  const saved = costOf(scene, 'save credentials, the first');
  scene.connect();
  const changed = costOf(scene, 'save credentials, others before');
  scene.book.as(ANN).clickMenu('Open sidebar');
  const window = scene.last;
  state(scene.ask('sidebarState'));
  const sidebar = costOf(scene, 'open the sidebar', 0, [window, scene.last]);
  state(scene.ask('sidebarCheckConnection'));
  const checked = costOf(scene, 'check the connection');
  scene.saveReport();
  return [opened, sidebar, saved, changed, checked, costOf(scene, 'save a report')];
}

/** What the schedule costs besides a refresh that goes well. */
async function schedulingCosts(stage: Stage): Promise<ActionCost[]> {
  const scene = await stage.connected();
  const id = scene.saveReport();
  state(scene.ask('sidebarSaveSchedule', HOURLY));
  const on = costOf(scene, 'switch the schedule on');
  state(scene.ask('sidebarSaveSchedule', HOURLY));
  const again = costOf(scene, 'switch the schedule on, one of one’s own before');
  const due = scene.emulator.triggers[0]?.nextRunAt ?? 0;
  scene.emulator.clock.advance(due - scene.emulator.clock.now() - 60_000);
  // A refresh that Google ends while it writes still has the lease when the schedule comes.
  const match = ({ method }: { method: string }) => method === 'SpreadsheetApp.flush';
  scene.emulator.fault = { killAtCall: 1, match };
  if (scene.book.as(ANN).callFromSidebar('sidebarRefreshReport', id).kind === 'success')
    throw new Error('The refresh was not ended.');
  const idle = scheduledRun(scene, 2);

  const failing = await stage.connected();
  failing.saveReport();
  state(failing.ask('sidebarSaveSchedule', HOURLY));
  await failing.server.setScenario('report', { name: 'status', status: 504 });
  const failed = scheduledRun(failing);
  return [
    on,
    again,
    costOf(scene, 'scheduled run, a refresh at work', 0, [idle]),
    costOf(failing, 'scheduled run, the service answers 504', 0, [failed]),
  ];
}

/** An alert that stays quiet over a table that changed, and one that sends its mail. */
async function alertCosts(stage: Stage): Promise<ActionCost[]> {
  const scene = await watch(stage, 'day');
  nextRun(scene);
  await scene.serve(week('2026-03-02', 9));
  const quiet = nextRun(scene);
  await scene.serve(week('2026-03-02', 8));
  const mailing = nextRun(scene);
  if (scene.emulator.mails.length !== 1) throw new Error('One mail was to be sent.');
  return [
    costOf(scene, 'scheduled refresh, an alert that stays quiet', 14, [quiet]),
    costOf(scene, 'scheduled refresh, an alert with its mail', 14, [mailing]),
  ];
}

async function sampleCosts(stage: Stage): Promise<ActionCost[]> {
  const scene = await stage.open();
  const [report] = state(scene.ask('sidebarUseSampleData', 'UK')).reports;
  const used = costOf(scene, 'use sample data');
  state(scene.refresh(report?.id ?? ''));
  return [used, costOf(scene, 'first refresh of the sample, 13 weeks')];
}

async function previewCosts(stage: Stage): Promise<ActionCost[]> {
  const scene = await stage.connected();
  return ['preview, cold', 'preview, warm'].map((action) => {
    state(scene.ask('sidebarPreviewReport', WEEK_FORM));
    return costOf(scene, action);
  });
}

/** What dashboards and explanations cost, over the 14 days of three crews of `test/support/two-weeks.ts`. */
async function dashboardCosts(stage: Stage): Promise<ActionCost[]> {
  const { scene, id } = await openReport(stage);
  const cost = (action: string) => costOf(scene, action, 42);
  const explained = (a1: string, action: string) => {
    scene.book.as(ANN).select(a1);
    state(scene.ask('sidebarExplainCell'));
    return cost(action);
  };
  state(scene.refresh(id));
  const costs = [explained('Shifts!J2', 'explain a cell of a table')];
  for (const [at, template] of TEMPLATES.entries()) {
    build(scene, id, template);
    costs.push(cost(`build the dashboard ${template}`));
    if (at > 0) continue;
    build(scene, id, template);
    costs.push(cost(`bring the dashboard ${template} up to date`));
    costs.push(explained('Overview!A7', 'explain a cell of a dashboard'));
    state(scene.refresh(id));
    costs.push(cost('refresh with one dashboard'));
  }
  state(scene.refresh(id));
  return [...costs, cost(`refresh with ${TEMPLATES.length} dashboards`)];
}
