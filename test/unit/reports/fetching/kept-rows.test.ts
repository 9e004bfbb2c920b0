import { describe, expect, test } from '@jest/globals';
import { columnOf, SHIFT_FULFILMENT_FIELDS, type ShiftRow } from '../../../../src/employer-api/shift-report';
import {
  chunkKeys,
  decodeEntry,
  encodeEntry,
  joinDays,
  type KeptReport,
  monthsOf,
  newestDays,
  sortRows,
} from '../../../../src/reports/fetching/kept-rows';
import { nodePacker } from '../../../support/node-text';
import { ROW } from '../../../support/sample-report';
import { serialOf } from '../../../support/shift-records';

const HOUR = 3_600_000;
const row = (day: number, value: number | null = 1): ShiftRow => [day, ...ROW.slice(1, 17), value];

/** Rows of each day from one to another, fetched at a time. */
function kept(from: number, to: number, changes: Partial<KeptReport> = {}): KeptReport {
  const rows = Array.from({ length: to - from + 1 }, (_, at) => row(from + at));
  const about = { generatedAt: '2026-03-10T09:00:00Z', fetchedAt: 0, correlationId: 'c', zone: 'UTC' };
  const counts = { doubts: 0, firstDoubt: '', undated: 0, roundDays: [] };
  return { range: { from, to }, fields: SHIFT_FULFILMENT_FIELDS, rows, ...about, ...counts, ...changes };
}

const daysOf = (pieces: readonly KeptReport[]) =>
  pieces.map(({ range, fetchedAt, rows }) => [range.from, range.to, fetchedAt, rows.length]);

describe('rows of days that come again', () => {
  test.each<[string, KeptReport[], number[][]]>([
    ['all of them', [kept(1, 31, { fetchedAt: 5 })], [[1, 31, 5, 31]]],
    [
      'the middle',
      [kept(9, 16, { fetchedAt: 5 })],
      [
        [1, 8, 0, 8],
        [9, 16, 5, 8],
        [17, 31, 0, 15],
      ],
    ],
    [
      'the end',
      [kept(31, 31, { fetchedAt: 5 })],
      [
        [1, 30, 0, 30],
        [31, 31, 5, 1],
      ],
    ],
    [
      'two parts',
      [kept(1, 8, { fetchedAt: 5 }), kept(25, 31, { fetchedAt: 5 })],
      [
        [1, 8, 5, 8],
        [9, 24, 0, 16],
        [25, 31, 5, 7],
      ],
    ],
  ])('%s take the place of the older ones', (_, newer, expected) => {
    expect(daysOf(newestDays([kept(1, 31), ...newer], HOUR))).toEqual(expected);
  });

  test('are dropped after six hours', () => {
    expect(newestDays([kept(1, 31)], 6 * HOUR - 1)).toHaveLength(1);
    expect(newestDays([kept(1, 31)], 6 * HOUR)).toEqual([]);
  });
});

describe('days of several pieces as one report', () => {
  test('have the rows in order, the oldest times, the doubts of all, and the notes of their own days', () => {
    const one = kept(1, 10, {
      rows: [row(1, null), row(10, null)],
      doubts: 1,
      firstDoubt: 'a',
      undated: 2,
      roundDays: [
        [1, 500],
        [10, 700],
      ],
      fetchedAt: 20,
    });
    const two = kept(11, 20, {
      undated: 1,
      fetchedAt: 10,
      generatedAt: '2026-03-10T08:00:00Z',
      zone: 'Asia/Tokyo',
    });
    expect(joinDays({ from: 2, to: 12 }, [one, two])).toMatchObject({
      range: { from: 2, to: 12 },
      rows: [row(10, null), row(11), row(12)],
      generatedAt: '2026-03-10T08:00:00Z',
      fetchedAt: 10,
      doubts: 1,
      firstDoubt: 'a',
      undated: 2,
      roundDays: [[10, 700]],
      zone: null,
    });
  });

  test.each<[string, Partial<KeptReport>, Partial<KeptReport>, Partial<KeptReport>]>([
    [
      'do not know when they were made if one piece does not say',
      {},
      { generatedAt: null },
      { generatedAt: null },
    ],
    ['nor if it is the first', { generatedAt: null }, {}, { generatedAt: null }],
    ['are as old as the first', { fetchedAt: 1 }, { fetchedAt: 2 }, { fetchedAt: 1 }],
    [
      'or as the second',
      {},
      { generatedAt: '2026-03-10T10:00:00+02:00' },
      { generatedAt: '2026-03-10T10:00:00+02:00' },
    ],
    [
      'whatever the text of their times',
      { generatedAt: '2026-03-10T09:30:00+02:00' },
      {},
      { generatedAt: '2026-03-10T09:30:00+02:00' },
    ],
    ['have the time zone of all', {}, {}, { zone: 'UTC', firstDoubt: '' }],
  ])('%s', (_, one, other, expected) => {
    // A piece of other days counts for nothing.
    const pieces = [kept(1, 1, one), kept(2, 2, other), kept(3, 3, { fetchedAt: -1, zone: 'Asia/Tokyo' })];
    expect(joinDays({ from: 1, to: 2 }, pieces)).toMatchObject(expected);
  });
});

