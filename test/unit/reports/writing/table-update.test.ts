import { beforeEach, describe, expect, test } from '@jest/globals';
import type { SheetTable } from '../../../../src/reports/sheet/cells';
import type { TableRecord } from '../../../../src/reports/writing/table-place';
import { prepareUpdate } from '../../../../src/reports/writing/table-update';
import { finishTable, prepareTable, writeTable } from '../../../../src/reports/writing/table-writer';
import { type MemorySheet, MemorySheets } from '../../../support/memory-sheets';
import { dailyRows, FRESH_TABLE, smallTable } from '../../../support/table-record';
import { TableRun } from '../../../support/table-run';

const TABLE = smallTable(dailyRows(46_082, 3));
const NO_COLUMNS: SheetTable = { columns: [], rows: [] };

let sheets: MemorySheets;
beforeEach(() => {
  sheets = new MemorySheets();
});

function prepare(saved: TableRecord, table: SheetTable) {
  return prepareTable(sheets, saved, table, { mayReplace: true });
}

function write(saved: TableRecord, table: SheetTable): TableRecord {
  const prepared = prepare(saved, table);
  writeTable(prepared);
  return finishTable(sheets, prepared);
}

/** What had happened when everything else was made ready, and what followed. */
function update(saved: TableRecord) {
  sheets.steps.length = 0;
  sheets.reads.length = 0;
  const staging = new TableRun(1000).stagingOptions('run-1');
  const options = { staging, mayReplace: true };
  const { result } = prepareUpdate(sheets, saved, TABLE, options, () => ({
    steps: [...sheets.steps],
    looks: sheets.reads.length,
  }));
  return { before: result, after: { steps: sheets.steps, looks: sheets.reads.length } };
}

describe('what else has to be ready', () => {
  test('comes after the sheet of a new table, which is made once', () => {
    const { before, after } = update(FRESH_TABLE);
    expect([before.steps, after.steps]).toEqual([['create Shifts'], ['create Shifts']]);
  });

  test('comes after a sheet that was deleted and is made again', () => {
    const saved = write(FRESH_TABLE, TABLE);
    sheets.delete(sheets.byId(saved.sheetId ?? 0) as MemorySheet);
    const { before, after } = update(saved);
    expect([before.steps, after.steps]).toEqual([['create Shifts'], ['create Shifts']]);
  });

  test('comes before the last look at a table that stands in its sheet', () => {
    const { before, after } = update(write(FRESH_TABLE, TABLE));
    expect([before.looks, after.looks > 0]).toEqual([0, true]);
  });

  test('comes before the last look at a sheet that was renamed', () => {
    const saved = write(FRESH_TABLE, TABLE);
    (sheets.byName('Shifts') as MemorySheet).tab = 'March';
    const { before, after } = update(saved);
    expect([before.looks, after.looks > 0]).toEqual([0, true]);
  });

  test('comes before the last look at an empty sheet that is taken', () => {
    sheets.add('Shifts');
    const { before, after } = update(FRESH_TABLE);
    expect([before.looks, after.looks > 0]).toEqual([0, true]);
  });
});

describe('a large table under a filter is written at once', () => {
  test('where its sheet was renamed', () => {
    const run = new TableRun(6);
    run.refresh(TABLE);
    run.sheet.tab = 'March';
    run.sheet.isFiltered = true;
    run.sheets.steps.length = 0;
    run.refresh(TABLE);
    expect(run.sheets.steps).toEqual(['write March row 2 × 3', 'flush']);
  });

  test('where it takes an empty sheet', () => {
    const run = new TableRun(6);
    run.sheets.add('Shifts').isFiltered = true;
    run.refresh(TABLE);
    expect(run.sheets.steps).toEqual([
      'write Shifts row 1 × 4',
      'format Shifts',
      'apply look Shifts',
      'flush',
    ]);
  });
});

describe('the grid of a prepared table', () => {
  test('is that of its sheet, or as many rows as the table is about to reach', () => {
    const saved = write(FRESH_TABLE, TABLE);
    expect(prepare(saved, TABLE).grid).toEqual({ rows: 1000, columns: 26 });
    Object.assign(sheets.byName('Shifts') as MemorySheet, { gridRows: 4, dateColumns: [1] });
    expect(prepare(saved, smallTable(dailyRows(46_082, 5))).grid).toEqual({ rows: 6, columns: 26 });
  });

  test('of a new sheet has a row for each of the table, and one for its heading row', () => {
    expect(prepare(FRESH_TABLE, smallTable(dailyRows(40_000, 1200))).grid).toEqual({
      rows: 1201,
      columns: 26,
    });
  });
});

describe('a first table', () => {
  const wide = (width: number): SheetTable => ({
    columns: Array.from({ length: width }, (_, index) => ({ heading: `C${index}`, kind: 'text' })),
    rows: [],
  });

  test('of as many columns as a new sheet has is written; of one more it asks for that column', () => {
    expect(write(FRESH_TABLE, wide(26)).headings).toHaveLength(26);
    sheets = new MemorySheets();
    expect(() => prepare(FRESH_TABLE, wide(27))).toThrow('Add 1 column at the right end of “Shifts”');
  });

  test('asks its new sheet for no number of columns, and asks for no name that it knows', () => {
    const asked: string[] = [];
    sheets.create = (name) => {
      const sheet = sheets.add(name);
      sheet.columnCount = () => asked.push('columns');
      sheet.name = () => String(asked.push('name'));
      return sheet;
    };
    const saved = write(FRESH_TABLE, wide(26));
    expect([write(saved, wide(26)).sheet, asked]).toEqual(['Shifts', []]);
  });

  test('looks for merged cells in a sheet that it takes, down to its last row, and not in a new one', () => {
    write(FRESH_TABLE, TABLE);
    expect(sheets.reads.filter((read) => read.includes('merged'))).toEqual([]);

    sheets = new MemorySheets();
    sheets.add('Shifts').merges = [{ row: 4, column: 2, rows: 1, columns: 2 }];
    expect(() => prepare(FRESH_TABLE, TABLE)).toThrow('Unmerge B4:C4 on “Shifts”');
  });

  test('without columns has to be logged: its sheet is known from then on', () => {
    expect(prepare(FRESH_TABLE, NO_COLUMNS)).toMatchObject({ isLogged: false, record: { sheetId: 101 } });
  });

  test('that was cut short, before an answer without columns, leaves nothing to write', () => {
    const { record } = prepare(FRESH_TABLE, TABLE);
    sheets.steps.length = 0;
    write({ ...record, nextHeadings: [] }, NO_COLUMNS);
    expect(sheets.steps).toEqual([]);
  });

  test('without columns looks at no cell for its heading row', () => {
    const saved = write(FRESH_TABLE, NO_COLUMNS);
    sheets.reads.length = 0;
    expect(prepare(saved, NO_COLUMNS)).toMatchObject({ isNew: true, record: { headings: [] } });
    expect(sheets.reads).toEqual([]);
  });
});
