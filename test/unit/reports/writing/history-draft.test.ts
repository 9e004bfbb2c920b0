import { beforeEach, describe, expect, test } from '@jest/globals';
import type { SheetRow, SheetTable } from '../../../../src/reports/sheet/cells';
import { prepareUpdate } from '../../../../src/reports/writing/table-update';
import { dailyRows, SMALL_COLUMNS, smallTable } from '../../../support/table-record';
import { TableRun } from '../../../support/table-run';

const FIRST = { from: 100, to: 104 };
const NEXT = { from: 103, to: 107 };
const OLD = dailyRows(100, 5, 'Old');
const NEW = dailyRows(103, 4, 'New', 500);

let run: TableRun;

/** A table of the days 100 to 104; what is said from here on is that of the next refresh. */
function begin(directWriteCells: number): void {
  run = new TableRun(directWriteCells);
  run.refresh(smallTable(OLD), FIRST);
  run.sheet.dateColumns = [1];
  forget();
}

/** As a sheet gives them: days as dates. */
const shown = (count: number) => {
  run.sheet.dateColumns = [];
  return run.rows(count);
};

function forget(): void {
  run.sheets.steps.length = 0;
  run.sheets.reads.length = 0;
  run.logs.length = 0;
}

/** The table after `change`, as JSON. */
let changed: string;

/** Prepares an update whose rows are staged; something happens to the table before they are looked at again. */
function stagedWhile(table: SheetTable, window: typeof FIRST, change: () => void): () => void {
  run.sheets.beforeStep = (what) => {
    if (what !== 'flush') return;
    change();
    changed = JSON.stringify(run.sheet.cells);
  };
  const staging = run.stagingOptions('r');
  const options = { staging, mayReplace: true };
  return () => prepareUpdate(run.sheets, run.saved, run.draft(table, window), options, () => undefined);
}

beforeEach(() => begin(1000));

describe('a table in the order in which it was written', () => {
  test('has its last days replaced: the date column and they are read, and the IDs of the rows that stay, the days looked at once more, only the rows of the window are written', () => {
    run.refresh(smallTable(NEW), NEXT);

    expect(run.sheets.reads).toEqual([
      'Shifts 2,1 5 × 1',
      'Shifts 5,1 2 × 3',
      'Shifts 2,3 3 × 1',
      'Shifts 1,1 1 × 3',
      'Shifts 4,1 3 × 1',
      'Shifts merged 5,1 4 × 3',
      'Shifts 7,1 2 × 3',
    ]);
    expect(run.sheets.steps).toEqual(['write Shifts row 5 × 4', 'flush']);
    expect(shown(7)).toEqual([...OLD.slice(0, 3), ...NEW]);
  });

  test('logs how far it will reach before the write, and where it ends after it', () => {
    run.refresh(smallTable(NEW), NEXT);
    expect(run.logs.map(({ steps, saved }) => [steps, saved.extent])).toEqual([[0, 7]]);
    expect(run.saved.extent).toBe(7);
  });

  test('gets days that follow at its end', () => {
    const later = dailyRows(110, 2, 'Later');
    run.refresh(smallTable(later), { from: 110, to: 111 });
    expect(run.sheets.steps).toEqual(['write Shifts row 7 × 2', 'flush']);
    expect(shown(7)).toEqual([...OLD, ...later]);
  });

  test('that loses days is blanked below', () => {
    run.refresh(smallTable([]), NEXT);
    expect(run.sheets.steps).toEqual(['write Shifts row 5 × 2', 'flush']);
    expect(shown(5)).toEqual([...OLD.slice(0, 3), ['', '', ''], ['', '', '']]);
    expect(run.saved.extent).toBe(3);
  });

  test('leaves the rows that stay alone, whatever someone wrote there', () => {
    run.sheet.type(2, 2, 'corrected by hand');
    run.refresh(smallTable(NEW), NEXT);
    expect(run.sheet.readRow(2, 2)[1]).toBe('corrected by hand');
  });

  test('is sorted by day when the service sends days in another order', () => {
    run.refresh(smallTable([...NEW].reverse()), NEXT);
    expect(shown(7)).toEqual([...OLD.slice(0, 3), ...NEW]);
  });

  test('has no IDs read where no shift came that was not there', () => {
    run.refresh(smallTable(OLD.slice(3)), NEXT);
    expect(run.sheets.reads).not.toContain('Shifts 2,3 3 × 1');
  });

  test('is written whole where a shift moved into the window: its old row goes', () => {
    run.refresh(smallTable([[103, 'Moved', 101]]), NEXT);
    expect(shown(3)).toEqual([OLD[0], OLD[2], [103, 'Moved', 101]]);
  });

  test('does not grow over cells in use', () => {
    run.sheet.type(8, 1, 'mine');
    expect(() => run.refresh(smallTable(NEW), NEXT)).toThrow('Clear the cells below the table');
    expect(run.sheets.steps).toEqual([]);
  });
});

