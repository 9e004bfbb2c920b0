import { describe, expect, test } from '@jest/globals';
import type { SheetRow } from '../../../../src/reports/sheet/cells';
import { lastRowFingerprint, locate, type TableRecord } from '../../../../src/reports/writing/table-place';
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

type Edit = (rows: (string | number)[][], sheet: MemorySheet) => void;
let sheets: MemorySheets;

/** The table on a sheet of 100 rows, as someone left it. */
function edited(edit: Edit): MemorySheet {
  sheets = new MemorySheets();
  const sheet = sheets.add('Shifts');
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
const extentOf = (sheet: MemorySheet, saved: TableRecord = SAVED) => locate(sheet, saved).extent;

/** The record of the table with this last row, on a sheet of 100 rows. */
function endingWith(last: SheetRow): TableRecord {
  const foot = { gridRows: 100, lastRow: '' };
  const rows = [...TABLE.rows.slice(0, 4), last];
  return { ...LOGGED, foot: lastRowFingerprint({ ...TABLE, rows }, { ...LOGGED, foot }) };
}

describe('the rows of a table', () => {
  test.each<[string, Edit, number]>([
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
    [
      'end with the sheet where some were deleted and everything below them',
      (rows, sheet) => {
        rows.splice(2, 2);
        sheet.gridRows = 4;
      },
      3,
    ],
    [
      'stay as many where blank ones come below them, although the last was typed over and a note stands further down',
      (rows, sheet) => {
        (rows[5] as (string | number)[])[1] = 'typed over';
        rows.push(BLANK, NOTE);
        sheet.gridRows += 1;
      },
      5,
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

  test('are none where none were written, whatever someone puts below the headings', () => {
    const sheet = edited((rows, one) => {
      rows.splice(1, 5, NOTE);
      one.gridRows += 1;
    });

    expect(extentOf(sheet, { ...SAVED, extent: 0, foot: { gridRows: 100, lastRow: '' } })).toBe(0);
  });

  test('end with the last one whatever its notes say: they change at any time', () => {
    const notes = ['Reason', '', '', '', '', 'typed since'];
    const sheet = edited((rows, one) => {
      for (const [row, note] of notes.entries()) rows[row]?.push(note);
      rows.splice(2, 1);
      rows.push(NOTE);
      one.gridRows -= 1;
    });
    const noted = { id: 2, date: 0, venue: 1, columns: ['Reason'] };

    expect(extentOf(sheet, { ...SAVED, headings: [...HEADINGS, 'Reason'], noted })).toBe(4);
  });

  test('are not guessed at where the last of them held nothing but a day, by which it is not known again', () => {
    const day = TABLE.rows[4]?.[0] as number;
    const sheet = edited((rows, one) => {
      rows[5] = [day, '', ''];
      rows.push(NOTE, BLANK);
      one.gridRows += 2;
    });

    expect(failureOf(() => extentOf(sheet, endingWith([day, null, null]))).code).toBe('sheet_blocked');
  });

  // How many rows the sheet lost, the last row as it was written, and what stands there and below it now.
  test.each<[string, number, SheetRow, (string | number)[][]]>([
    [
      'rows of its own stand below what was its last',
      1,
      [46_086, 'Crown', 5],
      [
        [46_086, 'Crown', 5],
        [46_085, 'Crown', 4],
      ],
    ],
    [
      'one of them stands there above a note',
      2,
      [46_086, 'Crown', 5],
      [[46_086, 'Crown', 5], [46_085, 'Crown', 4], NOTE],
    ],
    [
      'one of them stands there without its ID',
      1,
      [46_086, 'Crown', 5],
      [
        [46_086, 'Crown', 5],
        [46_085, 'Crown', ''],
      ],
    ],
    [
      'one of them stands there with half as many values',
      1,
      [46_086, null, 5],
      [
        [46_086, '', 5],
        [46_085, '', ''],
      ],
    ],
  ])('are not guessed at where the table was sorted, so that %s', (_title, deleted, last, end) => {
    const sheet = edited((rows, one) => {
      rows.splice(5 - deleted, rows.length, ...end);
      one.gridRows -= deleted;
    });

    expect(failureOf(() => extentOf(sheet, endingWith(last))).code).toBe('sheet_blocked');
  });

  test('end with the last one also above a line of totals, whatever rows stand further down', () => {
    const sheet = edited((rows, one) => {
      const copied = rows.slice(1, 3);
      rows.push(['Total', '', 4], BLANK, ...copied);
      rows.splice(2, 1);
      one.gridRows -= 1;
    });

    expect(extentOf(sheet)).toBe(4);
  });

  test('are counted without a look at a cell where the table reached to the end of its sheet', () => {
    const sheet = edited((rows, one) => {
      rows.splice(2, 1);
      one.gridRows = 5;
    });

    expect(extentOf(sheet, { ...SAVED, foot: { gridRows: 6, lastRow: FIFTH_ROW } })).toBe(4);
    expect(sheets.reads).toEqual([]);
  });

  test('are not looked for in the heading row where all of them may be gone', () => {
    const sheet = edited((rows, one) => {
      rows.splice(1, 5, BLANK, NOTE);
      one.gridRows -= 5;
    });

    expect(failureOf(() => extentOf(sheet)).code).toBe('sheet_blocked');
    expect(sheets.reads.filter((read) => read.startsWith('Shifts 1,'))).toEqual([]);
  });

  test('are asked for nothing where the grid has as many rows as before', () => {
    const found = locate(
      edited(() => undefined),
      SAVED,
    );
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
    const moment = { heading: 'UPDATED_AT', kind: 'moment' } as const;
    const timed = { columns: [...TABLE.columns, moment], rows: TABLE.rows.map((row) => [...row, 46_082.5]) };
    expect(lastRowFingerprint(timed, { ...LOGGED, foot })?.lastRow).toBe(FIFTH_ROW);
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
