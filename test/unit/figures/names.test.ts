import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  commonestSpelling,
  compareNames,
  comparerWith,
  editDistance,
  foldName,
  nearDuplicates,
  sortNames,
} from '../../../src/figures/names';
import { countStringCalls } from '../../support/string-calls';

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

  test('are shown in their commonest spelling', () => {
    const counts = new Map(Object.entries({ 'grand hotel': 2, 'Grand Hotel': 3, 'GRAND HOTEL': 1 }));
    expect(commonestSpelling(counts)).toBe('Grand Hotel');
  });

  test('are shown in the first of equally common spellings', () => {
    expect(commonestSpelling(new Map(Object.entries({ BAR: 2, Bar: 2 })))).toBe('BAR');
  });
});

describe('names in order', () => {
  const NAMES = ['Zoo', 'élan', 'bar', 'Elan', 'Éland', 'Bar 2', 'Bar 10', ' BAR '];

  test('are the same whether they are sorted at once, or by comparing two or one with many', () => {
    const sorted = sortNames(NAMES);
    expect(sorted).toEqual([...NAMES].sort(compareNames));
    for (const other of NAMES) {
      const compare = comparerWith(other);
      for (const name of NAMES) expect([name, compare(name)]).toEqual([name, compareNames(name, other)]);
    }
  });
});

/** The whole table, as textbooks have it: every cell from its neighbours. */
function distanceByTable(one: string, other: string, swapsCount: boolean): number {
  const table: number[][] = [];
  for (let i = 0; i <= one.length; i += 1) {
    const row: number[] = [];
    table.push(row);
    for (let j = 0; j <= other.length; j += 1) {
      if (i === 0 || j === 0) {
        row.push(i + j);
        continue;
      }
      const changed = Number(table[i - 1]?.[j - 1]) + (one[i - 1] === other[j - 1] ? 0 : 1);
      const isSwap =
        swapsCount && i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const swapped = isSwap ? Number(table[i - 2]?.[j - 2]) + 1 : Infinity;
      row.push(Math.min(changed, swapped, Number(table[i - 1]?.[j]) + 1, Number(row[j - 1]) + 1));
    }
  }
  return Number(table[one.length]?.[other.length]);
}

describe('the edit distance', () => {
  test.each([
    ['kitten', 'sitting', 3, 3],
    ['waiter', 'wiater', 2, 1],
    ['ca', 'abc', 3, 3],
    ['', 'abc', 3, 3],
    ['same', 'same', 0, 0],
  ])('of %j and %j is %i, and %i where a swap is one edit', (one, other, plain, swapped) => {
    expect([editDistance(one, other, 3), editDistance(one, other, 3, true)]).toEqual([plain, swapped]);
  });

  test('is that of the whole table up to the most that is asked for, and no number beyond', () => {
    const seed = Number(process.env.TEST_SEED ?? Date.now() % 2_147_483_647);
    const numRuns = Number(process.env.TEST_RUNS ?? 5000);
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 12 });
    const cases = fc.tuple(text, text, fc.integer({ min: 0, max: 3 }), fc.boolean());
    const property = fc.property(cases, ([one, other, most, swapsCount]) => {
      const known = distanceByTable(one, other, swapsCount);
      expect(editDistance(one, other, most, swapsCount)).toBe(known <= most ? known : Infinity);
    });
    fc.assert(property, { seed, numRuns });
    console.info(`n = ${numRuns} pairs of texts, seed ${seed}`);
  });

  test('is not looked for in texts of more than 200 characters', () => {
    expect(editDistance('x'.repeat(199), `${'x'.repeat(199)}y`, 2)).toBe(1);
    expect(editDistance('x'.repeat(200), `${'x'.repeat(200)}y`, 2)).toBe(Infinity);
    expect(editDistance('x'.repeat(50_000), 'x'.repeat(50_000), 0)).toBe(0);
  });
});

/** A word of eight letters for each number, no two of them alike. */
function wordFor(number: number): string {
  const letters = 'bcdfghjklmnpqrstvwxz';
  const [low, high] = [number % 20, Math.floor(number / 20) % 20];
  const [a, b] = [letters[low] ?? '', letters[high] ?? ''];
  return `${a.repeat(4)}${b.repeat(4)}${number >= 400 ? letters[Math.floor(number / 400)]?.repeat(4) : ''}`;
}

describe('the work of comparing names', () => {
  const NAMES = 150;

  test.each([
    ['begin', (start: string, word: string) => start + word],
    ['end', (start: string, word: string) => word + start],
    ['begin and end', (start: string, word: string) => start.slice(50) + word + start.slice(0, 50)],
  ])('that %s alike is at most some three readings of each pair', (_, nameOf) => {
    const same = 'Riverside Conference and Banqueting Centre '.repeat(3).slice(0, 92);
    const names = Array.from({ length: NAMES }, (_, at) => nameOf(same, wordFor(at)));
    const pairs = (NAMES * (NAMES - 1)) / 2;
    const read = countStringCalls('charCodeAt', () => expect(nearDuplicates(names)).toEqual([]));
    expect(read).toBeGreaterThan(pairs);
    expect(read / pairs).toBeLessThan(3 * 100);
  });

  test.each([5000, 50_000])('of %i characters reads none of them one by one', (length) => {
    const names = ['a', 'b', 'c'].map((end) => 'x'.repeat(length - 1) + end);
    expect(countStringCalls('charCodeAt', () => expect(nearDuplicates(names)).toEqual([]))).toBe(0);
  });

  test('ends with the last pair that is asked for', () => {
    const names = Array.from({ length: NAMES }, (_, at) => `Riverside Conference Centre ${wordFor(at)}`);
    const alike = names.flatMap((name) => [name, `${name}s`]);
    expect(nearDuplicates(alike, 3)).toEqual([0, 1, 2].map((at) => [names[at], `${names[at]}s`]));
    expect(countStringCalls('charCodeAt', () => nearDuplicates(alike, 1))).toBeLessThan(100);
  });
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

  test('come once each, under the spelling seen first, in the order of the names', () => {
    const names = ['Waiters', 'WAITERS', 'Chef', 'waiter', 'Waiter', 'Wäiter'];
    expect(nearDuplicates(names)).toEqual([
      ['Waiters', 'waiter'],
      ['Waiters', 'Wäiter'],
      ['waiter', 'Wäiter'],
    ]);
  });
});
