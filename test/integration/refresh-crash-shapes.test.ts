import { describe, expect, test } from '@jest/globals';
import { CrashScene, killsOf, type Shape, sample } from '../support/crash-scene';
import { outOfAll } from '../support/runs';
import { prepared } from '../support/scene';
import { stagingStage } from '../support/staging-stage';

/*
 * Kill and throw at each service call, of tables that are written at once or staged, keep history or change their
 * columns. A sample of the calls; all of them in `npm run test:long`.
 */

const RUNS = outOfAll(2);
const SEED = Number(process.env.TEST_SEED ?? 20_260_301);

const made = stagingStage();

/** The three ways in which a call may throw. */
const THROWS = [
  { forever: false, afterEffect: false },
  { forever: false, afterEffect: true },
  { forever: true, afterEffect: false },
];
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
    title: 'that keeps history and was sorted',
    before: 8,
    after: 5,
    mode: 'history',
    isStaged: false,
    meanwhile: sorted,
  },
  { title: 'staged that keeps history', before: 12, after: 25, mode: 'history', isStaged: true },
  {
    title: 'staged that keeps history and was sorted',
    before: 8,
    after: 14,
    mode: 'history',
    isStaged: true,
    meanwhile: sorted,
  },
];

describe.each(SHAPES)('a table $title', ({ isStaged, ...plain }) => {
  const open = prepared(
    () => CrashScene.open(made.stage, isStaged ? { ...plain, dist: made.staging } : plain),
    ({ scene }) => scene,
  );

  test(`killed at its calls (seed ${SEED}) is old or new, then healed`, async () => {
    const clean = await open();
    const [before, ours] = [clean.table(), clean.userCells()];
    const record = clean.refresh();
    const after = clean.table();
    expect([record.outcome.kind, clean.leftovers()]).toEqual(['returned', []]);
    expect(record.calls.some(({ method }) => method === 'Range.copyTo')).toBe(isStaged);
    expect(after).not.toEqual(before);
    for (const at of sample(killsOf(record, SEED), RUNS, SEED)) {
      const crashed = await open();
      const { outcome } = crashed.refresh(at);
      const left = JSON.stringify(crashed.table());
      const isWhole = left === JSON.stringify(before) || left === JSON.stringify(after);
      const seen = { at, outcome: outcome.kind, isWhole, user: crashed.userCells() };
      expect(seen).toEqual({ at, outcome: 'killed', isWhole: true, user: ours });

      crashed.heal();
      const healed = { at, table: crashed.table(), user: crashed.userCells(), left: crashed.leftovers() };
      expect(healed).toEqual({ at, table: after, user: ours, left: [] });
    }
  });

  test(`with a call that throws, before or after its effect or for ever, is old or new and says why`, async () => {
    const clean = await open();
    const [before, ours] = [clean.table(), clean.userCells()];
    const { calls } = clean.refresh();
    const after = clean.table();
    const faults = calls.map(({ index }) => ({ throwAtCall: index, ...THROWS[index % THROWS.length] }));

    for (const at of sample(faults, RUNS, SEED)) {
      const crashed = await open();
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
    }
  });
});
