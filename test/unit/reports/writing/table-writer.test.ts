import { beforeEach, describe, expect, test } from '@jest/globals';
import { newReport } from '../../../../src/reports/saved/saved-report';
import { HEADINGS, SHIFT_TABLE_COLUMNS } from '../../../../src/reports/sheet/cells';
import type { TableRecord } from '../../../../src/reports/writing/table-place';
import { finishTable, prepareTable, writeTable } from '../../../../src/reports/writing/table-writer';
import { type MemorySheet, MemorySheets } from '../../../support/memory-sheets';
import { ROW } from '../../../support/sample-report';
import { FRESH_TABLE } from '../../../support/table-record';

const rowsOf = (count: number, firstId = 1) =>
  Array.from({ length: count }, (_, index) => [...ROW.slice(0, 17), firstId + index]);
const BLANK = new Array<string>(18).fill('');

let sheets: MemorySheets;
let stored: TableRecord[];

beforeEach(() => {
  sheets = new MemorySheets();
  stored = [];
});

/** One whole write, as a refresh makes it; gives the report as it is saved afterwards. */
function write(saved: TableRecord, rows: readonly (readonly (string | number)[])[], mayReplace = true) {
  const prepared = prepare(saved, rows, mayReplace);
  writeTable(prepared);
  return finishTable(sheets, prepared);
}

function prepare(saved: TableRecord, rows: readonly (readonly (string | number)[])[], mayReplace = true) {
  const table = { columns: SHIFT_TABLE_COLUMNS, rows };
  const prepared = prepareTable(sheets, saved, table, { mayReplace });
  if (!prepared.isLogged) stored.push(prepared.record);
  return prepared;
}

const unwritten = { headings: [], nextHeadings: [], stagingId: null } as const;
const fresh = { ...newReport('r-1', 1), period: 'MTD', sheet: 'Shifts', ...unwritten } as TableRecord & {
  readonly id: string;
};
const sheet = (): MemorySheet => sheets.byName('Shifts') as MemorySheet;
const ids = () =>
  sheet()
    .cells.slice(1)
    .map((row) => row[17]);

function refusal(work: () => unknown): string {
  const before = JSON.stringify(sheets.sheets.map(({ cells }) => cells));
  const steps = sheets.steps.length;
  try {
    work();
  } catch (error) {
    const { code, message } = error as { code: string; message: string };
    const after = JSON.stringify(sheets.sheets.map(({ cells }) => cells));
    expect([code, sheets.steps.length - steps, after]).toEqual(['sheet_blocked', 0, before]);
    return message;
  }
  throw new Error('The write was not refused');
}

/** Days, counts, hours, and percentages on the 0 to 100 scale. */
const SHIFT_FORMATS = ['A yyyy-mm-dd', 'E,F,H,J,L,P,R 0', 'N,O 0.00', 'G,I,K,M,Q 0.0"%"'];

