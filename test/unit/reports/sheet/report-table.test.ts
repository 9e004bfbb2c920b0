import { beforeEach, describe, expect, test } from '@jest/globals';
import { headingsOf, type SheetTable } from '../../../../src/reports/sheet/cells';
import { findTable, prepareTable } from '../../../../src/reports/sheet/report-table';
import { STAGING_SHEET_NAME } from '../../../../src/reports/sheet/set-aside';
import type { MemorySheet } from '../../../support/memory-sheets';
import { dailyRows, FRESH_TABLE, SMALL_COLUMNS, smallTable } from '../../../support/table-record';
import { TableRun } from '../../../support/table-run';

const small = (count: number, firstId = 1) => smallTable(dailyRows(100, count, 'Crown', firstId));
const narrow = ({ columns, rows }: SheetTable): SheetTable => ({
  columns: columns.slice(0, 2),
  rows: rows.map((row) => row.slice(0, 2)),
});

let run: TableRun;
beforeEach(() => {
  run = new TableRun(1000);
});

/** Three rows are in the table, then someone edits the sheet. */
function written(edit: (sheet: MemorySheet) => void = () => undefined): MemorySheet {
  run.refresh(small(3));
  edit(run.sheet);
  run.sheets.steps.length = 0;
  return run.sheet;
}

/** Where the table stands, and what is there. */
function shown(): unknown {
  const { row, column, rows, columns } = run.block ?? { row: 1, column: 1, rows: 0, columns: 0 };
  return { row, column, cells: run.sheet.readBlock(row, column, rows, columns) };
}

const cellsOf = (table: SheetTable) => [headingsOf(table.columns), ...table.rows];

test('a first write makes the sheet, names its cells, writes once, and formats', () => {
  run.refresh(small(2));
  expect(shown()).toEqual({ row: 1, column: 1, cells: cellsOf(small(2)) });
  expect(run.saved).toMatchObject({ rangeName: 'Shifts_Shifts', headings: headingsOf(SMALL_COLUMNS) });
  expect(run.sheets.steps.slice(0, 3)).toEqual([
    'create Shifts',
    'name Shifts_Shifts A1:C3',
    'write Shifts row 1 × 3',
  ]);
  expect(run.sheet.formats).toEqual(['A2:A d mmm yyyy', 'B2:B General', 'C2:C 0']);
});

test.each([
  ['of as many rows is one write', 3, ['write Shifts row 2 × 3', 'flush']],
  [
    'that grows has its name enlarged before the write',
    5,
    ['name Shifts_Shifts A1:C6', 'write Shifts row 2 × 5', 'flush'],
  ],
  [
    'that shrinks has its name shrunk after the write, which blanks the rest',
    1,
    ['write Shifts row 2 × 3', 'name Shifts_Shifts A1:C2', 'flush'],
  ],
  [
    'that becomes empty keeps its headings',
    0,
    ['write Shifts row 2 × 3', 'name Shifts_Shifts A1:C1', 'flush'],
  ],
])('a table %s', (_, count, steps) => {
  written();
  run.refresh(small(count, 50));
  expect(run.sheets.steps).toEqual(steps);
  expect(shown()).toEqual({ row: 1, column: 1, cells: cellsOf(small(count, 50)) });
});

test('a table gets wider over blank cells, beyond the grid too, and other columns are written with their formats', () => {
  run.refresh(narrow(small(2)));
  run.sheet.columns = 2;
  run.refresh(small(3, 50));
  expect(shown()).toEqual({ row: 1, column: 1, cells: cellsOf(small(3, 50)) });
  run.sheet.columns = 26;
  run.sheet.type(2, 5, 'mine');
  run.refresh(narrow(small(3)));
  expect(run.sheet.readBlock(1, 1, 2, 5)).toEqual([
    ['SHIFT_DATE', 'VENUE_NAME', '', '', ''],
    [100, 'Crown', '', '', 'mine'],
  ]);
});

