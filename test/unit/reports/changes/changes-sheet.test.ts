import { beforeEach, describe, expect, test } from '@jest/globals';
import { addChangeLines, parseChangesPlace } from '../../../../src/reports/changes/changes-sheet';
import type { SheetRow } from '../../../../src/reports/sheet/cells';
import { HOSTILE_STARTS } from '../../../support/hostile-texts';
import { type MemorySheet, MemorySheets } from '../../../support/memory-sheets';

const HEADINGS = ['Seen', 'Report', 'Shift ID', 'Date', 'Venue', 'What changed', 'Before', 'Now'];
const NAME = 'Shift Reports changes';

let sheets: MemorySheets;
let stored: string | undefined;
beforeEach(() => {
  sheets = new MemorySheets();
  stored = undefined;
});

/** A line about a shift. */
const line = (id: number, old: string | number = 8): SheetRow => [id, 46_083, 'Inn', 'Worked', old, 9];
const sheet = () => sheets.byName(NAME) as MemorySheet;
const ids = () =>
  sheet()
    .cells.slice(1)
    .map((row) => row[2]);
/** Adds lines of a refresh, of which the first shift stands for the time. */
const add = (...lines: SheetRow[]) => {
  const seen = 46_091 + Number(lines[0]?.[0]) / 1440;
  const place = addChangeLines(sheets, parseChangesPlace(stored), { seen, report: 'Shifts' }, lines);
  stored = JSON.stringify(place);
};

describe('the sheet of changes', () => {
  test('has the newest lines on top, below its headings, and reads nothing', () => {
    add(line(1), line(2));
    const before = sheets.steps.length;
    add(line(3));
    expect([sheet().cells[0], ids()]).toEqual([HEADINGS, [3, 1, 2]]);
    const steps = sheets.steps.slice(before).map((step) => step.split(' ')[0]);
    expect([...new Set(steps)]).toEqual(['insert', 'dress', 'write', 'show']);
  });

  test('lists a refresh once, however often it is asked for', () => {
    add(line(1));
    add(line(1));
    expect(ids()).toEqual([1]);
  });

  test('is made again after it was deleted, and taken up in a copy of the spreadsheet', () => {
    add(line(1));
    sheets.delete(sheet());
    add(line(2));
    for (const unreadable of [undefined, '', '{', '{"sheetId":1}']) {
      stored = unreadable;
      add(line(3));
    }
    expect([ids(), sheets.sheets.length]).toEqual([[3, 3, 3, 3, 2], 1]);
  });

  test.each(HOSTILE_STARTS)('takes %j as text', (text) => {
    add(line(1, text));
    expect(sheet().cells[1]?.[6]).toBe(text);
  });
});
