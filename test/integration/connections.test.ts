import { describe, expect, test } from '@jest/globals';
import { type Scene, Stage } from '../support/scene';

/* Connecting, rotating and switching. What each failure says and leaves is in the tests of the connector and the check. */

const stage = new Stage();

/** The texts of all properties. */
function allProperties(scene: Scene): string[] {
  return [...scene.emulator.world.properties].flatMap(([, pairs]) => [...pairs.values()]);
}

function usedSecrets(scene: Scene): string[] {
  return scene.emulator.requests
    .filter(({ url }) => url.endsWith('/tokens'))
    .map(({ body }) => new URLSearchParams(body).get('client_secret') ?? '');
}

describe('connecting', () => {
  test('that fails saves nothing, and keeps the connection before at work', async () => {
    const scene = await stage.open();
    const outcome = scene.ask('sidebarConnect', scene.form({ clientSecret: 'wrong' }));
    expect(outcome).toMatchObject({
      kind: 'failed',
      code: 'credentials_rejected',
      state: { connection: null },
    });
    expect(allProperties(scene)).toEqual([]);
    expect(scene.formula('2026-03-01', '2026-03-01')).toEqual({
      kind: 'error',
      message:
        'Connect in the sidebar (Extensions ▸ Shift Reports): this spreadsheet has no saved connection.',
    });
    scene.connect();
    const before = allProperties(scene);

    expect(scene.ask('sidebarConnect', scene.form({ employer: '99999' })).kind).toBe('failed');

    expect(allProperties(scene)).toEqual(before);
    expect(scene.formula('2026-03-01', '2026-03-01').kind).toBe('values');
  });

  test('with a rotated secret never uses the old one again', async () => {
    const scene = await stage.open();
    scene.connect();
    const { employerId, clientSecret } = scene.server.demoEmployer;
    await scene.server.setSecret(employerId, 'rotated & new');
    await scene.server.revokeTokens();

    scene.connect({ clientSecret: 'rotated & new' });
    scene.formula('2026-03-01', '2026-03-01');
    scene.emulator.clock.advance(4_000_000);
    scene.formula('2026-03-02', '2026-03-02');

    await scene.server.setSecret(employerId, clientSecret);
    expect(usedSecrets(scene)).toEqual([clientSecret, 'rotated & new', 'rotated & new']);
    expect(allProperties(scene).join()).not.toContain(clientSecret);
  });

  test('while reports are not answered in time saves, and says that they could not be checked', async () => {
    const scene = await stage.open();
    await scene.server.setScenario('report', { name: 'status', status: 504 });

    const outcome = scene.ask('sidebarConnect', scene.form());

    expect(outcome).toMatchObject({ kind: 'done', state: { connection: { employer: 'me' } } });
    expect(outcome.message).toMatch(
      /^Connected, but the report could not be checked yet: press “Check connection” later\. .*\(HTTP 504\)$/,
    );
  });

  test('and checking the connection say how many shifts yesterday had', async () => {
    const scene = await stage.open();

    const connected = scene.ask('sidebarConnect', scene.form());
    const checked = scene.ask('sidebarCheckConnection');

    const rows = scene.formula('2026-03-09', '2026-03-09');
    const shifts = rows.kind === 'values' ? rows.values.length - 1 : -1;
    expect([connected.message, checked.message]).toEqual([
      `Connected: the report can be read, ${shifts} shifts on 9 Mar 2026.`,
      `The connection works: ${shifts} shifts on 9 Mar 2026.`,
    ]);
  });
});

test('a check asks even while requests are on hold, and ends the hold when it succeeds', async () => {
  const scene = await stage.open();
  scene.connect();
  await scene.server.setScenario('report', { name: 'status', status: 403, times: 2 });
  scene.formula('2026-03-01', '2026-03-01');

  expect(scene.ask('sidebarCheckConnection')).toMatchObject({ kind: 'failed', code: 'access_refused' });
  expect(scene.ask('sidebarCheckConnection').kind).toBe('done');
  expect(scene.formula('2026-03-01', '2026-03-01').kind).toBe('values');
});

describe('switching', () => {
  test('employer or region never shows rows of the other one', async () => {
    const scene = await stage.open();
    const people = scene.server.employers.filter(({ apiAccess }) => apiAccess);
    const shown = () =>
      people.map(({ region, clientId, clientSecret }) => {
        scene.connect({ region, clientId, clientSecret });
        return JSON.stringify(scene.formula('2026-03-03', '2026-03-03'));
      });
    const first = shown();
    expect(new Set(first).size).toBe(people.length);
    expect(shown()).toEqual(first);
  });

  test('me and the numeric employer are kept apart', async () => {
    const scene = await stage.open();
    scene.connect();
    scene.formula('2026-03-03', '2026-03-03');

    scene.connect({ employer: '20417' });
    scene.formula('2026-03-03', '2026-03-03');

    expect(scene.emulator.requests.at(-1)?.url).toContain('/v1/reporting/20417/reports/');
  });
});
