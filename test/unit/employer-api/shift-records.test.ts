import { describe, expect, test } from '@jest/globals';
import { columnOf, readShiftRecords } from '../../../src/employer-api/shift-report';
import { RECORD, ROW } from '../../support/sample-report';
import { specNamesOf } from '../../support/spec-fields';

const FIELDS = Object.keys(RECORD).filter((name) => name !== 'SHIFT_DATE');

/** No days, as JSON texts. */
const NO_DAYS = [
  'null',
  '"2024-1-1"',
  '"2024-02-30"',
  '"2026-03-02T00:00:00Z"',
  '46083',
  '""',
  'true',
  '["2026-03-02"]',
];

/** JSON texts, so that each value is what a parser makes of an answer. */
const BAD_NUMBERS = ['"5"', '""', 'true', 'false', '[]', '[5]', '{}', '1e400', '-1e400'];
const BAD: readonly (readonly [readonly string[], readonly string[]])[] = [
  [specNamesOf('string'), ['5', '0', 'true', 'false', '[]', '["x"]', '{}', '1.5']],
  [specNamesOf('integer'), [...BAD_NUMBERS, '1.5', '9007199254740993', '-9007199254740993']],
  [specNamesOf('number'), BAD_NUMBERS],
];
const FAULTS = BAD.flatMap(([names, values]) =>
  names.flatMap((name) => values.map((value) => [name, value] as const)),
);

test('a field that the report does not have is called by its name', () => {
  expect(() => columnOf('SHIFTS_LOST')).toThrow(new RangeError('No field is called SHIFTS_LOST.'));
});

const expectedRow = (field: string, value: unknown) =>
  ROW.map((cell, index) => (Object.keys(RECORD)[index] === field ? value : cell));

describe('one value of the wrong kind', () => {
  test.each(FAULTS)('%s: %s leaves its cell empty, counts once and spares its neighbours', (field, json) => {
    const { rows, doubts, firstDoubt } = readShiftRecords([{ ...RECORD, [field]: JSON.parse(json) }]);
    expect(rows).toEqual([expectedRow(field, null)]);
    expect([doubts, firstDoubt]).toEqual([1, `record 1, ${field} is not of the documented type`]);
  });
});

describe.each(FIELDS)('%s', (field) => {
  test('missing becomes an empty cell and a doubt', () => {
    const { [field as keyof typeof RECORD]: _, ...rest } = RECORD;
    expect(readShiftRecords([rest])).toEqual({
      rows: [expectedRow(field, null)],
      doubts: 1,
      firstDoubt: `record 1, ${field} is missing`,
      undated: 0,
    });
  });

  test('null becomes an empty cell, which is no doubt', () => {
    expect(readShiftRecords([{ ...RECORD, [field]: null }])).toMatchObject({
      rows: [expectedRow(field, null)],
      doubts: 0,
    });
  });

  test('in lower case counts as missing', () => {
    const { [field as keyof typeof RECORD]: value, ...rest } = RECORD;
    expect(readShiftRecords([{ ...rest, [field.toLowerCase()]: value }]).rows).toEqual([
      expectedRow(field, null),
    ]);
  });
});

describe('a value is kept as sent', () => {
  test.each([
    ['SHIFTS_POSTED', '-3', -3],
    ['SHIFTS_BOOKED', '0', 0],
    ['SHIFTS_BOOKED_PERCENTAGE', '250', 250],
    ['SHIFTS_BOOKED_PERCENTAGE', '-0.1', -0.1],
    ['SHIFTS_WORKED', '8.0', 8],
    ['HOURS_WORKED', '1e-7', 1e-7],
    ['HOURS_WORKED', '0.1', 0.1],
    ['SHIFT_ID', '9007199254740991', 9007199254740991],
    ['SHIFT_ID', '0', 0],
    ['SHIFT_ID', '-5', -5],
    ['VENUE_NAME', '""', ''],
    ['VENUE_NAME', '"=1+1"', '=1+1'],
    ['VENUE_NAME', '"007"', '007'],
    ['VENUE_NAME', '"😀 \\u202e rtl\\n\\u0000 \\ud800"', '😀 \u202e rtl\n\u0000 \ud800'],
    ['SHIFT_DATE', '"2024-02-29"', 45_351],
  ])('%s: %s', (field, json, expected) => {
    expect(readShiftRecords([{ ...RECORD, [field]: JSON.parse(json) }])).toEqual({
      rows: [expectedRow(field, expected)],
      doubts: 0,
      firstDoubt: '',
      undated: 0,
    });
  });

  test('but a negative zero is a plain zero', () => {
    expect(readShiftRecords([{ ...RECORD, NO_SHOWS: JSON.parse('-0') }]).rows).toEqual([
      expectedRow('NO_SHOWS', 0),
    ]);
  });
});

