import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { CacheMode } from '../emulator/switches';
import { recordFigure } from '../support/record-figure';
import { type Scene, Stage, state } from '../support/scene';

/*
 * A cache may forget anything at any time: results stay the same, there are only more requests.
 * READ_STEP=1 loses each read of the long session too, and SEEDS=12 plays more of the short one.
 */

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.start();
});
afterAll(() => stage.close());

const FIRST_SEED = 20_260_310;
const SEEDS = Array.from({ length: Number(process.env.SEEDS ?? 3) }, (_, index) => FIRST_SEED + index);
/** Of the long session every so manieth read is lost. */
const READ_STEP = Number(process.env.READ_STEP ?? 40);
/** Has few shifts a day: a session of it is played many times over. */
const SMALL_EMPLOYER = 1264;
const SESSIONS = [
  { name: 'of two days', from: '2026-03-02', to: '2026-03-03', table: 'Shifts!A1:R30', fewest: 20, step: 1 },
  {
    name: 'of four months',
    from: '2025-12-20',
    to: '2026-03-05',
    table: 'Shifts!A1:R320',
    fewest: 40,
    step: READ_STEP,
  },
] as const;

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
    // Connect asks for a token and one day; one report for the first formula, one for the refresh; a token and two days to check.
    expect(reference.requests).toBe(7);
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

/** What people see of formulas, a refresh and a scheduled run while one read of the cache, counted from 1, finds nothing. */
async function playWithout(read: number, { from, to, table }: (typeof SESSIONS)[number]) {
  const scene = await stage.open();
  const found = loseRead(scene, read);
  const small = scene.server.employers.find(({ employerId }) => employerId === SMALL_EMPLOYER);
  if (small === undefined) throw new Error(`There is no employer ${SMALL_EMPLOYER}.`);
  const { region, clientId, clientSecret } = small;
  scene.connect({ region, clientId, clientSecret });
  const id = scene.saveReport({ from, to });
  const seen = [
    scene.formula(from, to),
    scene.formula(from, to),
    scene.formula('2026-03-03', '2026-03-03'),
    state(scene.ask('sidebarRefreshReport', id)).reports[0]?.lastRun?.message,
    scene.book.values(table),
    state(scene.ask('sidebarSaveSchedule', { every: 'hour', hour: 0 })).schedule.every,
    scene.emulator.advance({ hours: 1, minutes: 1 }).map(({ outcome }) => outcome.kind),
    scene.book.values(table),
    scene.formula(from, to),
  ];
  const shown = JSON.stringify(scene.ask('sidebarState')).replace(UUID, 'ID');
  return { seen, shown, reads: found.reads, requests: scene.emulator.requests.length };
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/**
 * Makes one read of a key come back empty, of those that would have found something: any other loss changes nothing.
 *
 * @returns Counts the reads that would have found something.
 */
function loseRead(scene: Scene, read: number): { readonly reads: number } {
  const { caches } = scene.emulator.world;
  const get = caches.get.bind(caches);
  const found = { reads: 0 };
  caches.get = (...asked) => {
    const value = get(...asked);
    if (value === null) return null;
    found.reads += 1;
    return found.reads === read ? null : value;
  };
  return found;
}

describe('a cache that forgets one single read', () => {
  test.each(SESSIONS)(
    'in a session $name, one read of $step: the same results',
    async (session) => {
      const { reads, ...reference } = await playWithout(0, session);
      expect(JSON.stringify(reference)).not.toMatch(/"(?:error|failed|threw|killed)"/);
      expect(reads).toBeGreaterThanOrEqual(session.fewest);
      let [played, most] = [0, 0];

      for (let read = 1; read <= reads; read += session.step) {
        const { seen, shown, requests } = await playWithout(read, session);
        expect({ read, seen, shown }).toEqual({ read, seen: reference.seen, shown: reference.shown });
        const more = requests - reference.requests;
        expect({ read, isNoLess: more >= 0 }).toEqual({ read, isNoLess: true });
        [played, most] = [played + 1, Math.max(most, more)];
      }

      const figure = `${played} of ${played} with equal results, of ${reads}; at most ${most} requests more`;
      recordFigure({ requirement: 'H7', what: `reads lost, session ${session.name}`, n: played, figure });
    },
    600_000,
  );
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
