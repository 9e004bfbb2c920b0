import { describe, expect, test } from '@jest/globals';
import { SHIFT_FULFILMENT_FIELDS, SHIFT_FULFILMENT_REPORT } from '../../../src/employer-api/shift-report';
import { CONNECTION, RANGE, RECORD, ROW, reportBody } from '../../support/sample-report';
import { answer } from '../../support/stub-transport';

/* The request itself, byte for byte: test/integration/wire.test.ts. */

/** The answers are of one day more at both ends. */
const DAYS = { from: RANGE.from + 1, to: RANGE.to - 1 };

const read = (body: unknown, employer = 'me') =>
  SHIFT_FULFILMENT_REPORT.read(answer(200, body), { ...CONNECTION, employer }, DAYS);
const readWith = (changes: Record<string, unknown>, employer = 'me') =>
  read(reportBody([RECORD], changes), employer);
const REFUSED = expect.objectContaining({
  code: 'invalid_response',
  detail: expect.objectContaining({ status: 200 }),
});
const REQUEST = { employer_id: 1042, deployment_code: 'UK', from_date: '2026-03-01', to_date: '2026-03-07' };
const METADATA = { employer_id: 1042, generated_at: '2026-03-10T11:59:58Z' };
const VALID = JSON.stringify(reportBody());

/** Written from the table in section 2.2 of the specification; percentages are its decimals on a 0 to 100 scale. */
test('the fields of a shift record are the 18 of the specification, in its order, of its types', () => {
  expect(SHIFT_FULFILMENT_FIELDS.map(({ name, kind }) => [name, kind])).toEqual([
    ['SHIFT_DATE', 'date'],
    ['VENUE_NAME', 'text'],
    ['AREA_NAME', 'text'],
    ['JOB_TITLE', 'text'],
    ['SHIFTS_POSTED', 'integer'],
    ['SHIFTS_BOOKED', 'integer'],
    ['SHIFTS_BOOKED_PERCENTAGE', 'percentage'],
    ['SHIFTS_UNFILLED', 'integer'],
    ['SHIFTS_UNFILLED_PERCENTAGE', 'percentage'],
    ['SHIFTS_WORKED', 'integer'],
    ['SHIFTS_WORKED_PERCENTAGE', 'percentage'],
    ['NO_SHOWS', 'integer'],
    ['NO_SHOWS_PERCENTAGE', 'percentage'],
    ['HOURS_SCHEDULED', 'decimal'],
    ['HOURS_WORKED', 'decimal'],
    ['TRUE_DEMAND', 'integer'],
    ['TRUE_FULFILMENT_PERCENTAGE', 'percentage'],
    ['SHIFT_ID', 'integer'],
  ]);
});

describe('an answer is accepted', () => {
  test('with its rows, its employer and the time at which it was generated', () => {
    expect(read(reportBody())).toEqual({
      fields: SHIFT_FULFILMENT_FIELDS,
      rows: [ROW],
      doubts: 0,
      firstDoubt: '',
      generatedAt: '2026-03-10T11:59:58Z',
      employer: 1042,
      undated: 0,
      records: 1,
    });
  });

  test.each<[string, unknown, number]>([
    ['without shifts', reportBody([]), 0],
    ['after a byte order mark', `\ufeff${VALID}`, 1],
    [
      'with unknown members and hostile names',
      VALID.replace('{', '{"__proto__":{"report":5},"constructor":1,"toString":null,"extra":[],'),
      1,
    ],
    ['by the last of two members', VALID.replace('"report":', '"report":{"shifts":5},"report":'), 1],
  ])('%s', (_, body, rows) => {
    expect(read(body)).toMatchObject({ rows: new Array(rows).fill(ROW), doubts: 0 });
  });

  test('with records in its order, and those of other days or of none left out', () => {
    const shifts = [3, 1, 2].map((id) => ({ ...RECORD, SHIFT_ID: id }));
    const others = [
      { ...RECORD, SHIFT_DATE: '2026-02-28', SHIFT_ID: 4 },
      { ...RECORD, SHIFT_DATE: null, SHIFT_ID: 5 },
    ];
    const found = read(reportBody([...others, ...shifts]));
    expect(found.rows.map((row) => row[17])).toEqual([3, 1, 2]);
    expect(found).toMatchObject({ firstDoubt: '1 record without a day left out', records: 5 });
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['the employer as text', { request: { ...REQUEST, employer_id: '1042' } }, '1042'],
    ['no employer in the metadata', { metadata: { ...METADATA, employer_id: undefined } }, '1042'],
    ['null for it', { metadata: { ...METADATA, employer_id: null } }, '1042'],
    [
      'any employer where that of the token was asked for',
      { request: { ...REQUEST, employer_id: 7 }, metadata: { ...METADATA, employer_id: 7 } },
      'me',
    ],
    ['null for the echo', { request: null }, '1042'],
    ['no echo', { request: undefined }, '1042'],
    ['an echo without days', { request: { employer_id: 1042 } }, '1042'],
    [
      'null for days and employer',
      { request: { from_date: null, to_date: null, employer_id: null } },
      '1042',
    ],
  ])('with %s', (_, changes, employer) => {
    expect(readWith(changes, employer).doubts).toBe(0);
  });
});

