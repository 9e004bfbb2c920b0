import { describe, expect, test } from '@jest/globals';
import {
  type KeptRange,
  listKeptRanges,
  newestByDay,
  readKeptRanges,
} from '../../../../src/reports/fetching/report-cache';

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

describe('the newest range for each day', () => {
  const RANGE = { from: 10, to: 20 };

  /** The runs of days, with the time of the range that holds them. */
  const runs = (...newestFirst: readonly KeptRange[]) =>
    newestByDay(RANGE, newestFirst)?.map(({ from, to, piece }) => [from, to, piece.at]);

  test('is the newest one where it holds all days', () => {
    expect(runs(kept(1, 20, 300), kept(10, 20, 200), kept(1, 90, 100))).toEqual([[10, 20, 300]]);
  });

  test('is the newer one for its days, and an older one for the days before and after', () => {
    expect(runs(kept(13, 15, 300), kept(10, 20, 200))).toEqual([
      [10, 12, 200],
      [13, 15, 300],
      [16, 20, 200],
    ]);
  });

  test('is one of several that follow each other or overlap', () => {
    expect(runs(kept(13, 25, 3), kept(10, 12, 2), kept(5, 14, 1))).toEqual([
      [10, 12, 2],
      [13, 20, 3],
    ]);
  });

  test('is the newest of several that begin inside an older one', () => {
    expect(runs(kept(18, 30, 4), kept(12, 13, 3), kept(1, 40, 2), kept(10, 20, 1))).toEqual([
      [10, 11, 2],
      [12, 13, 3],
      [14, 17, 2],
      [18, 20, 4],
    ]);
  });

  test('is the first of two that are as new', () => {
    expect(newestByDay({ from: 1, to: 1 }, [kept(1, 2, 5), kept(0, 1, 5)])).toEqual([
      { from: 1, to: 1, piece: kept(1, 2, 5) },
    ]);
  });

  test.each([
    ['none', []],
    ['one that begins late', [kept(11, 20, 1)]],
    ['one that ends early', [kept(10, 19, 1)]],
    ['two with a day between', [kept(10, 14, 1), kept(16, 20, 1)]],
  ])('is missing for some day with %s', (_, ranges) => {
    expect(runs(...ranges)).toBeUndefined();
  });
});
