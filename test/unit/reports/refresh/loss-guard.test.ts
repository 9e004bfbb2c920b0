import { describe, expect, test } from '@jest/globals';
import type { DateRange } from '../../../../src/calendar/calendar-date';
import { SHIFT_FULFILMENT_FIELDS, type ShiftValue } from '../../../../src/employer-api/shift-report';
import { askAbout, nextBaseline, type ShiftTable } from '../../../../src/reports/refresh/loss-guard';
import type { Baseline, TableContent } from '../../../../src/reports/saved/saved-report';
import { SeededRandom } from '../../../support/seeded-random';

/** 2026-03-01. */
const FIRST = 46_082;
const FIELDS = SHIFT_FULFILMENT_FIELDS.map(({ name }) => name);

type Values = Readonly<Record<string, ShiftValue>>;
const shift = (day: number, values: Values = {}): ShiftValue[] =>
  FIELDS.map((name) =>
    name === 'SHIFT_DATE'
      ? day
      : (values[name] ?? (name in values ? null : name.endsWith('NAME') ? 'Inn' : 1)),
  );

/** A table from 1 March on, with so many shifts on each day. */
function table(byDay: readonly number[], { later = 0, values = {}, filters = 'a' } = {}): ShiftTable {
  const from = FIRST + later;
  const rows = byDay.flatMap((count, day) => Array.from({ length: count }, () => shift(from + day, values)));
  return { filters, range: { from, to: from + byDay.length - 1 }, rows };
}

const written = (...tables: ShiftTable[]) =>
  tables.reduce<Baseline | null>((before, next) => nextBaseline(before, next, false), null);

const lossOf = (before: Baseline | null, after: ShiftTable) =>
  askAbout({ content: null, mode: 'replace', baseline: before }, 'UK 4711', after);

test.each<[string, string, 'replace' | 'history', string, string | undefined]>([
  ['sample ones', 'UK 1', 'replace', 'sample a', 'sample rows would replace real ones'],
  [
    'another employer’s, with kept days',
    'UK 1',
    'history',
    'UK 2',
    'the kept days of another employer would be deleted for good',
  ],
  ['another employer’s, without', 'UK 1', 'replace', 'UK 2', undefined],
  ['the same employer’s', 'UK 1', 'history', 'UK 1', undefined],
  ['real ones after sample ones', 'sample a', 'history', 'UK 1', undefined],
])('of other rows it counts whose they are: %s', (_, before, mode, owner, why) => {
  const content = { owner: before } as TableContent;
  expect(askAbout({ content, mode, baseline: null }, owner, undefined)).toBe(why);
});

describe('after a table', () => {
  const week = [4, 4, 4, 4, 4, 4, 4];
  test.each<[string, ShiftTable, ShiftTable, string | undefined]>([
    ['the same is written', table([20]), table([20]), undefined],
    ['half of its shifts is written', table([20]), table([10]), undefined],
    ['fewer than half is held', table([20]), table([9]), 'only 9 shifts came for 1 Mar 2026 (20 before)'],
    ['a loss of fewer than ten is written', table([9]), table([0]), undefined],
    ['so is one of nine of twelve', table([12]), table([3]), undefined],
    ['a loss of ten is held', table([10]), table([0]), 'no shifts came for 1 Mar 2026 (10 before)'],
    [
      'days without a shift are days of a table, too',
      table([20, 0]),
      table([9, 0]),
      'only 9 shifts came for 1–2 Mar 2026 (20 before)',
    ],
    ['another question is written', table([20]), table([0], { filters: 'b' }), undefined],
    ['other days are written', table([20]), table([1], { later: 1 }), undefined],
    [
      'the days of both count',
      table(week),
      table([2, 2, 2, 2, 2, 1, 90], { later: 1 }),
      'only 11 shifts came for 2–7 Mar 2026 (24 before)',
    ],
    [
      'a later week without a shift is held',
      table(week),
      table([0, 0, 0, 0, 0, 0, 0], { later: 7 }),
      'no shifts came for 8–14 Mar 2026 (28 before)',
    ],
    ['later days without a shift are written', table(week), table([0, 0, 0], { later: 7 }), undefined],
    [
      'a column without values is held',
      table([10]),
      table([10], { values: { HOURS_WORKED: null } as Values }),
      'no values came for HOURS_WORKED',
    ],
    [
      'zeros are no counts or hours',
      table([12]),
      table([12], {
        values: { HOURS_WORKED: 0, SHIFTS_WORKED: 0, TRUE_DEMAND: 0, SHIFTS_BOOKED: 0 } as Values,
      }),
      'no values came for SHIFTS_BOOKED, SHIFTS_WORKED, HOURS_WORKED and 1 more column',
    ],
    [
      'no-shows, unfilled positions and percentages may be 0',
      table([12]),
      table([12], { values: { NO_SHOWS: 0, SHIFTS_UNFILLED: 0, SHIFTS_WORKED_PERCENTAGE: 0 } as Values }),
      undefined,
    ],
    [
      'the shifts that left may have taken the values of a column along',
      table([12, 4], { values: { AREA_NAME: 'Bar' } as Values }),
      table([4, 12], { later: 1, values: { AREA_NAME: null } as Values }),
      undefined,
    ],
  ])('%s', (_, before, after, loss) => {
    expect(lossOf(written(before), after)).toBe(loss);
  });
});

