import { describe, expect, test } from '@jest/globals';
import {
  CHANGE_LINE_COLUMNS,
  changeLines,
  type ShiftChanges,
} from '../../../../src/reports/changes/changes-sheet';
import type { SheetRow } from '../../../../src/reports/sheet/cells';

const FIELDS = ['SHIFT_DATE', 'VENUE_NAME', 'SHIFTS_WORKED', 'SHIFT_ID'];
/** 2026-03-10, 6:30. */
const SEEN = 46_091.270833333336;

function changes(some: Partial<ShiftChanges>): ShiftChanges {
  return {
    kind: 'shifts',
    before: FIELDS,
    after: FIELDS,
    added: [],
    newDays: [],
    removed: [],
    changed: [],
    apart: 0,
    ...some,
  };
}

const shift = (id: number, worked = 8): SheetRow => [46_083, 'Inn', worked, id];

describe('the lines of the sheet of changes', () => {
  test('have these columns', () => {
    expect(CHANGE_LINE_COLUMNS.map(({ heading }) => heading).join(' ')).toBe(
      'SEEN REPORT SHIFT_ID SHIFT_DATE VENUE_NAME CHANGE FIELD OLD NEW',
    );
  });

  test('are one for each field that changed, then the removed, then the added shifts', () => {
    const changed = [[shift(1), [46_084, 'Inn', null, 1]]] as const;
    const found = changeLines(changes({ added: [shift(3)], removed: [shift(2)], changed }), SEEN, 'Shifts');
    expect(found).toEqual({
      left: 0,
      rows: [
        [SEEN, 'Shifts', 1, 46_084, 'Inn', 'changed', 'Date', '2 Mar 2026', '3 Mar 2026'],
        [SEEN, 'Shifts', 1, 46_084, 'Inn', 'changed', 'Worked', 8, null],
        [SEEN, 'Shifts', 2, 46_083, 'Inn', 'removed', null, null, null],
        [SEEN, 'Shifts', 3, 46_083, 'Inn', 'added', null, null, null],
      ],
    });
  });

  test('are one for all shifts of new days', () => {
    const newDays = [shift(1), shift(2)];
    expect(changeLines(changes({ newDays }), SEEN, 'Shifts').rows).toEqual([
      [SEEN, 'Shifts', null, null, null, 'new days', null, null, '2 shifts'],
    ]);
  });

  test('leave blank what the table does not have', () => {
    const fields = ['SHIFT_ID'];
    const found = changeLines(changes({ before: fields, after: fields, added: [[7]] }), SEEN, 'Shifts');
    expect(found.rows).toEqual([[SEEN, 'Shifts', 7, null, null, 'added', null, null, null]]);
  });

  test('are 5,000 at most; the others are counted', () => {
    const added = Array.from({ length: 5003 }, (_, at) => shift(at));
    const found = changeLines(changes({ added, removed: [shift(-1)] }), SEEN, 'Shifts');
    expect([found.rows.length, found.left, found.rows[0]?.[5], found.rows[4999]?.[2]]).toEqual([
      5000,
      4,
      'removed',
      4998,
    ]);
  });
});
