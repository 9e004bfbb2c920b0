import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { formatIsoDate } from '../../src/calendar/calendar-date';
import { seededRandom } from '../api-server/data/seeded-random';
import { CELLS, calculateCells, coldScene, tally } from '../support/cold-cells';
import { serial } from '../support/daily-report';
import { Stage } from '../support/scene';

/* Many formulas over long and overlapping ranges: how few requests they share. */

/** How many interleavings of each; `SEEDS=200 npx jest …` runs more. */
const SEEDS = Number(process.env.SEEDS ?? 3);
const FIRST_SEED = 20_260_301;

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.start({ allowance: 100_000 });
});
afterAll(() => stage.close());

const seeds = Array.from({ length: SEEDS }, (_, index) => FIRST_SEED + index);

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
    const scene = await coldScene(stage, seed);
    await scene.server.setScenario('report', { name: 'rows', rows: 20, latencyMillis: 800 });
    const { failures, ...figures } = await tally(scene, await calculateCells(scene, seed, dates));
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
