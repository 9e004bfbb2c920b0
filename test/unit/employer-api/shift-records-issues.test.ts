import { describe, expect, test } from '@jest/globals';
import { readShiftRecords } from '../../../src/employer-api/shift-records';
import { RECORD } from '../../support/sample-report';

/** `count` records, each with its own SHIFT_ID and with these changes. */
const records = (count: number, changes: Record<string, unknown>) =>
  Array.from({ length: count }, (_, index) => ({ ...RECORD, SHIFT_ID: index + 1, ...changes }));

describe('the issues of an answer', () => {
  test('tell what the service sent as null from what it left out', () => {
    const { issueCount, emptyCount } = readShiftRecords([
      { ...RECORD, VENUE_NAME: null, AREA_NAME: null, JOB_TITLE: undefined },
    ]);
    expect([issueCount, emptyCount]).toEqual([3, 2]);
  });

  test('list doubts first, then empty values, each in the order of the records', () => {
    const { issues } = readShiftRecords([
      { ...RECORD, SHIFT_ID: 1, NO_SHOWS: null },
      { ...RECORD, SHIFT_ID: 2, NO_SHOWS: 'two' },
      { ...RECORD, SHIFT_ID: 3, NO_SHOWS: null },
      5,
    ]);
    expect(issues).toEqual([
      'record 2, NO_SHOWS is not of the documented type',
      'record 4 is not a shift record',
      'record 1, NO_SHOWS is empty',
      'record 3, NO_SHOWS is empty',
    ]);
  });

  test('are listed up to 50 where all are empty values, and all are counted', () => {
    const { issueCount, emptyCount, issues } = readShiftRecords(records(60, { AREA_NAME: null }));
    expect([issueCount, emptyCount, issues.length, issues[49]]).toEqual([
      60,
      60,
      50,
      'record 50, AREA_NAME is empty',
    ]);
  });

  test('are listed up to 50 in all, doubts before empty values', () => {
    const { issueCount, emptyCount, issues } = readShiftRecords([
      ...records(45, { AREA_NAME: null }),
      ...Array.from({ length: 30 }, () => 'no record'),
    ]);
    expect([issueCount, emptyCount, issues.length]).toEqual([75, 45, 50]);
    expect([issues[29], issues[30], issues[49]]).toEqual([
      'record 75 is not a shift record',
      'record 1, AREA_NAME is empty',
      'record 20, AREA_NAME is empty',
    ]);
  });

  test('name a text of 50,000 characters, one more than a cell holds beside its apostrophe', () => {
    const { rows, issueCount, emptyCount, issues } = readShiftRecords([
      { ...RECORD, JOB_TITLE: 'x'.repeat(50_000) },
    ]);
    expect([rows[0]?.[3]]).toEqual(['x'.repeat(50_000)]);
    expect([issueCount, emptyCount, issues]).toEqual([
      1,
      0,
      ['record 1, JOB_TITLE is longer than a cell holds'],
    ]);
  });

  test.each([
    [1, 'VENUE_NAME'],
    [2, 'AREA_NAME'],
    [3, 'JOB_TITLE'],
  ])('name a text of which bytes were not UTF-8, which is kept: column %i, %s', (column, field) => {
    const { rows, issueCount, issues } = readShiftRecords([{ ...RECORD, [field]: 'Caf\ufffd' }]);
    expect(rows[0]?.[column]).toBe('Caf\ufffd');
    expect([issueCount, issues]).toEqual([
      1,
      [`record 1, ${field} has characters that were not sent as UTF-8`],
    ]);
  });

  test('do not name a SHIFT_ID that comes again among other records as wrong in the first of them', () => {
    const { rows, issues } = readShiftRecords([...records(3, {}), ...records(1, {})]);
    expect([rows.length, issues]).toEqual([4, ['record 4, SHIFT_ID comes more than once']]);
  });
});
