import { describe, expect, test } from '@jest/globals';
import {
  CHANGED_DAY,
  CrashScene,
  KEPT_DAY,
  KEPT_SHIFTS,
  killsOf,
  type Shape,
  sample,
  shiftsOf,
} from '../support/crash-scene';
import { documentProperties } from '../support/document-properties';
import { outOfAll, runs } from '../support/runs';
import { ANN, prepared, type Scene, state } from '../support/scene';
import { SeededRandom } from '../support/seeded-random';
import { serialOf } from '../support/shift-records';
import { SPEC_NAMES } from '../support/spec-fields';
import { stagingStage } from '../support/staging-stage';

/*
 * Refreshes that are killed, or whose calls throw, at each service call. A sample of the calls; all of them in
 * `npm run test:long`.
 */

const [FIRST_RUNS, RUNS, SEQUENCES] = [outOfAll(8), outOfAll(2), runs(4, 25)];
const SEED = Number(process.env.TEST_SEED ?? 20_260_301);
const SHEETS = ['Sheet1', 'Shifts', 'Shift Reports status'];

const made = stagingStage();

/* The first refresh of a spreadsheet, which makes every sheet there is. */

describe.each([
  ['written at once', 5, false],
  ['staged', 25, true],
])('a first refresh whose table is %s', (_how, rows, isStaged) => {
  /** A report of one day, whose answer cannot be one that was cut, and no sheet but the user's. */
  const connected = prepared(
    async () => {
      const scene = await made.open(isStaged);
      scene.connect();
      const id = scene.saveReport({ from: '2026-03-02', to: '2026-03-02' });
      await scene.server.setScenario('report', { name: 'rows', rows });
      return { scene, id };
    },
    ({ scene }) => scene,
  );
  const table = (scene: Scene) => scene.book.values('Shifts!A1:R40');

  test(`killed at its calls (seed ${SEED}) is finished by the next, with no sheet left over`, async () => {
    const clean = await connected();
    state(clean.scene.refresh(clean.id));
    const newTable = table(clean.scene);

    for (const at of sample(killsOf(clean.scene.last, SEED), FIRST_RUNS, SEED)) {
      const { scene, id } = await connected();
      scene.book.as(ANN).enter('Sheet1!B2', 'mine');
      scene.emulator.fault = at;
      scene.book.as(ANN).callFromSidebar('sidebarRefreshReport', id, true);
      scene.emulator.fault = null;
      expect({ at, outcome: scene.last.outcome.kind }).toEqual({ at, outcome: 'killed' });

      scene.emulator.advance({ minutes: 8 });
      state(scene.refresh(id));

      expect({ at, table: table(scene) }).toEqual({ at, table: newTable });
      const sheets = scene.book.workbook.sheets.map(({ name }) => name).sort();
      expect({ at, sheets: sheets.filter((name) => name !== 'Shift Reports staging') }).toEqual({
        at,
        sheets: [...SHEETS].sort(),
      });
      expect(scene.book.cell('Sheet1!B2').value).toBe('mine');
      const { lease = '' } = documentProperties(scene);
      expect([lease, state(scene.ask('sidebarState')).running]).toEqual(['', null]);
    }
  });
});

/* Tables that are written at once or staged, keep history or change their columns. */

/** The three ways in which a call may throw. */
const THROWS = [
  { forever: false, afterEffect: false },
  { forever: false, afterEffect: true },
  { forever: true, afterEffect: false },
];
const WRITES = /^Range\.(set|copy)|^Spreadsheet\.setNamedRange|flush$|setProperties$/;
const NARROW = 'SHIFT_DATE, VENUE_NAME as Venue, SHIFT_ID';
const sorted: Shape['meanwhile'] = ({ book }) => book.editor.sort('Shifts!A2:R15', 18, false);

