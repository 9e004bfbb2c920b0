import { beforeEach, describe, expect, test } from '@jest/globals';
import type { ColumnKind, SheetColumn, SheetTable } from '../../../../src/reports/sheet/cells';
import { dailyRows, SMALL_COLUMNS, smallTable } from '../../../support/table-record';
import { TableRun } from '../../../support/table-run';

const column = (heading: string, kind: ColumnKind = 'text'): SheetColumn => ({ heading, kind });
const NARROW: SheetTable = { columns: [column('Where')], rows: [['Crown'], ['Rose']] };
const WIDE: SheetTable = {
  columns: [...SMALL_COLUMNS, column('HOURS_WORKED', 'decimal'), column('SHARE', 'percentage')],
  rows: [[100, 'Crown', 1, 7.5, 92.1]],
};

let run: TableRun;
beforeEach(() => {
  run = new TableRun(1000);
  run.refresh(smallTable(dailyRows(100, 3)));
  run.sheets.steps.length = 0;
  run.sheets.reads.length = 0;
  run.sheet.formats.length = 0;
});

const block = (rows: number, columns: number) => run.sheet.readBlock(1, 1, rows, columns);

describe('columns that a person changed in the form', () => {
  test('are rewritten with their heading row in one write, old columns blanked', () => {
    run.refresh(NARROW);
    expect(run.sheets.steps).toEqual([
      'write Shifts row 1 × 4',
      'format Shifts',
      'apply look Shifts',
      'flush',
    ]);
    expect(block(4, 3)).toEqual([
      ['Where', '', ''],
      ['Crown', '', ''],
      ['Rose', '', ''],
      ['', '', ''],
    ]);
  });

  test('get their formats, and lose those of the columns before', () => {
    run.refresh(NARROW);
    expect(run.sheet.formats).toEqual(['A,B,C General']);
    run.sheet.formats.length = 0;
    run.refresh(WIDE);
    expect(run.sheet.formats).toEqual(['A yyyy-mm-dd', 'C 0', 'D 0.00', 'E 0.0"%"', 'B General']);
  });

  test('take the place that they need to the right, where it is free', () => {
    run.sheet.type(2, 6, 'beside');
    run.refresh(WIDE);
    expect(block(2, 6)).toEqual([
      ['SHIFT_DATE', 'VENUE_NAME', 'SHIFT_ID', 'HOURS_WORKED', 'SHARE', ''],
      [100, 'Crown', 1, 7.5, 92.1, 'beside'],
    ]);
  });

  test.each([
    ['beside the heading row', 1, 4],
    ['beside the last row', 4, 5],
  ])('are refused where cells %s are in use, with nothing changed', (_, row, at) => {
    run.sheet.type(row, at, 'mine');
    expect(() => run.refresh(WIDE)).toThrow(
      'Clear the cells to the right of the table on “Shifts”: the new columns need the space.',
    );
    expect(run.sheets.steps).toEqual([]);
  });

  test('give up columns that someone uses later', () => {
    run.refresh(NARROW);
    run.sheet.type(2, 2, 'mine');
    run.refresh({ ...NARROW, rows: [['Bell']] });
    expect(block(3, 2)).toEqual([
      ['Where', ''],
      ['Bell', 'mine'],
      ['', ''],
    ]);
  });

  test('do not help a heading row that was changed in the sheet', () => {
    run.sheet.type(1, 2, 'Venue');
    expect(() => run.refresh(NARROW)).toThrow('Edit the report and set Columns: VENUE_NAME as Venue, or put');
    expect(run.sheets.steps).toEqual([]);
  });

  test('are refused where the grid is too narrow: columns are never added', () => {
    run.sheet.columns = 4;
    expect(() => run.refresh(WIDE)).toThrow(
      'Add 1 column at the right end of “Shifts”, or choose fewer: the table has 5.',
    );
    expect(run.sheets.steps).toEqual([]);
  });

  test('cannot be found where someone deleted the last of them from the grid', () => {
    run.sheet.columns = 2;
    expect(() => run.refresh(smallTable(dailyRows(100, 3)))).toThrow('Put the heading row of “Shifts” back');
    expect(run.sheets.steps).toEqual([]);
  });

  test('are as many as the sheet has, when it is adopted', () => {
    const other = new TableRun(1000);
    other.sheets.add('Shifts').columns = 2;
    expect(() => other.refresh(smallTable([]))).toThrow('Add 1 column at the right end of “Shifts”');
  });

  test('of every kind take their values as they are', () => {
    run.refresh({
      columns: [column('A', 'boolean'), column('B', 'moment'), column('C')],
      rows: [
        [true, 46_204.75, '=1+1'],
        [false, null, "'quoted"],
      ],
    });
    expect(run.rows(2)).toEqual([
      [true, 46_204.75, '=1+1'],
      [false, '', "'quoted"],
    ]);
  });

  test('may be none, as in an empty answer: the table is emptied and keeps its heading row', () => {
    run.refresh({ columns: [], rows: [] });
    expect(run.sheets.steps).toEqual(['write Shifts row 2 × 3', 'flush']);
    expect(block(2, 3)).toEqual([
      ['SHIFT_DATE', 'VENUE_NAME', 'SHIFT_ID'],
      ['', '', ''],
    ]);
    run.refresh(NARROW);
    expect(block(3, 1)).toEqual([['Where'], ['Crown'], ['Rose']]);
  });

  test('may be none at first', () => {
    const other = new TableRun(1000);
    other.refresh({ columns: [], rows: [] });
    expect(other.sheets.steps).toEqual(['create Shifts', 'flush']);
    other.refresh(NARROW);
    expect(other.sheet.readBlock(1, 1, 3, 1)).toEqual([['Where'], ['Crown'], ['Rose']]);
  });
});

describe('a heading that has a name twice', () => {
  test('is found again', () => {
    const twice: SheetTable = { columns: [column('A'), column('A')], rows: [['x', 'y']] };
    run.refresh(twice);
    run.refresh({ ...twice, rows: [['p', 'q']] });
    expect(run.rows(1, 2)).toEqual([['p', 'q']]);
  });
});

test('a table that a spreadsheet cannot hold is refused before anything is written', () => {
  const rows = new Array(3_333_334).fill([100, 'Crown', 1]);
  expect(() => run.refresh(smallTable(rows))).toThrow('Choose fewer days');
  expect(run.sheets.steps).toEqual([]);
});
