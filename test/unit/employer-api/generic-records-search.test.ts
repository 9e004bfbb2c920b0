import { describe, expect, test } from '@jest/globals';
import { findRecords } from '../../../src/employer-api/report-kind';

const A = [{ a: 1 }];
const TWO = [{ b: 1 }, { b: 2 }];
/** An array so many objects deep. */
const nested = (depth: number): unknown => (depth === 0 ? A : { inner: nested(depth - 1) });

describe('the records of an answer', () => {
  test.each<readonly [string, unknown, unknown]>([
    ['the answer itself', A, A],
    ['a member', { data: A }, A],
    ['deeper', { report: { periods: A } }, A],
    ['the shallowest of several', { result: { rows: TWO }, data: A }, A],
    ['those of the report, however deep, section 2.2', { warnings: TWO, report: { by: { week: A } } }, A],
    ['those of a report that is a list', { warnings: TWO, report: A }, A],
    ['those elsewhere where the report has none', { report: { title: 'Turnover' }, data: A }, A],
    ['the longest at one depth', { report: { few: A, many: TWO } }, TWO],
    ['the longest at one depth, wherever it stands', { one: { few: A }, other: { many: TWO } }, TWO],
    ['the first of equally long ones', { first: A, second: [{ c: 1 }] }, A],
    ['those with objects, not those without', { names: ['a', 'b', 'c'], report: { rows: A } }, A],
    ['those with objects, not an empty list before them', { errors: [], report: { rows: A } }, A],
    ['with some that are no objects', { rows: [null, 1, { a: 1 }] }, [null, 1, { a: 1 }]],
    [
      'not those of the echo',
      { request: { filters: TWO }, metadata: { pages: TWO }, report: { rows: A } },
      A,
    ],
    ['in a list that is called request', { request: A }, A],
    ['the echo deeper down counts', { report: { request: A } }, A],
    ['an object deeper down that is called request', { data: { request: { rows: A } } }, A],
    ['eight objects deep', nested(8), A],
    ['under odd names', JSON.parse('{"__proto__":{"constructor":[{"a":1}]}}'), A],
  ])('are found: %s', (_, answer, expected) => {
    expect(findRecords(answer)).toEqual(expected);
  });

  test.each<readonly [string, unknown]>([
    ['itself', []],
    ['in a report', { report: { shifts: [] } }],
    ['beside a list of names', { report: { shifts: [], fields: ['a'] } }],
    ['in a report, beside a list of records', { report: { rows: [] }, warnings: TWO }],
    ['beside lists in the echo', { request: { fields: [{ name: 'a' }] }, report: { shifts: [] } }],
  ])('are none where a list is empty: %s', (_, answer) => {
    expect(findRecords(answer)).toEqual([]);
  });

  test.each<readonly [string, unknown]>([
    ['null', null],
    ['text', 'rows'],
    ['an object', { total: 5, report: { rows: null } }],
    ['a list of names', ['a', 'b']],
    ['a list of lists', [[{ a: 1 }]]],
    ['only the echo', { request: { fields: [{ name: 'a' }] } }],
    ['nine objects deep', nested(9)],
  ])('are not found: %s', (_, answer) => {
    expect(findRecords(answer)).toBeUndefined();
  });
});
