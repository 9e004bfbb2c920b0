import { describe, expect, test } from '@jest/globals';
import { SeededRandom } from '../emulator/random';
import { CHANGED_DAY, CrashScene, KEPT_DAY, KEPT_SHIFTS, killsOf } from '../support/crash-scene';
import { runs } from '../support/runs';
import { type SentRecord, sentRecord, serialOf } from '../support/shift-records';
import { SPEC_NAMES } from '../support/spec-fields';
import { stagingStage } from '../support/staging-stage';

/*
 * Two kills in a row at different sizes, then a clean run. One sequence after the other in the same spreadsheet.
 */

const RUNS = runs(4, 25);
const SEED = Number(process.env.TEST_SEED ?? 20_260_302);
const MOST_ROWS = 40;
/** The calls by which tables and marks are changed; each refresh of other rows makes all of them. */
const WRITING_CALLS = ['Range.setValues', 'SpreadsheetApp.flush', 'Properties.setProperties'];

const made = stagingStage();

/** The records of a day: each shift is of another size, so that no table can pass for one of another length. */
const recordsOf = (day: string, shifts: number): SentRecord[] =>
  Array.from({ length: shifts }, (_, at) => ({
    ...sentRecord({ day, venue: `Venue ${100 + at}`, posted: shifts + at, booked: 1 + at, worked: at }),
    // A shift that comes again on another day has moved there.
    SHIFT_ID: 10_000 * shifts + at + (day === KEPT_DAY ? 5000 : 0),
  }));

/** The cells that a table of these records must have, without the blank ones below it. */
const cellsOf = (records: readonly SentRecord[]) =>
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
    `is exact after two kills and a clean run, ${RUNS} times (seed ${SEED}, %s)`,
    async (mode) => {
      const random = new SeededRandom(SEED);
      const staged = isStaged ? { dist: made.staging } : {};
      const shape = { title: how, before: 12, after: 20, mode, records: recordsOf, ...staged };
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
      const kept = mode === 'history' ? cellsOf(recordsOf(KEPT_DAY, KEPT_SHIFTS)) : [];
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

      for (let run = 1; run <= RUNS; run += 1) {
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
          filled: [...kept, ...cellsOf(recordsOf(CHANGED_DAY, rows))],
        });
      }
      expect(killed).toBe(2 * RUNS);
    },
  );
});
