import { describe, expect, test } from '@jest/globals';
import type { ReportEntry } from '../../../src/employer-api/connection';
import { otherReport } from '../../../src/employer-api/other-reports';
import { CONNECTION, RANGE } from '../../support/sample-report';
import { answer } from '../../support/stub-transport';

const CALL = { token: 'token-1', correlationId: 'ref-1', timeoutSeconds: 15 };
const TURNOVER: ReportEntry = {
  path: 'reports/worker_turnover',
  parameters: { from_date: '{from}', to_date: '{to}' },
};
const GROUPED: ReportEntry = { path: 'aggregated', parameters: { group: '{by}', unit: 'a b&c=d' } };
const turnover = otherReport('worker_turnover', TURNOVER);
const read = (body: unknown, connection = CONNECTION) => turnover.read(answer(200, body), connection, RANGE);

describe('the request of a report that is not documented', () => {
  test('is a POST of an empty array with a bearer token, for the days as they are', () => {
    expect(turnover.request(CONNECTION, RANGE, CALL)).toEqual({
      url: 'https://uk.service.example/v1/reporting/me/reports/worker_turnover?from_date=2026-03-01&to_date=2026-03-07',
      headers: {
        Authorization: 'Bearer token-1',
        Accept: 'application/json',
        'Content-Type': 'application/json',
        'X-Correlation-ID': 'ref-1',
      },
      body: { json: '[]' },
      timeoutSeconds: 15,
    });
  });

  test.each<readonly [string, ReportEntry, string | undefined, string]>([
    ['what to group by', GROUPED, 'week, venue', '/aggregated?group=week%2C%20venue&unit=a%20b%26c%3Dd'],
    ['no parameter that nothing stands in for', GROUPED, undefined, '/aggregated?unit=a%20b%26c%3Dd'],
    ['no question mark without parameters', { path: 'all', parameters: {} }, undefined, '/all'],
  ])('carries %s', (_, entry, by, end) => {
    const kind = otherReport('shift_fulfilment_aggregated', entry, by);
    const { url } = kind.request({ ...CONNECTION, employer: '20417' }, RANGE, CALL);
    expect(url).toBe(`https://uk.service.example/v1/reporting/20417${end}`);
  });

  test('has another name for each thing to group by, so that no answer is taken for another', () => {
    const all = [undefined, '', 'week', 'Week', 'week,venue', 'week venue', 'week_venue'];
    const names = all.map((by) => otherReport('shift_fulfilment_aggregated', GROUPED, by).name);
    expect(new Set(names).size).toBe(all.length);
  });
});

describe('an answer of a report that is not documented', () => {
  test.each<readonly [string, unknown, readonly (readonly [string, string])[], readonly unknown[][]]>([
    ['an array under report', [{ hires: 3 }], [['hires', 'integer']], [[3]]],
    ['an array inside report', { total: 1, periods: [{ hires: 3 }] }, [['hires', 'integer']], [[3]]],
    ['no records', [], [], []],
    [
      'members that some records lack',
      [{ a: 1 }, { b: 'x' }, { a: null }],
      [
        ['a', 'integer'],
        ['b', 'text'],
      ],
      [
        [1, null],
        [null, 'x'],
        [null, null],
      ],
    ],
    ['days', [{ day: '2026-03-01' }], [['day', 'date']], [[46_082]]],
    ['days and words', [{ day: '2026-03-01' }, { day: 'n/a' }], [['day', 'text']], [['2026-03-01'], ['n/a']]],
    ['a day that no sheet shows', [{ day: '0001-01-01' }], [['day', 'text']], [['0001-01-01']]],
    ['whole and other numbers', [{ n: 1 }, { n: 2.5 }], [['n', 'decimal']], [[1], [2.5]]],
    ['yes and no', [{ ok: true }, { ok: false }], [['ok', 'boolean']], [[1], [0]]],
    ['nested values', [{ by: { a: [1] } }], [['by', 'text']], [['{"a":[1]}']]],
    ['names that mean something else', [{ constructor: 1 }], [['constructor', 'integer']], [[1]]],
    ['too many digits', [{ n: 2 ** 60 }], [['n', 'text']], [[null]]],
  ])('with %s becomes a table', (_, report, fields, rows) => {
    const found = read({ report });
    expect(found.fields.map(({ name, kind }) => [name, kind])).toEqual(fields);
    expect(found.rows).toEqual(rows);
  });

  test.each<readonly [string, unknown]>([
    ['not JSON', '<html>'],
    ['without a report', { shifts: [{ a: 1 }] }],
    ['without an array', { report: { total: 5 } }],
    ['of nothing but scalars', { report: [1, 'a', null] }],
    ['for another first day', { report: [], request: { from_date: '2026-02-01' } }],
    ['for two employers', { report: [], request: { employer_id: 1 }, metadata: { employer_id: 2 } }],
  ])('%s is refused', (_, body) => {
    expect(() => read(body)).toThrow(expect.objectContaining({ code: 'invalid_response' }));
  });

  test('of another employer than asked is refused', () => {
    const body = { report: [], metadata: { employer_id: 20418 } };
    expect(() => read(body, { ...CONNECTION, employer: '20417' })).toThrow(
      expect.objectContaining({ code: 'invalid_response' }),
    );
  });
});
