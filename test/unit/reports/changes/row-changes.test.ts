import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  type ComparedTable,
  changedFields,
  compareRows,
  describeChanges,
  type ShiftChanges,
} from '../../../../src/reports/changes/changes-sheet';
import type { SheetRow } from '../../../../src/reports/sheet/cells';

const FIELDS = ['SHIFT_DATE', 'VENUE_NAME', 'SHIFTS_WORKED', 'SHIFT_ID'];
/** 2026-03-01 to 2026-03-07. */
const WEEK = { from: 46_082, to: 46_088 };
const DAY = 46_083;

const table = (...rows: SheetRow[]): ComparedTable => ({ fields: FIELDS, rows });
const shift = (id: number | string | null, worked = 8, day: number | null = DAY): SheetRow => [
  day,
  'Inn',
  worked,
  id,
];

function changes(before: ComparedTable, after: ComparedTable, days = WEEK): ShiftChanges {
  const found = compareRows(before, after, days);
  if (found.kind !== 'shifts') throw new Error('The tables were not compared by SHIFT_ID');
  return found;
}

function ids({ added, newDays, removed, changed, apart }: ShiftChanges) {
  const idOf = (row: SheetRow) => row[3];
  return {
    added: [...added, ...newDays].map(idOf),
    removed: removed.map(idOf),
    changed: changed.map(([, row]) => idOf(row)),
    apart,
  };
}

describe('shifts compared by their IDs', () => {
  test('are added, removed and changed', () => {
    const found = changes(table(shift(1), shift(2), shift(3)), table(shift(3, 7), shift(4), shift(1)));
    expect(ids(found)).toEqual({ added: [4], removed: [2], changed: [3], apart: 0 });
  });

  test('in another order are the same', () => {
    const found = changes(table(shift(1), shift(2)), table(shift(2), shift(1)));
    expect(ids(found)).toEqual({ added: [], removed: [], changed: [], apart: 0 });
  });

  test('say which fields changed, from what to what', () => {
    const found = changes(table([DAY, 'Inn', 8, 1]), table([DAY + 1, 'Inn', null, 1]));
    expect(found.changed.flatMap((pair) => changedFields(found, pair))).toEqual([
      { field: 'SHIFT_DATE', before: 46_083, after: 46_084 },
      { field: 'SHIFTS_WORKED', before: 8, after: null },
    ]);
  });

  test('do not take 0, blank and nothing for one', () => {
    const found = changes(
      table(shift(1, 0), [DAY, '', 1, 2]),
      table([DAY, 'Inn', null, 1], [DAY, null, 1, 2]),
    );
    expect(ids(found).changed).toEqual([1, 2]);
  });

  test('that left the window with time are not removed', () => {
    const found = changes(table(shift(1, 8, 46_081), shift(2, 8, 46_082), shift(3, 8, 46_089)), table());
    expect(ids(found)).toEqual({ added: [], removed: [2], changed: [], apart: 0 });
  });

  test('are followed to another day', () => {
    const found = changes(table(shift(1, 8, 46_080)), table(shift(1, 8, 46_085)));
    expect(ids(found)).toEqual({ added: [], removed: [], changed: [1], apart: 0 });
  });

  test('of text IDs are told from those of numbers', () => {
    expect(ids(changes(table(shift('1')), table(shift(1))))).toMatchObject({ added: [1], removed: ['1'] });
  });
});

describe('rows without an ID of their own', () => {
  test.each<[string, ComparedTable, ComparedTable, number]>([
    ['without an ID', table(shift(null)), table(shift(null), shift(null)), 2],
    ['whose ID comes twice now', table(shift(1)), table(shift(1), shift(1, 9)), 2],
    ['whose ID came twice before', table(shift(1), shift(1, 9)), table(shift(1)), 2],
    ['whose ID came three times before', table(shift(1), shift(1), shift(1)), table(shift(1)), 3],
    ['whose ID comes twice in both', table(shift(1), shift(1)), table(shift(1), shift(1)), 2],
    ['whose ID came twice and is gone', table(shift(1), shift(1)), table(), 2],
    ['that are gone, of an unknown day', table(shift(1, 8, null)), table(), 1],
    ['that are gone, outside the window', table(shift(null, 8, 46_000), shift(null, 8, 46_000)), table(), 0],
  ])('%s are counted apart', (_, before, after, apart) => {
    expect(ids(changes(before, after))).toEqual({ added: [], removed: [], changed: [], apart });
  });

  test('do not keep the others from being compared', () => {
    const found = changes(
      table(shift(null), shift(1), shift(1), shift(2)),
      table(shift(2, 9), shift(3), shift(null)),
    );
    expect(ids(found)).toEqual({ added: [3], removed: [], changed: [2], apart: 3 });
  });
});

