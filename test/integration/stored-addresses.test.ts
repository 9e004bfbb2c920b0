import { beforeAll, expect, test } from '@jest/globals';
import { type Scene, Stage } from '../support/scene';

/* Addresses that are not the built ones, where one could come in, and other records that someone spoiled. */

const stage = new Stage();
let scene: Scene;
beforeAll(async () => {
  scene = await stage.open();
  scene.connect();
});

/** What is made of a good address. Every form of one: test/unit/employer-api/connection.test.ts. */
const SPOILED: readonly ((good: string) => string)[] = [
  (good) => good.replace('https:', 'http:'),
  (good) => good.toUpperCase(),
  (good) => `${good}@evil.example`,
  (good) => `${good}.evil.example`,
  (good) => `https://evil.example\\@${good.slice(8)}`,
  (good) => `${good}\n`,
  (good) => `${good}:8443`,
  (good) => `${good}/oauth`,
  (good) => good.replace('a', 'а'),
  () => 'https://127.0.0.1',
  () => 'javascript:alert(1)',
  () => '',
];

test('in a stored connection each is refused, with no request, and saving heals it', () => {
  const [store] = [...scene.emulator.world.properties.values()];
  const saved = store?.get('connection') ?? '{}';
  const { authOrigin, regionOrigin } = JSON.parse(saved);
  const addresses = SPOILED.flatMap((spoil) => [
    { authOrigin: spoil(authOrigin) },
    { regionOrigin: spoil(regionOrigin) },
    { authOrigin: spoil(authOrigin), regionOrigin: spoil(regionOrigin) },
  ]);
  const others = [{ region: 'FR' }, { employer: 'me/../2' }, { clientSecret: 5 }, { fingerprint: '' }];
  const records = [...addresses, ...others].map((change) =>
    JSON.stringify({ ...JSON.parse(saved), ...change }),
  );
  const before = scene.emulator.requests.length;

  for (const record of [...records, '{', 'null', '[]', '"x"', '{"clientSecret":"x"}']) {
    store?.set('connection', record);
    // Days that nobody has asked for: nothing that is kept answers.
    const result = scene.formula('2026-02-01', '2026-02-02');
    const told = { record, message: result.kind === 'error' ? result.message : 'values' };
    expect(told).toEqual({ record, message: expect.stringMatching(/^Connect (again )?in the sidebar/) });
  }

  expect(scene.ask('sidebarState').kind).toBe('done');
  expect(scene.emulator.requests.length).toBe(before);
  scene.connect();
  expect(scene.formula('2026-02-01', '2026-02-02').kind).toBe('values');
});

test('as a member of a form each is refused, with no request', () => {
  const schedule = { every: 'hour', hour: 0 };
  const report = { id: null, period: 'custom', from: '2026-03-01', to: '2026-03-02', sheet: 'Shifts' };
  const forms = [
    ['sidebarConnect', scene.form()] as const,
    ['sidebarSaveReport', report] as const,
    ['sidebarSaveSchedule', schedule] as const,
  ];
  const before = scene.emulator.requests.length;

  for (const spoil of SPOILED) {
    for (const name of ['authOrigin', 'regionOrigin', 'url', 'addresses']) {
      for (const [endpoint, form] of forms) {
        const outcome = scene.ask(endpoint, { ...form, [name]: spoil(scene.addresses.auth) });
        expect([endpoint, name, outcome]).toMatchObject([endpoint, name, { kind: 'failed' }]);
      }
    }
  }

  expect(scene.emulator.requests.length).toBe(before);
});
