import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { CheckLine } from '../../src/reports/connection/connecting';
import type { SidebarOutcome } from '../../src/sidebar/answer';
import { type Scene, Stage, state, wireCalls } from '../support/scene';
import { findLeaks, type Needle, outputsOf } from '../support/secrets-search';

/* `Check connection` on the built bundle: what it tells apart, what it costs, and what the note for support holds. */

const stage = new Stage();

function checksOf(outcome: SidebarOutcome): readonly CheckLine[] {
  if (outcome.checks === undefined) throw new Error('The outcome has no checks.');
  return outcome.checks;
}

function stepsThat(outcome: SidebarOutcome, state: CheckLine['state']): string[] {
  return checksOf(outcome)
    .filter((check) => check.state === state)
    .map(({ name }) => name);
}

/** The access tokens that the service gave out, from its own record. */
async function givenTokens(scene: Scene): Promise<string[]> {
  const exchanges = await scene.server.requests();
  return exchanges.flatMap(
    ({ answerBody }) => /"access_token":\s*"([^"]+)"/.exec(answerBody ?? '')?.[1] ?? [],
  );
}

describe('a connection that works', () => {
  test('passes both steps, with a note for support, in two requests and five calls', async () => {
    const scene = await stage.connected();

    const outcome = scene.ask('sidebarCheckConnection');

    expect([outcome.kind, stepsThat(outcome, 'ok')]).toEqual(['done', ['Sign-in', 'One-day report']]);
    const { version } = JSON.parse(readFileSync(path.resolve('package.json'), 'utf8'));
    const [product, connection] = outcome.support?.split('\n') ?? [];
    expect(product).toBe(`Shift Reports ${version} (bound)`);
    expect(connection).toMatch(/^Connection: region U[KS], employer me, for everyone$/);
    expect([scene.last.fetches, scene.last.wireCalls]).toEqual([2, 5]);
  });

  test('to the sample makes no request', async () => {
    const scene = await stage.open();
    state(scene.ask('sidebarUseSampleData', 'UK'));

    const outcome = scene.ask('sidebarCheckConnection');

    expect(scene.last.fetches).toBe(0);
    expect(outcome.message).toMatch(/^The sample data works: \d+ shifts? on 9 Mar 2026\.$/);
  });
});

describe('a connection that does not work', () => {
  test.each([
    ['token', { name: 'reset' }, 'unreachable', 'Sign-in'],
    ['report', { name: 'retry-after', value: '120' }, 'rate_limited', 'One-day report'],
  ] as const)('%s %o: says so at its step', async (call, scenario, code, step) => {
    const scene = await stage.connected();
    await scene.server.setScenario(call, scenario);

    const outcome = scene.ask('sidebarCheckConnection');

    expect(outcome).toMatchObject({ kind: 'failed', code });
    expect(stepsThat(outcome, 'failed')).toEqual([step]);
    expect(outcome.support).toContain(`Failure: ${code}`);
  });

  test.each([
    ['off', 'Try again later'],
    ['hour', 'Nothing to do, the schedule tries again'],
  ])('is spoken of as on the status sheet (schedule: %s)', async (every, first) => {
    const scene = await stage.connected();
    const id = scene.saveReport();
    if (every !== 'off') scene.ask('sidebarSaveSchedule', { every, hour: 0, email: '' });
    state(scene.refresh(id));
    scene.emulator.caches.clear();
    await scene.server.setScenario('report', { name: 'status', status: 500 });
    scene.refresh(id);

    const outcome = scene.ask('sidebarCheckConnection');

    expect(outcome.message).toBe(`${first}: the service had an internal error. (HTTP\u00a0500)`);
    expect(outcome.state?.connection?.failing).toBe(outcome.message);
    expect(scene.book.cell('Shift Reports status!C2').value).toBe(outcome.message);
  });

  test('while requests are on hold: says so, with no request', async () => {
    const scene = await stage.connected();
    await scene.server.setScenario('report', { name: 'retry-after', value: '120', times: 1 });
    scene.ask('sidebarCheckConnection');

    const again = scene.ask('sidebarCheckConnection');

    expect(again).toMatchObject({ code: 'rate_limited' });
    expect(again.message).toMatch(/^Try again later: .* \(HTTP\u00a0429\)$/);
    expect(scene.last.fetches).toBe(0);
    expect(wireCalls(scene.last)).toEqual(['Properties.getProperties', 'Cache.getAll', 'Cache.getAll']);
  });
});

