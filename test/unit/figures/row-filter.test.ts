import { describe, expect, test } from '@jest/globals';
import type { ShiftRow, ShiftValue } from '../../../src/employer-api/shift-records';
import { filterRows, type RowFilter, readRowFilter } from '../../../src/figures/row-filter';

/** Monday 2026-03-02 and the days after it. */
const MONDAY = 46_083;

/** A record of which only these matter: its day, its venue, SHIFTS_WORKED and its id. */
function record(id: number, day: number | null, venue: string | null, worked: number | null): ShiftRow {
  const row: ShiftValue[] = new Array(18).fill(null);
  [row[0], row[1], row[9], row[17]] = [day, venue, worked, id];
  return row;
}

const ROWS = [
  record(1, MONDAY, 'Grand', 5),
  record(2, MONDAY + 1, 'Plaza', 7),
  record(3, MONDAY + 5, 'grand ', null),
  record(4, MONDAY + 6, null, 9),
  record(5, null, 'Café Royal', 0),
];

function filter(field: string, ...given: (string | number)[]): RowFilter {
  const read = readRowFilter(field, given);
  if ('refused' in read) throw new Error(`Refused ${read.refused}`);
  return read;
}

function kept(...filters: readonly RowFilter[]) {
  return filterRows(ROWS, filters).map((row) => row[17]);
}

test('a name that begins with = is found as it stands, and so is what follows it', () => {
  const { matches } = filter('VENUE_NAME', '=Bar');
  expect(['=Bar', 'Bar', '=bar ', '==Bar', '', null].filter(matches)).toEqual(['=Bar', 'Bar', '=bar ']);
});

describe('a list of criteria', () => {
  test.each<[string, (string | number)[], number[]]>([
    ['VENUE_NAME', ['Grand'], [1, 3]],
    ['VENUE_NAME', ['Grand', 'Plaza'], [1, 2, 3]],
    ['VENUE_NAME', ['<>Grand'], [2, 4, 5]],
    ['VENUE_NAME', ['<>Grand', '<>Plaza'], [4, 5]],
    ['VENUE_NAME', ['*a*', '<>Grand'], [2, 5]],
    ['VENUE_NAME', ['Grand', '<>Grand'], []],
    ['VENUE_NAME', ['Grand', '='], [1, 3, 4]],
    ['VENUE_NAME', ['<>', '<>grand'], [2, 5]],
    ['SHIFTS_WORKED', ['>=5', '<=7'], [1, 2]],
    ['SHIFTS_WORKED', [5, 9, '>6'], [4]],
    ['SHIFTS_WORKED', ['<>5', '<8'], [2, 5]],
    ['SHIFTS_WORKED', ['='], [3]],
    ['SHIFT_DATE', ['>=2026-03-03', '<>2026-03-08'], [2, 3]],
    ['WEEKDAY', ['monday'], [1]],
    ['WEEKDAY', ['sat', 'sun'], [3, 4]],
    ['WEEKDAY', ['<>mon'], [2, 3, 4, 5]],
    ['WEEKDAY', ['Sat, Sun'], [3, 4]],
    ['WEEKDAY', ['<>Sat, <>Sun'], [1, 2, 5]],
    ['WEEKDAY', ['<>Sat, Sun'], [1, 2, 5]],
    ['WEEKDAY', ['<>Sat, S*'], [1, 2, 5]],
    ['WEEKDAY', ['<>Sat, =Mon'], [1]],
    ['WEEKDAY', ['Sat, <>Sun'], [3]],
    ['WEEKDAY', ['mon,', 'tue'], [1, 2]],
    ['WEEKDAY', ['='], [5]],
  ])('%s %p keeps the records %p', (field, given, expected) => {
    expect(kept(filter(field, ...given))).toEqual(expected);
  });
});

test('a name of spaces alone fits what one that is not given fits', () => {
  const names = ['Bar', '', '  ', null];
  const rows = names.map((venue, id) => record(id, MONDAY, venue, 1));
  const ids = (criterion: string) =>
    filterRows(rows, [filter('VENUE_NAME', criterion)]).map((row) => row[17]);

  expect(['<Pier', '<=Pier', '*', '<>', '='].map(ids)).toEqual([[0], [0], [0], [0], [1, 2, 3]]);
});