describe('a table that someone changed', () => {
  test.each<[string, () => void, SheetRow[]]>([
    [
      'sorted backwards',
      () => run.sheet.cells.splice(1, 5, ...[...OLD].reverse().map((row) => [...row] as number[])),
      OLD,
    ],
    [
      'with a blank row in the middle',
      () => run.sheet.cells.splice(2, 1, ['', '', '']),
      [...OLD.slice(0, 1), ...OLD.slice(2)],
    ],
    ['with a row that has no day', () => run.sheet.type(2, 1, ''), [...OLD.slice(1, 3), ['', 'Old', 100]]],
  ])('%s is read, merged and written whole', (_title, change, kept) => {
    change();
    run.refresh(smallTable(NEW), NEXT);

    const dated = kept.filter(([day]) => typeof day === 'number' && day < 103);
    const others = kept.filter(([day]) => day === '');
    expect(run.sheets.reads.slice(0, 3)).toEqual([
      'Shifts 2,1 5 × 1',
      'Shifts 1,1 1 × 3',
      'Shifts 2,1 5 × 3',
    ]);
    expect(shown(dated.length + 4 + others.length)).toEqual([...dated, ...NEW, ...others]);
  });

  test('has days before the window of a later one replaced in the middle', () => {
    const again = dailyRows(101, 1, 'Again', 700);
    run.refresh(smallTable(again), { from: 101, to: 102 });
    expect(shown(5)).toEqual([OLD[0], ...again, OLD[3], OLD[4], ['', '', '']]);
  });

  test('keeps cells that are no longer what we wrote as they are', () => {
    run.sheet.type(2, 2, '=1+1');
    run.sheet.type(2, 3, "'007");
    run.sheet.type(3, 3, true);
    run.sheet.type(4, 2, 12.25);
    run.refresh(smallTable([]), { from: 104, to: 104 });
    run.sheet.cells.splice(1, 2, ...run.sheet.cells.slice(1, 3).reverse());

    run.refresh(smallTable(NEW), NEXT);

    expect(shown(3)).toEqual([
      [100, '=1+1', "'007"],
      [101, 'Old', true],
      [102, 12.25, 102],
    ]);
  });

  test('that was emptied begins anew by a click, never on a schedule', () => {
    run.sheet.cells = [];
    expect(() => run.refresh(smallTable(NEW), NEXT, false)).toThrow('Put the heading row');
    run.refresh(smallTable(NEW), NEXT);
    expect(shown(4)).toEqual(NEW);
  });

  test('whose sheet was deleted begins anew by a click', () => {
    run.sheets.delete(run.sheet);
    run.refresh(smallTable(NEW), NEXT);
    expect(shown(4)).toEqual(NEW);
  });
});

