import { describe, expect, test } from '@jest/globals';
import type { ShiftRow } from '../../../src/employer-api/shift-records';
import { checkIdentities, LISTED_FAILURES } from '../../../src/figures/record-quality';
import { recordCells, SERIAL_OF_2_MARCH, SPEC_NAMES } from '../../support/spec-fields';

const TODAY = SERIAL_OF_2_MARCH + 1;

describe('identities', () => {
  test('are those that users expect of the figures', () => {
    expect(checkIdentities([], TODAY).map(({ identity }) => identity)).toEqual([
      'SHIFTS_POSTED = SHIFTS_BOOKED + SHIFTS_UNFILLED',
      'SHIFTS_BOOKED ≥ SHIFTS_WORKED + NO_SHOWS',
      'SHIFTS_WORKED ≤ SHIFTS_BOOKED',
      'TRUE_DEMAND ≤ SHIFTS_POSTED',
      'HOURS_WORKED ≤ HOURS_SCHEDULED',
      '0 ≤ SHIFTS_BOOKED_PERCENTAGE ≤ 100',
      '0 ≤ SHIFTS_UNFILLED_PERCENTAGE ≤ 100',
      '0 ≤ SHIFTS_WORKED_PERCENTAGE ≤ 100',
      '0 ≤ NO_SHOWS_PERCENTAGE ≤ 100',
      '0 ≤ TRUE_FULFILMENT_PERCENTAGE ≤ 100',
      'SHIFTS_POSTED ≥ 0',
      'SHIFTS_BOOKED ≥ 0',
      'SHIFTS_UNFILLED ≥ 0',
      'SHIFTS_WORKED ≥ 0',
      'NO_SHOWS ≥ 0',
      'HOURS_SCHEDULED ≥ 0',
      'HOURS_WORKED ≥ 0',
      'TRUE_DEMAND ≥ 0',
    ]);
  });

  test('hold for a record whose figures fit together', () => {
    const shares = checkIdentities([recordCells({})], TODAY);
    expect(shares.map(({ holds, of, failing }) => ({ holds, of, failing }))).toEqual(
      new Array(18).fill({ holds: 1, of: 1, failing: [] }),
    );
  });

  test.each<[string, Record<string, number>]>([
    ['SHIFTS_POSTED = SHIFTS_BOOKED + SHIFTS_UNFILLED', { SHIFTS_UNFILLED: 3 }],
    ['SHIFTS_BOOKED ≥ SHIFTS_WORKED + NO_SHOWS', { NO_SHOWS: 2 }],
    ['SHIFTS_WORKED ≤ SHIFTS_BOOKED', { SHIFTS_WORKED: 7, NO_SHOWS: -1 }],
    ['TRUE_DEMAND ≤ SHIFTS_POSTED', { TRUE_DEMAND: 9 }],
    ['HOURS_WORKED ≤ HOURS_SCHEDULED', { HOURS_WORKED: 48.1 }],
    ['0 ≤ SHIFTS_WORKED_PERCENTAGE ≤ 100', { SHIFTS_WORKED_PERCENTAGE: 100.1 }],
    ['0 ≤ NO_SHOWS_PERCENTAGE ≤ 100', { NO_SHOWS_PERCENTAGE: -0.1 }],
    ['NO_SHOWS ≥ 0', { NO_SHOWS: -1 }],
    ['HOURS_WORKED ≥ 0', { HOURS_WORKED: -0.5 }],
  ])('tell which record breaks %s', (identity, changes) => {
    const rows = [recordCells({}), recordCells({ SHIFT_ID: 77, ...changes })];
    expect(shareOf(identity, rows)).toEqual({
      identity,
      holds: 1,
      of: 2,
      failing: [77],
    });
  });

  test('leave out a record that lacks a value', () => {
    const rows = [without('SHIFTS_BOOKED'), recordCells({})];
    expect(shareOf('SHIFTS_WORKED ≤ SHIFTS_BOOKED', rows)).toMatchObject({ holds: 1, of: 1 });
  });

  test('do not ask of a record of today what only an ended shift can keep', () => {
    const row = recordCells({ SHIFT_DATE: TODAY, NO_SHOWS: 5 });
    expect([
      shareOf('SHIFTS_BOOKED ≥ SHIFTS_WORKED + NO_SHOWS', [row]).of,
      shareOf('NO_SHOWS ≥ 0', [row]).of,
    ]).toEqual([0, 1]);
  });

  test('list the first failing records and count all', () => {
    const rows = Array.from({ length: LISTED_FAILURES + 10 }, () => recordCells({ TRUE_DEMAND: 9 }));
    const share = shareOf('TRUE_DEMAND ≤ SHIFTS_POSTED', rows);
    expect([share.holds, share.of, share.failing.length]).toEqual([0, 60, 50]);
  });
});

function shareOf(identity: string, rows: readonly ShiftRow[]) {
  const share = checkIdentities(rows, TODAY).find((checked) => checked.identity === identity);
  if (share === undefined) throw new RangeError(identity);
  return share;
}

/** A record in which the service left a field empty. */
function without(field: string, changes: Record<string, number> = {}): ShiftRow {
  return recordCells(changes).map((value, at) => (SPEC_NAMES[at] === field ? null : value));
}
