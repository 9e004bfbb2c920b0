import { describe, expect, test } from '@jest/globals';
import { lastRowFingerprint, locate } from '../../../../src/reports/writing/table-place';
import { failureOf } from '../../../support/fetching';
import { type MemorySheet, MemorySheets } from '../../../support/memory-sheets';
import { dailyRows, FRESH_TABLE, SMALL_COLUMNS, smallTable } from '../../../support/table-record';

const HEADINGS = SMALL_COLUMNS.map(({ heading }) => heading);
/** Five shifts with the IDs 1 to 5. */
const TABLE = smallTable(dailyRows(46_082, 5, 'Crown', 1));
const LOGGED = { ...FRESH_TABLE, sheetId: 101, headed: true, headings: HEADINGS, extent: 5 };
/** FNV-1a, 32 bits, in base 36, of `["Crown",5]` and of `["Crown",4]`: a row's values but for its day, as JSON. */
const [FIFTH_ROW, FOURTH_ROW] = ['1ap1bnj', 'u1uj4y'];
const SAVED = { ...LOGGED, foot: { gridRows: 100, lastRow: FIFTH_ROW } };

/** The table on a sheet of 100 rows, as someone left it. */
function edited(edit: (rows: (string | number)[][], sheet: MemorySheet) => void): MemorySheet {
  const sheet = new MemorySheets().add('Shifts');
  sheet.dateColumns = [1];
  const rows: (string | number)[][] = [HEADINGS, ...(TABLE.rows as (string | number)[][])].map((row) => [
    ...row,
  ]);
  sheet.gridRows = 100;
  edit(rows, sheet);
  sheet.cells = rows;
  return sheet;
}
const BLANK = ['', '', ''];
const NOTE = ['checked by Ann', '', ''];
const extentOf = (sheet: MemorySheet) => locate(sheet, SAVED).extent;

describe('the rows of a table', () => {
  test.each<[string, Parameters<typeof edited>[0], number]>([
    ['stay as many where nothing changed', () => undefined, 5],
    ['stay as many where rows come at the end of the sheet', (_, sheet) => (sheet.gridRows += 900), 5],
    [
      'stay as many where rows come between them and a note',
      (rows, sheet) => {
        rows.push(BLANK, NOTE);
        sheet.gridRows += 1;
      },
      5,
    ],
    [
      'are more where blank ones were inserted among them',
      (rows, sheet) => {
        rows.splice(3, 0, BLANK, BLANK);
        sheet.gridRows += 2;
      },
      7,
    ],
    [
      'are fewer where some were deleted, whatever stands below now',
      (rows, sheet) => {
        rows.push(NOTE);
        rows.splice(2, 2);
        sheet.gridRows -= 2;
      },
      3,
    ],
    [
      'stay as many where the rows below them were deleted',
      (_, sheet) => {
        sheet.gridRows = 6;
      },
      5,
    ],
    [
      'end with what is left where the last ones were deleted',
      (rows, sheet) => {
        rows.splice(5, 1);
        sheet.gridRows -= 1;
      },
      4,
    ],
  ])('%s', (_title, edit, extent) => {
    expect(extentOf(edited(edit))).toBe(extent);
  });

  test('are not guessed at where the last of them is not known again, and the rows in question are named by the tab’s present name', () => {
    const sheet = edited((rows, one) => {
      (rows[5] as (string | number)[])[1] = 'typed over';
      rows.push(NOTE);
      rows.splice(2, 1);
      one.gridRows -= 1;
    });

    sheet.tab = 'March';

    expect(failureOf(() => extentOf(sheet)).message).toBe(
      'Put the rows of “March” back (undo the change), or move what A6:C6 hold elsewhere: rows were inserted or deleted, and these may be yours.',
    );
  });

  test('are not guessed at where the table was sorted, so that rows of its own stand below what was its last', () => {
    const sheet = edited((rows, one) => {
      rows.splice(4, 2, ...rows.slice(4, 6).reverse());
      one.gridRows -= 1;
    });

    expect(failureOf(() => extentOf(sheet)).code).toBe('sheet_blocked');
  });

  test('end with the last one also above a line of totals', () => {
    const sheet = edited((rows, one) => {
      rows.push(['Total', '', 4]);
      rows.splice(2, 1);
      one.gridRows -= 1;
    });

    expect(extentOf(sheet)).toBe(4);
  });

  test('are asked for nothing where the grid has as many rows as before', () => {
    const sheets = new MemorySheets();
    const sheet = sheets.add('Shifts');
    sheet.gridRows = 100;
    const found = locate(sheet, SAVED);
    expect([found.extent, found.foot, sheets.reads]).toEqual([5, { gridRows: 100, lastRow: FIFTH_ROW }, []]);
  });
});

describe('the last row of a table', () => {
  const foot = { gridRows: 100, lastRow: 'known' };

  test('is known by its values, without those that are days or times', () => {
    expect(lastRowFingerprint(TABLE, { ...LOGGED, foot })).toEqual({ gridRows: 100, lastRow: FIFTH_ROW });
    const four = smallTable(dailyRows(46_082, 4, 'Crown', 1));
    expect(lastRowFingerprint(four, { ...LOGGED, foot })).toEqual({ gridRows: 100, lastRow: FOURTH_ROW });
    // The same shifts on other days have the same last row.
    expect(
      lastRowFingerprint(smallTable(dailyRows(46_500, 5, 'Crown', 1)), { ...LOGGED, foot })?.lastRow,
    ).toBe(FIFTH_ROW);
  });

  test('is of no use before the first write, whose grid nobody knows', () => {
    expect(lastRowFingerprint(TABLE, LOGGED)).toBeUndefined();
  });

  test('stays known where no row was written', () => {
    expect(lastRowFingerprint({ ...TABLE, rows: [], head: 5 }, { ...LOGGED, foot })).toEqual(foot);
  });

  test('is not known where all rows below those that stay were blanked', () => {
    expect(lastRowFingerprint({ ...TABLE, rows: [], head: 3 }, { ...LOGGED, foot })).toEqual({
      ...foot,
      lastRow: '',
    });
  });
});
