import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { STAGING_SHEET_NAME } from '../../../../src/reports/sheet/set-aside';
import { withFault } from '../../../support/table-faults';
import { dailyRows, smallTable } from '../../../support/table-record';
import { TableRun } from '../../../support/table-run';

/* Two kills in a row, then a run that ends. */

const SEED = Number(process.env.TEST_SEED ?? Date.now() % 2_147_483_647);
const RUNS = Number(process.env.TEST_RUNS ?? 1000);

const size = fc.integer({ min: 0, max: 8 });
/** More columns than there are: all of them. */
const width = fc.integer({ min: 1, max: 3 });
const refresh = fc.record({ size, width });
const kill = fc.record({ size, width, killAt: fc.integer({ min: 1, max: 14 }), keep: size });
const limit = fc.constantFrom(1, 6, 1000);
/** The days that are fetched again, of a table that keeps history. */
const WINDOW = { from: 104, to: 111 };

test.each([
  ['of any size', false],
  ['that keeps history', true],
])(`two kills of a table %s, then a clean run: exact (seed ${SEED}, ${RUNS} runs)`, (_, keepsHistory) => {
  const tableOf = (asked: { size: number; width: number }, firstId: number) => {
    const { columns, rows } = smallTable(dailyRows(104, asked.size, `Run ${firstId}`, firstId));
    const wide = keepsHistory ? 3 : asked.width;
    return { columns: columns.slice(0, wide), rows: rows.map((row) => row.slice(0, wide)) };
  };
  const played = { runs: 0, killed: 0 };
  fc.assert(
    fc.property(limit, refresh, kill, kill, refresh, (directWriteCells, before, one, other, after) => {
      const run = new TableRun(directWriteCells);
      const history = keepsHistory ? dailyRows(104 - before.size, before.size, 'Kept') : [];
      if (keepsHistory) run.refresh(smallTable(history), { from: 90, to: 103 });
      else run.refresh(tableOf(before, 1));
      const window = keepsHistory ? WINDOW : undefined;
      run.sheet.type(2, 6, 'mine');
      for (const [index, fault] of [one, other].entries()) {
        const { calls } = withFault(run, fault, () =>
          run.refresh(tableOf(fault, 1000 * (index + 1)), window),
        );
        if (calls >= fault.killAt) played.killed += 1;
      }

      const wanted = tableOf(after, 9000);
      run.refresh(wanted, window);

      const blank = (cells: readonly unknown[]) => [...cells, '', '', '', '', ''].slice(0, 5);
      const headings = wanted.columns.map(({ heading }) => heading);
      const found = run.sheet.readBlock(1, 1, 20, 5).filter((row) => row.some((cell) => cell !== ''));
      expect(found).toEqual([headings, ...history, ...wanted.rows].map(blank));
      expect(run.sheet.readBlock(2, 6, 1, 1)).toEqual([['mine']]);
      expect(run.sheets.sheets.filter(({ tab }) => tab !== STAGING_SHEET_NAME)).toHaveLength(1);
      played.runs += 1;
    }),
    { seed: SEED, numRuns: RUNS },
  );
  // A fault at a call beyond the last one kills nothing: of two kills in each run more than half must have come.
  expect(played.runs).toBe(RUNS);
  expect(played.killed).toBeGreaterThan(played.runs);
});
