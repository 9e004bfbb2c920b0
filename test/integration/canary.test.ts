import { beforeAll, describe, expect, test } from '@jest/globals';
import type { ScenarioRule } from '../api-server/scenarios/scenario-rule';
import { ANN, type Scene, Stage, state } from '../support/scene';
import { findLeaks, type Needle, type Output, outputsOf } from '../support/secrets-search';

/* The secret, the tokens and the client ID, searched for in everything that anyone can see. */

const SECRET = 'CANARY-7f3a&="é"+/%\\\'<x>-9c21d4e8b05f';

const stage = new Stage();
let scene: Scene;
let outputs: readonly Output[];
let needles: readonly Needle[];

const FAILURES: readonly (readonly ['token' | 'report', ScenarioRule])[] = [
  ['token', { name: 'echo-request', status: 400 }],
  ['token', { name: 'echo-request', status: 401 }],
  ['token', { name: 'html' }],
  ['token', { name: 'redirect', status: 307, location: 'https://elsewhere.example/' }],
  ['token', { name: 'reset' }],
  ['token', { name: 'status', status: 503 }],
  ['report', { name: 'status', status: 403 }],
  ['report', { name: 'status', status: 401 }],
  ['report', { name: 'redirect', status: 302, location: 'https://elsewhere.example/' }],
  ['report', { name: 'reset' }],
  ['report', { name: 'html' }],
  ['report', { name: 'status', status: 504 }],
  ['report', { name: 'retry-after', value: '30' }],
];

/** A working day: connect, formulas, refreshes, schedule; then every failure on each surface. */
async function playDay(): Promise<void> {
  scene.book.as(ANN).open();
  scene.book.as(ANN).clickMenu('Open sidebar');
  scene.connect({ clientSecret: SECRET });
  state(scene.ask('sidebarCheckConnection'));
  scene.formula('last week');
  scene.book.as(ANN).enter('Sheet1!A1', '=SHIFT_FULFILMENT("2026-03-02", "2026-03-03")');
  const id = scene.saveReport({ from: '2026-02-16' });
  state(scene.ask('sidebarRefreshReport', id));
  state(scene.ask('sidebarSaveSchedule', { every: 'hour', hour: 0 }));
  scene.emulator.advance({ hours: 3 });
  for (const [call, rule] of FAILURES) {
    await scene.server.setScenario(call, rule);
    scene.emulator.clock.advance(11 * 60_000);
    scene.emulator.caches.clear();
    scene.book.as(ANN).enter('Sheet1!V1', '1');
    scene.book.as(ANN).enter('Sheet1!A30', `=SHIFT_FULFILMENT("2026-02-0${1 + (call.length % 8)}", , V1)`);
    scene.ask('sidebarRefreshReport', id);
    scene.ask('sidebarCheckConnection');
    scene.ask('sidebarConnect', scene.form({ clientSecret: SECRET }));
    scene.emulator.advance({ hours: 1 });
    scene.book.as(ANN).clickMenu('Refresh all reports');
    await scene.server.clearScenarios();
  }
}

/** The platform's own exceptions hold addresses and bodies: each service call throws one that repeats everything. */
function playExceptions(): void {
  const message = `Request failed: client_secret=${SECRET}&Authorization: Bearer ${needles.map(({ text }) => text).join()}`;
  const acts = [
    () => scene.formula('2026-02-10', '2026-02-10'),
    () => scene.ask('sidebarRefreshAll'),
    () => scene.ask('sidebarConnect', scene.form({ clientSecret: SECRET })),
    () => scene.ask('sidebarState'),
  ];
  for (const act of acts) {
    for (let call = 1; call <= 30; call += 1) {
      scene.emulator.clock.advance(11 * 60_000);
      scene.emulator.fault = { throwAtCall: call, message };
      act();
      if (scene.emulator.fault !== null) scene.emulator.fault = null;
      if (scene.last.calls.length < call) break;
    }
  }
}

/** The access tokens that the service gave out, from its own record. */
async function givenTokens(): Promise<string[]> {
  const exchanges = await scene.server.requests();
  return exchanges.flatMap(
    ({ answerBody }) => /"access_token":\s*"([^"]+)"/.exec(answerBody ?? '')?.[1] ?? [],
  );
}

beforeAll(async () => {
  scene = await stage.open();
  const { employerId, clientId, clientSecret } = scene.server.demoEmployer;
  await scene.server.setSecret(employerId, SECRET);
  await playDay();
  const credentials: Needle[] = [
    { name: 'secret', text: SECRET },
    { name: 'secret', text: Buffer.from(`${clientId}:${SECRET}`, 'utf8').toString('base64') },
    { name: 'client ID', text: clientId.slice('employer-'.length) },
  ];
  needles = [...credentials, ...(await givenTokens()).map((text): Needle => ({ name: 'token', text }))];
  playExceptions();
  await scene.server.setSecret(employerId, clientSecret);
  needles = [...credentials, ...(await givenTokens()).map((text): Needle => ({ name: 'token', text }))];
  outputs = outputsOf(scene);
}, 120_000);

describe('after a long day with every failure', () => {
  test('the secret, the tokens and the client ID stand nowhere but where they belong', () => {
    const leaks = findLeaks(outputs, needles);

    expect(leaks).toEqual([]);
    expect(outputs.length).toBeGreaterThanOrEqual(10_000);
  });

  test('the search finds each of them where it is allowed, so it would find it elsewhere', () => {
    const moved = outputs.map(({ text }) => ({ place: 'elsewhere', text }));
    const found = new Set(findLeaks(moved, needles));

    expect([...found].sort()).toEqual([
      'client ID in a elsewhere',
      'secret in a elsewhere',
      'token in a elsewhere',
    ]);
  });

  test('the secret stands in exactly one property', () => {
    const holding = outputs.filter(
      ({ place, text }) => place.startsWith('property') && text.includes(JSON.stringify(SECRET)),
    );

    expect(holding.map(({ place }) => place)).toEqual(['property of the connection']);
  });

  test('nothing was logged, and every failure was a plain sentence', () => {
    expect(scene.emulator.logs).toEqual([]);
    expect(scene.emulator.internalErrors).toEqual([]);
    const sentences = outputs
      .filter(({ place }) => place === 'outcome')
      .map(({ text }) => JSON.parse(text))
      .filter(({ kind }) => kind === 'threw')
      .map(({ message }) => String(message));
    expect(sentences.length).toBeGreaterThan(20);
    expect(sentences.filter((text) => /https?:|example|Exception|undefined|\[object/.test(text))).toEqual([]);
  });
});
