import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  addChangeLines,
  CHANGES_SHEET_NAME,
  type ComparedTable,
  compareTables,
} from '../../../../src/reports/changes/changes-sheet';
import type { SheetRow } from '../../../../src/reports/sheet/cells';
import { HOSTILE_STARTS } from '../../../support/hostile-texts';
import { OpenSheets } from '../../../support/open-sheets';

const FIELDS = ['SHIFT_DATE', 'VENUE_NAME', 'SHIFTS_WORKED', 'SHIFTS_WORKED_PERCENTAGE', 'SHIFT_ID'];
/** 2026-03-01 to 2026-03-07. */
const WEEK = { from: 46_082, to: 46_088 };
const DAY = 46_083;

const table = (...rows: SheetRow[]): ComparedTable => ({ fields: FIELDS, rows });
const shift = (id: number | string | null, worked: number | null = 8, day: number | null = DAY): SheetRow => [
  ...[day, 'Inn', worked, 87.5, id],
];
const week = (from: number) => Array.from({ length: 7 }, (_, at) => shift(from + at, 8, from + at));
const compare = (before: ComparedTable, after: ComparedTable) => compareTables(before, after, WEEK);
const PARTIAL = ' Some rows have no SHIFT_ID of their own and were not compared.';

test('shifts are compared by their IDs: one line for each that changed, went or came', () => {
  const found = compare(
    table(shift(1), shift(2), shift(3, 8)),
    table([DAY + 1, 'Inn', 8, 71.25, 3], shift(4), shift(1, null)),
  );
  expect(found).toEqual({
    sentence: '1 shift added, 1 removed, 2 changed.',
    left: 0,
    lines: [
      [46_083, 'Inn', null, 'Shift added', 4],
      [46_083, 'Inn', null, 'Shift removed', 2],
      [46_084, 'Inn', null, 'Date 2 Mar 2026 → 3 Mar 2026; Worked % 87.5% → 71.3%', 3],
      [46_083, 'Inn', null, 'Worked 8 → blank', 1],
    ],
  });
});

test('percentages are told only where no count changed', () => {
  const after = table([DAY, 'Inn', 7, 71.25, 1]);
  expect(compare(table(shift(1)), after).lines).toEqual([[46_083, 'Inn', null, 'Worked 8 → 7', 1]]);
});

test('a week that rolled on is one line for all shifts of new days, and its old days were not removed', () => {
  expect(compare(table(...week(46_080)), table(...week(46_082), shift(1, 8, DAY)))).toEqual({
    sentence: '2 shifts of new days, 1 added.',
    left: 0,
    lines: [
      [null, null, null, '2 shifts of new days', null],
      [46_083, 'Inn', null, 'Shift added', 1],
    ],
  });
});

test.each<[string, ComparedTable, ComparedTable, string]>([
  ['in another order', table(shift(1), shift(2)), table(shift(2), shift(1)), 'No shift changed.'],
  ['of many', table(), table(...Array.from({ length: 1200 }, (_, at) => shift(at))), '1,200 shifts added.'],
  ['with 0 for blank', table(shift(1, 0)), table(shift(1, null)), '1 shift changed.'],
  ['moved to another day', table(shift(1, 8, 46_080)), table(shift(1, 8, 46_085)), '1 shift changed.'],
  ['with text IDs', table(shift('1')), table(shift(1)), '1 shift added, 1 removed.'],
  ['without an ID', table(shift(null)), table(shift(null), shift(5)), `1 shift added.${PARTIAL}`],
  ['with an ID twice now', table(shift(1)), table(shift(1), shift(1, 9)), `No shift changed.${PARTIAL}`],
  ['with an ID twice before', table(shift(1), shift(1, 9)), table(shift(1)), `No shift changed.${PARTIAL}`],
  ['gone, of an unknown day', table(shift(1, 8, null)), table(), '1 shift removed.'],
  ['without SHIFT_ID', grouped(['Inn', 8]), grouped(['Inn', 8]), 'Nothing changed.'],
  [
    'without SHIFT_ID, changed',
    grouped(['Inn', 8], ['Bar', 1]),
    grouped(['Bar', 1], ['Inn', 8]),
    'The table changed.',
  ],
])('rows %s', (_, before, after, sentence) => {
  expect(compare(before, after).sentence).toBe(sentence);
});

