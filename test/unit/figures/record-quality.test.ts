import { describe, expect, test } from '@jest/globals';
import type { ShiftRow } from '../../../src/employer-api/shift-report';
import { checkRelations } from '../../../src/figures/record-quality';
import { recordCells, SERIAL_OF_2_MARCH, SPEC_NAMES } from '../../support/spec-fields';

const TODAY = SERIAL_OF_2_MARCH + 1;

describe('what is expected of records', () => {
  test('is what users expect of the figures, and holds where they fit together', () => {
    const checks = checkRelations([recordCells({})], TODAY);
    expect(checks.map(({ words }) => words)).toEqual([
      'Posted differs from Booked + Unfilled',
      'Booked is less than Worked + No-shows',
      'Worked is more than Booked',
      'True demand is more than Posted',
      'Hours worked is more than Hours scheduled',
      ...['Booked', 'Unfilled', 'Worked', 'No-shows'].map((one) => `${one} % is outside 0–100`),
      'True fulfilment % is below 0',
      ...['Posted', 'Booked', 'Unfilled', 'Worked', 'No-shows'].map((one) => `${one} is below 0`),
      ...['Hours scheduled', 'Hours worked', 'True demand'].map((one) => `${one} is below 0`),
    ]);
    expect(checks.filter(({ fails, of, ids }) => fails > 0 || of !== 1 || ids.length > 0)).toEqual([]);
  });

  test.each<[string, Record<string, number>]>([
    ['Posted differs from Booked + Unfilled', { SHIFTS_UNFILLED: 3 }],
    ['Booked is less than Worked + No-shows', { NO_SHOWS: 2 }],
    ['Worked is more than Booked', { SHIFTS_WORKED: 7, NO_SHOWS: -1 }],
    ['True demand is more than Posted', { TRUE_DEMAND: 9 }],
    ['Hours worked is more than Hours scheduled', { HOURS_WORKED: 48.1 }],
    ['Worked % is outside 0–100', { SHIFTS_WORKED_PERCENTAGE: 100.1 }],
    ['No-shows % is outside 0–100', { NO_SHOWS_PERCENTAGE: -0.1 }],
    ['True fulfilment % is below 0', { TRUE_FULFILMENT_PERCENTAGE: -0.1 }],
    ['No-shows is below 0', { NO_SHOWS: -1 }],
    ['Hours worked is below 0', { HOURS_WORKED: -0.5 }],
  ])('tells which record breaks it: %s', (words, changes) => {
    const rows = [recordCells({}), recordCells({ SHIFT_ID: 77, ...changes })];
    expect(checked(words, rows)).toMatchObject({ words, fails: 1, of: 2, ids: [77] });
  });

  test('leaves out a record that lacks a value', () => {
    const rows = [without('SHIFTS_BOOKED'), recordCells({})];
    expect(checked('Worked is more than Booked', rows)).toMatchObject({ fails: 0, of: 1 });
  });

  test('is not asked of a record of today where only an ended shift can keep it', () => {
    const row = [TODAY, ...recordCells({ NO_SHOWS: 5 }).slice(1)];
    const of = (words: string) => checked(words, [row]).of;
    expect([of('Booked is less than Worked + No-shows'), of('No-shows is below 0')]).toEqual([0, 1]);
  });

  test('names the first three records that break it and counts all', () => {
    const rows = Array.from({ length: 60 }, () => recordCells({ TRUE_DEMAND: 9 }));
    const { fails, of, ids } = checked('True demand is more than Posted', rows);
    expect([fails, of, ids.length]).toEqual([60, 60, 3]);
  });
});

function checked(words: string, rows: readonly ShiftRow[]) {
  const check = checkRelations(rows, TODAY).find((one) => one.words === words);
  if (check === undefined) throw new RangeError(words);
  return check;
}

/** A record in which the service left a field empty. */
function without(field: string, changes: Record<string, number> = {}): ShiftRow {
  return recordCells(changes).map((value, at) => (SPEC_NAMES[at] === field ? null : value));
}
