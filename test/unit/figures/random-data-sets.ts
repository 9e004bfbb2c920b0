import fc from 'fast-check';
import type { GroupKey } from '../../../src/contract/fields';
import type { ShiftRow } from '../../../src/employer-api/shift-report';
import type { TargetLine } from '../../../src/figures/targets';

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

const KEYS = [
  ...['', 'day', 'week', 'month', 'quarter', 'year', 'weekday', 'venue', 'area', 'role'],
  ...['week month', 'month weekday', 'week venue', 'day area', 'venue role', 'weekday venue', 'weekday area'],
  ...['week venue role', 'month role venue', 'role quarter area'],
].map((keys) => keys.split(' ').filter((key) => key !== '') as GroupKey[]);

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
/** Takes no part in grouping. */
const published = fc.constant(null);

/** One record; in place of its day a thousandth of the range. */
const record = fc.tuple(
  fc.nat({ max: 999 }),
  ...([name, name, name, count, count, published, count, published, count, published] as const),
  ...([count, published, hours, hours, count, published] as const),
  fc.option(fc.integer({ min: 1, max: 40 }), { freq: 10 }),
);

/** A small range of days, some weeks or months long, and records in and around it; some records come twice. */
export const dataSets: fc.Arbitrary<DataSet> = fc
  .record({
    from: fc.integer({ min: EARLIEST, max: EARLIEST + 60 }),
    length: fc.constantFrom(1, 5, 7, 20, 45, 120),
    todayAfter: fc.integer({ min: -3, max: 130 }),
    keys: fc.constantFrom(...KEYS),
    weekStart: fc.constantFrom(...([1, 2, 3, 4, 5, 6, 7] as const)),
    records: fc.array(record, { maxLength: 60 }),
    twice: fc.array(fc.nat({ max: 59 }), { maxLength: 3 }),
  })
  .map(({ from, length, todayAfter, keys, weekStart, records, twice }) => {
    const rows = records.map(([place, ...fields]): ShiftRow => {
      return [from - 2 + Math.floor((place * (length + 4)) / 1000), ...fields];
    });
    const again = twice.flatMap((at) => rows.slice(at, at + 1).map((row) => [...row]));
    return {
      rows: [...rows, ...again],
      ...{ keys, from, weekStart },
      to: from + length - 1,
      today: from + todayAfter,
    };
  });

const lineName = fc.option(fc.constantFrom('Grand Hotel', 'GRAND hotel ', 'bar', 'Zoo, the', 'Nowhere'), {
  freq: 2,
});
const amount = fc.option(
  fc.integer({ min: 0, max: 5000 }).map((hundredths) => hundredths / 100),
  { freq: 2 },
);

/** The lines of a targets sheet. */
export const targetLines: fc.Arbitrary<TargetLine[]> = fc
  .array(
    fc.record({
      ...{ venue: lineName, area: lineName, role: lineName },
      from: fc.option(fc.integer({ min: EARLIEST, max: EARLIEST + 130 }), { freq: 2 }),
      length: fc.option(fc.integer({ min: 0, max: 60 }), { freq: 2 }),
      measure: fc.constantFrom('TRUE_FULFILMENT_PERCENTAGE', 'NO_SHOWS_PERCENTAGE'),
      target: fc.option(
        fc.integer({ min: 0, max: 1000 }).map((tenths) => tenths / 10),
        { freq: 3 },
      ),
      ...{ planPositions: amount, planHours: amount, ratePerHour: amount },
      ...{ creditPerMissing: amount, creditPerNoShow: amount },
    }),
    { maxLength: 25 },
  )
  .map((all) =>
    all.map(({ length, ...line }, at) => {
      const to = length === null ? null : (line.from ?? EARLIEST + 30) + length;
      const filled = Object.entries({ ...line, to }).filter(([, value]) => value !== null);
      return { line: at + 2, ...Object.fromEntries(filled) } as unknown as TargetLine;
    }),
  );
