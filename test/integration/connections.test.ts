import { describe, expect, test } from '@jest/globals';
import type { AnnouncedEmployer } from '../api-server/start-api-server';
import { type Scene, Stage, state } from '../support/scene';
import { sentenceOf } from '../support/sentences';

/* Connecting, rotating and switching. */

const stage = new Stage();

const NOT_CONNECTED =
  'Connect in the sidebar (Extensions ▸ Shift Reports): this spreadsheet has no saved connection.';

function credentials({ region, clientId, clientSecret }: AnnouncedEmployer) {
  return { region, clientId, clientSecret };
}

function employer(scene: Scene, id: number): AnnouncedEmployer {
  const found = scene.server.employers.find(({ employerId }) => employerId === id);
  if (found === undefined) throw new Error(`There is no employer ${id}.`);
  return found;
}

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
  test('that fails saves nothing', async () => {
    const scene = await stage.open();

    const outcome = scene.ask('sidebarConnect', scene.form({ clientSecret: 'wrong' }));

    expect(outcome).toMatchObject({
      kind: 'failed',
      code: 'credentials_rejected',
      state: { connection: null },
    });
    expect(allProperties(scene).join()).not.toContain('wrong');
    expect(scene.formula('2026-03-01', '2026-03-01')).toEqual({ kind: 'error', message: NOT_CONNECTED });
  });

  test.each([
    ['refused credentials', { name: 'status', status: 401 }],
    ['a server that is down', { name: 'status', status: 503 }],
    ['no answer', { name: 'reset' }],
    ['an odd answer', { name: 'html' }],
    ['a redirect', { name: 'redirect', status: 302, location: 'https://elsewhere.example/' }],
    ['too many requests', { name: 'status', status: 429 }],
  ] as const)('anew with %s keeps the old connection at work', async (_title, rule) => {
    const scene = await stage.open();
    scene.connect();
    const before = allProperties(scene);
    await scene.server.setScenario('token', rule);

    expect(scene.ask('sidebarConnect', scene.form({ clientSecret: 'other' })).kind).toBe('failed');

    expect(allProperties(scene)).toEqual(before);
    await scene.server.clearScenarios();
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

  test('forgets what was remembered against the old credentials', async () => {
    const scene = await stage.open();
    scene.connect();
    await scene.server.setScenario('report', { name: 'status', status: 404, times: 1 });
    expect(scene.formula('2026-03-01', '2026-03-01')).toMatchObject({
      message: expect.stringMatching(sentenceOf('not_available', 404)),
    });

    scene.connect();

    expect(scene.formula('2026-03-01', '2026-03-01').kind).toBe('values');
  });

  test.each([
    [
      'another employer’s number',
      () => ({ employer: '99999' }),
      'wrong_employer',
      /^Check the region and the employer: signed in, but employer 99999 cannot be read in the UK region\. \(HTTP 403\)$/,
    ],
    [
      'a region that the credentials are not for',
      () => ({ region: 'US' as const }),
      'access_refused',
      /^Ask the operator of the service, or whoever runs the network on the way to it: .*\(HTTP 403\)$/,
    ],
    [
      'an employer without API access',
      (scene: Scene) => credentials(employer(scene, 20_690)),
      'not_available',
      /^Check the region, or ask the operator of the service to enable API access: signed in, but the employer of these /,
    ],
  ])('to %s is refused, and keeps the old connection at work', async (_, changes, code, sentence) => {
    const scene = await stage.open();
    const first = scene.ask('sidebarConnect', scene.form(changes(scene)));
    expect(first).toMatchObject({
      kind: 'failed',
      code,
      message: expect.stringMatching(sentence),
      state: { connection: null },
    });
    expect(allProperties(scene)).toEqual([]);
    scene.connect();
    const before = allProperties(scene);

    expect(scene.ask('sidebarConnect', scene.form(changes(scene)))).toMatchObject({ kind: 'failed', code });

    expect(allProperties(scene)).toEqual(before);
    expect(scene.formula('2026-03-01', '2026-03-01').kind).toBe('values');
  });

  test.each([
    ['504', { name: 'status', status: 504 }, /the service did not answer in time\. \(HTTP 504\)$/],
    ['503', { name: 'status', status: 503 }, /the service had an internal error\. \(HTTP 503\)$/],
    ['429', { name: 'retry-after', value: '300' }, / Wait 5 minutes, then try again: .*\(HTTP 429\)$/],
    ['no answer', { name: 'reset' }, /no answer came\.$/],
    ['an odd answer', { name: 'html' }, /it sent something that is not the documented report\. /],
  ] as const)(
    'while reports are answered by %s saves, and says that they could not be checked',
    async (_, rule, why) => {
      const scene = await stage.open();
      await scene.server.setScenario('report', rule);

      const outcome = scene.ask('sidebarConnect', scene.form());

      expect(outcome).toMatchObject({ kind: 'done', state: { connection: { employer: 'me' } } });
      expect(outcome.message).toMatch(
        /^Connected, but the report could not be checked yet: press “Check connection” later\. /,
      );
      expect(outcome.message).toMatch(why);
    },
  );

  test('says how many shifts yesterday had', async () => {
    const scene = await stage.open();

    const outcome = scene.ask('sidebarConnect', scene.form());

    const rows = scene.formula('2026-03-09', '2026-03-09');
    const shifts = rows.kind === 'values' ? rows.values.length - 1 : -1;
    expect(outcome.message).toBe(`Connected: the report can be read, ${shifts} shifts on 9 Mar 2026.`);
  });

  test('does not disturb the schedule', async () => {
    const scene = await stage.open();
    scene.connect();
    scene.saveReport();
    state(scene.ask('sidebarSaveSchedule', { every: 'hour', hour: 0 }));

    scene.connect();

    const [run] = scene.emulator.advance({ hours: 1, minutes: 1 });
    expect(run?.outcome.kind).toBe('returned');
  });
});

