import { expect, test } from '@jest/globals';
import { addChangeLines, CHANGES_SHEET_NAME } from '../../../../src/reports/changes/changes-sheet';
import { HOSTILE_STARTS } from '../../../support/hostile-texts';
import { MemorySheets } from '../../../support/memory-sheets';

/** A line about a shift. */
const line = (id: number, what = 'Worked 8 → 9') => [46_091, 'Shifts', id, 46_083, 'Inn', what];

test('the sheet of changes has the newest lines on top, below its headings', () => {
  const sheets = new MemorySheets();
  addChangeLines(sheets, [line(1), line(2)]);
  addChangeLines(sheets, [line(3)]);
  addChangeLines(sheets, []);
  const cells = sheets.byName(CHANGES_SHEET_NAME)?.cells ?? [];
  expect(cells[0]).toEqual(['Seen', 'Report', 'Shift ID', 'Date', 'Venue', 'What changed']);
  expect(cells.slice(1).map(([, , id]) => id)).toEqual([3, 1, 2]);
});

test.each(HOSTILE_STARTS)('the sheet of changes takes %j as text', (text) => {
  const sheets = new MemorySheets();
  addChangeLines(sheets, [line(1, text)]);
  expect(sheets.byName(CHANGES_SHEET_NAME)?.cells[1]?.[5]).toBe(text);
});
