import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { CacheMode } from '../emulator/switches';
import { type Scene, Stage } from '../support/scene';

/* A cache may forget anything at any time: results stay the same, there are only more requests. H7, items 115. */

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.start();
});
afterAll(() => stage.close());

const FIRST_SEED = 20_260_310;
const SEEDS = Array.from({ length: 12 }, (_, index) => FIRST_SEED + index);

/** What people see of a short session with this cache; every step must succeed. */
async function play(cache: CacheMode): Promise<{ readonly seen: unknown; readonly requests: number }> {
  const scene = await stage.open({ switches: { cache } });
  scene.connect();
  const id = scene.saveReport({ from: '2026-03-02', to: '2026-03-03' });
  const seen = [
    scene.formula('2026-03-02', '2026-03-03'),
    scene.formula('2026-03-02', '2026-03-03'),
    scene.ask('sidebarRefreshReport', id).kind,
    scene.book.values('Shifts!A1:R120'),
    scene.formula('2026-03-02', '2026-03-03'),
    scene.ask('sidebarCheckConnection').kind,
    scene.ask('sidebarState').kind,
  ];
  return { seen, requests: scene.emulator.requests.length };
}

describe('a cache that forgets', () => {
  let reference: Awaited<ReturnType<typeof play>>;
  beforeAll(async () => {
    reference = await play('normal');
  });

  test('the reference is a session in which all goes well', () => {
    expect(JSON.stringify(reference.seen)).not.toMatch(/error|failed/);
    // Connect; one report for the first formula, one for the refresh; two to check.
    expect(reference.requests).toBe(5);
  });

  test.each(SEEDS)('each read with a chance of 30 %% (seed %i): the same results', async (seed) => {
    const { seen, requests } = await play({ randomNull: 0.3, seed });

    expect({ seed, seen }).toEqual({ seed, seen: reference.seen });
    expect(requests).toBeLessThanOrEqual(10);
  });

  test('everything: the same results', async () => {
    expect((await play('empty')).seen).toEqual(reference.seen);
  });

  test.each([
    /^token\./,
    /^credential\./,
    /^request\./,
    /^origin\./,
    /^ranges\./,
    /^failing\./,
    /^report\.[^.]+$/,
    /^report\..*\.1$/,
  ])('only entries %p: the same results', async (key) => {
    expect((await play({ loseKeys: [key] })).seen).toEqual(reference.seen);
  });
});

describe('entries that are not what they were', () => {
  async function warm(): Promise<{ scene: Scene; keys: [scope: string, key: string][] }> {
    const scene = await stage.open();
    scene.connect();
    scene.formula('2026-03-02', '2026-03-03');
    const keys = [...scene.emulator.world.caches.scopes].flatMap(([scope, entries]) =>
      [...entries.keys()].map((key): [string, string] => [scope, key]),
    );
    return { scene, keys };
  }

  test.each(['', 'null', '5', '"text"', '[]', '{', '{}', '{"format":0}', '{"mark":5,"claim":7}', '\u0000'])(
    'each in turn replaced by %p: the same results',
    async (garbage) => {
      const { scene, keys } = await warm();
      const { caches, clock } = { caches: scene.emulator.world.caches, clock: scene.emulator.clock };
      const reference = scene.formula('2026-03-02', '2026-03-03');
      expect(keys.length).toBeGreaterThanOrEqual(5);

      for (const [scope, key] of keys) {
        caches.put(scope, key, garbage, clock.now() + 600_000);
        const result = scene.formula('2026-03-02', '2026-03-03');
        expect({ key: key.split('.')[0], result }).toEqual({ key: key.split('.')[0], result: reference });
      }
    },
  );

  test('a part of another writing is never mixed in', async () => {
    const { scene, keys } = await warm();
    const { caches, clock } = { caches: scene.emulator.world.caches, clock: scene.emulator.clock };
    const reference = scene.formula('2026-03-02', '2026-03-03');
    const [scope, part] = keys.find(([, key]) => /^report\..*\.1$/.test(key)) ?? ['', ''];
    const text = caches.get(scope, part, clock.now(), 'normal') ?? '';
    caches.put(scope, part, text.replace(/^\d+/, '1'), clock.now() + 600_000);

    expect(scene.formula('2026-03-02', '2026-03-03')).toEqual(reference);
    expect(scene.last.fetches).toBe(1);
  });

  test('a clock that is an hour ahead of what was kept does not make it fresh', async () => {
    const { scene } = await warm();
    scene.emulator.clock.advance(3_300_000 + 1);

    scene.formula('2026-03-02', '2026-03-03');

    expect(scene.last.fetches).toBe(2);
  });
});
