import { describe, expect, test } from '@jest/globals';
import { filterRows, type RowFilter, readRowFilter } from '../../../src/figures/row-filter';
import { refuseUnknownNames, type SeenNames } from '../../../src/reports/saved/names';
import { failureOf } from '../../support/fetching';
import { shiftRow } from '../../support/shift-records';

const SEEN: SeenNames = {
  fingerprint: 'f',
  venue: ['Grand Hotel', 'Harbour Hall'],
  area: ['Bar'],
  role: ['Chef'],
};
const ROWS = [
  shiftRow({ day: '2026-02-09', venue: 'Grand Hotel', posted: 1, booked: 1, worked: 1 }),
  shiftRow({ day: '2026-02-10', venue: 'New Place', posted: 2, booked: 2, worked: 2 }),
];

function filter(field: string, ...criteria: (string | number)[]): RowFilter {
  const read = readRowFilter(field, criteria);
  if ('refused' in read) throw new Error(`${read.refused} was refused`);
  return read;
}

function choose(filters: readonly RowFilter[], seen: SeenNames | 'nothing kept' = SEEN) {
  refuseUnknownNames({ seenNames: () => (seen === 'nothing kept' ? undefined : seen) }, ROWS, filters);
  return filterRows(ROWS, filters);
}

describe('the records that filters leave', () => {
  test('are all without a filter', () => {
    expect(choose([])).toEqual(ROWS);
  });

  test('are those that fit every filter', () => {
    expect(choose([filter('VENUE_NAME', 'grand hotel'), filter('SHIFTS_POSTED', '>=1')])).toEqual([ROWS[0]]);
  });

  test.each<[string, RowFilter[]]>([
    ['a name that a refresh has seen', [filter('VENUE_NAME', 'HARBOUR  hall')]],
    [
      'a name of the records at hand, with another filter that fits none',
      [filter('VENUE_NAME', 'New Place'), filter('SHIFTS_POSTED', 9)],
    ],
    ['a pattern that nothing fits', [filter('VENUE_NAME', 'Z*')]],
    ['a number that no record holds', [filter('SHIFTS_POSTED', 77)]],
    ['names ruled out', [filter('VENUE_NAME', '<>Grand Hotel', '<>New Place')]],
    ['a pattern ruled out that nothing fits', [filter('VENUE_NAME', 'Z*', '<>Q*')]],
    ['a weekday without records', [filter('WEEKDAY', 'Sunday')]],
  ])('are none, and that is no mistake, with %s', (_, filters) => {
    expect(choose(filters)).toEqual([]);
  });

  test('are none for a name that nobody has seen, where no names are kept', () => {
    expect(choose([filter('VENUE_NAME', 'Grnad Hotel')], 'nothing kept')).toEqual([]);
  });

  test.each([
    ['VENUE_NAME', 'Grnad Hotel', 'Unknown venue "Grnad Hotel". Did you mean "Grand Hotel"?'],
    ['VENUE_NAME', 'new plaice', 'Unknown venue "new plaice". Did you mean "New Place"?'],
    ['AREA_NAME', 'Baar', 'Unknown area "Baar". Did you mean "Bar"?'],
    ['JOB_TITLE', 'Porter', 'Choose another role: no refresh has seen "Porter".'],
    ['VENUE_NAME', 'x'.repeat(40), `Choose another venue: no refresh has seen "${'x'.repeat(40)}".`],
    ['VENUE_NAME', 'x'.repeat(100), `Choose another venue: no refresh has seen "${'x'.repeat(40)}…".`],
  ])('of a %s that nobody has seen are a mistake: %s', (field, name, message) => {
    expect(failureOf(() => choose([filter(field, name)]))).toEqual({ code: 'invalid_option', message });
  });
});