describe('tables of different columns', () => {
  test('are compared in the fields that both have, wherever they stand', () => {
    const before: ComparedTable = {
      fields: ['SHIFT_ID', 'SHIFTS_WORKED', 'NO_SHOWS'],
      rows: [
        [1, 8, 3],
        [2, 8, 3],
      ],
    };
    const after: ComparedTable = {
      fields: ['SHIFTS_WORKED', 'SHIFT_ID', 'AREA_NAME'],
      rows: [
        [8, 1, 'Bar'],
        [7, 2, 'Bar'],
      ],
    };
    const found = changes(before, after);
    expect(found.changed.map((pair) => changedFields(found, pair))).toEqual([
      [{ field: 'SHIFTS_WORKED', before: 8, after: 7 }],
    ]);
  });

  test.each<[string, ComparedTable, ComparedTable, boolean]>([
    ['the same', grouped(['Inn', 8]), grouped(['Inn', 8]), false],
    ['another value', grouped(['Inn', 8]), grouped(['Inn', 9]), true],
    ['another order', grouped(['Inn', 8], ['Bar', 1]), grouped(['Bar', 1], ['Inn', 8]), true],
    ['one row more', grouped(['Inn', 8]), grouped(['Inn', 8], ['Bar', 1]), true],
    ['a SHIFT_ID now', grouped(['Inn', 8]), { fields: ['VENUE_NAME', 'SHIFT_ID'], rows: [['Inn', 8]] }, true],
  ])('without SHIFT_ID say only whether they changed: %s', (_, before, after, isChanged) => {
    expect(compareRows(before, after, WEEK)).toEqual({ kind: 'table', isChanged });
  });

  function grouped(...rows: SheetRow[]): ComparedTable {
    return { fields: ['VENUE_NAME', 'SHIFTS_WORKED'], rows };
  }
});

test('shifts of days that the old table did not have are of new days: a week that rolled on', () => {
  const week = (from: number) => Array.from({ length: 7 }, (_, at) => shift(from + at, 8, from + at));
  const found = compareRows(table(...week(46_080)), table(...week(46_082), shift(1, 8, 46_083)), WEEK);
  expect(describeChanges(found)).toBe('2 shifts of new days, 1 added.');
});

describe('the sentence', () => {
  const many = (count: number, first = 1) => Array.from({ length: count }, (_, at) => shift(first + at));
  test.each<[string, Parameters<typeof describeChanges>[0]]>([
    ['No shift changed.', changes(table(), table())],
    ['1 shift added.', changes(table(shift(1)), table(shift(1), shift(2)))],
    ['2 shifts removed.', changes(table(...many(2)), table())],
    [
      '3 shifts added, 1 removed, 2 changed.',
      changes(table(shift(1), shift(2), shift(3)), table(shift(2, 1), shift(3, 1), ...many(3, 10))),
    ],
    ['1,200 shifts added.', changes(table(), table(...many(1200)))],
    ['No shift changed (1 row could not be compared).', changes(table(), table(shift(null)))],
    ['1 shift added (2 rows could not be compared).', changes(table(), table(shift(5), shift(5), shift(6)))],
    ['The table changed.', { kind: 'table', isChanged: true }],
    ['Nothing changed.', { kind: 'table', isChanged: false }],
  ])('is: %s', (sentence, found) => {
    expect(describeChanges(found)).toBe(sentence);
  });
});

const SEED = Number(process.env.TEST_SEED ?? Date.now() % 2_147_483_647);
const RUNS = Number(process.env.TEST_RUNS ?? 500);

test(`changes equal what was done to the table (seed ${SEED}, ${RUNS} runs)`, () => {
  const done = fc.constantFrom('kept', 'changed', 'removed', 'left', 'added', 'doubled', 'unnamed');
  fc.assert(
    fc.property(fc.array(done, { maxLength: 40 }), fc.infiniteStream(fc.nat()), (deeds, order) => {
      const before: SheetRow[] = [];
      const after: SheetRow[] = [];
      deeds.forEach((deed, id) => {
        if (deed === 'unnamed') after.push(shift(null));
        else if (deed !== 'added') before.push(shift(id, 8, deed === 'left' ? 46_000 : DAY));
        if (deed === 'kept' || deed === 'added') after.push(shift(id));
        if (deed === 'changed') after.push(shift(id, 9));
        if (deed === 'doubled') after.push(shift(id), shift(id, 9));
      });
      const shuffled = after.map((row) => ({ row, key: order.next().value })).sort((a, b) => a.key - b.key);
      const found = ids(changes(table(...before), table(...shuffled.map(({ row }) => row))));
      const idsOf = (deed: string) => deeds.flatMap((one, id) => (one === deed ? [id] : []));
      const sorted = (list: readonly unknown[]) => [...list].map(Number).sort((a, b) => a - b);
      expect(sorted(found.added)).toEqual(idsOf('added'));
      expect(sorted(found.removed)).toEqual(idsOf('removed'));
      expect(sorted(found.changed)).toEqual(idsOf('changed'));
      expect(found.apart).toBe(idsOf('unnamed').length + 2 * idsOf('doubled').length);
    }),
    { seed: SEED, numRuns: RUNS },
  );
});