describe('a first write', () => {
  test('makes the sheet, with headings, rows and formats, in one write of cells', () => {
    write(fresh, rowsOf(2));
    expect(sheets.steps).toEqual([
      'create Shifts',
      'write Shifts row 1 × 3',
      'format Shifts',
      'apply look Shifts',
    ]);
    expect(sheet().cells).toEqual([[...HEADINGS], ...rowsOf(2)]);
  });

  test('formats days, counts, hours and percentages, which stay on the 0 to 100 scale', () => {
    write(fresh, rowsOf(1));
    expect(sheet().formats).toEqual(SHIFT_FORMATS);
  });

  test('has to be logged before it is written: its sheet, and how far it will reach', () => {
    const { record, isLogged } = prepare(fresh, rowsOf(5));
    const foot = { gridRows: 1000, lastRow: '' };
    const table = { ...FRESH_TABLE, sheetId: 101, headed: false, extent: 5, foot, nextHeadings: HEADINGS };
    expect([record, isLogged]).toEqual([table, false]);
    expect(sheets.steps).toEqual(['create Shifts']);
  });

  test('takes an empty sheet of that name', () => {
    sheets.add('Shifts');
    expect(write(fresh, rowsOf(1)).sheetId).toBe(101);
    expect(sheets.sheets).toHaveLength(1);
  });

  test('refuses a sheet that holds something', () => {
    sheets.add('Shifts', [['', 'my notes']]);
    expect(refusal(() => write(fresh, rowsOf(1)))).toBe(
      'Choose an empty sheet or a new name: “Shifts” already holds something.',
    );
  });

  test('takes an empty sheet of that name in other capitals, which Google Sheets does not tell apart', () => {
    const theirs = sheets.add('SHIFTS');
    write(fresh, rowsOf(1));
    expect([sheets.sheets, theirs.cells]).toEqual([[theirs], [[...HEADINGS], ...rowsOf(1)]]);
  });

  test('refuses one in other capitals that holds something', () => {
    const theirs = sheets.add('SHIFTS', [['', 'my notes']]);
    expect(() => write(fresh, rowsOf(1))).toThrow('Choose an empty sheet or a new name');
    expect([sheets.sheets, theirs.cells]).toEqual([[theirs], [['', 'my notes']]]);
  });

  test('says why no sheet could be made', () => {
    sheets.refusedStep = 1;
    expect(() => write(fresh, rowsOf(1))).toThrow(expect.objectContaining({ code: 'sheet_blocked' }));
  });

  test('of no rows writes the headings', () => {
    write(fresh, []);
    expect(sheet().cells).toEqual([[...HEADINGS]]);
  });

  test('cut short before any cell is healed by the next', () => {
    const prepared = prepare(fresh, rowsOf(3));
    expect(prepared.isNew).toBe(true);
    write(stored[0] as typeof fresh, rowsOf(2));
    expect(sheet().cells).toEqual([[...HEADINGS], ...rowsOf(2), BLANK]);
    expect(sheet().formats).toEqual(SHIFT_FORMATS);
  });

  test('cut short, after which a person began to use the rows, is not repeated over them', () => {
    prepare(fresh, rowsOf(3));
    sheet().type(2, 1, 'mine');
    expect(refusal(() => write(stored[0] as typeof fresh, rowsOf(3)))).toBe(
      'Choose an empty sheet or a new name: “Shifts” already holds something.',
    );
  });

  test('cut short before the formats gets them with the next', () => {
    write(fresh, rowsOf(3));
    sheet().formats.length = 0;
    write(stored[0] as typeof fresh, rowsOf(3));
    expect(sheet().formats.slice(0, 4)).toEqual(SHIFT_FORMATS);
  });

  test('cut short, after which a person began to use the sheet, is not repeated over it', () => {
    prepare(fresh, rowsOf(3));
    sheet().type(1, 1, 'mine');
    expect(refusal(() => write(stored[0] as typeof fresh, rowsOf(3)))).toContain(
      'Put the heading row of “Shifts” back',
    );
  });
});

describe('a later write', () => {
  test('of as many rows is one write and logs nothing', () => {
    const saved = write(fresh, rowsOf(3));
    stored.length = 0;
    sheets.steps.length = 0;
    write(saved, rowsOf(3, 10));
    expect([sheets.steps, stored, ids()]).toEqual([['write Shifts row 2 × 3'], [], [10, 11, 12]]);
  });

  test('of more rows grows, the new extent logged first', () => {
    const saved = write(fresh, rowsOf(2));
    stored.length = 0;
    write(saved, rowsOf(4, 10));
    expect([stored.map(({ extent }) => extent), ids()]).toEqual([[4], [10, 11, 12, 13]]);
  });

  test('of fewer rows leaves blank rows where there were more', () => {
    const saved = write(fresh, rowsOf(4));
    expect(write(saved, rowsOf(2, 10)).extent).toBe(2);
    expect(ids()).toEqual([10, 11, '', '']);
  });

  test('of no rows empties the table and keeps its headings', () => {
    const saved = write(fresh, rowsOf(3));
    write(saved, []);
    expect(sheet().cells).toEqual([[...HEADINGS], BLANK, BLANK, BLANK]);
  });

  test('of no rows over none writes nothing', () => {
    const saved = write(fresh, []);
    sheets.steps.length = 0;
    write(saved, []);
    expect(sheets.steps).toEqual([]);
  });

  test('that was cut short after the log is healed by the next, whatever its size', () => {
    const saved = write(fresh, rowsOf(2));
    stored.length = 0;
    prepare(saved, rowsOf(5));
    write(stored[0] as typeof fresh, rowsOf(1, 10));
    expect(ids()).toEqual([10, '', '', '', '']);
  });

  test('spares cells beside the table and below it', () => {
    const saved = write(fresh, rowsOf(2));
    sheet().type(2, 19, 'beside');
    sheet().type(4, 1, 'below');
    write(saved, rowsOf(1));
    expect([sheet().readRow(2, 19)[18], sheet().readRow(4, 1)[0]]).toEqual(['beside', 'below']);
  });

  test('refuses to grow over cells in use, with nothing changed', () => {
    const saved = write(fresh, rowsOf(2));
    sheet().type(4, 18, 'mine');
    expect(refusal(() => write(saved, rowsOf(3)))).toBe(
      'Clear the cells below the table on “Shifts”: the new rows need the space.',
    );
  });

  test('follows a sheet that was renamed', () => {
    const saved = write(fresh, rowsOf(1));
    sheet().tab = 'Renamed';
    sheets.add('Shifts', [['mine']]);
    write(saved, rowsOf(1, 10));
    expect(sheets.byName('Renamed')?.readRow(2, 18)[17]).toBe(10);
  });
});

