import { describe, expect, test } from '@jest/globals';
import { asked, day, grouped, leaving, over, shift } from './grouped-rows';

const WORKED_OF_POSTED = over('SHIFTS_WORKED', 'SHIFTS_POSTED');
const WORKED_OF_BOOKED = over('SHIFTS_WORKED', 'SHIFTS_BOOKED');
const NO_RATE = { low: null, high: null };

describe('counts of a group', () => {
  test('are sums; what is null is skipped and counted', () => {
    const rows = [3, null, 4].map((posted) => shift({ SHIFTS_POSTED: posted }));
    expect(total(rows, 'posted')).toEqual({ value: 7, k: 7, n: 2, skipped: 1, ...NO_RATE });
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
  ];

  test('count for what was booked, not for what was worked', () => {
    expect([total(rows, 'booked')?.value, total(rows, 'worked')?.value]).toEqual([7, 1]);
  });

  test('are counted, and skip nothing', () => {
    const { total: all } = grouped(rows, ['week'], [asked('worked')]);
    expect([all.unfinished, all.figures[0]?.skipped]).toEqual([2, 0]);
  });

  test('are among the days that a group knows the newest of', () => {
    const { groups, total: all } = grouped(rows, ['month']);
    expect([...groups, all].map(({ newestDay }) => newestDay)).toEqual([
      null,
      day('2025-07-10'),
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

  test('are blank where the denominator is 0', () => {
    const rows = [shift({ SHIFTS_WORKED: 2 }), shift()];
    expect(total(rows, 'worked %', WORKED_OF_POSTED)).toEqual({
      value: null,
      k: 2,
      n: 0,
      skipped: 0,
      ...NO_RATE,
    });
  });

  test('keep what has a numerator alone in the sum, go over 100 and then have no interval', () => {
    const rows = [shift({ SHIFTS_WORKED: 2 }), shift({ SHIFTS_WORKED: 3, SHIFTS_POSTED: 4 })];
    expect(total(rows, 'worked %', WORKED_OF_POSTED)).toEqual({
      value: 125,
      k: 5,
      n: 4,
      low: null,
      high: null,
      skipped: 0,
    });
  });

  test.each<[string, 'choice' | 'rows', number, number, boolean]>([
    ['one in eight', 'rows', 14, 2, true],
    ['more than one in eight', 'rows', 13, 3, false],
    ['a single one', 'rows', 1, 1, true],
    ['two of three', 'rows', 1, 2, false],
    ['all of them, by a definition that was chosen', 'choice', 0, 9, true],
  ])('are shown or withheld where its own rows disagree: %s', (_, by, agree, disagree, isShown) => {
    const record = { SHIFTS_WORKED: 3, SHIFTS_POSTED: 4, SHIFTS_WORKED_PERCENTAGE: 75 };
    const edited = { ...record, SHIFTS_WORKED: 1 };
    const own = [...new Array(agree).fill(record), ...new Array(disagree).fill(edited)].map(shift);
    const request = { ...asked('worked %'), definitions: leaving([WORKED_OF_POSTED], by) };
    const [figure] = grouped(own, [], [request]).total.figures;
    expect(figure?.value === null).toBe(!isShown);
    expect(figure?.why).toEqual(isShown ? undefined : { kind: 'own', agree, of: agree + disagree });
  });

  test('are compared with what their own rows publish in each group, of finished days alone', () => {
    const crew = { SHIFTS_BOOKED: 1, SHIFTS_POSTED: 4, SHIFTS_BOOKED_PERCENTAGE: 75 };
    const rows = ['2025-07-01', '2025-07-01', '2025-07-10', '2025-07-10'].map((SHIFT_DATE) =>
      shift({ ...crew, SHIFT_DATE, VENUE_NAME: SHIFT_DATE }),
    );
    const request = {
      ...asked('booked %'),
      definitions: leaving([over('SHIFTS_BOOKED', 'SHIFTS_POSTED')]),
    };
    const { groups } = grouped(rows, ['venue'], [request]);
    expect(groups.map(({ figures }) => figures[0]?.value)).toEqual([null, 25]);
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

  test('are of the first of several definitions that lie within a point', () => {
    const rows = [shift({ SHIFTS_WORKED: 600, SHIFTS_POSTED: 805, SHIFTS_BOOKED: 800 })];
    expect(total(rows, 'worked %', WORKED_OF_BOOKED, WORKED_OF_POSTED)).toMatchObject({ value: 75, n: 800 });
  });

  test.each<[string, number, number, object]>([
    ['further apart', 10, 8, { kind: 'apart', low: 60, high: 75, isBlank: false }],
    ['with nothing to divide by', 0, 8, { kind: 'apart', low: 75, high: 75, isBlank: true }],
    ['with nothing to divide by in the other', 8, 0, { kind: 'apart', low: 75, high: 75, isBlank: true }],
  ])('are blank by several definitions %s', (_, posted, booked, why) => {
    const rows = [shift({ SHIFTS_WORKED: 6, SHIFTS_POSTED: posted, SHIFTS_BOOKED: booked })];
    const figure = total(rows, 'worked %', WORKED_OF_BOOKED, WORKED_OF_POSTED);
    expect(figure).toMatchObject({ value: null, low: null, high: null, why });
  });

  test('are blank where no definition is left', () => {
    const { total: all } = grouped([shift({ SHIFTS_WORKED: 1, SHIFTS_POSTED: 2 })], [], [asked('worked %')]);
    expect(all.figures).toEqual([{ value: null, k: 0, n: 0, ...NO_RATE, skipped: 0, why: { kind: 'none' } }]);
  });

  test('that we define have one definition', () => {
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
