import { describe, expect, test } from '@jest/globals';
import type { GroupKey } from '../../../src/figures/group-keys';
import { day, grouped, RANGE, shift } from './grouped-rows';

describe('groups by period', () => {
  test.each<[GroupKey, string[]]>([
    ['week', ['2025-06-30', '2025-07-07']],
    ['month', ['2025-06-01', '2025-07-01']],
    ['quarter', ['2025-04-01', '2025-07-01']],
    ['year', ['2025-01-01']],
  ])('by %s hold each period of the range, by its first day, also without records', (key, starts) => {
    expect(keysOf([], [key])).toEqual(starts.map((start) => [day(start)]));
  });

  test('follow the day on which weeks begin', () => {
    const { groups } = grouped([shift({ SHIFT_DATE: '2025-07-06' })], ['week'], [], { weekStart: 7 });
    expect(groups.map(({ keys, records }) => [keys[0], records])).toEqual([
      [day('2025-06-29'), 0],
      [day('2025-07-06'), 1],
      [day('2025-07-13'), 0],
    ]);
  });

  test('cut weeks where a month ends when grouped by both', () => {
    expect(keysOf([], ['week', 'month'])).toEqual([
      [day('2025-06-30'), day('2025-06-01')],
      [day('2025-06-30'), day('2025-07-01')],
      [day('2025-07-07'), day('2025-07-01')],
    ]);
  });

  test('keep a record outside the range in its own period', () => {
    expect(keysOf([shift({ SHIFT_DATE: '2025-08-02' })], ['month'])).toEqual([
      [day('2025-06-01')],
      [day('2025-07-01')],
      [day('2025-08-01')],
    ]);
  });

  test.each<[readonly GroupKey[]]>([[['weekday']], [['venue']]])(
    'say nothing of days when grouped by %j',
    (keys) => {
      expect(grouped([shift()], keys).groups[0]?.days).toBeUndefined();
    },
  );
});

describe('groups by other keys', () => {
  const week = ['06-30', '07-01', '07-02', '07-05', '07-06'].map((end) =>
    shift({ SHIFT_DATE: `2025-${end}` }),
  );

  test.each<[1 | 6 | 7, string[]]>([
    [1, ['Monday', 'Tuesday', 'Wednesday', 'Saturday', 'Sunday']],
    [7, ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Saturday']],
    [6, ['Saturday', 'Sunday', 'Monday', 'Tuesday', 'Wednesday']],
  ])('by weekday begin with day %i of the week and hold only those that occur', (weekStart, names) => {
    const { groups } = grouped(week, ['weekday'], [], { weekStart });
    expect(groups.map(({ keys }) => keys[0])).toEqual(names);
  });

  test('take spellings of one name together, under the commonest', () => {
    const rows = ['GRAND HOTEL', 'Grand  Hotel', ' grand hotel', 'Grand  Hotel', 'Bar'].map((name) =>
      shift({ VENUE_NAME: name }),
    );
    expect(countsOf(rows, ['venue'])).toEqual([
      ['Bar', 1],
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

  test('hold only combinations that occur, sorted by the first key, then the next', () => {
    const rows = [
      shift({ VENUE_NAME: 'B', JOB_TITLE: 'Chef' }),
      shift({ VENUE_NAME: 'A', JOB_TITLE: 'Waiter' }),
      shift({ VENUE_NAME: 'A', JOB_TITLE: 'Chef', SHIFT_DATE: '2025-07-08' }),
    ];
    expect(keysOf(rows, ['venue', 'role', 'week'])).toEqual([
      ['A', 'Chef', day('2025-07-07')],
      ['A', 'Waiter', day('2025-06-30')],
      ['B', 'Chef', day('2025-06-30')],
    ]);
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

function keysOf(rows: Parameters<typeof grouped>[0], keys: readonly GroupKey[]) {
  return grouped(rows, keys, [], { range: RANGE }).groups.map((group) => group.keys);
}

function countsOf(rows: Parameters<typeof grouped>[0], keys: readonly GroupKey[]) {
  return grouped(rows, keys).groups.map((group) => [...group.keys, group.records]);
}
