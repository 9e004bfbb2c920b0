import { type Scene, type Stage, state } from '../../support/scene';
import { type ActionCost, costOf } from './action-cost';
import { EXPIRED_MILLIS, serving } from './formulas';

/** What growing from one number of rows to the next costs; above 18,000 cells a table is staged. */
const GROWING = [
  { from: 990, to: 1000, action: 'refresh, 10 rows more' },
  { from: 1190, to: 1200, action: 'refresh, 10 rows more, staged' },
];

/** What refreshing, undoing and the schedule cost a report of so many rows; one scene for each size. */
export async function refreshCosts(stage: Stage, rows: number): Promise<ActionCost[]> {
  const scene = await serving(stage, rows);
  const id = scene.saveReport({ from: '2026-03-02', to: '2026-03-02' });
  state(scene.refresh(id));
  const first = costOf(scene, 'first refresh, sheets made', rows);
  state(scene.refresh(id));
  const kept = costOf(scene, 'refresh, token kept', rows);
  const scheduled = unchanged(scene, rows);
  // Only a refresh that changes something can be undone.
  await scene.server.clearScenarios();
  await scene.server.setScenario('report', { name: 'rows', rows: rows - 1 });
  state(scene.refresh(id));
  state(scene.ask('sidebarUndoRefresh', id));
  return [first, kept, scheduled, costOf(scene, 'undo', rows)];
}

function unchanged(scene: Scene, rows: number): ActionCost {
  state(scene.ask('sidebarSaveSchedule', { every: 'hour', hour: 0 }));
  const [run] = scene.emulator.advance({ hours: 1, minutes: 1 });
  if (run?.outcome.kind !== 'returned') throw new Error('The scheduled refresh failed.');
  return costOf(scene, 'scheduled refresh, rows unchanged', rows, [run]);
}

/** A refresh without a token, and tables that grow. */
export async function unluckyRefreshCosts(stage: Stage): Promise<ActionCost[]> {
  const costs: ActionCost[] = [];
  for (const { from, to, action } of GROWING) {
    const scene = await serving(stage, from);
    const id = scene.saveReport({ from: '2026-03-02', to: '2026-03-02' });
    // The first refresh that changes a table makes the hidden sheet of Undo.
    for (const rows of [from, from - 1, from, to]) {
      await scene.server.clearScenarios();
      await scene.server.setScenario('report', { name: 'rows', rows });
      state(scene.refresh(id));
    }
    costs.push(costOf(scene, action, to));
    if (to > 1000) continue;
    scene.emulator.clock.advance(EXPIRED_MILLIS);
    state(scene.refresh(id));
    costs.push(costOf(scene, 'refresh, no token', to));
  }
  return costs;
}
