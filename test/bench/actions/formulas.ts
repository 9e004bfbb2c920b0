import { type Scene, type Stage, state } from '../../support/scene';
import { type ActionCost, costOf } from './action-cost';

const ROWS = 1000;
/** Rows compress differently: so many do not fit the first read of the cache, whatever they hold. */
const MANY_ROWS = 40_000;
const CELLS = 50;
/** A busy machine may take long over 44 MB; nothing of it is counted. */
const PATIENCE_MILLIS = 300_000;
/** Longer than a token or the rows of a formula are kept. */
export const EXPIRED_MILLIS = 4_000_000;

/** What a formula costs in its usual and its unlucky cases. */
export async function formulaCosts(stage: Stage): Promise<ActionCost[]> {
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
  const failing = costOf(scene, 'formula, the service answers 504', 0);
  return [warm, cold, noToken, refused, failing, ...(await longFormula(stage)), await afterRefresh(stage)];
}

/** More rows than the first read of the cache asks for, and more days than one request takes. */
async function longFormula(stage: Stage): Promise<ActionCost[]> {
  const large = await serving(stage, MANY_ROWS);
  calculate(large, '2026-03-02');
  calculate(large, '2026-03-02');
  const warm = costOf(large, 'formula, warm, above 23,000 rows', MANY_ROWS);
  const scene = await stage.open();
  scene.connect();
  calculate(scene, '2025-12-01', '2026-02-28');
  return [warm, costOf(scene, 'formula, cold, 90 days', 0)];
}

/** Formulas over days that a report has just brought, as they calculate again when its stamp moves. */
async function afterRefresh(stage: Stage): Promise<ActionCost> {
  const scene = await serving(stage, ROWS);
  state(scene.refresh(scene.saveReport({ from: '2026-03-02', to: '2026-03-02' })));
  const records = Array.from({ length: CELLS }, () => {
    calculate(scene, '2026-03-02');
    return scene.last;
  });
  return costOf(scene, `${CELLS} formulas after a refresh of their days`, ROWS, records);
}

/** A connected spreadsheet; every report has so many rows. */
export async function serving(stage: Stage, rows: number): Promise<Scene> {
  const scene = await stage.open({ realTimeoutMillis: PATIENCE_MILLIS });
  scene.connect();
  await scene.server.setScenario('report', { name: 'rows', rows });
  return scene;
}

/** @throws {Error} when the cell shows an error. */
function calculate(scene: Scene, from: string, to = from): void {
  const result = scene.formula(from, to);
  if (result.kind === 'error') throw new Error(result.message);
}
