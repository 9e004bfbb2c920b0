import { describe, expect, test } from '@jest/globals';
import { formatIsoDate, type PeriodUnit } from '../../../src/calendar/calendar-date';
import type { GroupKey } from '../../../src/contract/fields';
import { unfinishedIn } from '../../../src/figures/figures';
import { isPeriodKey } from '../../../src/figures/group-keys';
import { contributions } from '../../../src/figures/why-it-moved';
import { asked, day, grouped, leaving, over, RANGE, shift, TODAY } from './grouped-rows';

const WORKED_OF_POSTED = over('SHIFTS_WORKED', 'SHIFTS_POSTED');
const WORKED_OF_BOOKED = over('SHIFTS_WORKED', 'SHIFTS_BOOKED');
const NO_RATE = { low: null, high: null };

test.each<[string, (number | null)[][], string, object]>([
  [
    'are sums; what is null is skipped and counted',
    [[3], [null], [4]],
    'posted',
    { value: 7, k: 7, n: 2, skipped: 1, ...NO_RATE },
  ],
  ['are blank over nothing but nulls', [[null]], 'posted', { value: null, n: 0, skipped: 1 }],
  ['are 0 over no records', [], 'posted', { value: 0, n: 0, skipped: 0 }],
  [
    'are blank, not 0, where no record is over yet',
    [[2, 2, 2, 8]],
    'worked',
    { value: null, n: 0, skipped: 0 },
  ],
  ['of records count those without any figure too', [[null], [0]], 'shift records', { value: 2, n: 2 }],
  [
    'of missing people never net one record against another',
    [
      [0, 3, 5],
      [0, 6, 2],
      [0, 6, null],
    ],
    'missing people',
    { value: 2, n: 2, skipped: 1 },
  ],
])('counts of a group %s', (_, records, words, expected) => {
  const rows = records.map(([posted = 0, worked = 0, demand = 0, later = 0]) =>
    shift({
      SHIFTS_POSTED: posted,
      SHIFTS_WORKED: worked,
      TRUE_DEMAND: demand,
      SHIFT_DATE: formatIsoDate(TODAY - 8 + Number(later)),
    }),
  );
  expect(total(rows, words)).toMatchObject(expected);
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
    expect([unfinishedIn(all, TODAY), all.figures[0]?.skipped]).toEqual([2, 0]);
  });
});

