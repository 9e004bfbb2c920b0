import { beforeEach, describe, expect, test } from '@jest/globals';
import type { TableRecord } from '../../../../src/reports/writing/table-place';
import { finishTable, prepareTable, writeTable } from '../../../../src/reports/writing/table-writer';
import { MemorySheets } from '../../../support/memory-sheets';
import { dailyRows, FRESH_TABLE, smallTable } from '../../../support/table-record';

/* Rows that the service has not changed are not written again where the sheet shows them. */

const DRAFT = smallTable(dailyRows(46_082, 3, 'Crown', 1));

let sheets: MemorySheets;
let saved: TableRecord;
beforeEach(() => {
  sheets = new MemorySheets();
  const prepared = prepareTable(sheets, FRESH_TABLE, DRAFT, { mayReplace: true });
  writeTable(prepared);
  saved = finishTable(sheets, prepared);
});

/** Whether the table shows its rows, where their cells are said to be right or wrong. */
function isShown(areRight: boolean): boolean {
  return prepareTable(sheets, saved, { ...DRAFT, isShownBy: () => areRight }, { mayReplace: true }).isShown;
}

describe('the rows of a table', () => {
  test('are shown where its cells are right', () => {
    expect(isShown(true)).toBe(true);
  });

  test('are not shown where its cells are wrong', () => {
    expect(isShown(false)).toBe(false);
  });

  test('are not shown where one of them was deleted, whatever the others say', () => {
    const [sheet] = sheets.sheets;
    sheet?.cells.splice(1, 1);
    if (sheet) sheet.gridRows -= 1;
    expect([isShown(true), isShown(false)]).toEqual([false, false]);
  });

  test('are not shown by a sheet that is made anew', () => {
    sheets.sheets.length = 0;
    expect(isShown(true)).toBe(false);
  });

  test('are read with the heading row, each of them', () => {
    const seen: unknown[][] = [];
    const isShownBy = (cells: readonly (readonly unknown[])[]) => {
      seen.push(cells.map((row) => row[2]));
      return true;
    };
    prepareTable(sheets, saved, { ...DRAFT, isShownBy }, { mayReplace: true });
    expect(seen).toEqual([[1, 2, 3]]);
  });

  test.each<[string, () => TableRecord]>([
    ['with new headings', () => ({ ...FRESH_TABLE, sheet: 'New' })],
    ['below their headings', () => saved],
  ])('ask nothing of a person when they are written %s', (_, record) => {
    expect(writeTable(prepareTable(sheets, record(), DRAFT, { mayReplace: true }))).toBe('');
  });
});