describe('a table whose name was deleted', () => {
  const begin = (edit: (sheet: MemorySheet) => void) => {
    written();
    run.sheets.names.clear();
    edit(run.sheet);
    return findTable(run.sheets, run.saved, run.saved, true);
  };

  test('is begun anew in an empty sheet, and says so', () => {
    expect(begin((sheet) => sheet.cells.splice(0))).toMatchObject({
      headings: [],
      sentence: 'The table was begun anew: the name Shifts_Shifts was deleted.',
    });
  });

  test('waits where its cells stand: the name can be given back', () => {
    expect(() => begin(() => undefined)).toThrow(
      'Give the table on “Shifts” its name Shifts_Shifts back (Data ▸ Named ranges), or clear the sheet: the name was deleted, and A1 is in use',
    );
  });
});

describe('a report that was never written', () => {
  test('takes up the table that a copied spreadsheet has under the name', () => {
    written((sheet) => sheet.changeRows(1, 1));
    run.saved = FRESH_TABLE;
    run.refresh(small(2, 50));
    expect(shown()).toEqual({ row: 2, column: 1, cells: cellsOf(small(2, 50)) });
  });

  test('refuses a sheet with a table of other headings under the name', () => {
    const sheet = run.sheets.add('Shifts');
    sheet.type(7, 4, 'mine');
    sheet.nameBlock('Shifts_Shifts', { row: 7, column: 4, rows: 1, columns: 1 });
    expect(() => run.refresh(small(2))).toThrow(
      'Choose an empty sheet or a new name: “Shifts” already holds something',
    );
  });

  test('gets a number where its name stands for cells of another sheet', () => {
    run.sheets.add('Other').nameBlock('Shifts_Shifts', { row: 1, column: 1, rows: 1, columns: 1 });
    run.refresh(small(2));
    expect(run.saved.rangeName).toBe('Shifts_Shifts_2');
  });
});

describe('a large table', () => {
  beforeEach(() => {
    run = new TableRun(6);
  });
  const staged = () => run.sheets.steps.filter((step) => step.includes(STAGING_SHEET_NAME));

  test('is made ready on one hidden sheet, which is kept and cleared at its next use, and copied at once', () => {
    run.refresh(small(20));
    run.refresh(small(4, 50));
    expect(shown()).toEqual({ row: 1, column: 1, cells: cellsOf(small(4, 50)) });
    expect(staged().filter((step) => /create|clear|copy/.test(step))).toEqual([
      'create Shift Reports staging',
      'clear Shift Reports staging',
      'copy Shift Reports staging row 2 × 21 to Shifts row 1',
      'clear Shift Reports staging',
      'copy Shift Reports staging row 3 × 20 to Shifts row 2',
    ]);
  });

  test('is written directly where a filter hides rows, and again where something else hid them from the copy', () => {
    run.refresh(small(20));
    run.sheet.isFiltered = true;
    run.sheets.steps.length = 0;
    run.refresh(small(20, 50));
    expect(run.sheets.steps).toEqual(['write Shifts row 2 × 20', 'flush']);
    run.sheet.isFiltered = false;
    run.sheet.hiddenRows = [7];
    run.refresh(small(20, 90));
    expect(shown()).toEqual({ row: 1, column: 1, cells: cellsOf(small(20, 90)) });
  });

  test('waits for the name of its hidden sheet, if it is one of a person', () => {
    const theirs = run.sheets.add(STAGING_SHEET_NAME, [['mine']]);
    expect(() => run.refresh(small(20))).toThrow(
      `Rename the sheet “${STAGING_SHEET_NAME}”, which is one of yours`,
    );
    expect(theirs.cells).toEqual([['mine']]);
  });
});

test('a table that no spreadsheet can hold is refused, and one that takes too long to stage', () => {
  written();
  const found = findTable(run.sheets, run.saved, run.saved, true);
  const budget = { surface: 'trigger', deadline: -1 } as const;
  const services = { sheets: run.sheets, directWriteCells: 1, clock: run.clock, budget };
  const prepare = (rows: number) => {
    const draft = { columns: SMALL_COLUMNS, fields: run.saved.fields, rows: new Array(rows).fill([1]) };
    prepareTable(services, run.saved, found, draft);
  };
  expect(() => prepare(3_400_000)).toThrow(expect.objectContaining({ code: 'range_too_large' }));
  expect(() => prepare(9)).toThrow(expect.objectContaining({ code: 'write_timeout' }));
});
