import { describe, expect, test } from '@jest/globals';
import { SHIFT_FULFILMENT_FIELDS } from '../../../src/employer-api/shift-records';
import { SHIFT_FULFILMENT_REPORT } from '../../../src/employer-api/shift-report';
import { CONNECTION, RANGE, RECORD, ROW, reportBody } from '../../support/sample-report';
import { answer } from '../../support/stub-transport';

/** The answers are of one day more at both ends. */
const DAYS = { from: RANGE.from + 1, to: RANGE.to - 1 };

const read = (body: unknown, employer = 'me') =>
  SHIFT_FULFILMENT_REPORT.read(answer(200, body), { ...CONNECTION, employer }, DAYS);
const REFUSED = expect.objectContaining({
  code: 'invalid_response',
  detail: expect.objectContaining({ status: 200 }),
});
const REQUEST = { employer_id: 1042, deployment_code: 'UK', from_date: '2026-03-01', to_date: '2026-03-07' };
const VALID = JSON.stringify(reportBody());

describe('a valid answer', () => {
  test('gives its rows, the time it was generated and no doubt', () => {
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

  test('may be empty', () => {
    expect(read(reportBody([])).rows).toEqual([]);
  });

  test('may begin with a byte order mark', () => {
    expect(read(`\ufeff${VALID}`).rows).toHaveLength(1);
  });

  test('may be for the numeric employer asked for', () => {
    expect(read(reportBody(), '1042').rows).toHaveLength(1);
  });

  test('may have unknown members and hostile names', () => {
    const text = VALID.replace('{', '{"__proto__":{"report":5},"constructor":1,"toString":null,"extra":[],');
    expect(read(text)).toMatchObject({ rows: [ROW], doubts: 0 });
  });

  test('with a name twice counts the last', () => {
    expect(read(VALID.replace('"report":', '"report":{"shifts":5},"report":')).rows).toEqual([ROW]);
  });

  test('of many records is read in order', () => {
    const shifts = [3, 1, 2].map((id) => ({ ...RECORD, SHIFT_ID: id }));
    expect(read(reportBody(shifts)).rows.map((row) => row[17])).toEqual([3, 1, 2]);
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

  test.each([
    ['null', { report: { shifts: null } }],
    ['an object', { report: { shifts: {} } }],
    ['text', { report: { shifts: 'none' } }],
    ['missing', { report: {} }],
  ])('when shifts is %s', (_, changes) => {
    expect(() => read(reportBody([], changes))).toThrow(REFUSED);
  });

  test.each([[undefined], [null], [[]], ['x'], [5]])('when report is %j', (report) => {
    expect(() => read(reportBody([], { report }))).toThrow(REFUSED);
  });

  test.each([
    ['another first day', { request: { ...REQUEST, from_date: '2026-02-28' } }],
    ['another last day', { request: { ...REQUEST, to_date: '2026-03-08' } }],
    ['the days inverted', { request: { ...REQUEST, from_date: '2026-03-07', to_date: '2026-03-01' } }],
    ['the right days in another form', { request: { ...REQUEST, from_date: '2026-03-01T00:00:00Z' } }],
    ['two employers', { metadata: { employer_id: 1043, generated_at: '2026-03-10T11:59:58Z' } }],
  ])('when it is for %s', (_, changes) => {
    expect(() => read(reportBody([RECORD], changes))).toThrow(REFUSED);
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

  test('but not when one record is of a day that was asked for', () => {
    const others = [
      { ...RECORD, SHIFT_DATE: '2026-02-28', SHIFT_ID: 1 },
      { ...RECORD, SHIFT_DATE: null, SHIFT_ID: 2 },
    ];
    expect(read(reportBody([...others, RECORD]))).toMatchObject({
      rows: [ROW],
      firstDoubt: '1 record without a day left out',
      records: 3,
    });
  });
});
