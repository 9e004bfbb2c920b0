import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { formatIsoDate } from '../../src/calendar/calendar-date';
import { seededRandom } from '../api-server/data/seeded-random';
import type { ExecutionRecord } from '../emulator/execution-record';
import { serial } from '../support/daily-report';
import { ANN, type Scene, Stage, wireCalls } from '../support/scene';
import { sentRecord } from '../support/shift-records';

/* Many formulas over long and overlapping ranges: how few requests they share. Performance guide 4.2. */

const CELLS = 50;
/** How many interleavings of each; `SEEDS=200 npx jest …` runs more. */
const SEEDS = Number(process.env.SEEDS ?? 3);
const FIRST_SEED = 20_260_301;
/** Harder than the platform, which starts 30 at once for one person. */
const ALL_AT_ONCE = { simultaneousExecutions: CELLS };

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.start({ allowance: 100_000 });
});
afterAll(() => stage.close());

const seeds = Array.from({ length: SEEDS }, (_, index) => FIRST_SEED + index);

/** A spreadsheet that is connected to a small employer and has neither token nor rows. */
async function cold(seed: number): Promise<Scene> {
  const scene = await stage.open({ seed, switches: ALL_AT_ONCE });
  const small = scene.server.employers.find(({ clientId }) => clientId !== scene.form().clientId);
  if (small === undefined) throw new Error('There is no other employer.');
  const { region, clientId, clientSecret } = small;
  scene.connect({ region, clientId, clientSecret });
  scene.emulator.clock.advance(4_000_000);
  await scene.server.clear();
  return scene;
}

/** Fifty cells calculated side by side, in an order that the seed decides. */
function calculate(
  scene: Scene,
  seed: number,
  dates: (cell: number) => readonly [string, string],
): Promise<ExecutionRecord[]> {
  const tasks = Array.from({ length: CELLS }, (_, cell) => ({
    book: scene.book,
    user: ANN,
    kind: 'formula' as const,
    name: 'SHIFT_FULFILMENT',
    args: [...dates(cell)],
  }));
  return scene.emulator.interleave(tasks, { seed });
}

/** What all cells together cost, and whether any failed. */
async function tally(scene: Scene, records: readonly ExecutionRecord[]) {
  const kinds = await scene.requestKinds();
  const calls = (method: string) =>
    records.flatMap((record) => record.calls).filter((call) => call.method === method).length;
  return {
    failures: records.filter(({ outcome }) => outcome.kind !== 'returned').map(({ outcome }) => outcome),
    tokens: kinds.filter((kind) => kind === 'token').length,
    reports: kinds.filter((kind) => kind === 'report').length,
    batches: calls('UrlFetchApp.fetchAll'),
    single: calls('UrlFetchApp.fetch') - kinds.filter((kind) => kind === 'token').length,
    mostCalls: Math.max(...records.map(({ wireCalls: count }) => count)),
    seconds: Math.max(...records.map(({ virtualMillis }) => virtualMillis)) / 1000,
    mostUnderLock: Math.max(...records.map(callsUnderLock)),
  };
}

/** How many calls an execution made while it had the lock, and the most of several times. */
function callsUnderLock(record: ExecutionRecord): number {
  const names = wireCalls(record);
  const spans = names.flatMap((name, index) => (name === 'Lock.releaseLock' ? [index] : []));
  return Math.max(0, ...spans.map((end) => end - names.lastIndexOf('Lock.tryLock', end) - 1));
}