test.each([
  ['half of its rows', 10, undefined],
  ['fewer', 9, 'only 9 rows came for Jan 2026 (20 before)'],
  ['none', 0, 'no rows came for Jan 2026 (20 before)'],
])('of a kept month that comes again with %s', (_, came, why) => {
  const january = (count: number) => new Array<number>(count).fill(FIRST - 40);
  const [newest, lasting] = [table([20]), [FIRST, null, ...january(0)]];
  const merged = { daysBefore: [...january(20), ...lasting], days: [...january(came), ...lasting] };
  const saved = { content: null, mode: 'history' as const, baseline: written(newest) };
  expect(askAbout(saved, 'UK 4711', newest, merged)).toBe(why);
});

describe('of several tables', () => {
  test('the one with most shifts counts: a slow fall is a fall', () => {
    expect(lossOf(written(table([200]), table([100])), table([99]))).toBe(
      'only 99 shifts came for 1 Mar 2026 (200 before)',
    );
  });

  test('the newest counts if it has as many shifts, or more', () => {
    expect(lossOf(written(table([100]), table([200])), table([99]))).toMatch(/\(200 before/);
    const twoDays = written(table([12, 12]), table([12, 12], { later: 1 }));
    expect(lossOf(twoDays, table([11, 0], { later: 1 }))).toMatch(/^only 11 shifts came for 2–3 Mar 2026/);
  });

  test('only the newest counts once the largest has less than half of its days', () => {
    const large = table([50, 50, 50, 50]);
    const small = table([9, 9, 9, 9], { later: 2 });
    expect(lossOf(written(large, table([26, 26, 26, 26], { later: 2 })), small)).toMatch(/\(100 before/);
    const next = table([8, 8, 8, 8], { later: 3 });
    const half = table([26, 26, 26, 26], { later: 3 });
    expect(lossOf(written(large, half), next)).toMatch(/\(104 before/);
  });

  test.each([100, 300])('that someone kept the table is over once one of %i is written', (count) => {
    const kept = { ...(written(table([200])) as Baseline), isKept: true };
    expect(nextBaseline(kept, table([count]), false)).toMatchObject({
      shifts: [Math.max(200, count)],
      isKept: false,
    });
  });

  test('a confirmed one alone counts', () => {
    const confirmed = nextBaseline(written(table([200])), table([20]), true);
    expect(lossOf(confirmed, table([11]))).toBeUndefined();
    expect(lossOf(confirmed, table([9]))).toBeDefined();
  });

  test('no days are added up that no table had: 21 shifts, then 12, all on the last day, again and again', () => {
    const last = table([0, 0, 0, 0, 0, 0, 12]);
    let tables = written(table([3, 3, 3, 3, 3, 3, 3]));
    for (let run = 0; run < 5; run += 1) {
      expect(lossOf(tables, last)).toBeUndefined();
      tables = nextBaseline(tables, last, false);
    }
  });

  test('at most 2 kB are kept, whatever their days', () => {
    const long = table(new Array<number>(2000).fill(99));
    const kept = JSON.stringify(written(long, { ...long, rows: long.rows.slice(1000) }));
    expect(kept.length).toBeLessThan(2000);
    expect(written(long)?.shifts).toHaveLength(400);
    expect(lossOf(written(long), { ...long, rows: long.rows.filter((_, at) => at % 3 === 0) })).toBeDefined();
  });
});

/* Ordinary refreshes of employers of many sizes. TEST_RUNS=100000 runs more. */
describe('ten thousand ordinary refreshes', () => {
  const RUNS = Number(process.env.TEST_RUNS ?? 10_000);
  const random = new SeededRandom(Number(process.env.TEST_SEED ?? 20_261_128));
  const chance = (share: number) => random.next() < share;

  /** The days of a report on a day. */
  const PERIODS: readonly ((today: number) => DateRange)[] = [
    (today) => ({ from: today - 1, to: today - 1 }),
    (today) => ({ from: today - 7, to: today - 1 }),
    (today) => ({ from: today, to: today + 13 }),
    (today) => ({ from: today - 28, to: today - 1 }),
    (today) => ({ from: today - (today % 7), to: today - (today % 7) + 6 }),
    (today) => ({ from: today - (today % 30), to: today }),
  ];

  /** An employer's shifts by day: booked late, cancelled now and then, and known afterwards. */
  class Employer {
    private readonly days = new Map<number, boolean[]>();
    private readonly size = [1, 2, 4, 10][random.below(4)] ?? 1;
    private readonly closed = random.below(7);

    rows({ from, to }: DateRange, today: number): ShiftValue[][] {
      const rows: ShiftValue[][] = [];
      for (let day = from; day <= to; day += 1) {
        const shifts = (this.days.get(day) ?? this.post(day)).filter(() => !chance(0.004));
        if (chance(this.size * 0.02)) shifts.push(true);
        this.days.set(day, shifts);
        const isOver = day < today;
        const worked = isOver
          ? { SHIFTS_WORKED: 1, HOURS_WORKED: 8 }
          : { SHIFTS_WORKED: 0, HOURS_WORKED: null };
        for (const _ of shifts) rows.push(shift(day, { ...worked, NO_SHOWS: chance(0.05) ? 1 : 0 }));
      }
      return rows;
    }

    private post(day: number): boolean[] {
      const isClosed = day % 7 === this.closed || chance(0.02);
      return new Array<boolean>(isClosed ? 0 : Math.round(this.size * (0.5 + random.next()))).fill(true);
    }
  }

  test('hold none, and hold every answer that lost 70% or everything, but losses of fewer than ten', () => {
    const held: unknown[] = [];
    const missed: unknown[] = [];
    for (let run = 0; run < RUNS; ) {
      const [employer, period] = [new Employer(), PERIODS[random.below(PERIODS.length)] ?? PERIODS[0]];
      const step = chance(0.3) ? 7 : 1;
      let tables: Baseline | null = null;
      for (let today = FIRST; today < FIRST + 20 * step; today += step, run += 1) {
        const range = (period as (today: number) => DateRange)(today);
        const next = { filters: 'a', range, rows: employer.rows(range, today) };
        const loss = lossOf(tables, next);
        if (loss !== undefined) held.push([run, range, loss]);
        tables = nextBaseline(tables, next, false);
        const left = next.rows.filter((_, at) => at % 10 < 3);
        for (const rows of [left, []]) {
          const lost = next.rows.length - rows.length;
          const short = { ...next, rows };
          if (lost >= 10 && lossOf(nextBaseline(null, next, false), short) === undefined)
            missed.push([run, lost]);
          // The largest table may have half of the days only.
          if (lost >= 25 && lossOf(tables, short) === undefined) missed.push([run, range, lost]);
        }
      }
    }
    expect({ held, missed }).toEqual({ held: [], missed: [] });
  });
});
