import { describe, expect, test } from '@jest/globals';
import { SHIFT_FULFILMENT_REPORT } from '../../../src/employer-api/shift-report';
import { CONNECTION, RANGE, RECORD, reportBody } from '../../support/sample-report';
import { answer } from '../../support/stub-transport';

/** The answers are of one day more at both ends. */
const DAYS = { from: RANGE.from + 1, to: RANGE.to - 1 };

const REFUSED = expect.objectContaining({ code: 'invalid_response' });
const REQUEST = { employer_id: 1042, deployment_code: 'UK', from_date: '2026-03-01', to_date: '2026-03-07' };
const METADATA = { employer_id: 1042, generated_at: '2026-03-10T11:59:58Z' };

const read = (changes: Record<string, unknown>, employer = 'me') =>
  SHIFT_FULFILMENT_REPORT.read(answer(200, reportBody([RECORD], changes)), { ...CONNECTION, employer }, DAYS);

describe('the employer that an answer names', () => {
  test.each([
    ['as a number', 1042],
    ['as text', '1042'],
  ])('may be the one asked for, %s', (_, employer_id) => {
    expect(read({ request: { ...REQUEST, employer_id } }, '1042').doubts).toBe(0);
  });

  test.each<[unknown]>([[77], [[1042]], [{}], [[]], ['abc'], [{ valueOf: 1042 }]])(
    'is not %j',
    (employer_id) => {
      expect(() => read({ request: { ...REQUEST, employer_id } }, '1042')).toThrow(REFUSED);
    },
  );

  test.each<[unknown]>([[77], [[1042]], [{}]])('is not %j in the metadata', (employer_id) => {
    expect(() => read({ metadata: { ...METADATA, employer_id } }, '1042')).toThrow(REFUSED);
  });

  test('may be any where the employer of the token was asked for', () => {
    const changes = { request: { ...REQUEST, employer_id: 7 }, metadata: { ...METADATA, employer_id: 7 } };
    expect(read(changes).doubts).toBe(0);
  });

  test.each([
    ['not sent', undefined],
    ['null', null],
  ])('may be %s in the metadata', (_, employer_id) => {
    expect(read({ metadata: { ...METADATA, employer_id } }, '1042').doubts).toBe(0);
  });
});

describe('the number of the employer', () => {
  test.each<[string, Record<string, unknown>, number | undefined]>([
    ['the metadata', { request: { ...REQUEST, employer_id: undefined } }, 1042],
    ['the request', { metadata: { ...METADATA, employer_id: undefined } }, 1042],
    ['the metadata alone', { request: undefined }, 1042],
    ['none of them', { request: undefined, metadata: { ...METADATA, employer_id: null } }, undefined],
  ])('is that of %s', (_, changes, employer) => {
    expect(read(changes).employer).toBe(employer);
  });
});

describe('an answer whose echo is null or not sent', () => {
  test.each([
    ['as a whole', null],
    ['nowhere', undefined],
    ['in its first day', { ...REQUEST, from_date: null }],
    ['in both days', { employer_id: 1042 }],
    ['in its last day', { ...REQUEST, to_date: null }],
    ['in its employer', { ...REQUEST, employer_id: null }],
  ])('%s is accepted', (_, request) => {
    expect(read({ request }, '1042')).toMatchObject({ doubts: 0 });
  });

  test.each([['x'], [5], [true]])('but an echo that is %j is refused', (request) => {
    expect(() => read({ request })).toThrow(REFUSED);
  });

  test.each([['x'], [5], [true]])('but metadata that are %j are refused', (metadata) => {
    expect(() => read({ metadata })).toThrow(REFUSED);
  });
});

describe('the time at which a report was generated', () => {
  test.each(['2026-03-10T11:59:58Z', '2026-03-10T11:59:58.123Z'])('is kept as sent: %s', (generated_at) => {
    expect(read({ metadata: { ...METADATA, generated_at } }).generatedAt).toBe(generated_at);
  });

  test.each([
    ['no zone', '2026-03-10T11:59:58', ''],
    ['no zone, and a fraction', '2026-03-10T11:59:58.5', '.500'],
    ['no seconds', '2026-03-10T11:59Z', undefined],
    ['one digit of a second', '2026-03-10T11:59:58.1Z', '.100'],
    ['six digits of a second', '2026-03-10T11:59:58.123456Z', '.123'],
    ['nine digits of a second', '2026-03-10T11:59:58.123456789+00:00', '.123'],
    ['an offset of nothing', '2026-03-10T11:59:58+00:00', ''],
    ['an offset to the west', '2026-03-10T10:59:58-01:00', ''],
    ['an offset to the east', '2026-03-10T17:29:58+05:30', ''],
  ])('is told in UTC, whatever the zone of the process, with %s', (_, generated_at, fraction) => {
    const time = fraction === undefined ? '2026-03-10T11:59:00Z' : `2026-03-10T11:59:58${fraction}Z`;
    expect(read({ metadata: { ...METADATA, generated_at } }).generatedAt).toBe(time);
  });

  test.each([
    ['no time of day', '2026-03-10'],
    ['ten digits of a second', '2026-03-10T11:59:58.1234567890Z'],
    ['an offset of 99 hours', '2026-03-10T11:59:58+99:00'],
    ['a space for the T', '2026-03-10 11:59:58Z'],
    ['a thirteenth month', '2026-13-10T11:59:58Z'],
    ['an hour 25', '2026-03-10T25:00:00Z'],
    ['text before it', 'at 2026-03-10T11:59:58Z'],
    ['text after it', '2026-03-10T11:59:58Z (late)'],
    ['a year of six digits', '+002026-03-10T11:59:58Z'],
    ['a month of one digit', '2026-3-10T11:59:58Z'],
    ['a day of one digit', '2026-03-1T11:59:58Z'],
    ['null', null],
    ['a number', 1_773_133_198],
    ['no value', undefined],
    ['a list of it', ['2026-03-10T11:59:58Z']],
  ])('is not known with %s', (_, generated_at) => {
    expect(read({ metadata: { ...METADATA, generated_at } }).generatedAt).toBeNull();
  });

  test.each([null, undefined])('is not known where metadata are %j', (metadata) => {
    expect(read({ metadata })).toMatchObject({ generatedAt: null, doubts: 0 });
  });
});