test('the sidebar says that the connection is refused, from the first refusal until the service takes it', async () => {
  const scene = await stage.connected();
  const id = scene.saveReport();
  const refusedAfter = (name: string, ...args: unknown[]) =>
    scene.ask(`sidebar${name}`, ...args).state?.connection?.failing ?? '';
  expect(refusedAfter('RefreshReport', id)).toBe('');
  await scene.server.setScenario('report', { name: 'status', status: 403, times: 2 });
  const reason = expect.stringContaining('(HTTP\u00a0403)');
  expect([refusedAfter('CheckConnection'), refusedAfter('State')]).toEqual([reason, reason]);
  scene.emulator.clock.advance(60_000);
  expect([refusedAfter('RefreshReport', id), refusedAfter('State')]).toEqual([reason, reason]);
  // What was remembered of the connection is gone, and the run still says it.
  scene.emulator.clock.advance(24 * 3_600_000);
  expect(refusedAfter('State')).toEqual(reason);
  expect([refusedAfter('CheckConnection'), refusedAfter('State')]).toEqual(['', '']);
});

describe('the note for support', () => {
  test('holds no marked text, name, address or mail, whatever went wrong before', async () => {
    const scene = await stage.connected();
    const id = scene.saveReport({ sheet: 'Marked sheet', venue: 'Marked venue' });
    scene.ask('sidebarRefreshReport', id);
    scene.ask('sidebarSaveSchedule', { every: 'day', hour: 6, email: 'marked@employer.example' });
    await scene.server.setScenario('report', { name: 'status', status: 403 });
    const notes = [
      scene.ask('sidebarRefreshReport', id).support,
      scene.ask('sidebarCheckConnection').support,
      scene.ask('sidebarRefreshReport', 'nobody').support,
    ].map((note) => note ?? '');

    expect(notes.every((note) => note.includes('Reports: 1'))).toBe(true);
    const { clientId, clientSecret } = scene.form();
    const needles: Needle[] = [
      { name: 'secret', text: clientSecret },
      { name: 'client ID', text: clientId.slice('employer-'.length) },
      ...(await givenTokens(scene)).map((text): Needle => ({ name: 'token', text })),
    ];
    expect(needles.length).toBeGreaterThan(2);
    const outputs = notes.map((text) => ({ place: 'note', text }));
    expect(findLeaks(outputs, needles)).toEqual([]);
    expect(findLeaks(outputsOf(scene), needles)).toEqual([]);
    for (const note of notes) {
      expect(note).not.toMatch(/Marked|marked|https?:|@|employer\.example|\.example/);
      expect(note).not.toContain(clientId.slice(-4));
      expect(note.split('\n').length).toBeGreaterThan(5);
    }
  });

  test('tells of the newest runs by time, kind, outcome and correlation ID', async () => {
    const scene = await stage.connected();
    const id = scene.saveReport();
    scene.ask('sidebarRefreshReport', id);
    await scene.server.setScenario('report', { name: 'status', status: 404 });

    const note = scene.ask('sidebarRefreshReport', id).support ?? '';

    expect(note).toMatch(
      /Latest runs \([\w/]+\):\n {2}10 Mar 2026, 09:\d\d, sidebar, failed, [\w-]{36}\n {2}10 Mar 2026, 09:\d\d, sidebar, refreshed, [\w-]{36}$/,
    );
    expect(note).toMatch(/Failure: not_available, HTTP\u00a0404, ref [\w-]{36}/);
  });

  test('is given with a failure of any other question', async () => {
    const scene = await stage.open();
    const outcome = scene.ask('sidebarRefreshAll');
    expect(outcome).toMatchObject({ kind: 'failed', code: 'settings_missing' });
    expect(outcome.support).toMatch(/^Connection: none$/m);
  });
});