describe('rates of a group', () => {
  test.each<[string, (number | null)[][], object]>([
    [
      'are ratios of sums, not means of percentages',
      [
        [1, 1],
        [0, 3],
      ],
      { value: 25, n: 4 },
    ],
    [
      'take only records with both parts',
      [
        [1, 2],
        [null, 10],
        [10, null],
      ],
      { value: 50, n: 2, skipped: 2 },
    ],
    ['are not rounded', [[2, 3]], { value: 66.66666666666667 }],
    [
      'are blank where the denominator is 0',
      [
        [2, 0],
        [0, 0],
      ],
      { value: null, k: 2, n: 0, skipped: 0, ...NO_RATE },
    ],
    [
      'keep what has a numerator alone in the sum, go over 100 and then have no interval',
      [
        [2, 0],
        [3, 4],
      ],
      { value: 125, k: 5, n: 4, skipped: 0, ...NO_RATE },
    ],
    [
      'carry the Wilson interval of the sums',
      [
        [40, 42],
        [7, 8],
      ],
      { value: 94, low: expect.closeTo(83.78, 2), high: expect.closeTo(97.94, 2) },
    ],
  ])('%s', (_, records, expected) => {
    const rows = records.map(([worked = 0, posted = 0]) =>
      shift({ SHIFTS_WORKED: worked, SHIFTS_POSTED: posted }),
    );
    const figure = total(rows, 'worked %', WORKED_OF_POSTED);
    expect(figure).toMatchObject(expected);
    expect(figure).not.toHaveProperty('why');
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

/* Sums, keys and their order are compared with SQL: sql.test.ts. */

describe('groups by period', () => {
  test.each<[readonly GroupKey[]]>([[['weekday']], [['venue']]])(
    'say nothing of days when grouped by %j',
    (keys) => {
      expect(grouped([shift()], keys).groups[0]?.days).toBeUndefined();
    },
  );
});

describe('groups by other keys', () => {
  test('take spellings of one name together, under the commonest, or the first of equally common ones', () => {
    const names = ['GRAND HOTEL', 'Grand  Hotel', ' grand hotel', 'Grand  Hotel', 'BAR', 'Bar'];
    const rows = names.map((name) => shift({ VENUE_NAME: name }));
    expect(countsOf(rows, ['venue'])).toEqual([
      ['BAR', 2],
      ['Grand  Hotel', 4],
    ]);
  });

  test('take a name of nothing but blanks for none, which comes last', () => {
    const rows = [null, '', ' \u00a0\n', 'Bar'].map((name) => shift({ AREA_NAME: name }));
    expect(keysOf(rows, ['area'])).toEqual([['Bar'], [null]]);
  });

  test('take a name of the language for a name', () => {
    const rows = ['__proto__', 'constructor', 'null'].map((name) => shift({ JOB_TITLE: name }));
    expect(keysOf(rows, ['role'])).toEqual([['__proto__'], ['constructor'], ['null']]);
  });

  test('are as many where the combinations are too many for one table', () => {
    const rows = Array.from({ length: 3000 }, (_, at) =>
      shift({ VENUE_NAME: `V${2999 - at}`, JOB_TITLE: `R${at % 1500}` }),
    );
    const groups = countsOf(rows, ['venue', 'role']);
    expect([groups.length, groups[0], groups[2999]]).toEqual([3000, ['V0', 'R1499', 1], ['V999', 'R500', 1]]);
  });

  test('are one without keys, and none without rows', () => {
    expect([countsOf([shift(), shift()], []), countsOf([], ['venue'])]).toEqual([[[2]], []]);
  });
});

/** Monday 7 July 2025 is the first day of the week that the examples are about. */
const MONDAY = 'from 2025-07-07';

describe('a period', () => {
  test.each<[string, PeriodUnit, string, string, string, number, number]>([
    ['is whole when it is within the range and over', 'week', '2025-06-01', '2025-07-31', '2025-07-14', 7, 7],
    ['lacks the days before the range', 'week', '2025-07-10', '2025-07-31', '2025-08-01', 4, 7],
    ['lacks the days after the range', 'week', '2025-07-01', '2025-07-09', '2025-08-01', 3, 7],
    ['lacks today and the days to come', 'week', '2025-07-01', '2025-07-31', '2025-07-10', 3, 7],
    ['has none of its days before it begins', 'week', '2025-07-01', '2025-07-31', '2025-07-07', 0, 7],
    ['has none of its days outside the range', 'week', '2025-07-14', '2025-07-31', '2025-08-01', 0, 7],
  ])(`(week ${MONDAY}) %s`, (_, unit, from, to, today, covered, of) => {
    expect(daysOf(unit, '2025-07-07', from, to, today)).toEqual({ covered, of });
  });

  test.each<[PeriodUnit, string, number]>([
    ['month', '2024-02-01', 29],
    ['month', '2025-02-01', 28],
    ['quarter', '2025-01-01', 90],
    ['quarter', '2025-07-01', 92],
    ['year', '2024-01-01', 366],
    ['day', '2025-07-07', 1],
  ])('%s from %s has %i days', (unit, start, days) => {
    expect(daysOf(unit, start, '2020-01-01', '2030-12-31', '2031-01-01')).toEqual({
      covered: days,
      of: days,
    });
  });

  test.each([
    ['a week within a month: its days of the month', 'week 2025-06-30, month 2025-06-01', '2025-08-01', 1, 1],
    ['the rest of it in the next month', 'month 2025-07-01, week 2025-06-30', '2025-08-01', 6, 6],
    ['not what is not over', 'month 2025-07-01, week 2025-06-30', '2025-07-04', 3, 6],
    ['a month within a quarter: the month', 'month 2025-07-01, quarter 2025-07-01', '2025-08-01', 31, 31],
    ['a day within a week: the day', 'week 2025-07-07, day 2025-07-09', '2025-07-09', 0, 1],
  ])('together with another is %s', (_, text, today, covered, of) => {
    const range = { from: day('2025-06-01'), to: day('2025-07-31') };
    const periods = text.split(', ').map((one) => one.split(' ') as [PeriodUnit, string]);
    expect(coveredBy(periods, range, today)).toEqual({ covered, of });
  });

  test('is not a weekday, which comes round again', () => {
    expect([isPeriodKey('weekday'), isPeriodKey('week')]).toEqual([false, true]);
  });
});

describe('counts of finished days, over days of which none is over', () => {
  const requests = ['posted', 'worked', 'no shows', 'hours worked', 'missing people', 'records'].map((word) =>
    asked(word),
  );
  const valuesOf = (key: GroupKey, from: number, to: number) => {
    const { groups, total: all } = grouped([], [key], requests, { range: { from, to } });
    return [...groups, all].map(({ figures }) => figures.map(({ value }) => value));
  };
  const none = [0, 0, 0, 0, 0, 0];
  const toCome = [0, null, null, null, null, 0];

  test.each<[string, GroupKey, number, number, (number | null)[][]]>([
    [
      'a week that has begun has 0, a week to come none',
      'week',
      day('2025-06-30'),
      day('2025-07-20'),
      [none, none, toCome, none],
    ],
    ['today is no finished day, yesterday is', 'day', TODAY - 1, TODAY, [none, toCome, none]],
    ['the days before those asked for do not count', 'week', TODAY, TODAY + 1, [toCome, toCome]],
    ['all days together have 0 where one of them is over', 'year', TODAY - 1, TODAY + 5, [none, none]],
  ])('are blank: %s', (_, key, from, to, expected) => {
    expect(valuesOf(key, from, to)).toEqual(expected);
  });

  test('have no change in a comparison', () => {
    const rows = [shift({ VENUE_NAME: 'A', SHIFTS_WORKED: 3 })];
    const changeOf = (from: number) => {
      const set = { rows, today: TODAY, weekStart: 1 } as const;
      const after = { from, to: TODAY + 5 };
      const { total: all } = contributions(set, [RANGE, after], ['venue'], asked('worked'));
      return [all.a.value, all.b.value, all.change];
    };
    expect(changeOf(TODAY - 1)).toEqual([3, 0, -3]);
    expect(changeOf(TODAY)).toEqual([3, null, null]);
  });
});

function total(rows: Parameters<typeof grouped>[0], ...request: Parameters<typeof asked>) {
  return grouped(rows, [], [asked(...request)]).total.figures[0];
}

function keysOf(rows: Parameters<typeof grouped>[0], keys: readonly GroupKey[]) {
  return grouped(rows, keys).groups.map((group) => group.keys);
}

function countsOf(rows: Parameters<typeof grouped>[0], keys: readonly GroupKey[]) {
  return grouped(rows, keys).groups.map((group) => [...group.keys, group.rows.length]);
}

function daysOf(unit: PeriodUnit, start: string, from: string, to: string, today: string) {
  return coveredBy([[unit, start]], { from: day(from), to: day(to) }, today);
}

function coveredBy(
  periods: readonly (readonly [PeriodUnit, string])[],
  range: { readonly from: number; readonly to: number },
  today: string,
) {
  const keys = periods.map(([unit]) => unit);
  const starts = periods.map(([, start]) => day(start));
  const { groups } = grouped([[Math.max(...starts)]], keys, [], { range, today: day(today) });
  return groups.find((group) => group.keys.every((start, at) => start === starts[at]))?.days;
}
