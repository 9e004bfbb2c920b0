import fc from 'fast-check';
import type { ShiftRow, ShiftValue } from '../../../src/employer-api/shift-records';
import type { GroupKey } from '../../../src/figures/group-keys';

/** Shift records with everything that makes grouping hard, and how they are to be grouped. */
export interface DataSet {
  readonly rows: readonly ShiftRow[];
  readonly keys: readonly GroupKey[];
  readonly from: number;
  readonly to: number;
  readonly today: number;
  /** 1 is Monday, 7 is Sunday. */
  readonly weekStart: 1 | 2 | 3 | 4 | 5 | 6 | 7;
}

const KEYS: readonly (readonly GroupKey[])[] = [
  [],
  ['day'],
  ['week'],
  ['month'],
  ['quarter'],
  ['year'],
  ['weekday'],
  ['venue'],
  ['area'],
  ['role'],
  ['week', 'month'],
  ['month', 'weekday'],
  ['week', 'venue'],
  ['venue', 'role'],
  ['weekday', 'venue'],
  ['week', 'venue', 'role'],
  ['role', 'quarter', 'area'],
];

/** Spellings of three names: with other case, and with spaces before, after and within. */
const NAMES = ['Grand Hotel', 'grand hotel', ' Grand Hotel', 'Grand  Hotel ', 'Bar', 'BAR', 'Zoo, the', ''];

/** A day late in 2025 from which ranges start, so that many of them cross a year. */
const EARLIEST = 45_970;

const count = fc.oneof(
  { weight: 2, arbitrary: fc.constant(null) },
  { weight: 3, arbitrary: fc.constant(0) },
  { weight: 8, arbitrary: fc.integer({ min: 1, max: 12 }) },
);
const hours = fc.option(
  fc.integer({ min: 0, max: 960 }).map((tenths) => tenths / 10),
  { freq: 8 },
);
const name = fc.option(fc.constantFrom(...NAMES), { freq: 10 });

/** A small range of days, some weeks or months long, and records in and around it; some records come twice. */
export const dataSets: fc.Arbitrary<DataSet> = fc
  .record({
    from: fc.integer({ min: EARLIEST, max: EARLIEST + 60 }),
    length: fc.constantFrom(1, 5, 7, 20, 45, 120),
    todayAfter: fc.integer({ min: -3, max: 130 }),
    keys: fc.constantFrom(...KEYS),
    weekStart: fc.constantFrom(1, 2, 3, 4, 5, 6, 7),
    records: fc.array(record(), { maxLength: 60 }),
    twice: fc.array(fc.nat({ max: 59 }), { maxLength: 3 }),
  })
  .map(({ from, length, todayAfter, keys, weekStart, records, twice }) => {
    const rows = records.map(([place, ...fields]): ShiftRow => {
      return [from - 2 + Math.floor((place * (length + 4)) / 1000), ...fields];
    });
    const again = twice.flatMap((at) => rows.slice(at, at + 1).map((row) => [...row]));
    return {
      rows: [...rows, ...again],
      keys,
      from,
      to: from + length - 1,
      today: from + todayAfter,
      weekStart: weekStart as DataSet['weekStart'],
    };
  });

/** One record; in place of its day a thousandth of the range. Published percentages take no part in grouping. */
function record(): fc.Arbitrary<[number, ...ShiftValue[]]> {
  return fc.tuple(
    fc.nat({ max: 999 }),
    name,
    name,
    name,
    count,
    count,
    fc.constant(null),
    count,
    fc.constant(null),
    count,
    fc.constant(null),
    count,
    fc.constant(null),
    hours,
    hours,
    count,
    fc.constant(null),
    fc.option(fc.integer({ min: 1, max: 40 }), { freq: 10 }),
  );
}
