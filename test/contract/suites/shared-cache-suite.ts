import { beforeEach, describe, expect, test } from '@jest/globals';
import type { SharedCache } from '../../../src/reports/ports';

/** What every shared cache owes to those who use it. */
export function describeSharedCache(name: string, create: () => SharedCache): void {
  describe(`${name} as a shared cache`, () => {
    let cache: SharedCache;

    beforeEach(() => {
      cache = create();
      for (const key of ['a', 'b', 'c', 'k'.repeat(250)]) cache.remove(key);
    });

    test('gives back what was put, and leaves out what was not', () => {
      cache.putAll({ a: '1', b: 'zwei €' });
      expect(cache.getAll(['a', 'b', 'c'])).toEqual({ a: '1', b: 'zwei €' });
    });

    test('gives the newest of two', () => {
      cache.putAll({ a: '1' });
      cache.putAll({ a: '2' });
      expect(cache.getAll(['a'])).toEqual({ a: '2' });
    });

    test('forgets what is removed, and minds not if it was not there', () => {
      cache.putAll({ a: '1', b: '2', c: '3' });
      cache.remove('a');
      cache.remove('a');
      expect(cache.getAll(['a', 'b', 'c'])).toEqual({ b: '2', c: '3' });
    });

    test('takes a value of 102,400 bytes and a key of 250 characters', () => {
      cache.putAll({ a: 'x'.repeat(102_400), ['k'.repeat(250)]: '1' });
      expect(Object.keys(cache.getAll(['a', 'k'.repeat(250)]))).toHaveLength(2);
    });

    test.each([
      ['a value', { a: '1', b: 'x'.repeat(102_401) }],
      ['a value of other than ASCII', { a: '1', b: '€'.repeat(34_134) }],
      ['a key', { a: '1', ['k'.repeat(251)]: '1' }],
    ])('loses the whole write, without a word, over %s that is too large', (_, entries) => {
      cache.putAll(entries);
      expect(cache.getAll(['a', 'b'])).toEqual({});
    });
  });
}
