import { expect, test } from '@jest/globals';
import { ASSUMED_REPORTS } from '../api-server/assumed-reports';
import { builtWith } from '../support/built-with';
import { type Scene, Stage, state } from '../support/scene';

/* Sample data in an add-on that was built with the paths of the two reports whose addresses are not published. */

const stage = new Stage();
const dist = builtWith({ reports: ASSUMED_REPORTS });

async function tried(): Promise<Scene> {
  const scene = await stage.open({ dist });
  state(scene.ask('sidebarUseSampleData', 'US'));
  return scene;
}

test('groups are made of the sample’s shifts, with no request', async () => {
  const scene = await tried();
  const result = scene.call('SHIFT_FULFILMENT_AGGREGATED', '2026-03-02', '2026-03-08', 'venue');
  expect(result.kind === 'values' && result.values).toHaveLength(13);
  expect(scene.last.fetches).toBe(0);
});

test('worker turnover says that the sample has none, and the other formulas go on', async () => {
  const scene = await tried();
  const refused = scene.call('WORKER_TURNOVER', '2026-03-02', '2026-03-08');
  expect(refused).toMatchObject({
    kind: 'error',
    message: expect.stringContaining('Connect with your own credentials: the sample employer has no worker'),
  });
  expect(scene.formula('2026-03-02', '2026-03-02').kind).toBe('values');
});
