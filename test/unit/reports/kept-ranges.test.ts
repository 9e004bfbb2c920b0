import { describe, expect, test } from '@jest/globals';
import { coverOf, type KeptRange, listKeptRanges, readKeptRanges } from '../../../src/reports/kept-ranges';

const kept = (from: number, to: number, at: number): KeptRange => ({ from, to, at });

describe('the list of kept ranges', () => {
  test('comes back as it was, the newest first', () => {
    const list = listKeptRanges([kept(1, 9, 100)], [kept(20, 29, 200)]);
    expect(readKeptRanges(list)).toEqual([kept(20, 29, 200), kept(1, 9, 100)]);
  });

  test('names a range once, with its newest time', () => {
    expect(readKeptRanges(listKeptRanges([kept(1, 9, 100)], [kept(1, 9, 200)]))).toEqual([kept(1, 9, 200)]);
  });

  test('leaves out what a new one holds', () => {
    const known = [kept(1, 9, 100), kept(5, 15, 100)];
    expect(readKeptRanges(listKeptRanges(known, [kept(0, 10, 200)]))).toEqual([
      kept(0, 10, 200),
      kept(5, 15, 100),
    ]);
  });

  test('holds the 60 newest', () => {
    const known = Array.from({ length: 80 }, (_, index) => kept(index, index, index));
    const list = readKeptRanges(listKeptRanges(known, [kept(500, 500, 500)]));
    expect([list.length, list[0]?.at, list[59]?.at]).toEqual([60, 500, 21]);
  });

  test.each([
    undefined,
    '',
    'not JSON',
    'null',
    '5',
    '{}',
    '"text"',
    '[5]',
    '[[1,2]]',
    '[[1,2,null]]',
    '[["1",2,3]]',
    '[[2,1,3]]',
  ])('is empty where it cannot be read: %p', (text) => {
    expect(readKeptRanges(text)).toEqual([]);
  });

  test('keeps what can be read beside what cannot', () => {
    expect(readKeptRanges('[[1,2],[3,4,5]]')).toEqual([kept(3, 4, 5)]);
  });
});

describe('kept ranges that hold all days of a range', () => {
  const RANGE = { from: 10, to: 20 };

  test('are the newest one that holds them all', () => {
    const newest = kept(1, 20, 300);
    expect(coverOf(RANGE, [kept(10, 20, 200), newest, kept(1, 90, 100)])).toEqual([newest]);
  });

  test('are a chain where none holds them all, each link reaching as far as possible', () => {
    const [first, short, second] = [kept(5, 14, 1), kept(10, 12, 2), kept(13, 25, 3)];
    expect(coverOf(RANGE, [short, second, first])).toEqual([first, second]);
  });

  test.each([
    ['none', []],
    ['one that begins late', [kept(11, 20, 1)]],
    ['one that ends early', [kept(10, 19, 1)]],
    ['two with a day between', [kept(10, 14, 1), kept(16, 20, 1)]],
  ])('are not there with %s', (_, ranges) => {
    expect(coverOf(RANGE, ranges)).toEqual([]);
  });
});