describe('checking the connection', () => {
  test('says how many shifts yesterday had', async () => {
    const scene = await stage.open();
    scene.connect();

    const outcome = scene.ask('sidebarCheckConnection');

    const rows = scene.formula('2026-03-09', '2026-03-09');
    const shifts = rows.kind === 'values' ? rows.values.length - 1 : -1;
    expect(outcome).toMatchObject({
      kind: 'done',
      message: `The connection works: ${shifts} shifts on 9 Mar 2026.`,
    });
  });

  test.each([
    ['token', 401, 'credentials_rejected'],
    ['report', 403, 'access_refused'],
    ['report', 404, 'not_available'],
    ['report', 504, 'upstream_timeout'],
  ] as const)('says which of the two fails: %s %i', async (call, status, code) => {
    const scene = await stage.open();
    scene.connect();
    await scene.server.setScenario(call, { name: 'status', status });

    expect(scene.ask('sidebarCheckConnection')).toMatchObject({ kind: 'failed', code });
  });

  test('asks even while requests are on hold, and ends the hold when it succeeds', async () => {
    const scene = await stage.open();
    scene.connect();
    await scene.server.setScenario('report', { name: 'status', status: 403, times: 1 });
    scene.formula('2026-03-01', '2026-03-01');

    expect(scene.ask('sidebarCheckConnection').kind).toBe('done');
    expect(scene.formula('2026-03-01', '2026-03-01').kind).toBe('values');
  });
});

describe('switching', () => {
  test('employer or region never shows rows of the other one', async () => {
    const scene = await stage.open();
    const people = scene.server.employers.filter(({ apiAccess }) => apiAccess);
    const shown = people.map((person) => {
      scene.connect(credentials(person));
      const result = scene.formula('2026-03-03', '2026-03-03');
      expect(scene.last.fetches).toBe(1);
      return JSON.stringify(result);
    });

    const again = people.map((person) => {
      scene.connect(credentials(person));
      return JSON.stringify(scene.formula('2026-03-03', '2026-03-03'));
    });

    expect(new Set(shown).size).toBe(people.length);
    expect(again).toEqual(shown);
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