const SHAPES: readonly (Shape & { readonly isStaged: boolean })[] = [
  { title: 'that grows', before: 5, after: 9, isStaged: false },
  { title: 'that shrinks', before: 9, after: 4, isStaged: false },
  { title: 'that becomes empty', before: 6, after: 0, isStaged: false },
  { title: 'staged that grows', before: 21, after: 27, isStaged: true },
  { title: 'staged that shrinks', before: 27, after: 13, isStaged: true },
  { title: 'staged that becomes empty', before: 12, after: 0, isStaged: true },
  { title: 'staged that gets other columns', before: 21, after: 24, columns: ['', NARROW], isStaged: true },
  { title: 'staged that gets more columns', before: 21, after: 24, columns: [NARROW, ''], isStaged: true },
  { title: 'that gets fewer columns', before: 5, after: 8, columns: ['', NARROW], isStaged: false },
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

test('a table killed while it is written is found again, also if other columns are chosen before the next refresh', async () => {
  const shape: Shape = { title: 'other columns', before: 5, after: 8, columns: ['', NARROW] };
  const open = prepared(
    () => CrashScene.open(made.stage, shape),
    ({ scene }) => scene,
  );
  const { calls } = (await open()).refresh();
  const lock = calls.map(({ method }) => method).lastIndexOf('Lock.tryLock');
  const seen: unknown[] = [];
  for (const { index, method } of calls.slice(lock).filter((call) => WRITES.test(call.method))) {
    const crashed = await open();
    crashed.refresh({ killAtCall: index, keepUnflushed: calls.length });
    seen.push(crashed.table()[0]?.[1]);
    const { scene } = crashed;
    scene.emulator.advance({ minutes: 8 });

    const id = state(scene.ask('sidebarState')).reports[0]?.id ?? '';
    scene.saveReport({ id, from: CHANGED_DAY, to: CHANGED_DAY, columns: 'SHIFT_ID, VENUE_NAME' });
    expect({ method, index, kind: scene.refresh(id).kind }).toEqual({ method, index, kind: 'done' });
    expect(scene.book.values('Shifts!A1:C1')).toEqual([['SHIFT_ID', 'VENUE_NAME', '']]);
  }
  expect(new Set(seen)).toEqual(new Set(['VENUE_NAME', 'Venue']));
});

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
    const kills = killsOf(record, SEED);
    // Always at each call that changes the table or its record, too, from the last look at it to the commit.
    const methods = record.calls.map(({ method }) => method);
    const lock = methods.lastIndexOf('Lock.tryLock');
    const commit = methods.lastIndexOf('Properties.setProperties');
    const writing = kills.slice(lock, commit + 1).filter((_, at) => WRITES.test(methods[lock + at] ?? ''));
    for (const at of [...sample(kills.slice(0, lock), RUNS, SEED), ...writing]) {
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

/* Two kills in a row at different sizes, then a clean run. One sequence after the other in the same spreadsheet. */

const MOST_ROWS = 40;
/** The calls by which tables and marks are changed; each refresh of other rows makes all of them. */
const WRITING_CALLS = ['Range.setValues', 'SpreadsheetApp.flush', 'Properties.setProperties'];

/** The cells that a table of these records must have, without the blank ones below it. */
const cellsOf = (records: ReturnType<typeof shiftsOf>) =>
  records.map((record) =>
    SPEC_NAMES.map((name) =>
      name === 'SHIFT_DATE' ? serialOf(String(record.SHIFT_DATE)) : (record[name] ?? ''),
    ),
  );

describe.each([
  ['written at once', false],
  ['staged', true],
])('a table that is %s', (how, isStaged) => {
  test.each(['replace', 'history'] as const)(
    `is exact after two kills and a clean run, ${SEQUENCES} times (seed ${SEED}, %s)`,
    async (mode) => {
      const random = new SeededRandom(SEED);
      const staged = isStaged ? { dist: made.staging } : {};
      const shape = { title: how, before: 12, after: 20, mode, ...staged };
      const crashed = await CrashScene.open(made.stage, shape);
      const clean = crashed.refresh();
      expect(clean.outcome.kind).toBe('returned');
      const kills = killsOf(clean);
      // Every call of the clean run is a place to be killed at, and after some of them cells may be lost.
      expect([...new Set(kills.map(({ killAtCall }) => killAtCall))]).toEqual(
        clean.calls.map(({ index }) => index),
      );
      expect(clean.calls.map(({ method }) => method)).toEqual(expect.arrayContaining(WRITING_CALLS));
      expect(kills.some(({ keepUnflushed }) => keepUnflushed > 0)).toBe(true);
      const ours = crashed.userCells();
      const kept = mode === 'history' ? cellsOf(shiftsOf(KEPT_DAY, KEPT_SHIFTS)) : [];
      let killed = 0;

      /** Refreshes with other rows until a refresh is killed: a shorter one may end before the call that is drawn. */
      const killOnce = async (): Promise<void> => {
        let most = kills.length;
        for (;;) {
          await crashed.serve(random.below(MOST_ROWS));
          const at = kills[random.below(most)];
          if (at === undefined) throw new Error('There is no call to be killed at.');
          const { outcome, calls } = crashed.refresh(at);
          crashed.scene.emulator.advance({ minutes: 8 });
          if (outcome.kind === 'killed') {
            expect(calls[calls.length - 1]?.index).toBe(at.killAtCall);
            killed += 1;
            return;
          }
          expect({ outcome: outcome.kind, isShorter: calls.length < at.killAtCall }).toEqual({
            outcome: 'returned',
            isShorter: true,
          });
          most = kills.findIndex(({ killAtCall }) => killAtCall > calls.length);
        }
      };

      for (let run = 1; run <= SEQUENCES; run += 1) {
        await killOnce();
        await killOnce();
        const rows = random.below(MOST_ROWS);
        await crashed.serve(rows);
        crashed.heal();

        const seen = { run, rows, left: crashed.leftovers(), user: crashed.userCells() };
        expect(seen).toEqual({ run, rows, left: [], user: ours });
        const [headings, ...table] = crashed.table();
        const filled = table.filter((cells) => cells.some((cell) => cell !== ''));
        expect({ run, headings, filled }).toEqual({
          run,
          headings: SPEC_NAMES,
          filled: [...kept, ...cellsOf(shiftsOf(CHANGED_DAY, rows))],
        });
      }
      expect(killed).toBe(2 * SEQUENCES);
    },
  );
});
