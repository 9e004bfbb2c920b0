import { beforeEach, describe, expect, test } from '@jest/globals';
import { addChangeLines, parseChangesPlace } from '../../../../src/reports/changes/changes-sheet';
import type { SheetRow } from '../../../../src/reports/sheet/cells';
import { HOSTILE_STARTS } from '../../../support/hostile-texts';
import { type MemorySheet, MemorySheets } from '../../../support/memory-sheets';
import { StubClock } from '../../../support/stub-clock';
import { ZonedCalendar } from '../../../support/zoned-calendar';

type ChangesPlace = NonNullable<ReturnType<typeof parseChangesPlace>>;

const HEADINGS = 'SEEN REPORT SHIFT_ID SHIFT_DATE VENUE_NAME CHANGE FIELD OLD NEW'.split(' ');
const NAME = 'Shift Reports changes';
const BLANK = new Array<string>(9).fill('');

let sheets: MemorySheets;
let place: ChangesPlace | undefined;
let logged: ChangesPlace[];
beforeEach(() => {
  sheets = new MemorySheets();
  place = undefined;
  logged = [];
});

const MIDNIGHT = Date.UTC(2026, 2, 10);
const calendar = new ZonedCalendar(new StubClock('2026-03-10T09:00:00Z'), 'Etc/UTC');

/** A line about a shift, seen so many minutes after 2026-03-10 began: unless told, at a minute of its own. */
const line = (id: number, minutes = id, old: string | number | null = 8): SheetRow => [
  calendar.serial(MIDNIGHT + minutes * 60_000, 'Etc/UTC'),
  'Shifts',
  id,
  46_083,
  'Inn',
  'changed',
  'SHIFTS_WORKED',
  old,
  9,
];
const cellsOf = (row: SheetRow) => row.map((cell) => cell ?? '');
const sheet = () => sheets.byName(NAME) as MemorySheet;
const ids = () =>
  sheet()
    .cells.slice(1)
    .map((row) => row[2]);

function add(lines: readonly SheetRow[], mayCreate = true): void {
  const log = (one: ChangesPlace) => logged.push(one);
  place = addChangeLines({ sheets, calendar, zone: 'Etc/UTC', log }, place, lines, mayCreate);
  const made = sheets.byName(NAME);
  if (made) made.dateColumns = [1, 4];
}

function refusal(work: () => unknown): string {
  const before = JSON.stringify(sheets.sheets.map(({ cells }) => cells));
  try {
    work();
  } catch (error) {
    const after = JSON.stringify(sheets.sheets.map(({ cells }) => cells));
    expect([(error as { code: string }).code, after]).toEqual(['sheet_blocked', before]);
    return (error as Error).message;
  }
  throw new Error('The write was not refused');
}

describe('the lines of a refresh', () => {
  test('are there once, however often they are added', () => {
    add([line(1)]);
    add([line(2, 5), line(3, 5)]);
    add([line(2, 5), line(3, 5)]);
    expect([ids(), place?.rows]).toEqual([[2, 3, 1], 3]);
    expect(logged.length).toBe(2);
  });

  test('give way to those that are told now, and those of other reports stay', () => {
    const other = line(7, 5).map((cell, at) => (at === 1 ? 'Other' : cell));
    add([other]);
    add([line(2, 5), line(3, 5)]);
    add([line(4, 5)]);
    expect(ids().filter((id) => id !== '')).toEqual([4, 7]);
  });
});

describe('a new sheet of changes', () => {
  test('is made with headings, formats and lines, in one write of cells', () => {
    add([line(1), line(2)]);
    expect(sheets.steps).toEqual([
      `create ${NAME}`,
      `format ${NAME}`,
      `apply look ${NAME}`,
      `write ${NAME} row 1 × 3`,
    ]);
    expect(sheet().cells).toEqual([HEADINGS, cellsOf(line(1)), cellsOf(line(2))]);
    expect(sheet().formats).toEqual(['D yyyy-mm-dd', 'A yyyy-mm-dd hh:mm', 'C 0']);
    expect([place, logged]).toEqual([{ sheetId: sheet().id, rows: 2 }, [{ sheetId: sheet().id, rows: 2 }]]);
  });

  test('is not made on a schedule', () => {
    add([line(1)], false);
    expect([place, sheets.steps]).toEqual([undefined, []]);
  });

  test('takes an empty sheet of its name', () => {
    const empty = sheets.add(NAME);
    add([line(1)]);
    expect([place?.sheetId, ids()]).toEqual([empty.id, [1]]);
  });

  test('leaves alone a sheet of its name that is not the sheet of changes', () => {
    sheets.add(NAME, [['mine']]);
    expect(refusal(() => add([line(1)]))).toBe(
      'Rename the sheet “Shift Reports changes”, which is not the sheet of changes: its name is needed.',
    );
  });

  test.each([1, 2, 4])('that was cut short at step %i is made whole by the next', (step) => {
    sheets.refusedStep = step;
    expect(() => add([line(1), line(2)])).toThrow();
    sheets.refusedStep = 0;
    place = logged[logged.length - 1];
    add([line(3)]);
    expect(sheet().cells.slice(0, 2)).toEqual([HEADINGS, cellsOf(line(3))]);
    expect([sheets.sheets.length, sheet().formats.length >= 3, place?.rows]).toEqual([1, true, 1]);
  });
});

