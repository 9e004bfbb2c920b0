import { type Stage, state } from '../../support/scene';
import { type ActionCost, costOf } from './action-cost';
import { serving } from './formulas';

const DAY_MILLIS = 86_400_000;
/** So many rows are in the days that are fetched again. */
const WINDOW_ROWS = 697;

/** What the last days cost in a table that keeps so many older rows. */
export async function historyCosts(stage: Stage, rows: number): Promise<ActionCost[]> {
  // A round number of rows over several days looks truncated: each half would be asked for, and answered as largely.
  const scene = await serving(stage, rows - 3);
  const twoWeeksOn = async () => {
    scene.emulator.clock.advance(14 * DAY_MILLIS);
    await scene.server.setClock(new Date(scene.emulator.clock.now()).toISOString());
  };
  // Later than the one day that gets all rows where it is asked for.
  await twoWeeksOn();
  const id = scene.saveReport({ period: 'last 7 days', from: '', to: '', mode: 'history' });
  state(scene.refresh(id));
  // The rows that are there lie before the days that are fetched.
  await twoWeeksOn();
  await scene.server.clearScenarios();
  await scene.server.setScenario('report', { name: 'rows', rows: WINDOW_ROWS - 1 });
  // The first one reads the days between as well.
  for (const _ of [1, 2]) state(scene.refresh(id));
  await scene.server.clearScenarios();
  await scene.server.setScenario('report', { name: 'rows', rows: WINDOW_ROWS });
  state(scene.refresh(id));
  return [costOf(scene, `refresh of the last days, ${WINDOW_ROWS} rows, into older rows`, rows)];
}