test('the months of ranges come in their order, each once', () => {
  const firsts = monthsOf([
    { from: serialOf('2026-02-10'), to: serialOf('2026-03-01') },
    { from: serialOf('2025-12-31'), to: serialOf('2026-02-01') },
  ]).map(({ from }) => from);
  expect(firsts).toEqual(['2025-12-01', '2026-01-01', '2026-02-01', '2026-03-01'].map(serialOf));
});

test('rows without a name or an ID come after those with one, in whatever order they came, which stays theirs', () => {
  const at = (venue: string | null, id: number | null = 7) =>
    row(1, id).map((value, column) => (column === columnOf('VENUE_NAME') ? venue : value));
  const sorted = [at('A'), at('A', null), at('B'), at(null)];
  const reversed = [...sorted].reverse();
  for (const rows of [sorted, reversed]) expect(sortRows(rows)).toEqual(sorted);
  expect(reversed[0]).toEqual(at(null));
});

describe('an entry of the cache', () => {
  // Digits without a pattern, since compressed text has to be long.
  const digits = (at: number) => Math.round(1e12 * Math.abs(Math.sin(at)));
  const many = kept(1, 31, {
    rows: Array.from({ length: 30_000 }, (_, at) => row(1 + (at % 31), digits(at))),
  });

  test('gives back what was kept, with the fields of another report', () => {
    const other = kept(1, 2, { fields: [{ name: 'hires', kind: 'integer' }], rows: [[3], [null]] });
    for (const pieces of [[], [kept(1, 8), kept(17, 31)], [other]])
      expect(decodeEntry('k', encodeEntry('k', pieces, nodePacker), nodePacker)).toEqual(pieces);
  });

  test('takes as many values as it needs, none over 100 kB, and is read by their keys', () => {
    const entries = encodeEntry('k', [many], nodePacker);
    const names = Object.keys(entries);
    expect(names.length).toBeGreaterThan(2);
    expect(chunkKeys('k')).toEqual(expect.arrayContaining(names));
    expect(Math.max(...Object.values(entries).map((text) => text.length))).toBeLessThanOrEqual(100_000);
    expect(decodeEntry('k', entries, nodePacker)[0]?.rows).toEqual(many.rows);
  });

  test.each<[string, (entries: Record<string, string>) => Record<string, string>]>([
    ['a chunk that is gone', ({ 'k.1': _, ...rest }) => rest],
    [
      'a chunk of another write',
      (entries) => ({
        ...entries,
        ...pick(encodeEntry('k', [{ ...many, rows: [...many.rows].reverse() }], nodePacker), 'k.1'),
      }),
    ],
    ['a head that is cut', (entries) => ({ ...entries, k: (entries.k as string).slice(0, 1) })],
    ['text that was not packed', (entries) => ({ ...entries, k: '1:nonsense' })],
  ])('with %s is as good as missing', (_, change) => {
    const damaged = change(encodeEntry('k', [many], nodePacker));
    expect(decodeEntry('k', damaged, nodePacker)).toEqual([]);
  });

  test('is kept in twenty values, not in more', () => {
    const encode = (length: number) =>
      encodeEntry('k', [kept(1, 1)], { ...nodePacker, pack: () => 'x'.repeat(length) });
    const most = encode(20 * 99_000 - 3);
    expect(Object.keys(most)).toHaveLength(20);
    const given: string[] = [];
    const unpack = (text: string) => {
      given.push(text);
      return '[1]';
    };
    expect(decodeEntry('k', most, { ...nodePacker, unpack })).toEqual([1]);
    expect(given).toEqual(['x'.repeat(20 * 99_000 - 3)]);
    expect(encode(20 * 99_000 - 2)).toEqual({});
  });
});

function pick(entries: Record<string, string>, name: string): Record<string, string> {
  return { [name]: entries[name] as string };
}
