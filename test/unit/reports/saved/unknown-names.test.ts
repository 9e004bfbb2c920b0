import { describe, expect, test } from '@jest/globals';
import { type RowFilter, readRowFilter } from '../../../../src/figures/row-filter';
import { refuseUnknownNames, type SeenNames } from '../../../../src/reports/saved/names';
import { failureOf } from '../../../support/fetching';
import { shiftRow } from '../../../support/shift-records';
import { countStringCalls } from '../../../support/string-calls';

/* Each name of a filter is looked for by itself, among those of the records and those that refreshes have seen. */

const SEEN: SeenNames = { fingerprint: 'f', venue: ['Hall A', 'Pier'], area: ['Bar'], role: [] };
const ROWS = ['Hall B', 'Quay'].map((venue) =>
  shiftRow({ day: '2026-02-09', venue, posted: 1, booked: 1, worked: 1 }),
);

function filter(field: string, criteria: readonly string[]): RowFilter {
  const read = readRowFilter(field, criteria);
  if ('refused' in read) throw new Error(`${read.refused} was refused`);
  return read;
}

function check(criteria: readonly string[], seen: SeenNames | undefined = SEEN, field = 'VENUE_NAME') {
  const run = { seenNames: () => seen };
  return () => refuseUnknownNames(run, ROWS, [filter(field, criteria)]);
}

function checkWithoutKeptNames(...criteria: string[]) {
  const run = { seenNames: () => undefined };
  return () => refuseUnknownNames(run, ROWS, [filter('VENUE_NAME', criteria)]);
}

const unknown = (name: string, near: string) => `Unknown venue "${name}". Did you mean "${near}"?`;

describe('a name that nobody has seen', () => {
  test.each([
    [['Peir'], unknown('Peir', 'Pier')],
    [['Hall A', 'Peir'], unknown('Peir', 'Pier')],
    [['Hall B', 'Peir'], unknown('Peir', 'Pier')],
    [['*', 'Peir'], unknown('Peir', 'Pier')],
    [['<>Peir'], unknown('Peir', 'Pier')],
    [['<>Quay', '<>Peir'], unknown('Peir', 'Pier')],
    [['<>Zoological Garden'], 'Choose another venue: no refresh has seen "Zoological Garden".'],
  ])('is refused in %j', (criteria, message) => {
    expect(failureOf(check(criteria))).toEqual({ code: 'invalid_option', message });
  });

  test('is refused by its kind', () => {
    expect(failureOf(check(['<>Baar'], SEEN, 'AREA_NAME')).message).toBe(
      'Unknown area "Baar". Did you mean "Bar"?',
    );
  });

  test('is no mistake where no names are kept', () => {
    expect(checkWithoutKeptNames('Peir')).not.toThrow();
    expect(checkWithoutKeptNames('<>Peir', '<>Quay')).not.toThrow();
  });
});

describe('not refused is', () => {
  test.each([
    ['a name of the records that is like a kept one', ['Hall B']],
    ['a kept name that no record holds', ['pier ']],
    ['one ruled out of each', ['<>Hall B', '<>Hall A']],
    ['a pattern', ['Pie*', '<>Z?']],
    ['what is not blank', ['<>']],
  ])('%s', (_, criteria) => {
    expect(check(criteria)).not.toThrow();
  });
});

describe('several names in one text', () => {
  const MESSAGE =
    'Put each venue into its own cell and refer to that range: a comma is part of the name. ("Hall B, Quay")';

  test.each([[['Hall B, Quay']], [['<>Hall B, Quay']], [['Pier', 'Hall B, Quay']]])(
    'are told apart from a name: %j',
    (criteria) => {
      expect(failureOf(check(criteria))).toEqual({ code: 'invalid_option', message: MESSAGE });
    },
  );

  test('are told by the records alone, where no names are kept', () => {
    expect(failureOf(checkWithoutKeptNames('Hall B, Quay')).message).toBe(MESSAGE);
    expect(checkWithoutKeptNames('Hall B, Pier')).not.toThrow();
  });

  test('may be kept names as well', () => {
    expect(failureOf(check(['hall a,Quay'])).message).toBe(
      'Put each venue into its own cell and refer to that range: a comma is part of the name. ("hall a,Quay")',
    );
  });

  test('are a name like any other where one of them is none', () => {
    expect(failureOf(check(['Hall B, London'])).message).toBe(
      'Choose another venue: no refresh has seen "Hall B, London".',
    );
  });

  test('are a name where there is one', () => {
    const seen = { ...SEEN, venue: ['Hall B, Quay'] };
    expect(check(['Hall B, Quay'], seen)).not.toThrow();
  });
});

test('kept names are not unpacked for a name that the records hold', () => {
  const run = {
    seenNames: () => {
      throw new Error('asked');
    },
  };
  expect(() => refuseUnknownNames(run, ROWS, [filter('VENUE_NAME', ['Quay', '<>hall b'])])).not.toThrow();
});

test('a sentence of two long names has at most 200 characters, each name 40', () => {
  const long = 'The Very Grand and Most Noble Hotel of the Town';
  expect(failureOf(check([`${long}n`], { ...SEEN, venue: [long] })).message).toBe(
    'Unknown venue "The Very Grand and Most Noble Hotel of t…". Did you mean "The Very Grand and Most Noble Hotel of t…"?',
  );
});

describe('a range of ten thousand names', () => {
  const many = (nameOf: (number: number) => string) => Array.from({ length: 10_000 }, (_, at) => nameOf(at));
  const known = Array.from({ length: 1000 }, (_, at) => `Venue ${at}`);
  const rows = known.map((venue) => shiftRow({ day: '2026-02-09', venue, posted: 1, booked: 1, worked: 1 }));

  test.each([
    [
      'that nobody has seen',
      (at: number) => `Place ${at}`,
      'Choose another venue: no refresh has seen "Place 0".',
    ],
    ['to rule out', (at: number) => `<>Place ${at}`, 'Choose another venue: no refresh has seen "Place 0".'],
    [
      'of which one is a slip',
      (at: number) => (at < 999 ? `Venue ${at}` : 'Venu 17'),
      unknown('Venu 17', 'Venue 17'),
    ],
  ])('%s is refused after some looks at each name', (_, nameOf, message) => {
    const names = many(nameOf);
    const run = { seenNames: () => ({ ...SEEN, venue: known }) };
    const count = countStringCalls('normalize', () => {
      const filters = [filter('VENUE_NAME', names)];
      expect(failureOf(() => refuseUnknownNames(run, rows, filters)).message).toBe(message);
    });
    expect(count).toBeLessThan(10 * (names.length + known.length));
  });
});
