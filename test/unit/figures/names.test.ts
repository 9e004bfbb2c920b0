import { describe, expect, test } from '@jest/globals';
import { compareNames, compareValues, foldName, nearDuplicates } from '../../../src/figures/names';

describe('names', () => {
  test.each([
    ['Grand Hotel', 'GRAND HOTEL', 'case'],
    ['Grand Hotel', '  Grand Hotel\t', 'outer spaces'],
    ['Grand Hotel', 'Grand \u00a0 Hotel', 'spaces within, also non-breaking ones'],
    ['Café', 'Cafe\u0301', 'the two ways to write an accented letter'],
    ['J\u030c', '\u01f0', 'a capital that has no form of one character, and its small letter that has'],
  ])('%j and %j are one: %s', (one, other) => {
    expect(foldName(other)).toBe(foldName(one));
  });

  test.each([
    ['Café', 'Cafe', 'accents'],
    ['Hall-1', 'Hall 1', 'punctuation'],
    ['Hall 1', 'Hall1', 'a space or none'],
  ])('%j and %j are two: %s', (one, other) => {
    expect(foldName(other)).not.toBe(foldName(one));
  });

  test('are one however Unicode writes them: every letter, with every common mark', () => {
    const marks = ['', '\u0300', '\u0301', '\u0308', '\u030a', '\u030c', '\u0327', '\u0323\u0302'];
    const different: string[] = [];
    for (let code = 0x21; code < 0x2_0000; code += 1) {
      const letter = String.fromCodePoint(code);
      if (!/\p{L}/u.test(letter)) continue;
      for (const mark of marks) {
        const name = `${letter}${mark}x`;
        const folded = foldName(name);
        const forms = new Set([name.normalize('NFC'), name.normalize('NFD'), name.toLowerCase(), folded]);
        forms.delete(name);
        for (const form of forms) if (foldName(form) !== folded) different.push(name);
      }
    }
    expect(different).toEqual([]);
  });

  test('stand in lists by their letters, then accents, whatever the case', () => {
    const names = ['Zoo', 'élan', 'bar', 'Elan', 'Éland', 'Bar 2', 'Bar 10'];
    expect(names.sort(compareNames)).toEqual(['bar', 'Bar 10', 'Bar 2', 'Elan', 'élan', 'Éland', 'Zoo']);
  });
});

test.each([
  [
    [null, 10, 9],
    [9, 10, null],
    [10, 9, null],
  ],
  [
    ['b', null, 'A'],
    ['A', 'b', null],
    ['b', 'A', null],
  ],
])('values %j are in order %j, and descending %j', (values, ascending, descending) => {
  const sorted = (isDescending: boolean) =>
    [...values].sort((one, other) => compareValues(one, other, isDescending));
  expect([sorted(false), sorted(true)]).toEqual([ascending, descending]);
  expect(compareValues(null, null)).toBe(0);
});

describe('near-duplicates', () => {
  test.each([
    ['Café Royal', 'Cafe Royal', 'an accent'],
    ["St John's", 'St. Johns', 'punctuation'],
    ['Hall-1', 'Hall 1', 'a hyphen for a space'],
    ['Smith & Sons', 'Smith and Sons', 'an ampersand'],
    ['Waiter', 'Waiters', 'one character in a name of five or more'],
    ['Harbour Halls', 'Harbor Hall', 'two characters in a name of ten or more'],
  ])('are %j and %j: %s', (one, other) => {
    expect(nearDuplicates([one, other])).toEqual([[one, other]]);
  });

  test.each([
    ['Hall 1', 'Hall 2', 'other digits'],
    ['Harbour Hall 1', 'Harbour Hall 11', 'more digits'],
    ['Bar', 'Car', 'short names'],
    ['Kitchen', 'Kingdom', 'more than one character'],
    ['Grand Hotel', 'grand  hotel', 'one name already'],
    ['—', '…', 'nothing but punctuation'],
  ])('are not %j and %j: %s', (one, other) => {
    expect(nearDuplicates([one, other])).toEqual([]);
  });

  test('are not looked for in names of more than 200 letters', () => {
    const long = 'x'.repeat(50_000);
    expect(nearDuplicates([`${long}a`, `${long}b`])).toEqual([]);
  });

  test('are found among 400 long names in the time of a cell', () => {
    const names = Array.from({ length: 400 }, (_, at) => `Riverside Conference Centre ${at.toString(36)}`);
    const before = process.cpuUsage();
    nearDuplicates(names);
    expect(process.cpuUsage(before).user).toBeLessThan(3_000_000);
  });

  test('come once each, under the spelling seen first, in the order of the names', () => {
    const names = ['Waiters', 'WAITERS', 'Chef', 'waiter', 'Waiter', 'Wäiter'];
    expect(nearDuplicates(names)).toEqual([
      ['Waiters', 'waiter'],
      ['Waiters', 'Wäiter'],
      ['waiter', 'Wäiter'],
    ]);
  });
});