describe('records', () => {
  test.each([null, 5, 'x', [], true])(
    'that are no objects, such as %j, are left out and counted',
    (other) => {
      expect(readShiftRecords([other, RECORD])).toEqual({
        rows: [ROW],
        doubts: 1,
        firstDoubt: 'record 1 is not a shift record',
        undated: 0,
      });
    },
  );

  test('with unknown fields are read without a doubt', () => {
    expect(readShiftRecords([{ ...RECORD, NEW_FIELD: 1 }]).doubts).toBe(0);
  });

  test('take nothing from a prototype', () => {
    const inherited = Object.create({ VENUE_NAME: 'inherited' });
    expect(
      readShiftRecords([Object.assign(inherited, { SHIFT_DATE: '2026-03-02' })]).rows[0]?.[1],
    ).toBeNull();
  });

  test.each(NO_DAYS)('with %s for a day are left out and counted', (json) => {
    const { rows, undated, doubts } = readShiftRecords([RECORD, { ...RECORD, SHIFT_DATE: JSON.parse(json) }]);
    expect([rows, undated, doubts]).toEqual([[ROW], 1, 0]);
  });

  test('of other days are left out', () => {
    const day = ROW[0] as number;
    const records = [RECORD, { ...RECORD, SHIFT_DATE: '2026-03-03', NO_SHOWS: null }];
    expect(readShiftRecords(records, { from: day, to: day })).toMatchObject({ rows: [ROW], doubts: 0 });
  });

  test('without a SHIFT_ID are not taken for one another', () => {
    const { SHIFT_ID: _, ...anonymous } = RECORD;
    expect(readShiftRecords([anonymous, anonymous])).toMatchObject({
      doubts: 2,
      firstDoubt: 'record 1, SHIFT_ID is missing',
    });
  });

  test('never show their text in a doubt', () => {
    const { firstDoubt } = readShiftRecords([{ ...RECORD, VENUE_NAME: ['marked-text'] }]);
    expect(firstDoubt).not.toContain('marked-text');
  });
});

/** `count` records, each with its own SHIFT_ID and with these changes. */
const records = (count: number, changes: Record<string, unknown>) =>
  Array.from({ length: count }, (_, index) => ({ ...RECORD, SHIFT_ID: index + 1, ...changes }));

describe('the doubts about an answer', () => {
  test('are counted, and the first is named, but no value that the service sent as null', () => {
    const sent = [{ ...RECORD, NO_SHOWS: null }, { ...RECORD, SHIFT_ID: 2, NO_SHOWS: 'two' }, 5];
    expect(readShiftRecords(sent)).toMatchObject({
      doubts: 2,
      firstDoubt: 'record 2, NO_SHOWS is not of the documented type',
    });
  });

  test('do not name a text that just fits a cell', () => {
    expect(readShiftRecords([{ ...RECORD, VENUE_NAME: 'x'.repeat(49_999) }]).doubts).toBe(0);
  });

  test('name a text of 50,000 characters, one more than a cell holds beside its apostrophe', () => {
    const { rows, doubts, firstDoubt } = readShiftRecords([{ ...RECORD, JOB_TITLE: 'x'.repeat(50_000) }]);
    expect([rows[0]?.[3]]).toEqual(['x'.repeat(50_000)]);
    expect([doubts, firstDoubt]).toEqual([1, 'record 1, JOB_TITLE is longer than a cell holds']);
  });

  test.each([
    [1, 'VENUE_NAME'],
    [2, 'AREA_NAME'],
    [3, 'JOB_TITLE'],
  ])('name a text of which bytes were not UTF-8, which is kept: column %i, %s', (column, field) => {
    const { rows, doubts, firstDoubt } = readShiftRecords([{ ...RECORD, [field]: 'Caf\ufffd' }]);
    expect(rows[0]?.[column]).toBe('Caf\ufffd');
    expect([doubts, firstDoubt]).toEqual([
      1,
      `record 1, ${field} has characters that were not sent as UTF-8`,
    ]);
  });

  test('do not name a SHIFT_ID that comes again among other records as wrong in the first of them', () => {
    const { rows, firstDoubt } = readShiftRecords([...records(3, {}), ...records(1, {})]);
    expect([rows.length, firstDoubt]).toEqual([4, 'record 4, SHIFT_ID comes more than once']);
  });
});
