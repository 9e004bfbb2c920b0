import { beforeEach, describe, expect, test } from '@jest/globals';
import { notePlace, type SheetRow } from '../../../../src/reports/sheet/cells';
import { needsStaging, removeLeftovers, stageTable } from '../../../../src/reports/writing/table-update';
import { prepareTable, type TableDraft } from '../../../../src/reports/writing/table-writer';
import { dailyRows, FRESH_TABLE, smallTable } from '../../../support/table-record';
import { TableRun } from '../../../support/table-run';

/** Five direct writes fill a chunk: 10 rows of three columns. */
const DIRECT = 6;
const LARGE = smallTable(dailyRows(100, 25));
const HEADINGS = ['SHIFT_DATE', 'VENUE_NAME', 'SHIFT_ID'];

let run: TableRun;
beforeEach(() => {
  run = new TableRun(DIRECT);
});

/** A table of as many rows and columns; its last columns may be notes. */
function sized(rows: number, columns: number, notes = 0): TableDraft {
  const names = Array.from({ length: columns }, (_, index) => `C${index}`);
  const fields = names.slice(0, columns - notes);
  return {
    columns: fields.map((heading) => ({ heading, kind: 'text' })),
    rows: new Array(rows).fill(new Array(fields.length).fill(1)),
    notes: notePlace(fields, names.slice(fields.length)),
  };
}

describe('a table', () => {
  test.each<[string, object, TableDraft, boolean]>([
    ['of 1,000 rows of 18 columns is written directly', {}, sized(1000, 18), false],
    ['of one row more is staged', {}, sized(1001, 18), true],
    ['is staged for the rows that it must blank', { extent: 1001 }, sized(0, 18), true],
    [
      'is staged for the columns that it must blank',
      { headings: new Array(20).fill('x') },
      sized(1000, 18),
      true,
    ],
    ['as wide as a new sheet is staged', {}, sized(5000, 26), true],
    ['wider than a new sheet is never staged', {}, sized(5000, 27), false],
    ['of 1,000 rows of 18 fields is written directly with its notes', {}, sized(1000, 20, 2), false],
    ['of one row more is staged with its notes', {}, sized(1001, 20, 2), true],
    ['of 27,000 cells is written directly with five columns of notes', {}, sized(1800, 15, 5), false],
    ['of a few cells more is staged, although its fields alone would not be', {}, sized(1929, 14, 5), true],
  ])('%s', (_, changes, table, expected) => {
    expect(needsStaging({ ...FRESH_TABLE, ...changes }, table, 18_000)).toBe(expected);
  });
});

describe('staging', () => {
  test('fills a hidden sheet in chunks and makes it certain, its ID logged before anything is in it', () => {
    const staged = stageTable(run.sheets, run.saved, LARGE, run.stagingOptions('r'));

    const name = 'Shift Reports staging r';
    expect(run.sheets.steps).toEqual([
      `create ${name}`,
      `hide ${name}`,
      `write ${name} row 1 × 11`,
      `write ${name} row 12 × 10`,
      `write ${name} row 22 × 5`,
      'flush',
    ]);
    expect(run.logs).toEqual([{ steps: 1, saved: { ...FRESH_TABLE, stagingId: 101 } }]);
    expect(staged).toMatchObject({ rows: 25, headed: true });
    expect(run.sheets.byId(101)).toMatchObject({ isHidden: true, cells: [HEADINGS, ...LARGE.rows] });
  });

  test('leaves the heading row out where it stays', () => {
    const saved = { ...FRESH_TABLE, headed: true, headings: HEADINGS };
    stageTable(run.sheets, saved, LARGE, run.stagingOptions('r'));
    expect(run.sheets.byId(101)?.cells[0]).toEqual([]);
    expect(run.sheets.byId(101)?.cells[1]).toEqual([100, 'Crown', 100]);
  });

  test('brings the sheet in front back when someone is looking', () => {
    stageTable(run.sheets, run.saved, LARGE, { ...run.stagingOptions('r'), atKeyboard: true });
    expect(run.sheets.steps).toContain('bring back what was in front');
  });

  test('asks for a sheet that holds the heading row and every row', () => {
    const { sheet } = stageTable(run.sheets, run.saved, smallTable(dailyRows(100, 1200)), {
      ...run.stagingOptions('r'),
      directWriteCells: 1000,
    });
    expect(sheet.gridSize()).toEqual({ rows: 1201, columns: 3 });
  });

  test('takes another name where someone has that one, and leaves their sheets alone', () => {
    const theirs = ['Shift Reports staging r', 'Shift Reports staging r 2'].map((name) =>
      run.sheets.add(name, [['mine']]),
    );
    const { sheet } = stageTable(run.sheets, run.saved, LARGE, run.stagingOptions('r'));
    expect(sheet.name()).toBe('Shift Reports staging r 3');
    expect(theirs.map(({ cells }) => cells)).toEqual([[['mine']], [['mine']]]);
  });

  test('leaves nothing behind after a failure', () => {
    run.sheets.refusedStep = 4;
    expect(() => stageTable(run.sheets, run.saved, LARGE, run.stagingOptions('r'))).toThrow('Unprotect');
    expect(run.sheets.sheets).toEqual([]);
  });
});