describe('an answer is refused', () => {
  test.each([
    ['nothing', ''],
    ['HTML', '<!doctype html><title>Sign in</title>'],
    ['two documents', `${VALID}${VALID}`],
    ['a trailing comma', VALID.replace(/}$/, ',}')],
    ['NaN', VALID.replace('72.5', 'NaN')],
    ['Infinity', VALID.replace('72.5', 'Infinity')],
    ['a comment', `/* x */${VALID}`],
    ['UTF-16 read as UTF-8', VALID.split('').join('\0')],
    ['null', 'null'],
    ['an array', '[]'],
    ['a number', '5'],
    ['depth 100,000', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
  ])('that is %s', (_, text) => {
    expect(() => read(text)).toThrow(REFUSED);
  });

  test.each<[string, Record<string, unknown>]>([
    ...([{ shifts: null }, { shifts: {} }, { shifts: 'none' }, {}, undefined, null, [], 'x', 5].map(
      (report): [string, object] => [`the report ${JSON.stringify(report)}`, { report }],
    ) as [string, Record<string, unknown>][]),
    ...['x', 5, true].flatMap((echo): [string, Record<string, unknown>][] => [
      [`the echo ${echo}`, { request: echo }],
      [`the metadata ${echo}`, { metadata: echo }],
    ]),
    ['another first day', { request: { ...REQUEST, from_date: '2026-02-28' } }],
    ['another last day', { request: { ...REQUEST, to_date: '2026-03-08' } }],
    ['the days inverted', { request: { ...REQUEST, from_date: '2026-03-07', to_date: '2026-03-01' } }],
    ['the right days in another form', { request: { ...REQUEST, from_date: '2026-03-01T00:00:00Z' } }],
    ['two employers', { metadata: { ...METADATA, employer_id: 1043 } }],
    ...[77, [1042], {}, [], 'abc', { valueOf: 1042 }].flatMap(
      (employer_id): [string, Record<string, unknown>][] => [
        [`the employer ${JSON.stringify(employer_id)}`, { request: { ...REQUEST, employer_id } }],
        [`the employer ${JSON.stringify(employer_id)} in the metadata`, { metadata: { employer_id } }],
      ],
    ),
  ])('with %s', (_, changes) => {
    expect(() => readWith(changes, '1042')).toThrow(REFUSED);
  });

  test.each([
    ['null', [null]],
    ['a number', [5]],
    ['an array', [[]]],
    ['an object without a known field', [{ shift_date: '2026-03-02' }]],
    ['an object whose values are all of the wrong kind', [{ SHIFT_DATE: 5, SHIFT_ID: 'x' }]],
    ['one of the day before', [{ ...RECORD, SHIFT_DATE: '2026-02-28' }]],
    ['one of the day after', [{ ...RECORD, SHIFT_DATE: '2026-03-08' }]],
    ['one without a day', [{ ...RECORD, SHIFT_DATE: null }]],
    ['one of no real day', [{ ...RECORD, SHIFT_DATE: '2026-03-32' }]],
  ])('when its only record is %s', (_, shifts) => {
    expect(() => read(reportBody(shifts))).toThrow(REFUSED);
  });

  test.each(Object.keys(RECORD))('when %s is in none of its records, and says so', (field) => {
    const { [field as keyof typeof RECORD]: _, ...rest } = RECORD;
    expect(() => read(reportBody([rest, rest]))).toThrow(`${field} is in none of its records`);
    expect(read(reportBody([rest, RECORD])).rows.length).toBeGreaterThan(0);
  });
});

test.each<[string, Record<string, unknown>, number | undefined]>([
  ['the metadata', { request: { ...REQUEST, employer_id: undefined } }, 1042],
  ['the request', { metadata: { ...METADATA, employer_id: undefined } }, 1042],
  ['the metadata alone', { request: undefined }, 1042],
  ['none of them', { request: undefined, metadata: { ...METADATA, employer_id: null } }, undefined],
])('the number of the employer is that of %s', (_, changes, employer) => {
  expect(readWith(changes).employer).toBe(employer);
});

describe('the time at which a report was generated', () => {
  test.each<[unknown, string | null]>([
    ['2026-03-10T11:59:58Z', '2026-03-10T11:59:58Z'],
    ['2026-03-10T11:59:58.123Z', '2026-03-10T11:59:58.123Z'],
    ['2026-03-10T11:59:58', '2026-03-10T11:59:58Z'],
    ['2026-03-10T11:59:58.5', '2026-03-10T11:59:58.500Z'],
    ['2026-03-10T11:59Z', '2026-03-10T11:59:00Z'],
    ['2026-03-10T11:59:58.123456Z', '2026-03-10T11:59:58.123Z'],
    ['2026-03-10T11:59:58.123456789+00:00', '2026-03-10T11:59:58.123Z'],
    ['2026-03-10T11:59:58+00:00', '2026-03-10T11:59:58Z'],
    ['2026-03-10T10:59:58-01:00', '2026-03-10T11:59:58Z'],
    ['2026-03-10T17:29:58+05:30', '2026-03-10T11:59:58Z'],
    ['2026-03-10', null],
    ['2026-03-10T11:59:58.1234567890Z', null],
    ['2026-03-10T11:59:58+99:00', null],
    ['2026-03-10 11:59:58Z', null],
    ['2026-13-10T11:59:58Z', null],
    ['2026-03-10T25:00:00Z', null],
    ['at 2026-03-10T11:59:58Z', null],
    ['2026-03-10T11:59:58Z (late)', null],
    ['+002026-03-10T11:59:58Z', null],
    ['2026-3-10T11:59:58Z', null],
    ['2026-03-1T11:59:58Z', null],
    [null, null],
    [undefined, null],
    [1_773_133_198, null],
    [['2026-03-10T11:59:58Z'], null],
  ])('%j is told in UTC as %j', (generated_at, expected) => {
    expect(readWith({ metadata: { ...METADATA, generated_at } }).generatedAt).toBe(expected);
  });

  test.each([null, undefined])('is not known where metadata are %j', (metadata) => {
    expect(readWith({ metadata }).generatedAt).toBeNull();
  });
});