describe(`${CELLS} formulas at once, cold`, () => {
  const worst = new Map<string, Record<string, number>>();
  afterAll(() => {
    for (const [title, figures] of worst) {
      process.stdout.write(
        `${title}, ${SEEDS} seeds from ${FIRST_SEED}, at most: ${JSON.stringify(figures)}\n`,
      );
    }
  });

  /** Calculates, and keeps the highest of each figure. Few rows an answer: it is requests that are counted. */
  async function figuresOf(title: string, seed: number, dates: (cell: number) => readonly [string, string]) {
    const scene = await cold(seed);
    await scene.server.setScenario('report', { name: 'rows', rows: 20, latencyMillis: 800 });
    const { failures, ...figures } = await tally(scene, await calculate(scene, seed, dates));
    scene.emulator.dispose();
    const known: Record<string, number> = worst.get(title) ?? {};
    worst.set(
      title,
      Object.fromEntries(
        Object.entries(figures).map(([name, value]) => [name, Math.max(value, known[name] ?? 0)]),
      ),
    );
    return { failures, ...figures };
  }

  test.each(seeds)(
    'over the same five months: one token, five reports, one batch (seed %i)',
    async (seed) => {
      const random = seededRandom(seed);
      const day = (text: string, most: number) => formatIsoDate(serial(text) + Math.floor(random() * most));

      const figures = await figuresOf('same five months', seed, () => [
        day('2025-11-01', 30),
        day('2026-03-01', 31),
      ]);

      expect(figures).toMatchObject({ failures: [], tokens: 1, reports: 5, batches: 1, single: 0 });
    },
  );

  test.each(seeds)('over five different weeks: one token, five reports (seed %i)', async (seed) => {
    const mondays = ['2026-01-05', '2026-01-12', '2026-01-19', '2026-02-02', '2026-02-09'];

    const figures = await figuresOf('five weeks', seed, (cell) => {
      const from = mondays[cell % 5] ?? '';
      return [from, formatIsoDate(serial(from) + 6)];
    });

    expect(figures).toMatchObject({ failures: [], tokens: 1, reports: 5 });
  });

  test.each(seeds)(
    'over random spans of a year: one token, at most twelve reports (seed %i)',
    async (seed) => {
      const random = seededRandom(seed);

      const figures = await figuresOf('random spans of a year', seed, () => {
        const length = 32 + Math.floor(random() * 333);
        const from = serial('2025-04-01') + Math.floor(random() * (365 - length + 1));
        return [formatIsoDate(from), formatIsoDate(from + length - 1)];
      });

      expect(figures).toMatchObject({ failures: [], tokens: 1 });
      expect(figures.reports).toBeLessThanOrEqual(12);
    },
  );

  test.each(seeds)(
    'the lock is held for a token and two calls of the cache, no longer (seed %i)',
    async (seed) => {
      const figures = await figuresOf('one week', seed, () => ['2026-02-02', '2026-02-08']);

      expect(figures.mostUnderLock).toBe(3);
    },
  );
});

describe('formulas inside days that are kept', () => {
  test('two hundred in one month: no request, three calls each', async () => {
    const scene = await cold(FIRST_SEED);
    scene.formula('2026-02-01', '2026-02-28');
    await scene.server.clear();
    const calls = new Set<string>();
    for (let cell = 0; cell < 200; cell += 1) {
      const from = serial('2026-02-01') + (cell % 20);
      const result = scene.formula(formatIsoDate(from), formatIsoDate(from + (cell % 9)));
      expect(result.kind).toBe('values');
      calls.add(wireCalls(scene.last).join());
    }
    expect([...calls]).toEqual(['Properties.getProperties,Cache.getAll,Cache.getAll']);
    expect(await scene.requestKinds()).toEqual([]);
  });

  test('show what the month shows of these days', async () => {
    const scene = await cold(FIRST_SEED);
    const month = scene.formula('2026-02-01', '2026-02-28');
    const week = scene.formula('2026-02-09', '2026-02-15');
    if (month.kind !== 'values' || week.kind !== 'values') throw new Error('There are no rows.');
    // London is on Greenwich time in February.
    const [first, last] = [Date.parse('2026-02-09'), Date.parse('2026-02-15')];
    const expected = month.values.slice(1).filter(([day]) => Number(day) >= first && Number(day) <= last);
    expect(week.values.slice(1)).toEqual(expected);
    expect(expected.length).toBeGreaterThan(5);
  });

  test('fifty over a range that a refresh has just fetched: a hundred calls, no request', async () => {
    const scene = await cold(FIRST_SEED);
    const id = scene.saveReport({ from: '2025-10-01', to: '2026-02-28' });
    scene.ask('sidebarRefreshReport', id);
    await scene.server.clear();
    scene.formula('2025-10-01', '2026-02-28');
    const records = await calculate(scene, FIRST_SEED, () => ['2025-10-01', '2026-02-28']);
    const { failures, tokens, reports } = await tally(scene, records);
    expect({ failures, tokens, reports }).toEqual({ failures: [], tokens: 0, reports: 0 });
    const perCell = records.map(
      (record) => wireCalls(record).filter((name) => !name.startsWith('Spreadsheet')).length,
    );
    expect(Math.max(...perCell)).toBe(2);
  });
});

