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

function tableOf(run: { size: number; width: number }, firstId: number) {
  const { columns, rows } = smallTable(dailyRows(100, run.size, `Run ${firstId}`, firstId));
  return { columns: columns.slice(0, run.width), rows: rows.map((row) => row.slice(0, run.width)) };
}

/** A fault at a call beyond the last one kills nothing: of two kills in each run more than half must have come. */
function noteKills({ runs, killed }: { runs: number; killed: number }): void {
  expect(runs).toBe(RUNS);
  expect(killed).toBeGreaterThan(runs);
}

function contents(run: TableRun): unknown[][] {
  return run.sheet.readBlock(1, 1, 20, 6).filter((row) => row.some((cell) => cell !== '')) as unknown[][];
}

test(`two kills of tables of any size, then a clean run: exact (seed ${SEED}, ${RUNS} runs)`, () => {
  const played = { runs: 0, killed: 0 };
  fc.assert(
    fc.property(limit, refresh, kill, kill, refresh, (directWriteCells, before, one, other, after) => {
      const run = new TableRun(directWriteCells);
      run.refresh(tableOf(before, 1));
      run.sheet.type(2, 6, 'mine');
      for (const [index, fault] of [one, other].entries()) {
        const { calls } = withFault(run, fault, () => run.refresh(tableOf(fault, 100 * (index + 1))));
        if (calls >= fault.killAt) played.killed += 1;
      }

      const wanted = tableOf(after, 900);
      run.refresh(wanted);

      const blank = (cells: readonly unknown[]) => [...cells, '', '', '', '', ''].slice(0, 5);
      const headings = wanted.columns.map(({ heading }) => heading);
      const found = contents(run).map((row) => row.slice(0, 5));
      const expected = [headings, ...wanted.rows].map(blank);
      if (wanted.rows.length === 0) expected.push(blank([]));
      expect(found).toEqual(expected);
      expect(run.sheet.readBlock(2, 6, 1, 1)).toEqual([['mine']]);
      expect(run.sheets.sheets.filter(({ tab }) => tab !== STAGING_SHEET_NAME)).toHaveLength(1);
      played.runs += 1;
    }),
    { seed: SEED, numRuns: RUNS },
  );
  noteKills(played);
});

test(`two kills of a table that keeps history, then a clean run: exact (seed ${SEED}, ${RUNS} runs)`, () => {
  const window = { from: 104, to: 111 };
  const played = { runs: 0, killed: 0 };
  fc.assert(
    fc.property(limit, size, kill, kill, size, (directWriteCells, kept, one, other, after) => {
      const run = new TableRun(directWriteCells);
      const history = dailyRows(104 - kept, kept, 'Kept');
      run.refresh(smallTable(history), { from: 90, to: 103 });
      run.sheet.type(2, 6, 'mine');
      for (const [index, fault] of [one, other].entries()) {
        const answer = smallTable(dailyRows(104, fault.size, 'Lost', 1000 * (index + 1)));
        const { calls } = withFault(run, fault, () => run.refresh(answer, window));
        if (calls >= fault.killAt) played.killed += 1;
      }

      const wanted = dailyRows(104, after, 'New', 9000);
      run.refresh(smallTable(wanted), window);

      const found = run.rows(20).filter((row) => row.some((cell) => cell !== ''));
      expect(found).toEqual([...history, ...wanted]);
      expect(run.sheet.readBlock(2, 6, 1, 1)).toEqual([['mine']]);
      expect(run.sheets.sheets.filter(({ tab }) => tab !== STAGING_SHEET_NAME)).toHaveLength(1);
      played.runs += 1;
    }),
    { seed: SEED, numRuns: RUNS },
  );
  noteKills(played);
});
