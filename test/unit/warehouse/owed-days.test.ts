import { describe, expect, test } from '@jest/globals';
import { splitDays } from '../../../src/warehouse/days-sender';
import {
  isAllSent,
  isSentSince,
  listOwed,
  type OwedDays,
  parseOwed,
  placeOwed,
} from '../../../src/warehouse/owed-days';
import { countDays } from '../../../src/warehouse/transfer-notes';

const NOW = 1_000_000;
const OWED: OwedDays = {
  version: 1,
  id: 'o-1',
  report: 'r-1',
  connection: 'UK 1234',
  fingerprint: 'f-1',
  from: 10,
  to: 16,
  at: NOW - 5000,
  until: NOW + 60_000,
  misses: 0,
  load: null,
};
const LOAD = { job: 'j', stage: 's', connection: 'UK 1234', from: 10, to: 16, at: 1, since: 1, rows: 1 };
const slot = (index: number) => `edition.warehouse.owed.${index}`;
const stored = (...all: readonly Partial<OwedDays>[]) =>
  Object.fromEntries(all.map((one, index) => [slot(index), JSON.stringify({ ...OWED, ...one })]));

describe('the place of owed days', () => {
  test('is the first free one', () => {
    expect(placeOwed({}, OWED, NOW).property).toBe(slot(0));
    expect(placeOwed(stored({ from: 1, to: 2 }), OWED, NOW).property).toBe(slot(1));
    expect(placeOwed({ [slot(0)]: '' }, OWED, NOW).property).toBe(slot(0));
  });

  test('is that of days of an ended run which are among them', () => {
    const before = stored({ from: 1, to: 2, until: 0 }, { from: 11, to: 12, until: 0 });
    expect(placeOwed(before, OWED, NOW)).toEqual({ property: slot(1), owed: OWED });
  });

  test.each([
    ['a run that may still work', { until: NOW + 1 }],
    ['a load that goes on', { until: 0, load: LOAD }],
    ['another employer', { until: 0, connection: 'UK 9' }],
    ['days beyond them', { until: 0, from: 9 }],
  ])('is not that of %s', (_, changes) => {
    expect(placeOwed(stored(changes), OWED, NOW).property).toBe(slot(1));
  });

  test('grows over the newest days of the same employer when all are taken, so that none is lost', () => {
    const full = Array.from({ length: 16 }, (_, index) => ({
      from: index,
      to: index,
      at: index,
      until: 0,
      load: LOAD,
    }));
    const { property, owed } = placeOwed(stored(...full), { ...OWED, from: 20, to: 22 }, NOW);
    expect(property).toBe(slot(15));
    expect(owed).toMatchObject({ from: 15, to: 22, load: null });
    expect(listOwed(stored(...full))).toHaveLength(16);
  });
});

describe('where all places are taken, the one that grows', () => {
  const FULL = Array.from({ length: 16 }, (_, index): Partial<OwedDays> => ({ at: index, load: LOAD }));
  const grown = (changes: Readonly<Record<number, Partial<OwedDays>>>) =>
    placeOwed(stored(...FULL.map((one, index) => ({ ...one, ...changes[index] }))), OWED, NOW).property;

  test('is the newest of this employer, although runs are still at work on all of them', () => {
    expect(grown({ 15: { connection: 'UK 9' } })).toBe(slot(14));
  });

  test('is rather one whose run has ended', () => {
    expect(grown({ 3: { until: NOW }, 5: { until: NOW }, 15: { connection: 'UK 9', until: 0 } })).toBe(
      slot(5),
    );
  });

  test('is of another employer only where this one has none', () => {
    const others = Object.fromEntries(FULL.map((_, index) => [index, { connection: 'UK 9' }]));
    expect(grown(others)).toBe(slot(15));
    expect(grown({ ...others, 2: { connection: 'UK 9', until: 0 } })).toBe(slot(2));
  });
});

describe('owed days', () => {
  test('are listed by when their rows were fetched', () => {
    const all = listOwed(stored({ at: 3, id: 'c' }, { at: 1, id: 'a' }, { at: 2, id: 'b' }));
    expect(all.map(({ owed }) => owed.id)).toEqual(['a', 'b', 'c']);
  });

  test.each(['', '{', '[]', '{"version":2}', 'null'])('are none in %j', (text) => {
    expect(parseOwed(text)).toBeUndefined();
  });

  test.each([
    ['all of them later', { from: 9, to: 16, at: NOW }, true],
    ['some of them', { from: 11, to: 16, at: NOW }, false],
    ['all of them before', { from: 9, to: 16, at: OWED.at }, false],
    ['those of another employer', { from: 9, to: 16, at: NOW, connection: 'US 1' }, false],
  ])('are sent once a refresh sent %s: %j', (_, sent, expected) => {
    const text = JSON.stringify({ connection: 'UK 1234', hash: '', ...sent });
    expect(isSentSince({ 'edition.warehouse.sent.r-2': text }, OWED)).toBe(expected);
  });

  test('are all sent when they end before they begin', () => {
    expect(isAllSent(OWED)).toBe(false);
    expect(isAllSent({ from: 10, to: 9 })).toBe(true);
  });
});

describe('the parts of a transfer', () => {
  const lines = (counts: readonly number[]) =>
    counts.flatMap((count, index) => Array.from({ length: count }, () => ({ day: index + 1, fields: '' })));
  const parts = (counts: readonly number[]) =>
    splitDays({ from: 1, to: counts.length }, { lines: lines(counts) }).map(({ range, lines: own }) => [
      range.from,
      range.to,
      own.length,
    ]);

  test.each([
    ['nothing', [0, 0, 0], [[1, 3, 0]]],
    ['what fits', [20_000, 30_000], [[1, 2, 50_000]]],
    [
      'one row more',
      [20_000, 30_001],
      [
        [1, 1, 20_000],
        [2, 2, 30_001],
      ],
    ],
    [
      'a day that is too large',
      [1, 60_000, 1],
      [
        [1, 1, 1],
        [2, 2, 60_000],
        [3, 3, 1],
      ],
    ],
    [
      'empty days between',
      [50_000, 0, 0, 1],
      [
        [1, 3, 50_000],
        [4, 4, 1],
      ],
    ],
  ])('of %s are whole days without a gap', (_, counts, expected) => {
    expect(parts(counts)).toEqual(expected);
  });

  test('hold the rows of their own days', () => {
    const [, second] = splitDays({ from: 1, to: 2 }, { lines: lines([30_000, 30_000]) });
    expect(new Set(second?.lines.map(({ day }) => day))).toEqual(new Set([2]));
  });
});

test.each([
  [[], 0],
  [[{ from: 1, to: 7 }], 7],
  [
    [
      { from: 5, to: 9 },
      { from: 1, to: 7 },
    ],
    9,
  ],
  [
    [
      { from: 1, to: 9 },
      { from: 2, to: 3 },
      { from: 20, to: 20 },
    ],
    10,
  ],
])('days in several ranges count once: %j', (ranges, count) => {
  expect(countDays(ranges)).toBe(count);
});
