import { describe, expect, test } from '@jest/globals';
import type { ShiftRow } from '../../../src/employer-api/shift-report';
import { distinctRows, figuresBy, prepareFigures } from '../../../src/figures/figures';
import { besideMeasures, findMeasure, type Measure, type RateMeasure } from '../../../src/figures/measures';
import { type RowFilter, readRowFilter } from '../../../src/figures/row-filter';
import { serialOf, shiftRow } from '../../support/shift-records';
import { recordCells, SPEC_NAMES } from '../../support/spec-fields';
import { readRows } from '../reports/targets/targets-scene';

/* Two weeks from Monday, 9 March 2026, both over. */

const CONTEXT = {
  range: { from: serialOf('2026-03-09'), to: serialOf('2026-03-22') },
  today: serialOf('2026-03-25'),
  weekStart: 1,
  keptDefinitions: undefined,
} as const;
const PIER = shiftRow({ day: '2026-03-09', venue: 'Pier', posted: 10, booked: 8, worked: 5 });
const HALL = shiftRow({ day: '2026-03-16', venue: 'Hall', posted: 20, booked: 16, worked: 15 });

function pick(venue: string): RowFilter {
  const filter = readRowFilter('VENUE_NAME', [venue]);
  if ('refused' in filter) throw new Error(`${filter.refused} was refused`);
  return filter;
}

function prepare(records: readonly ShiftRow[], filters: readonly RowFilter[] = [], ...words: string[]) {
  return prepareFigures(
    records,
    { measures: words.map((word) => findMeasure(word) as Measure), filters },
    CONTEXT,
  );
}

describe('records prepared for figures', () => {
  test('count what came again among those that the filters leave', () => {
    const [pier, hall] = [PIER, HALL].map((row, at) => [...row.slice(0, -1), at + 1]) as unknown as [
      ShiftRow,
      ShiftRow,
    ];
    const other = [...hall.slice(0, -2), 99, hall.at(-1) ?? null];
    const records = [pier, hall, [...pier], [...hall], [...hall], other];
    const counts = (filters: readonly RowFilter[]) => {
      const { rows, repeated, conflicting } = prepare(records, filters);
      return [rows.length, repeated, conflicting];
    };
    expect([counts([]), counts([pick('Pier')]), counts([pick('Hall')])]).toEqual([
      [3, 3, 1],
      [1, 1, 0],
      [2, 2, 1],
    ]);
  });

  test('have the definition of all records, whatever the filters leave', () => {
    const records = Array.from({ length: 12 }, (_, at) => {
      const row = shiftRow({ day: '2026-03-10', venue: 'Hall', posted: 20, booked: 16, worked: 15 - at });
      return [...row.slice(0, -1), at + 1];
    });
    const [all] = prepare(records, [], 'worked %').requests;
    const [filtered] = prepare(records, [pick('Pier')], 'worked %').requests;
    expect(filtered).toEqual(all);
  });

  test('are grouped by name, or by none', () => {
    const set = prepare([PIER, HALL], [], 'posted');
    const { groups, total } = figuresBy(set, ['venue']);
    expect(groups.map(({ keys, figures }) => [...keys, figures[0]?.value])).toEqual([
      ['Hall', 20],
      ['Pier', 10],
    ]);
    expect(total.figures[0]?.value).toBe(30);
  });

  test('are grouped by some of them alone', () => {
    const set = prepare([PIER, HALL], [], 'posted');
    expect(figuresBy(set, [], [HALL]).total.figures[0]?.value).toBe(20);
  });
});

test('the target of hours worked is weighted by the hours scheduled', () => {
  const [hours] = besideMeasures(findMeasure('hours worked %') as RateMeasure);
  const targets = readRows([
    { VENUE_NAME: 'Pier', MEASURE: 'hours worked %', TARGET: 90 },
    { VENUE_NAME: 'Hall', MEASURE: 'hours worked %', TARGET: 60 },
  ]);
  const asked = { measures: [hours], filters: [] };
  const { total } = figuresBy(prepareFigures([PIER, HALL], asked, { ...CONTEXT, targets }), []);
  // 8 hours for each of 8 booked positions, and of 16.
  expect(total.figures[0]?.value).toBeCloseTo((64 * 90 + 128 * 60) / 192, 9);
});

const ROW = recordCells({ SHIFT_ID: 1 });
const EDITED = recordCells({ SHIFT_ID: 1, SHIFTS_WORKED: 4 });
const OTHER = recordCells({ SHIFT_ID: 2 });
const NAMELESS = [...ROW.slice(0, 17), null];

const distinct = (
  rows: readonly ShiftRow[],
  repeated: readonly ShiftRow[] = [],
  conflicting: readonly ShiftRow[] = [],
) => ({ rows, repeated, conflicting });

describe('distinct rows', () => {
  const column = (name: string) => SPEC_NAMES.indexOf(name);
  const empty = ROW.map((value, at) => (at === column('NO_SHOWS') ? null : value));
  const zero = recordCells({ SHIFT_ID: 1, NO_SHOWS: 0 });

  test.each<[string, readonly ShiftRow[], ReturnType<typeof distinct>]>([
    ['are all rows when each has its own SHIFT_ID', [ROW, OTHER], distinct([ROW, OTHER])],
    [
      'hold a record once that comes again',
      [ROW, OTHER, [...ROW], [...ROW]],
      distinct([ROW, OTHER], [ROW, ROW]),
    ],
    [
      'keep a record whose SHIFT_ID came with other fields',
      [ROW, EDITED],
      distinct([ROW, EDITED], [], [EDITED]),
    ],
    [
      'hold a repetition once although a conflicting record stands between',
      [ROW, EDITED, [...ROW], [...EDITED]],
      distinct([ROW, EDITED], [ROW, EDITED], [EDITED]),
    ],
    ['tell null from 0 in a field', [empty, zero], distinct([empty, zero], [], [zero])],
    [
      'keep records without a SHIFT_ID, however alike',
      [NAMELESS, [...NAMELESS]],
      distinct([NAMELESS, NAMELESS]),
    ],
    ['are none of none', [], distinct([])],
  ])('%s', (_, rows, expected) => {
    expect(distinctRows(rows)).toEqual(expected);
  });

  test('take no time to speak of where a service sends 0 as the SHIFT_ID of all 40,000 records', () => {
    const records = Array.from({ length: 40_000 }, (_, at) => {
      const record = recordCells({ SHIFT_ID: 0 });
      record[column('SHIFTS_POSTED')] = at;
      return record;
    });
    const before = process.cpuUsage();
    const { rows, repeated, conflicting } = distinctRows([...records, [...(records[7] as ShiftRow)]]);
    expect(process.cpuUsage(before).user).toBeLessThan(3_000_000);
    expect([rows.length, conflicting.length]).toEqual([40_000, 39_999]);
    expect(repeated).toEqual([records[7]]);
  }, 60_000);
});