describe('a heading row that changed', () => {
  test.each<[string, (cells: MemorySheet['cells']) => MemorySheet['cells']]>([
    [
      'by a column inserted in the middle',
      (cells) => cells.map((row) => [...row.slice(0, 3), '', ...row.slice(3)]),
    ],
    ['by a column inserted before it', (cells) => cells.map((row) => ['', ...row])],
    ['by rows inserted above it', (cells) => [['My title'], [], ...cells]],
    ['by being emptied', ([, ...rest]) => [[], ...rest]],
    ['by a blank row inserted above it', (cells) => [[], ...cells]],
  ])('%s stops the write, with nothing changed', (_, change) => {
    const saved = write(fresh, rowsOf(2));
    const target = sheet();
    target.cells = change(target.cells);
    expect(refusal(() => write(saved, rowsOf(2)))).toBe(
      'Put the heading row of “Shifts” back (undo the change), or choose another sheet: row 1 was changed or moved.',
    );
  });

  test('by a renamed heading stops the write, and says where headings are renamed', () => {
    const saved = write(fresh, rowsOf(2));
    const target = sheet();
    target.cells = [HEADINGS.map((name, at) => (at === 4 ? 'Posted' : name)), ...target.cells.slice(1)];
    expect(refusal(() => write(saved, rowsOf(2)))).toBe(
      'Edit the report and set Columns: SHIFTS_POSTED as Posted, or put the heading SHIFTS_POSTED of “Shifts” back: headings are renamed in the report’s form.',
    );
  });

  test.each<[string, Readonly<Record<number, string>>]>([
    ['by a heading that was cleared', { 4: '' }],
    ['by a heading that was overwritten with blanks', { 4: '  ' }],
    ['by one renamed heading and one that was cleared', { 4: 'Posted', 5: '' }],
    [
      'by as many renamed headings as are left',
      Object.fromEntries(HEADINGS.slice(9).map((_, at) => [at, `${at}`])),
    ],
  ])('%s is not taken for one that was renamed', (_, typed) => {
    const saved = write(fresh, rowsOf(2));
    const target = sheet();
    target.cells = [HEADINGS.map((name, at) => typed[at] ?? name), ...target.cells.slice(1)];
    expect(refusal(() => write(saved, rowsOf(2)))).toContain('Put the heading row of “Shifts” back');
  });

  test('by a column added after the table does not stop it', () => {
    const saved = write(fresh, rowsOf(2));
    sheet().type(1, 19, 'my notes');
    write(saved, rowsOf(2, 10));
    expect(ids()).toEqual([10, 11]);
  });
});

describe('a sheet that was deleted', () => {
  test('is made again after a click, as a new one', () => {
    const saved = write(fresh, rowsOf(3));
    sheets.delete(sheet());
    const again = write(saved, rowsOf(2));
    expect([again.sheetId, again.extent, sheet().cells.length]).toEqual([102, 2, 3]);
  });

  test('is never made again on a schedule', () => {
    const saved = write(fresh, rowsOf(3));
    sheets.delete(sheet());
    expect(refusal(() => write(saved, rowsOf(2), false))).toBe(
      'Refresh in the sidebar to make the sheet “Shifts” again: it was deleted.',
    );
  });

  test('is made by a schedule that is the first to run, and written again by the next', () => {
    const saved = write(fresh, rowsOf(1), false);
    expect(ids()).toEqual([1]);
    write(saved, rowsOf(1, 10), false);
    expect(ids()).toEqual([10]);
  });
});
