import { ANN, type Scene, type Stage } from '../../support/scene';
import { type ActionCost, costOf } from '../actions/action-cost';

const DIST = 'test/bench/baselines/naive-script';
const ROWS = 1000;
const CELLS = 50;

/** What a plain script costs for the same: a table of 1,000 rows, and 50 formulas over the same days. */
export async function naiveCosts(stage: Stage): Promise<ActionCost[]> {
  const scene = await stage.open({ dist: DIST });
  await scene.server.setScenario('report', { name: 'rows', rows: ROWS });
  const { clientId, clientSecret, region } = scene.form();
  const { auth, regions } = scene.addresses;
  const service = { auth, region: regions[region], clientId, clientSecret };
  const written = [
    { name: 'writeCellByCell', action: 'setValue for each cell' },
    { name: 'writeRowByRow', action: 'appendRow for each row' },
  ].map(({ name, action }) => {
    scene.book.as(ANN).callFromSidebar(name, service);
    return costOf(scene, action, ROWS, [returned(scene)]);
  });
  const records = Array.from({ length: CELLS }, () => {
    const { auth: from, region: at } = service;
    scene.call('IMPORT_SHIFTS', from, at, clientId, clientSecret, '2026-03-02', '2026-03-02');
    return returned(scene);
  });
  return [...written, costOf(scene, `${CELLS} formulas that each ask the service`, ROWS, records)];
}

function returned({ last }: Scene) {
  if (last.outcome.kind !== 'returned') throw new Error(last.outcome.message);
  return last;
}