describe('staging that runs short of time', () => {
  /** Each write takes ten seconds. */
  function slow(deadlineSeconds: number) {
    run.sheets.beforeStep = (what) => {
      if (what.startsWith('write')) run.clock.advance(10);
    };
    return { ...run.stagingOptions('r'), deadline: run.clock.now() + deadlineSeconds * 1000 };
  }

  test.each([
    ['has no time at all', -1, 0],
    ['has time for one chunk', 19, 10],
    ['has time for two chunks', 20, 20],
    ['has time for all', 30, 25],
  ])('stops before the chunk that would not fit: %s', (_, seconds, rows) => {
    const staged = stageTable(run.sheets, run.saved, LARGE, slow(seconds));
    expect(staged.rows).toBe(rows);
    expect(run.sheets.steps[run.sheets.steps.length - 1]).toBe('flush');
  });

  test('is never taken for a whole table', () => {
    const staged = stageTable(run.sheets, run.saved, LARGE, slow(19));
    const options = { mayReplace: true, staged };
    expect(() => prepareTable(run.sheets, run.saved, LARGE, options)).toThrow('takes too long to write');
  });
});

describe('a large table', () => {
  test('is copied in one call, and its staging sheet is gone before all is made certain', () => {
    run.refresh(LARGE);
    expect(run.sheets.steps.slice(-6)).toEqual([
      'create Shifts',
      'copy Shift Reports staging run-1 row 1 × 26 to Shifts row 1',
      'format Shifts',
      'apply look Shifts',
      'remove Shift Reports staging run-1',
      'flush',
    ]);
    expect(run.sheet.cells).toEqual([HEADINGS, ...LARGE.rows]);
    expect(run.saved).toMatchObject({ headed: true, extent: 25, stagingId: null });
  });

  test('that gets smaller is blanked where it was', () => {
    run.refresh(LARGE);
    const row: SheetRow = [100, 'Crown', 1];
    run.refresh(smallTable([row]));
    expect(run.rows(3)).toEqual([row, ['', '', ''], ['', '', '']]);
    expect(run.saved.extent).toBe(1);
  });

  test('that loses its rows and gets other columns has their headings', () => {
    run.refresh(LARGE);
    const columns = [...LARGE.columns].reverse();
    run.refresh({ columns, rows: [] });
    expect(run.sheet.readBlock(1, 1, 2, 3)).toEqual([columns.map(({ heading }) => heading), ['', '', '']]);
  });

  test('whose sheet was emptied gets its heading row all the same', () => {
    run.refresh(LARGE);
    run.sheet.cells = [];
    run.refresh(LARGE);
    expect(run.sheet.cells).toEqual([HEADINGS, ...LARGE.rows]);
  });

  test('keeps its staging sheet logged when it cannot be removed', () => {
    run.refresh(LARGE);
    const steps = run.sheets.steps.length;
    run.sheets.beforeStep = (what) => {
      if (what.startsWith('remove')) throw new Error('Service error');
    };
    run.refresh(LARGE);
    expect(run.saved.stagingId).toBe(103);
    expect(run.sheets.steps.slice(steps)).toContain('flush');
  });
});

describe('what a killed run left', () => {
  test('is removed by the ID that it logged, whatever it is called now', () => {
    const left = run.sheets.add('Renamed', [['x']]);
    expect(removeLeftovers(run.sheets, [null, left.id, 999])).toBe(true);
    expect(run.sheets.steps).toEqual(['remove Renamed', 'flush']);
  });

  test('is found by its run where it was not logged yet', () => {
    run.sheets.add('Shift Reports staging r');
    removeLeftovers(run.sheets, [], 'r');
    expect(run.sheets.sheets).toEqual([]);
  });

  test('is never a sheet of that name that holds something', () => {
    run.sheets.add('Shift Reports staging r', [['mine']]);
    removeLeftovers(run.sheets, [], 'r');
    expect(run.sheets.sheets).toHaveLength(1);
  });

  test('costs nothing where there is none', () => {
    removeLeftovers(run.sheets, [null, 999], 'r');
    expect([run.sheets.steps, run.sheets.reads]).toEqual([[], []]);
  });

  test('stays logged when it cannot be removed', () => {
    const left = run.sheets.add('Left');
    run.sheets.refusedStep = 1;
    expect(removeLeftovers(run.sheets, [left.id])).toBe(false);
  });
});
