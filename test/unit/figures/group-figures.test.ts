import { describe, expect, test } from '@jest/globals';
import { asked, day, grouped, over, shift } from './grouped-rows';

const WORKED_OF_POSTED = over('SHIFTS_WORKED', 'SHIFTS_POSTED');
const WORKED_OF_BOOKED = over('SHIFTS_WORKED', 'SHIFTS_BOOKED');
const NO_RATE = { low: null, high: null, min: null, max: null };

describe('counts of a group', () => {
  test('are sums; what is null is skipped and counted', () => {
    const rows = [3, null, 4].map((posted) => shift({ SHIFTS_POSTED: posted }));
    expect(total(rows, 'posted')).toEqual({ value: 7, n: 2, skipped: 1, over: 0, ...NO_RATE });
  });

  test('are blank over nothing but nulls', () => {
    expect(total([shift({ NO_SHOWS: null })], 'no shows')).toMatchObject({ value: null, n: 0, skipped: 1 });
  });

  test('are 0 over no records', () => {
    expect(total([], 'posted')).toMatchObject({ value: 0, n: 0, skipped: 0 });
  });

  test('are blank, not 0, where no record is over yet', () => {
    expect(total([shift({ SHIFT_DATE: '2025-07-09', SHIFTS_WORKED: 2 })], 'worked')).toMatchObject({
      value: null,
      n: 0,
      skipped: 0,
    });
  });

  test('of records count those without any figure too', () => {
    expect(total([shift({ SHIFTS_POSTED: null }), shift()], 'shift records')).toMatchObject({
      value: 2,
      n: 2,
    });
  });

  test('of missing people never net one record against another', () => {
    const rows = [
      shift({ TRUE_DEMAND: 5, SHIFTS_WORKED: 3 }),
      shift({ TRUE_DEMAND: 2, SHIFTS_WORKED: 6 }),
      shift({ TRUE_DEMAND: null, SHIFTS_WORKED: 6 }),
    ];
    expect(total(rows, 'missing people')).toMatchObject({ value: 2, n: 2, skipped: 1 });
  });
});

describe('days that are not over', () => {
  const rows = [
    shift({ SHIFT_DATE: '2025-07-08', SHIFTS_BOOKED: 1, SHIFTS_WORKED: 1 }),
    shift({ SHIFT_DATE: '2025-07-09', SHIFTS_BOOKED: 2, SHIFTS_WORKED: 2 }),
    shift({ SHIFT_DATE: '2025-07-10', SHIFTS_BOOKED: 4, SHIFTS_WORKED: 4 }),
    shift({ SHIFT_DATE: null, SHIFTS_BOOKED: 8, SHIFTS_WORKED: 8 }),
  ];

  test('count for what was booked, not for what was worked; a record without a day is none of either', () => {
    expect([total(rows, 'booked')?.value, total(rows, 'worked')?.value]).toEqual([15, 1]);
  });

  test('are counted, and skip nothing', () => {
    const { total: all } = grouped(rows, ['week'], [asked('worked')]);
    expect([all.unfinished, all.figures[0]?.skipped]).toEqual([3, 0]);
  });

  test('are among the days that a group knows the newest of', () => {
    const { groups, total: all } = grouped(rows, ['month']);
    expect([...groups, all].map(({ newestDay }) => newestDay)).toEqual([
      null,
      day('2025-07-10'),
      null,
      day('2025-07-10'),
    ]);
  });
});