function grouped(...rows: SheetRow[]): ComparedTable {
  return { fields: ['VENUE_NAME', 'SHIFTS_WORKED'], rows };
}

test('tables of different columns are compared in the fields that both have, wherever they stand', () => {
  const before = {
    fields: ['SHIFT_ID', 'SHIFTS_WORKED', 'NO_SHOWS'],
    rows: [
      [1, 8, 3],
      [2, 8, 3],
    ],
  };
  const after = {
    fields: ['SHIFTS_WORKED', 'SHIFT_ID', 'AREA_NAME'],
    rows: [
      [8, 1, 'Bar'],
      [7, 2, 'Bar'],
    ],
  };
  expect(compare(before, after).lines).toEqual([[null, null, null, 'Worked 8 → 7', 2]]);
});

test('5,000 lines are listed at most; the others are counted', () => {
  const { lines, left } = compare(
    table(shift(-1)),
    table(...Array.from({ length: 5003 }, (_, at) => shift(at))),
  );
  expect([lines.length, left, lines[0]?.[3], lines[4999]?.[4]]).toEqual([5000, 4, 'Shift added', 4999]);
});

describe('random tables', () => {
  const SEED = Number(process.env.TEST_SEED ?? Date.now() % 2_147_483_647);
  const RUNS = Number(process.env.TEST_RUNS ?? 500);

  test(`have the changes that were made to them (seed ${SEED}, ${RUNS} runs)`, () => {
    const done = fc.constantFrom('kept', 'changed', 'removed', 'left', 'added', 'doubled', 'unnamed');
    fc.assert(
      fc.property(fc.array(done, { maxLength: 40 }), fc.infiniteStream(fc.nat()), (deeds, order) => {
        const before: SheetRow[] = [shift(-1, 8, WEEK.from)];
        const after: SheetRow[] = [shift(-1, 8, WEEK.from)];
        deeds.forEach((deed, id) => {
          if (deed === 'unnamed') after.push(shift(null));
          else if (deed !== 'added') before.push(shift(id, 8, deed === 'left' ? 46_000 : DAY));
          if (deed === 'kept' || deed === 'added') after.push(shift(id, 8, WEEK.from));
          if (deed === 'changed') after.push(shift(id, 9));
          if (deed === 'doubled') after.push(shift(id), shift(id, 9));
        });
        const kept = deeds.map((deed, id) => (deed === 'kept' ? id : -1));
        const same = before.map((row) =>
          kept.includes(Number(row[4])) ? shift(Number(row[4]), 8, WEEK.from) : row,
        );
        const shuffled = after.map((row) => ({ row, key: order.next().value })).sort((a, b) => a.key - b.key);
        const { lines, sentence } = compare(table(...same), table(...shuffled.map(({ row }) => row)));
        const idsOf = (what: string) =>
          lines.flatMap((line) => (line[3] === what ? [Number(line[4])] : [])).sort((a, b) => a - b);
        const made = (deed: string) => deeds.flatMap((one, id) => (one === deed ? [id] : []));
        expect(idsOf('Shift added')).toEqual(made('added'));
        expect(idsOf('Shift removed')).toEqual(made('removed'));
        expect(idsOf('Worked 8 → 9')).toEqual(made('changed'));
        expect(sentence.endsWith(PARTIAL)).toBe(deeds.includes('unnamed') || deeds.includes('doubled'));
      }),
      { seed: SEED, numRuns: RUNS },
    );
  });
});

test('the sheet of changes takes every text as text', () => {
  const { book, sheets } = new OpenSheets();
  addChangeLines(
    sheets,
    HOSTILE_STARTS.map((text) => [46_091, 'Shifts', 1, DAY, 'Inn', text]),
  );
  const shown = book.values(`${CHANGES_SHEET_NAME}!F2:F${HOSTILE_STARTS.length + 1}`);
  expect(shown.flat()).toEqual(HOSTILE_STARTS);
});
