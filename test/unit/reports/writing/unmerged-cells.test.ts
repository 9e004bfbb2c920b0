import { beforeEach, describe, expect, test } from '@jest/globals';
import type { CellBlock } from '../../../../src/reports/sheet/cells';
import { requireUnmerged } from '../../../../src/reports/sheet/sheets';
import { type MemorySheet, MemorySheets } from '../../../support/memory-sheets';
import { dailyRows, smallTable } from '../../../support/table-record';
import { TableRun } from '../../../support/table-run';

const block = (row: number, column: number, rows: number, columns: number): CellBlock => ({
  row,
  column,
  rows,
  columns,
});
const TABLE = block(2, 1, 10, 4);
const refusal = (places: string) =>
  `Unmerge ${places} on “Shifts” (Format ▸ Merge cells ▸ Unmerge): each value needs a cell of its own.`;

let sheets: MemorySheets;
let sheet: MemorySheet;

beforeEach(() => {
  sheets = new MemorySheets();
  sheet = sheets.add('Shifts');
});

describe('cells that are about to be written', () => {
  test('may be written where none are merged, for one look', () => {
    requireUnmerged(sheet, 'Shifts', TABLE);
    expect(sheets.reads).toEqual(['Shifts merged 2,1 10 × 4']);
  });

  test.each([
    ['without rows', block(2, 1, 0, 4)],
    ['without columns', block(2, 1, 4, 0)],
  ])('are not looked at in a block %s', (_, none) => {
    requireUnmerged(sheet, 'Shifts', none);
    expect(sheets.reads).toEqual([]);
  });

  test.each<[string, readonly CellBlock[]]>([
    ['C2:D2', [block(2, 3, 1, 2)]],
    ['A1:A2', [block(1, 1, 2, 1)]],
    ['D11:AB12', [block(11, 4, 2, 25)]],
    ['A2:B2, A3:B3, A4:B4', [2, 3, 4].map((row) => block(row, 1, 1, 2))],
    ['A2:B2, A3:B3, A4:B4 and 1 more', [2, 3, 4, 5].map((row) => block(row, 1, 1, 2))],
  ])('are refused where %s are merged', (places, merges) => {
    sheet.merges = merges;
    expect(() => requireUnmerged(sheet, 'Shifts', TABLE)).toThrow(refusal(places));
  });

  test.each([
    ['no value but the first', (row: number, column: number) => row === 2 && column === 1, ''],
    ['a value beside the first', (row: number, column: number) => row === 2 && column === 2, 'A2:B3'],
    ['a value below the first', (row: number, column: number) => row === 3 && column === 1, 'A2:B3'],
    ['a value outside', (row: number, column: number) => row === 4 || column === 3, ''],
  ])('that are merged and get %s: %#', (_, isNeeded, places) => {
    sheet.merges = [block(2, 1, 2, 2)];
    const check = () => requireUnmerged(sheet, 'Shifts', TABLE, isNeeded);
    if (places === '') expect(check).not.toThrow();
    else expect(check).toThrow(refusal(places));
  });
});

describe('a table', () => {
  const ROWS = dailyRows(46_082, 4);

  test('under a filter is written at once, however large, and others are staged', () => {
    const run = new TableRun(6);
    run.refresh(smallTable(ROWS));
    run.sheets.steps.length = 0;
    run.refresh(smallTable(ROWS));
    expect(run.sheets.steps.some((step) => step.startsWith('copy'))).toBe(true);

    run.sheet.isFiltered = true;
    run.sheets.steps.length = 0;
    run.refresh(smallTable(ROWS));
    expect(run.sheets.steps).toEqual(['write Shifts row 2 × 4', 'flush']);
  });

  test('that does not change in size is looked at where it is written, and no further', () => {
    const run = new TableRun(18_000);
    run.refresh(smallTable(ROWS));
    run.sheets.reads.length = 0;
    run.refresh(smallTable(ROWS));
    expect(run.sheets.reads).toEqual(['Shifts 1,1 1 × 3', 'Shifts merged 2,1 4 × 3']);
  });

  test('with other columns is looked at with its heading row, before anything else is claimed', () => {
    const run = new TableRun(18_000);
    run.refresh(smallTable(ROWS));
    run.sheet.merges = [block(1, 1, 2, 1)];
    run.sheets.steps.length = 0;
    const { columns } = smallTable([]);
    const wider = [...columns, { heading: 'JOB_TITLE', kind: 'text' as const }];
    const rows = dailyRows(46_082, 1200).map((row) => [...row, 'Bar']);
    expect(() => run.refresh({ columns: wider, rows })).toThrow(refusal('A1:A2'));
    expect([run.sheets.steps, run.sheet.gridRows]).toEqual([[], 1000]);
  });
});