describe('rates of a group', () => {
  test('are ratios of sums, not means of percentages', () => {
    const rows = [
      shift({ SHIFTS_WORKED: 1, SHIFTS_POSTED: 1 }),
      shift({ SHIFTS_WORKED: 0, SHIFTS_POSTED: 3 }),
    ];
    expect(total(rows, 'worked %', WORKED_OF_POSTED)).toMatchObject({ value: 25, n: 4 });
  });

  test('take only records with both parts', () => {
    const rows = [
      shift({ SHIFTS_WORKED: 1, SHIFTS_POSTED: 2 }),
      shift({ SHIFTS_WORKED: null, SHIFTS_POSTED: 10 }),
      shift({ SHIFTS_WORKED: 10, SHIFTS_POSTED: null }),
    ];
    expect(total(rows, 'worked %', WORKED_OF_POSTED)).toMatchObject({ value: 50, n: 2, skipped: 2 });
  });

  test('are not rounded', () => {
    const rows = [shift({ SHIFTS_WORKED: 2, SHIFTS_POSTED: 3 })];
    expect(total(rows, 'worked %', WORKED_OF_POSTED)?.value).toBe(66.66666666666667);
  });

  test('are blank where the denominator is 0, with the records over it counted', () => {
    const rows = [shift({ SHIFTS_WORKED: 2 }), shift()];
    expect(total(rows, 'worked %', WORKED_OF_POSTED)).toEqual({
      value: null,
      n: 0,
      skipped: 0,
      over: 1,
      ...NO_RATE,
    });
  });

  test('keep what has a numerator alone in the sum, go over 100 and then have no interval', () => {
    const rows = [shift({ SHIFTS_WORKED: 2 }), shift({ SHIFTS_WORKED: 3, SHIFTS_POSTED: 4 })];
    expect(total(rows, 'worked %', WORKED_OF_POSTED)).toEqual({
      value: 125,
      n: 4,
      low: null,
      high: null,
      min: 125,
      max: 125,
      skipped: 0,
      over: 1,
    });
  });

  describe('tell what their own records publish', () => {
    const records = (count: number, fields: Parameters<typeof shift>[0]) =>
      Array.from({ length: count }, () => shift(fields));
    const agreeing = (count: number) =>
      records(count, { SHIFTS_WORKED: 3, SHIFTS_POSTED: 4, SHIFTS_WORKED_PERCENTAGE: 75 });
    const published = (count: number, worked: number, posted: number, percentage: number | null) =>
      records(count, {
        SHIFTS_WORKED: worked,
        SHIFTS_POSTED: posted,
        SHIFTS_WORKED_PERCENTAGE: percentage,
      });
    const own = (...rows: (readonly ReturnType<typeof shift>[])[]) => {
      const { against, overAgainst, capped } = total(rows.flat(), 'worked %', WORKED_OF_POSTED) ?? {};
      return { against, overAgainst, capped };
    };
    const nothing = { against: undefined, overAgainst: undefined, capped: undefined };

    test('where that is something else beyond chance', () => {
      expect(own(published(16, 0, 4, 75))).toEqual({ ...nothing, against: { agree: 0, of: 16 } });
      expect(own(agreeing(2), published(3, 1, 4, 75))).toEqual({ ...nothing, against: { agree: 2, of: 5 } });
    });

    test('but not where one of ten was edited, nor of one or two records', () => {
      expect(own(agreeing(9), published(1, 0, 4, 75))).toEqual(nothing);
      expect(own(published(2, 1, 4, 75))).toEqual(nothing);
    });

    test('and of a single one that publishes more than 0, where all of them make 0', () => {
      const against = { agree: 0, of: 1 };
      expect(own(published(9, 0, 4, 0), published(1, 0, 4, 75))).toEqual({ ...nothing, against });
    });

    test('however it is rounded, and only where it is published', () => {
      expect(own(published(9, 2, 3, 66), published(9, 2, 3, 67), published(9, 2, 3, 66.67))).toEqual(nothing);
      expect(own(published(9, 2, 3, null))).toEqual(nothing);
    });

    test('and which of them publish 100 though they make more', () => {
      expect(own(published(9, 5, 4, 100), published(3, 4, 4, 100), published(2, 5, -4, 100))).toEqual({
        ...nothing,
        capped: 9,
      });
    });

    test('and which of them are out of nothing', () => {
      expect(own(agreeing(60), published(3, 2, 0, 85), published(2, 1, 0, null))).toEqual({
        ...nothing,
        overAgainst: 3,
      });
    });

    test('of finished days alone', () => {
      const later = records(9, {
        SHIFT_DATE: '2025-07-10',
        SHIFTS_BOOKED: 1,
        SHIFTS_POSTED: 4,
        SHIFTS_BOOKED_PERCENTAGE: 75,
      });
      const definition = over('SHIFTS_BOOKED', 'SHIFTS_POSTED');
      expect(total(later, 'booked %', definition)).toMatchObject({ value: 25, n: 36 });
      expect(total(later, 'booked %', definition)?.against).toBeUndefined();
    });

    test('by the definition that most of them agree with, in every group', () => {
      const rows = records(9, {
        SHIFTS_WORKED: 3,
        SHIFTS_POSTED: 4,
        SHIFTS_BOOKED: 6,
        SHIFTS_WORKED_PERCENTAGE: 50,
      });
      expect(
        total(rows, 'worked %', WORKED_OF_POSTED, over('SHIFTS_WORKED', 'SHIFTS_BOOKED'))?.against,
      ).toBeUndefined();
      const request = asked('worked %', WORKED_OF_POSTED);
      const named = [...agreeing(30), ...rows].map((row, at) =>
        row.map((value, column) => (column === 1 ? (at < 30 ? 'Pier' : 'Zoo') : value)),
      );
      const { groups } = grouped(named, ['venue'], [request]);
      expect(groups.map(({ keys, figures }) => [keys[0], figures[0]?.against])).toEqual([
        ['Pier', undefined],
        ['Zoo', { agree: 0, of: 9 }],
      ]);
    });
  });

  test('tell whether another definition that is left has nothing to divide by', () => {
    const rows = [shift({ SHIFTS_WORKED: 0, SHIFTS_POSTED: 4 })];
    const demanded = over('SHIFTS_WORKED', 'TRUE_DEMAND');
    expect(total(rows, 'worked %', WORKED_OF_POSTED, demanded)).toMatchObject({ value: 0, mayBeBlank: true });
    expect(total(rows, 'worked %', demanded, WORKED_OF_POSTED)?.mayBeBlank).toBeUndefined();
  });

  test('carry the Wilson interval of the sums', () => {
    const rows = [
      shift({ SHIFTS_WORKED: 40, SHIFTS_POSTED: 42 }),
      shift({ SHIFTS_WORKED: 7, SHIFTS_POSTED: 8 }),
    ];
    const figure = total(rows, 'worked %', WORKED_OF_POSTED);
    expect([figure?.value, figure?.low, figure?.high]).toEqual([
      94,
      expect.closeTo(83.78, 2),
      expect.closeTo(97.94, 2),
    ]);
  });

  test('range over every surviving definition; the first is in use', () => {
    const rows = [shift({ SHIFTS_WORKED: 6, SHIFTS_POSTED: 10, SHIFTS_BOOKED: 8 })];
    expect(total(rows, 'worked %', WORKED_OF_BOOKED, WORKED_OF_POSTED)).toMatchObject({
      value: 75,
      n: 8,
      min: 60,
      max: 75,
    });
  });

  test('range over the definitions that have a denominator', () => {
    const rows = [shift({ SHIFTS_WORKED: 6, SHIFTS_BOOKED: 8 })];
    expect(total(rows, 'worked %', WORKED_OF_POSTED, WORKED_OF_BOOKED)).toMatchObject({
      value: null,
      min: 75,
      max: 75,
    });
  });

  test('are blank where no definition survived', () => {
    const request = { ...asked('worked %'), basis: { kind: 'contradicted', survivors: [] } } as const;
    const { total: all } = grouped([shift({ SHIFTS_WORKED: 1, SHIFTS_POSTED: 2 })], ['venue'], [request]);
    expect(all.figures).toEqual([{ value: null, n: 0, ...NO_RATE, skipped: 0, over: 0 }]);
  });

  test('that we define need no basis', () => {
    const rows = [
      shift({ HOURS_WORKED: 30, HOURS_SCHEDULED: 40 }),
      shift({ HOURS_WORKED: null, HOURS_SCHEDULED: 40 }),
    ];
    expect(total(rows, 'hours worked %')).toMatchObject({ value: 75, n: 40, skipped: 1 });
  });
});

test('the total is that of the records, not of the groups', () => {
  const rows = [
    shift({ VENUE_NAME: 'A', SHIFTS_WORKED: 9, SHIFTS_POSTED: 10 }),
    shift({ VENUE_NAME: 'B', SHIFTS_WORKED: 1, SHIFTS_POSTED: 30 }),
  ];
  const { groups, total: all } = grouped(
    rows,
    ['venue'],
    [asked('worked %', WORKED_OF_POSTED), asked('posted')],
  );
  expect([...groups, all].map(({ figures }) => figures.map(({ value }) => value))).toEqual([
    [90, 10],
    [expect.closeTo(3.333, 3), 30],
    [25, 40],
  ]);
});

test('a period without records has counts of 0 and blank rates', () => {
  const { groups } = grouped(
    [],
    ['week'],
    [asked('posted'), asked('worked'), asked('worked %', WORKED_OF_POSTED)],
  );
  expect(groups.map(({ records, figures }) => [records, ...figures.map(({ value }) => value)])).toEqual([
    [0, 0, 0, null],
    [0, 0, 0, null],
  ]);
});

function total(rows: Parameters<typeof grouped>[0], ...request: Parameters<typeof asked>) {
  return grouped(rows, [], [asked(...request)]).total.figures[0];
}
