import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  findTable,
  keepsHeadings,
  requireColumns,
  requireFitting,
  type TableRecord,
} from '../../../../src/reports/writing/table-place';
import {
  finishTable,
  prepareTable,
  type TableDraft,
  writeTable,
} from '../../../../src/reports/writing/table-writer';
import { MemorySheets } from '../../../support/memory-sheets';
import { dailyRows, FRESH_TABLE, SMALL_COLUMNS, smallTable } from '../../../support/table-record';

const HEADINGS = ['SHIFT_DATE', 'VENUE_NAME', 'SHIFT_ID'];
const CHANGED = expect.objectContaining({
  code: 'changed_meanwhile',
  message: expect.stringContaining('Refresh again: the table was changed meanwhile'),
});

let sheets: MemorySheets;

beforeEach(() => {
  sheets = new MemorySheets();
});

function write(saved: TableRecord, draft: TableDraft): TableRecord {
  const prepared = prepareTable(sheets, saved, draft, { mayReplace: true });
  writeTable(prepared);
  return finishTable(sheets, prepared);
}

describe('rows that are to stay', () => {
  test('are not there in a sheet that was never written: the table was changed meanwhile', () => {
    const draft = { ...smallTable(dailyRows(46_082, 2)), head: 3 };
    expect(() => prepareTable(sheets, FRESH_TABLE, draft, { mayReplace: true })).toThrow(CHANGED);
    expect(sheets.steps).toEqual([]);
  });

  test('cannot stay under other columns', () => {
    const saved = write(FRESH_TABLE, smallTable(dailyRows(46_082, 3)));
    const draft = { columns: SMALL_COLUMNS.slice(0, 2), rows: [[46_085, 'Crown']], head: 3 };
    expect(() => prepareTable(sheets, saved, draft, { mayReplace: true })).toThrow(CHANGED);
  });
});

describe('what is to be logged before a write', () => {
  const ROWS = smallTable(dailyRows(46_082, 2));
  const prepared = (saved: TableRecord) => prepareTable(sheets, saved, ROWS, { mayReplace: true });

  test('is nothing where the table stays where it is', () => {
    const saved = write(FRESH_TABLE, ROWS);
    expect([prepared(saved).isLogged, prepared(saved).record.foot]).toEqual([true, saved.foot]);
  });

  test('is the new number of rows of a sheet that was given more', () => {
    const saved = write(FRESH_TABLE, ROWS);
    for (const sheet of sheets.sheets) sheet.gridRows += 10;
    const { isLogged, record } = prepared(saved);
    expect([isLogged, record.foot?.gridRows]).toEqual([false, (saved.foot?.gridRows ?? 0) + 10]);
    expect(record.foot?.lastRow).toBe(saved.foot?.lastRow);
  });

  test('is nothing of a table whose end was never stored', () => {
    const { foot, ...saved } = write(FRESH_TABLE, ROWS);
    expect([prepared(saved).isLogged, prepared(saved).record.foot?.lastRow]).toEqual([true, '']);
  });
});

describe('the name of a sheet', () => {
  const written = () => write(FRESH_TABLE, smallTable(dailyRows(46_082, 2)));
  const named = (saved: TableRecord) =>
    prepareTable(sheets, saved, smallTable([]), { mayReplace: true }).record.sheet;

  test('stays what it is while the sheet answers to it', () => {
    expect(named(written())).toBe('Shifts');
  });

  test('is the new one of a sheet that was renamed', () => {
    const saved = written();
    for (const sheet of sheets.sheets) sheet.tab = 'March';
    expect(named(saved)).toBe('March');
  });

  test('is the new one as well where another sheet took the old one', () => {
    const saved = written();
    for (const sheet of sheets.sheets) sheet.tab = 'March';
    sheets.add('Shifts');
    expect(named(saved)).toBe('March');
  });
});

describe('the heading row of the last write', () => {
  const saved = { ...FRESH_TABLE, headed: true, headings: HEADINGS };

  test.each<[string, TableRecord, readonly string[], boolean]>([
    ['stays where it was finished and is the same', saved, HEADINGS, true],
    ['is written again where the columns change', saved, HEADINGS.slice(0, 2), false],
    ['is written again where it was never finished', { ...saved, headed: false }, HEADINGS, false],
    ['is written again where another was about to be', { ...saved, nextHeadings: ['A'] }, HEADINGS, false],
  ])('%s', (_, record, headings, keeps) => {
    expect(keepsHeadings(record, headings)).toBe(keeps);
  });

  test('makes a table that was finished no new one, and one that was cut short a new one', () => {
    const sheet = sheets.add('Shifts', [[...HEADINGS], [46_082, 'Crown', 1]]);
    const isNew = (headed: boolean) => findTable(sheet, { ...saved, headed }, HEADINGS, false).isNew;
    expect([isNew(true), isNew(false)]).toEqual([false, true]);
  });

  test('is begun anew in a sheet that someone emptied, after a click', () => {
    expect(findTable(sheets.add('Shifts'), saved, HEADINGS, true)).toEqual({
      headings: [],
      rows: [],
      isNew: true,
    });
  });
});

describe('the room of a spreadsheet', () => {
  const holding = (rows: number, head: number) => () =>
    requireFitting({
      columns: [...SMALL_COLUMNS, ...SMALL_COLUMNS.slice(0, 2)],
      rows: new Array(rows),
      head,
    });

  test('is 10 million cells: 2 million rows of five columns fit, one more does not', () => {
    expect(holding(2_000_000, 0)).not.toThrow();
    expect(holding(1_000_000, 1_000_000)).not.toThrow();
    expect(holding(2_000_001, 0)).toThrow(expect.objectContaining({ code: 'range_too_large' }));
    expect(holding(1_000_000, 1_000_001)).toThrow(expect.objectContaining({ code: 'range_too_large' }));
  });

  test.each([
    [26, 'nothing'],
    [27, 'Add 1 column at the right end of “Shifts”, or choose fewer: the table has 27.'],
    [29, 'Add 3 columns at the right end of “Shifts”, or choose fewer: the table has 29.'],
  ])('of 26 columns asks for what %i columns lack: %s', (width, asked) => {
    const sheet = sheets.add('Shifts');
    const said = () => {
      try {
        requireColumns(sheet, 'Shifts', width);
        return 'nothing';
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(said()).toBe(asked);
  });
});