describe('other columns', () => {
  const [date, venue, id] = SMALL_COLUMNS as [
    (typeof SMALL_COLUMNS)[0],
    (typeof SMALL_COLUMNS)[0],
    (typeof SMALL_COLUMNS)[0],
  ];
  const area = { heading: 'AREA_NAME', kind: 'text' } as const;

  test('are found by name; days that are kept have nothing in a new one', () => {
    const rows = NEW.map(
      ([day, name, number]): SheetRow => [day ?? null, number ?? null, 'Bar', name ?? null],
    );
    run.refresh({ columns: [date, id, area, venue], rows }, NEXT);

    run.sheet.dateColumns = [];
    expect(run.sheet.readRow(1, 4)).toEqual(['SHIFT_DATE', 'SHIFT_ID', 'AREA_NAME', 'VENUE_NAME']);
    expect(run.rows(4, 4)).toEqual([
      [100, 100, '', 'Old'],
      [101, 101, '', 'Old'],
      [102, 102, '', 'Old'],
      [103, 500, 'Bar', 'New'],
    ]);
  });

  test('may be fewer', () => {
    run.refresh({ columns: [date, id], rows: [[103, 500]] }, NEXT);
    run.sheet.dateColumns = [];
    expect(run.sheet.readBlock(1, 1, 5, 3)).toEqual([
      ['SHIFT_DATE', 'SHIFT_ID', ''],
      [100, 100, ''],
      [101, 101, ''],
      [102, 102, ''],
      [103, 500, ''],
    ]);
  });

  test.each([
    ['a renamed one', [date, { ...venue, heading: 'Where' }, id]],
    ['a renamed day', [{ ...date, heading: 'Day' }, venue, id]],
  ])('with %s are refused: the days that are kept have only the old name', (_, columns) => {
    expect(() => run.refresh({ columns, rows: NEW }, NEXT)).toThrow(
      'Choose another sheet, or take the new columns and names back: “Shifts” keeps days that have only the old ones.',
    );
    expect(run.sheets.steps).toEqual([]);
  });
});

describe('a large table that keeps history', () => {
  const MANY = dailyRows(103, 10, 'New', 500);
  const WIDE = { from: 103, to: 112 };

  test('has its window staged, and looks again at the rows that stay before it is copied', () => {
    begin(6);
    run.refresh(smallTable(MANY), WIDE);

    expect(run.sheets.reads.slice(0, 6)).toEqual([
      'Shifts 2,1 5 × 1',
      'Shifts 5,1 2 × 3',
      'Shifts 2,3 3 × 1',
      'Shifts filter',
      'Shifts 1,1 1 × 3',
      'Shifts 4,1 3 × 1',
    ]);
    expect(run.sheets.steps).toContain('copy Shift Reports staging run-2 row 2 × 10 to Shifts row 5');
    expect(shown(13)).toEqual([...OLD.slice(0, 3), ...MANY]);
  });

  test('with few new rows is written directly, whatever stays', () => {
    begin(6);
    run.refresh(smallTable(dailyRows(105, 2, 'New')), { from: 105, to: 106 });
    expect(run.sheets.steps).toEqual(['write Shifts row 7 × 2', 'flush']);
  });

  test('with few new rows is staged when it must be written whole', () => {
    begin(6);
    run.sheet.cells.splice(1, 2, ...run.sheet.cells.slice(1, 3).reverse());
    run.refresh(smallTable(dailyRows(105, 1, 'New')), { from: 105, to: 105 });
    expect(run.sheets.steps).toContain('copy Shift Reports staging run-2 row 2 × 6 to Shifts row 2');
    expect(shown(6)).toEqual([...OLD, [105, 'New', 105]]);
  });

  test.each<[string, () => void]>([
    ['sorts the table', () => run.sheet.cells.splice(1, 5, ...run.sheet.cells.slice(1, 6).reverse())],
    ['inserts a row in it', () => run.sheet.cells.splice(2, 0, ['', '', ''])],
    ['deletes a row of it', () => run.sheet.cells.splice(2, 1)],
  ])('is left as it is when someone %s while its rows are staged', (_title, change) => {
    begin(6);
    const prepare = stagedWhile(smallTable(MANY), WIDE, change);

    expect(prepare).toThrow('Refresh again: the table was changed meanwhile.');
    expect(JSON.stringify(run.sheet.cells)).toBe(changed);
  });

  test('is left as it is when its deleted sheet comes back while its rows are staged', () => {
    begin(6);
    const { sheet } = run;
    run.sheets.delete(sheet);

    const prepare = stagedWhile(smallTable(MANY), WIDE, () => run.sheets.sheets.push(sheet));

    expect(prepare).toThrow('changed meanwhile');
  });
});