test('several filters all have to fit', () => {
  expect(kept(filter('VENUE_NAME', 'Grand'), filter('SHIFTS_WORKED', '<>'))).toEqual([1]);
});

test('no filter keeps the rows as they are', () => {
  expect(filterRows(ROWS, [])).toBe(ROWS);
});

test('the first criterion that cannot be compared is told', () => {
  expect(readRowFilter('SHIFTS_WORKED', ['>5', 'ten', 'two'])).toEqual({ refused: 'ten' });
});

test('a filter tells the names that it picks or rules out', () => {
  const given = filter('VENUE_NAME', 'Grand', '=Plaza', 'Ca*', '<>Ritz', '<>R*', '>Bar');
  expect(given.names).toEqual(['Grand', 'Plaza', 'Ritz']);
  expect(given.unknownNames(['PLAZA ', 'Cafe'])).toEqual(['Grand', 'Ritz']);
  expect(given.unknownNames(['grand', 'plaza', 'ritz'])).toEqual([]);
});

test('each distinct value is compared once, however many records hold it', () => {
  let compared = 0;
  const counting: RowFilter = {
    field: 'VENUE_NAME',
    names: [],
    mayHoldNames: false,
    matches: () => {
      compared += 1;
      return true;
    },
    among: () => counting,
    unknownNames: () => [],
  };
  const rows = Array.from({ length: 1000 }, (_, id) => record(id, MONDAY, `Venue ${id % 7}`, null));
  expect(filterRows(rows, [counting])).toHaveLength(1000);
  expect(compared).toBe(7);
});

test.each([
  ['picked', (id: number) => id],
  ['ruled out', (id: number) => `<>${id}`],
])('a range of IDs that are %s takes no longer than a range of names', (_, criterion) => {
  const rows = Array.from({ length: 10_000 }, (_, id) => record(id, MONDAY, 'Grand', 2 * id));
  const given = filter('SHIFTS_WORKED', ...Array.from({ length: 10_000 }, (_, id) => criterion(4 * id)));
  const before = process.cpuUsage();
  expect(filterRows(rows, [given])).toHaveLength(5000);
  // Ten thousand criteria with as many values, one by one, take many times as long.
  expect(process.cpuUsage(before).user).toBeLessThan(3_000_000);
});

describe('a criterion that is a name as it stands', () => {
  const NAMED = ['Grand', 'Grand*', 'Zoo', '>Bar', '<>Zoo', 'Ba?', 'Bar', '=Bar'].map((venue, id) =>
    record(id, MONDAY, venue, 1),
  );
  const venues = (given: RowFilter) => filterRows(NAMED, [given]).map((row) => row[1]);
  const names = NAMED.map((row) => String(row[1]));

  test.each([
    ['Grand*', ['Grand*']],
    ['grand*', ['Grand*']],
    ['>Bar', ['>Bar']],
    ['<>Zoo', ['<>Zoo']],
    ['Ba?', ['Ba?']],
    ['=Bar', ['=Bar']],
  ])('%s picks that name where it exists', (criterion, expected) => {
    expect(venues(filter('VENUE_NAME', criterion).among(names))).toEqual(expected);
  });

  test('has its other meaning where no such name exists', () => {
    expect(venues(filter('VENUE_NAME', 'Gr*', '<>Grand').among(names))).toEqual(['Grand*']);
  });

  test('is told, and names nothing else', () => {
    const plain = filter('VENUE_NAME', 'Grand', '=Zoo');
    const pattern = filter('VENUE_NAME', 'Grand', 'Z*');
    expect([plain.names, pattern.names]).toEqual([['Grand', 'Zoo'], ['Grand']]);
    expect([filter('VENUE_NAME', 'Grand').mayHoldNames, pattern.mayHoldNames]).toEqual([false, true]);
    expect(filter('SHIFTS_WORKED', '>5').mayHoldNames).toBe(false);
  });
});

test('a comma list of weekdays is refused by the day that is none', () => {
  expect(readRowFilter('WEEKDAY', ['Sat, Sin'])).toEqual({ refused: 'Sin' });
  expect(readRowFilter('WEEKDAY', [','])).toEqual({ refused: ',' });
});