describe('a sheet of changes', () => {
  test('has the newest lines on top', () => {
    add([line(1)]);
    add([line(2, 5), line(3, 5)]);
    expect(ids()).toEqual([2, 3, 1]);
  });

  test('costs a read, a look for merged cells and one write while it does not grow', () => {
    add([line(1), line(2)]);
    sheet().cells[1] = [...BLANK];
    sheets.steps.length = 0;
    sheets.reads.length = 0;
    logged.length = 0;
    add([line(3)]);
    expect([sheets.reads, sheets.steps, logged]).toEqual([
      [`${NAME} 1,1 3 × 9`, `${NAME} merged 1,1 3 × 9`],
      [`write ${NAME} row 1 × 3`],
      [],
    ]);
  });

  test('notes how far it will reach before it is written', () => {
    add([line(1)]);
    const steps = sheets.steps.length;
    sheets.refusedStep = steps + 1;
    expect(() => add([line(2)])).toThrow();
    expect(logged.map(({ rows }) => rows)).toEqual([1, 2]);
  });

  test('keeps days, moments, numbers and texts as they were, over many writes', () => {
    const texts = HOSTILE_STARTS.map((text, at) => line(at, at, text));
    const lines = [...texts, line(1000, 1439.5, null), line(1001, 1, 0.1), line(1002, 2, -5)];
    add(lines);
    for (let minute = 0; minute < 5; minute += 1) add([line(2000 + minute)]);
    expect(sheet().cells.slice(6)).toEqual(lines.map(cellsOf));
  });

  test('keeps 5,000 lines, the newest', () => {
    add(Array.from({ length: 4999 }, (_, at) => line(at)));
    add([line(-1), line(-2)]);
    expect([ids().length, ids().slice(0, 3), ids()[4999], place?.rows]).toEqual([
      5000,
      [-1, -2, 0],
      4997,
      5000,
    ]);
  });

  test('spares cells beside it and below it', () => {
    add([line(1)]);
    sheet().type(2, 10, 'beside');
    sheet().type(4, 1, 'below');
    add([line(2)]);
    expect([sheet().cells[1]?.[9], sheet().cells[3]?.[0], ids().slice(0, 2)]).toEqual([
      'beside',
      'below',
      [2, 1],
    ]);
  });

  test('spares what someone wrote below its lines after deleting some of them', () => {
    add([line(1), line(2), line(3), line(4)]);
    sheet().cells.splice(2, 2);
    sheet().type(5, 2, 'mine');
    add([]);
    expect([ids().slice(0, 2), sheet().cells[4]?.[1], place?.rows]).toEqual([[1, 4], 'mine', 2]);
    add([line(5)]);
    expect(ids().slice(0, 3)).toEqual([5, 1, 4]);
    expect(refusal(() => add([line(6)]))).toBe(
      'Clear the cells below the lines on “Shift Reports changes”: new lines need the space.',
    );
  });

  test('closes the gap where someone emptied a line', () => {
    add([line(1), line(2), line(3)]);
    sheet().cells[2] = [...BLANK];
    add([]);
    expect([ids(), place?.rows]).toEqual([[1, 3, ''], 2]);
  });

  test('does not grow over cells in use, and nothing is changed', () => {
    add([line(1)]);
    sheet().type(3, 9, 'mine');
    expect(refusal(() => add([line(2)]))).toBe(
      'Clear the cells below the lines on “Shift Reports changes”: new lines need the space.',
    );
  });

  test('is left alone when its heading row was changed', () => {
    add([line(1)]);
    sheet().type(1, 3, 'my heading');
    expect(refusal(() => add([line(2)]))).toBe(
      'Put the heading row of “Shift Reports changes” back (undo the change): row 1 was changed or moved.',
    );
  });

  test('that someone emptied begins anew', () => {
    add([line(1), line(2)]);
    sheet().cells = [];
    add([line(3)]);
    expect([sheet().cells[0], ids()]).toEqual([HEADINGS, [3, '']]);
  });

  test('is followed where it was renamed', () => {
    add([line(1)]);
    sheet().tab = 'Log';
    add([line(2)]);
    expect(
      sheets
        .byName('Log')
        ?.cells.slice(1)
        .map((row) => row[2]),
    ).toEqual([2, 1]);
  });

  test('that was deleted is made again by a click only', () => {
    add([line(1)]);
    sheets.delete(sheet());
    add([line(2)], false);
    expect([place, sheets.sheets.length]).toEqual([undefined, 0]);
    add([line(3)]);
    expect(ids()).toEqual([3]);
  });

  test('that nobody noted goes on where its lines end, and spares what stands below', () => {
    add([line(1), line(2)]);
    sheet().type(6, 2, 'mine');
    sheet().type(9, 12, 'beside');
    place = undefined;
    add([line(3)]);
    expect([ids().slice(0, 3), sheet().cells[5]?.[1]]).toEqual([[3, 1, 2], 'mine']);
    expect(place).toEqual({ sheetId: sheet().id, rows: 3 });
  });
});

test('a place that cannot be read counts as no sheet', () => {
  expect([undefined, '', '{"sheetId":1}', '[]'].map(parseChangesPlace)).toEqual(new Array(4).fill(undefined));
  expect(parseChangesPlace('{"sheetId":1,"rows":2}')).toEqual({ sheetId: 1, rows: 2 });
});