describe('days that a refresh has fetched again', () => {
  const TWO_WEEKS = ['2026-02-16', '2026-03-01'] as const;
  const SECOND_WEEK = ['2026-02-23', '2026-03-01'] as const;

  const posted = (scene: Scene, from: string, to: string) => {
    const result = scene.call('SHIFT_METRIC', 'posted', from, to);
    if (result.kind !== 'values') throw new Error(result.message);
    return result.values[0]?.[0];
  };

  /** One shift a day, of so many positions in each week. */
  async function publish(scene: Scene, first: number, second: number): Promise<void> {
    const rows = Array.from({ length: 14 }, (_, index) => {
      const day = formatIsoDate(serial(TWO_WEEKS[0]) + index);
      return sentRecord({ day, posted: index < 7 ? first : second, booked: 1, worked: 1 });
    });
    await scene.server.clearScenarios();
    // A request for the two weeks holds the first day of both.
    for (const [day, sent] of [
      [TWO_WEEKS[0], rows],
      [SECOND_WEEK[0], rows.slice(7)],
    ] as const) {
      await scene.server.setScenario('report', {
        ...{ name: 'replace-rows', rows: [...sent], when: { includes: day } },
      });
    }
  }

  test('are shown by every formula over them: the week, the two weeks and parts of both', async () => {
    const scene = await cold(FIRST_SEED);
    await publish(scene, 1, 10);
    expect(posted(scene, ...TWO_WEEKS)).toBe(77);
    const id = scene.saveReport({ from: SECOND_WEEK[0], to: SECOND_WEEK[1] });
    await publish(scene, 1, 20);
    scene.emulator.clock.advance(300_000);
    scene.ask('sidebarRefreshReport', id);
    await scene.server.clear();

    const shown = [
      posted(scene, ...SECOND_WEEK),
      posted(scene, ...TWO_WEEKS),
      posted(scene, '2026-02-16', '2026-02-28'),
      posted(scene, '2026-02-20', '2026-02-24'),
    ];

    expect(shown).toEqual([140, 147, 127, 43]);
    expect(await scene.requestKinds()).toEqual([]);
  });

  test('cost one cache read more', async () => {
    const scene = await cold(FIRST_SEED);
    scene.formula(...TWO_WEEKS);
    const id = scene.saveReport({ from: SECOND_WEEK[0], to: SECOND_WEEK[1] });
    scene.emulator.clock.advance(300_000);
    scene.ask('sidebarRefreshReport', id);

    scene.formula(...TWO_WEEKS);

    expect(wireCalls(scene.last).filter((name) => !name.startsWith('Spreadsheet'))).toEqual([
      ...['Properties.getProperties', 'Cache.getAll', 'Cache.getAll'],
    ]);
  });
});

describe('service calls of a formula over five months', () => {
  test('warm: two', async () => {
    const scene = await cold(FIRST_SEED);
    scene.formula('2025-11-10', '2026-03-05');
    scene.formula('2025-11-10', '2026-03-05');
    expect(wireCalls(scene.last)).toEqual(['Properties.getProperties', 'Cache.getAll']);
  });

  test('cold: as many as over one day, ten', async () => {
    const scene = await cold(FIRST_SEED);
    scene.formula('2025-11-10', '2026-03-05');
    expect(wireCalls(scene.last)).toEqual([
      ...['Properties.getProperties', 'Cache.getAll', 'Lock.tryLock', 'Cache.getAll', 'UrlFetchApp.fetch'],
      ...['Cache.putAll', 'Lock.releaseLock', 'Spreadsheet.getSpreadsheetTimeZone'],
      ...['UrlFetchApp.fetchAll', 'Cache.putAll'],
    ]);
    expect(scene.last.fetches).toBe(6);
  });

  test('more than 20 months: refused with no request', async () => {
    const scene = await cold(FIRST_SEED);
    expect(scene.formula('2024-05-31', '2026-03-01')).toEqual({
      kind: 'error',
      message: expect.stringContaining(
        'These dates need 23 requests, too many for a formula. Make a saved report in the sidebar.',
      ),
    });
    expect([wireCalls(scene.last), scene.last.fetches]).toEqual([['Properties.getProperties'], 0]);
  });
});
