import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { buildStagingBundle } from '../support/build-staging-bundle';
import { CrashScene, killsOf, type Shape, sample } from '../support/crash-scene';
import { Stage } from '../support/scene';

/*
 * Kill and throw at each service call, of tables that are written at once or staged, keep history or change their
 * columns. Reliability guide, A1, A2 and A4. A sample of all cases; TEST_RUNS=1000 npx jest test/integration/refresh-crash-shapes runs all.
 */

const RUNS = Number(process.env.TEST_RUNS ?? 8);
const SEED = Number(process.env.TEST_SEED ?? 20_260_301);
/** Tables of more than two rows are staged, ten rows at a time. */
const FEW_CELLS = 36;

let stage: Stage;
let staging: string;
beforeAll(async () => {
  stage = await Stage.start({ allowance: 100_000 });
  staging = await buildStagingBundle(FEW_CELLS);
});
afterAll(async () => {
  await stage.close();
  rmSync(staging, { recursive: true });
});

const NARROW = 'SHIFT_DATE, VENUE_NAME as Venue, SHIFT_ID';
const sorted: Shape['meanwhile'] = ({ book }) => book.document.editor.sort('Shifts!A2:R15', 18, false);

const SHAPES: readonly (Shape & { readonly isStaged: boolean })[] = [
  { title: 'that grows', before: 5, after: 9, isStaged: false },
  { title: 'that shrinks', before: 9, after: 4, isStaged: false },
  { title: 'that becomes empty', before: 6, after: 0, isStaged: false },
  { title: 'staged that grows', before: 21, after: 27, isStaged: true },
  { title: 'staged that shrinks', before: 27, after: 13, isStaged: true },
  { title: 'staged that becomes empty', before: 12, after: 0, isStaged: true },
  { title: 'staged that gets other columns', before: 21, after: 24, columns: ['', NARROW], isStaged: true },
  { title: 'that gets other columns', before: 5, after: 8, columns: [NARROW, ''], isStaged: false },
  { title: 'that keeps history', before: 5, after: 9, mode: 'history', isStaged: false },
  {
    ...{ title: 'that keeps history and was sorted', before: 8, after: 5, mode: 'history', isStaged: false },
    meanwhile: sorted,
  },
  { title: 'staged that keeps history', before: 12, after: 25, mode: 'history', isStaged: true },
  {
    ...{ title: 'staged that keeps history and was sorted', before: 8, after: 14, mode: 'history' },
    ...{ isStaged: true, meanwhile: sorted },
  },
];

describe.each(SHAPES)('a table $title', ({ isStaged, ...plain }) => {
  const shape = () => (isStaged ? { ...plain, dist: staging } : plain);

  test(`killed at ${RUNS} of its calls × kept prefixes (seed ${SEED}) is old or new, then healed`, async () => {
    const clean = await CrashScene.open(stage, shape());
    const [before, ours] = [clean.table(), clean.userCells()];
    const record = clean.refresh();
    const after = clean.table();
    expect([record.outcome.kind, clean.leftovers()]).toEqual(['returned', []]);
    expect(record.calls.some(({ method }) => method === 'Range.copyTo')).toBe(isStaged);
    expect(after).not.toEqual(before);
    const all = killsOf(record);
    const cases = sample(all, RUNS, SEED);

    for (const at of cases) {
      const crashed = await CrashScene.open(stage, shape());
      const { outcome } = crashed.refresh(at);
      const left = JSON.stringify(crashed.table());
      const isWhole = left === JSON.stringify(before) || left === JSON.stringify(after);
      const seen = { at, outcome: outcome.kind, isWhole, user: crashed.userCells() };
      expect(seen).toEqual({ at, outcome: 'killed', isWhole: true, user: ours });

      crashed.heal();
      const healed = { at, table: crashed.table(), user: crashed.userCells(), left: crashed.leftovers() };
      expect(healed).toEqual({ at, table: after, user: ours, left: [] });
      crashed.dispose();
    }
    const figure = `${cases.length} of ${cases.length}`;
    process.stdout.write(`${plain.title}: ${figure} whole, user cells, healed, of ${all.length} cases\n`);
  }, 600_000);

  test(`with a call that throws, once or for ever, ${RUNS} times, is old or new and says why`, async () => {
    const clean = await CrashScene.open(stage, shape());
    const [before, ours] = [clean.table(), clean.userCells()];
    const { calls } = clean.refresh();
    const after = clean.table();
    const faults = calls.flatMap(({ index }) =>
      [
        { forever: false, afterEffect: false },
        { forever: false, afterEffect: true },
        { forever: true, afterEffect: false },
      ].map((how) => ({ throwAtCall: index, ...how })),
    );

    const cases = sample(faults, RUNS, SEED);
    for (const at of cases) {
      const crashed = await CrashScene.open(stage, shape());
      const { outcome } = crashed.refresh({ ...at, message: 'Service error: https://secret.example/?x=1' });
      const told = outcome.kind === 'returned' ? JSON.stringify(outcome.value) : outcome.message;
      const isPlain = told !== '' && !/Service error|secret\.example/.test(told);
      const left = JSON.stringify(crashed.table());
      const isWhole = left === JSON.stringify(before) || left === JSON.stringify(after);
      const seen = { at, isPlain, isWhole, user: crashed.userCells() };
      expect(seen).toEqual({ at, isPlain: true, isWhole: true, user: ours });

      crashed.heal();
      const healed = { at, table: crashed.table(), user: crashed.userCells(), left: crashed.leftovers() };
      expect(healed).toEqual({ at, table: after, user: ours, left: [] });
      crashed.dispose();
    }
    const figure = `${cases.length} of ${cases.length}`;
    process.stdout.write(`${plain.title}, thrown: ${figure} whole and healed, of ${faults.length} cases\n`);
  }, 600_000);
});
