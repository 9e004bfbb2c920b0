import { describe, expect, test } from '@jest/globals';
import type { ShiftRow } from '../../../src/employer-api/shift-records';
import { figuresBy, prepareFigures, rowsOfGroup } from '../../../src/figures/figure-set';
import { findMeasure, type Measure, type RateMeasure, targetMeasure } from '../../../src/figures/measures';
import { type RowFilter, readRowFilter } from '../../../src/figures/row-filter';
import { serialOf, shiftRow } from '../../support/shift-records';
import { readRows } from '../targets/targets-scene';

/* Two weeks from Monday, 9 March 2026, both over. */

const CONTEXT = {
  range: { from: serialOf('2026-03-09'), to: serialOf('2026-03-22') },
  today: serialOf('2026-03-25'),
  weekStart: 1,
  keptDefinitions: undefined,
} as const;
const PIER = shiftRow({ day: '2026-03-09', venue: 'Pier', posted: 10, booked: 8, worked: 5 });
const HALL = shiftRow({ day: '2026-03-16', venue: 'Hall', posted: 20, booked: 16, worked: 15 });

function undated(row: ShiftRow): ShiftRow {
  return [null, ...row.slice(1)];
}

function pick(venue: string): RowFilter {
  const filter = readRowFilter('VENUE_NAME', [venue]);
  if ('refused' in filter) throw new Error(`${filter.refused} was refused`);
  return filter;
}

function prepare(records: readonly ShiftRow[], filters: readonly RowFilter[] = [], ...words: string[]) {
  const seen: (readonly ShiftRow[])[] = [];
  const asked = {
    measures: words.map((word) => findMeasure(word) as Measure),
    filters: (known: readonly ShiftRow[]) => {
      seen.push(known);
      return filters;
    },
  };
  return { set: prepareFigures(records, asked, CONTEXT), seen };
}

describe('records prepared for figures', () => {
  test('keep all with a day beside those that the filters leave', () => {
    const { set } = prepare([PIER, HALL], [pick('Pier')]);
    expect(set.all).toEqual([PIER, HALL]);
    expect(set.rows).toEqual([PIER]);
  });

  test('are filtered by what all records hold, those without a day among them', () => {
    const { set, seen } = prepare([PIER, undated(HALL)], [pick('Hall')]);
    expect(seen).toEqual([[PIER, undated(HALL)]]);
    expect(set.rows).toEqual([]);
    expect(set.undated).toEqual([undated(HALL)]);
  });

  test('have the definition of all records, whatever the filters leave', () => {
    const records = Array.from({ length: 12 }, (_, at) => {
      const row = shiftRow({ day: '2026-03-10', venue: 'Hall', posted: 20, booked: 16, worked: 15 - at });
      return [...row.slice(0, -1), at + 1];
    });
    const [all] = prepare(records, [], 'worked %').set.requests;
    const [filtered] = prepare(records, [pick('Pier')], 'worked %').set.requests;
    expect(filtered).toEqual(all);
  });

  test('are grouped, and are found again by the keys of a group', () => {
    const { set } = prepare([PIER, HALL], [], 'posted');
    const { groups, total } = figuresBy(set, ['venue']);
    expect(groups.map(({ keys, figures }) => [...keys, figures[0]?.value])).toEqual([
      ['Hall', 20],
      ['Pier', 10],
    ]);
    expect(total.figures[0]?.value).toBe(30);
    expect(rowsOfGroup(set, ['venue'], ['Hall'])).toEqual([HALL]);
    expect(rowsOfGroup(set, [], [])).toEqual([PIER, HALL]);
    expect(rowsOfGroup(set, ['venue'], ['Quay'])).toEqual([]);
  });

  test('are grouped by some of them alone', () => {
    const { set } = prepare([PIER, HALL], [], 'posted');
    expect(figuresBy(set, [], [HALL]).total.figures[0]?.value).toBe(20);
  });
});

test('the target of hours worked is weighted by the hours scheduled', () => {
  const hours = targetMeasure(findMeasure('hours worked %') as RateMeasure);
  const targets = readRows([
    { VENUE_NAME: 'Pier', MEASURE: 'hours worked %', TARGET: 90 },
    { VENUE_NAME: 'Hall', MEASURE: 'hours worked %', TARGET: 60 },
  ]);
  const asked = { measures: [hours], filters: () => [] };
  const { total } = figuresBy(prepareFigures([PIER, HALL], asked, { ...CONTEXT, targets }), []);
  // 8 hours for each of 8 booked positions, and of 16.
  expect(total.figures[0]?.value).toBeCloseTo((64 * 90 + 128 * 60) / 192, 9);
});
