import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { SheetTable } from '../../../../src/reports/sheet/cells';
import { STAGING_SHEET_NAME } from '../../../../src/reports/sheet/set-aside';
import { withFault } from '../../../support/table-faults';
import { dailyRows, smallTable } from '../../../support/table-record';
import { TableRun, type Window } from '../../../support/table-run';

/* Kill and throw at every call that changes something × every kept prefix; and two kills in a row, then a run that ends. */

interface Shape {
  /** What was refreshed before, one after the other, and the refresh that fails. */
  readonly refreshes: readonly (readonly [SheetTable, Window?])[];
  /** What a person did before the last refresh. */
  readonly edit?: (run: TableRun) => void;
}

const rows = (count: number, firstId = 1) => smallTable(dailyRows(100, count, `Venue ${firstId}`, firstId));
const renamed = (table: SheetTable): SheetTable => ({
  rows: table.rows,
  columns: table.columns.map((column, index) => (index === 1 ? { ...column, heading: 'Where' } : column)),
});
const narrow = (table: SheetTable): SheetTable => ({
  columns: table.columns.slice(0, 2),
  rows: table.rows.map((row) => row.slice(0, 2)),
});
const swap = (run: TableRun) => run.sheet.cells.splice(1, 2, ...run.sheet.cells.slice(1, 3).reverse());

const SHAPES: readonly (readonly [string, Shape])[] = [
  ['grows', { refreshes: [[rows(3)], [rows(7, 50)]] }],
  ['shrinks', { refreshes: [[rows(7)], [rows(3, 50)]] }],
  ['becomes empty', { refreshes: [[rows(4)], [rows(0)]] }],
  ['is written for the first time', { refreshes: [[rows(4)]] }],
  ['gets narrower', { refreshes: [[rows(4)], [narrow(rows(5, 50))]] }],
  ['gets wider', { refreshes: [[narrow(rows(4))], [rows(3, 50)]] }],
  ['gets wider and longer', { refreshes: [[narrow(rows(4))], [rows(7, 50)]] }],
  ['gets a new heading', { refreshes: [[rows(4)], [renamed(rows(5, 50))]] }],
  [
    'keeps history and goes on at its end',
    {
      refreshes: [
        [rows(5), { from: 100, to: 104 }],
        [smallTable(dailyRows(103, 4, 'New', 60)), { from: 103, to: 109 }],
      ],
    },
  ],
  [
    'keeps history and has a gap filled in the middle',
    {
      refreshes: [
        [rows(6), { from: 100, to: 105 }],
        [smallTable(dailyRows(102, 1, 'New', 60)), { from: 102, to: 103 }],
      ],
    },
  ],
  [
    'keeps history and was sorted by a person',
    {
      refreshes: [
        [rows(5), { from: 100, to: 104 }],
        [smallTable(dailyRows(103, 3, 'New', 60)), { from: 103, to: 109 }],
      ],
      edit: swap,
    },
  ],
];

/** Small tables are written directly with the one limit, staged with the other. */
const PLANS: readonly (readonly [string, number])[] = [
  ['directly', 1000],
  ['from a staging sheet', 1],
];

const BLOCK = [1, 1, 12, 4] as const;
const USER_CELLS = [
  [2, 5, 'beside'],
  [20, 1, 'below'],
] as const;

/** Everything but the refresh that fails. */
function prepare({ refreshes, edit }: Shape, directWriteCells: number): TableRun {
  const run = new TableRun(directWriteCells);
  for (const [table, window] of refreshes.slice(0, -1)) run.refresh(table, window);
  if (run.saved.sheetId !== null) {
    for (const [row, column, value] of USER_CELLS) run.sheet.type(row, column, value);
    if (edit) edit(run);
  }
  return run;
}

function last({ refreshes }: Shape, run: TableRun): void {
  const [table, window] = refreshes[refreshes.length - 1] ?? [rows(0)];
  run.refresh(table, window);
}

/** Heading row and rows; nothing where there is no sheet yet. */
function tableOf(run: TableRun): string {
  const sheet = run.sheets.byName('Shifts');
  const block = sheet ? sheet.readBlock(...BLOCK) : [];
  return JSON.stringify(block.filter((row) => row.some((cell) => cell !== '')));
}

function othersOf(run: TableRun) {
  const sheet = run.sheets.byName('Shifts');
  return {
    sheets: run.sheets.sheets.map(({ tab }) => tab),
    cells: USER_CELLS.map(([row, column]) => (sheet ? sheet.readBlock(row, column, 1, 1) : [])),
  };
}

/** Cells that the add-on wrote and that are outside the name of the table. */
function strayOf(run: TableRun): unknown[] {
  const block = run.block;
  const cells = run.sheets.byName('Shifts')?.cells ?? [];
  const isTheirs = (cell: unknown) => USER_CELLS.some(([, , value]) => value === cell);
  return cells.flatMap((line, row) =>
    line.filter((cell, column) => {
      const isInside = block && row + 1 <= block.rows && column + 1 <= block.columns;
      return cell !== '' && !isInside && !isTheirs(cell);
    }),
  );
}

describe.each(PLANS)('a table written %s', (_, limit) => {
  test.each(SHAPES)('that %s, killed or refused at any call, is whole, named and healed', (_, shape) => {
    const clean = prepare(shape, limit);
    const oldTable = tableOf(clean);
    const { calls } = withFault(clean, null, () => last(shape, clean));
    const [newTable, others] = [tableOf(clean), othersOf(clean)];
    expect(newTable).not.toBe(oldTable);
    const check = (run: TableRun, at: object) => {
      expect({ at, whole: [oldTable, newTable, '[]'].includes(tableOf(run)) }).toEqual({ at, whole: true });
      if (oldTable !== '[]') expect({ at, cells: othersOf(run).cells }).toEqual({ at, cells: others.cells });
      expect({ at, stray: strayOf(run) }).toEqual({ at, stray: [] });
      last(shape, run);
      expect({ at, table: tableOf(run), ...othersOf(run) }).toEqual({ at, table: newTable, ...others });
      expect({ at, saved: run.saved }).toEqual({ at, saved: { ...clean.saved, sheetId: run.saved.sheetId } });
    };

    const cases = { killed: 0, thrown: 0 };
    for (let call = 1; call <= calls; call += 1) {
      for (let keep = 0, pending = 0; keep <= pending; keep += 1) {
        const run = prepare(shape, limit);
        pending = withFault(run, { killAt: call, keep }, () => last(shape, run)).pending;
        check(run, { killAt: call, keep });
        cases.killed += 1;
      }
      for (const forever of [false, true]) {
        const run = prepare(shape, limit);
        withFault(run, { throwAt: call, forever }, () => last(shape, run));
        check(run, { throwAt: call, forever });
        cases.thrown += 1;
      }
    }
    // Each call was met, with nothing kept at the least, and each threw once and for ever.
    expect(cases.killed).toBeGreaterThanOrEqual(calls);
    expect(cases.thrown).toBe(2 * calls);
  });
});

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
