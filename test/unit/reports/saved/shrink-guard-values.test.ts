import { describe, expect, test } from '@jest/globals';
import {
  afterTable,
  checkShrink,
  describeBlank,
  summarizeTable,
  type TableRows,
} from '../../../../src/reports/saved/shrink-guard';
import { type Crew, serialOf, shiftRow } from '../../../support/shift-records';
import { SPEC_FIELDS, SPEC_NAMES } from '../../../support/spec-fields';

/* Columns that lose their values. The days are those of March 2026. */

type Cells = readonly (string | number | null)[];

const HOUR = 3_600_000;
const dayOf = (day: number) => `2026-03-${String(day).padStart(2, '0')}`;
const serial = (day: number) => serialOf('2026-03-01') + day - 1;

/** One row on each of these days, of ten positions of which some are booked, and worked where the day is over. */
function rowsOf(days: readonly number[], crew: Partial<Crew> = {}): Cells[] {
  return days.map((day) =>
    shiftRow({ day: dayOf(day), posted: 10, booked: 9, worked: 8, noShows: 1, ...crew }),
  );
}

/** What the fields of every row are sent as. */
function sent(rows: readonly Cells[], values: Readonly<Record<string, string | number | null>>): Cells[] {
  return rows.map((row) =>
    row.map((cell, at) => values[SPEC_NAMES[at] ?? ''] ?? (isBlank(values, at) ? null : cell)),
  );
}
const isBlank = (values: Readonly<Record<string, unknown>>, at: number) =>
  values[SPEC_NAMES[at] ?? ''] === null;
const all = (value: 0 | null) =>
  Object.fromEntries(
    SPEC_FIELDS.filter(([name, type]) => !['date', 'string'].includes(type) && name !== 'SHIFT_ID').map(
      ([name]) => [name, value],
    ),
  );

const march = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

/** The table for days `from` to `to`, made on day `today`. */
function table(rows: readonly Cells[], from: number, to: number, today = to + 1, at = 0): TableRows {
  const range = { from: serial(from), to: serial(to) };
  return { asked: 'a', range, today: serial(today), at, fields: SPEC_NAMES, rows };
}

const judge = (before: TableRows, after: TableRows) => checkShrink(summarizeTable(before), after)?.reason;
const held = (why: string) => `Press Refresh and confirm if this is right: ${why}, so the old table stays`;

describe('a table for the same days is held', () => {
  const WEEK = rowsOf(march(1, 7));

  test.each<[string, Parameters<typeof sent>[1], string]>([
    [
      'a field that was renamed',
      { SHIFTS_WORKED: null },
      'no values came for SHIFTS_WORKED (7 values before)',
    ],
    [
      'a field that turned 0',
      { SHIFTS_WORKED: 0 },
      'only zeros came for SHIFTS_WORKED (7 other values before)',
    ],
    ['text that went', { JOB_TITLE: null }, 'no values came for JOB_TITLE (7 values before)'],
    [
      'all numbers that came as texts, which are none',
      all(null),
      'no values came for SHIFTS_POSTED (7 values before), SHIFTS_BOOKED (7 values before), SHIFTS_BOOKED_PERCENTAGE (7 values before) and 10 more columns',
    ],
    [
      'all numbers that turned 0',
      all(0),
      'only zeros came for SHIFTS_POSTED (7 other values before), SHIFTS_BOOKED (7 other values before), SHIFTS_BOOKED_PERCENTAGE (7 other values before) and 6 more columns',
    ],
    [
      'one field without values and one of zeros',
      { HOURS_WORKED: null, TRUE_DEMAND: 0 },
      'no values came for HOURS_WORKED (7 values before), only zeros came for TRUE_DEMAND (7 other values before)',
    ],
  ])('for %s', (_, values, why) => {
    expect(judge(table(WEEK, 1, 7), table(sent(WEEK, values), 1, 7))).toBe(held(why));
  });

  test('for a field with fewer than half of its values', () => {
    const after = [...WEEK.slice(0, 3), ...sent(WEEK.slice(3), { HOURS_WORKED: null })];
    expect(judge(table(WEEK, 1, 7), table(after, 1, 7))).toBe(
      held('fewer than half of the values came for HOURS_WORKED (3 of 7)'),
    );
  });

  test('for columns and a venue together', () => {
    const two = [...WEEK, ...rowsOf([7], { venue: 'Pier' })];
    expect(judge(table(two, 1, 7), table(sent(WEEK, { NO_SHOWS: null }), 1, 7))).toBe(
      held('no rows came for “Pier” (1 row before), and no values came for NO_SHOWS (8 values before)'),
    );
  });

  test('for columns without a value among the rows that are left', () => {
    expect(judge(table(WEEK, 1, 7), table(sent(WEEK.slice(0, 2), { NO_SHOWS: null }), 1, 7))).toBe(
      held('only 2 of 7 rows came, and no values came for NO_SHOWS (7 values before)'),
    );
  });

  test('for two rows of which no number is left', () => {
    const two = rowsOf([1, 2]);
    expect(judge(table(two, 1, 7), table(sent(two, all(null)), 1, 7))).toMatch(
      /no values came for SHIFTS_POSTED/,
    );
  });

  test('where the values of the last day were lost a few at a time', () => {
    const some = (count: number) => [
      ...WEEK.slice(0, count),
      ...sent(WEEK.slice(count), { HOURS_WORKED: null }),
    ];
    let summary = summarizeTable(table(WEEK, 1, 7));
    const reasons = [5, 3].map((count, step) => {
      const next = table(some(count), 1, 7, 8, (step + 1) * HOUR);
      const reason = checkShrink(summary, next)?.reason;
      summary = afterTable(summary, summarizeTable(next));
      return reason;
    });
    expect(reasons).toEqual([
      undefined,
      held('fewer than half of the values came for HOURS_WORKED (3 of 7)'),
    ]);
  });

  test('for the week to come whose positions turned 0', () => {
    const coming = rowsOf(march(8, 14), { worked: 0, noShows: 0 });
    expect(judge(table(coming, 8, 14, 1), table(sent(coming, { SHIFTS_POSTED: 0 }), 8, 14, 1))).toBe(
      held('only zeros came for SHIFTS_POSTED (7 other values before)'),
    );
  });
});

describe('a table for the same days passes', () => {
  const WEEK = rowsOf(march(1, 7));
  const COMING = { worked: 0, noShows: 0, hours: null };

  test.each<[string, TableRows, TableRows]>([
    ['with the same values', table(WEEK, 1, 7), table(WEEK, 1, 7)],
    [
      'of a week to come in which nothing was worked yet',
      table(rowsOf(march(8, 14), COMING), 8, 14, 1),
      table(rowsOf(march(8, 14), COMING), 8, 14, 2),
    ],
    [
      'of a week to come whose open positions were all filled',
      table(rowsOf([...march(8, 14), ...march(8, 14)], { ...COMING, booked: 5 }), 8, 14, 1),
      table(rowsOf([...march(8, 14), ...march(8, 14)], { ...COMING, booked: 10 }), 8, 14, 2),
    ],
    [
      'whose nine no-shows were corrected',
      table([...rowsOf(march(1, 7)), ...rowsOf([1, 2])], 1, 7),
      table([...rowsOf(march(1, 7), { noShows: 0 }), ...rowsOf([1, 2], { noShows: 0 })], 1, 7),
    ],
    [
      'with just over half of the values of a field',
      table(WEEK, 1, 7),
      table([...WEEK.slice(0, 4), ...sent(WEEK.slice(4), { HOURS_WORKED: null })], 1, 7),
    ],
    [
      'of three rows of which a field is blank now',
      table(rowsOf([1, 2, 3]), 1, 7),
      table(sent(rowsOf([1, 2, 3]), { AREA_NAME: null }), 1, 7),
    ],
    ['that gets its values', table(sent(WEEK, all(null)), 1, 7), table(WEEK, 1, 7)],
    [
      'without a row that could have values',
      table(rowsOf([1, 2, 3], { venue: null }), 1, 7),
      table([], 1, 7),
    ],
  ])('%s', (_, before, after) => {
    expect(judge(before, after)).toBeUndefined();
  });

  test('with ten no-shows of days that are over is held when all of them turn 0', () => {
    const ten = [...rowsOf(march(1, 7)), ...rowsOf(march(1, 3))];
    expect(judge(table(ten, 1, 7), table(sent(ten, { NO_SHOWS: 0 }), 1, 7))).toBe(
      held('only zeros came for NO_SHOWS (10 other values before)'),
    );
  });
});

describe('a window that has moved on', () => {
  const LAST = rowsOf([...march(1, 8), ...march(1, 8)]);
  const within = (rows: readonly Cells[], from: number, to: number) =>
    rows.filter(([day]) => Number(day) >= serial(from) && Number(day) <= serial(to));

  test('is held where a field of the days that stayed has no values any more', () => {
    const after = sent(within(LAST, 2, 8), { SHIFTS_WORKED: null });
    expect(judge(table(within(LAST, 1, 7), 1, 7), table(after, 2, 8))).toBe(
      held('no values came for SHIFTS_WORKED (12 values before)'),
    );
  });

  test('is held where fewer than half of the values of the days that stayed came', () => {
    const stayed = within(LAST, 2, 8);
    const left = (count: number) => [
      ...stayed.slice(0, count),
      ...sent(stayed.slice(count), { HOURS_WORKED: null }),
    ];
    // Rows of days 2 to 7: twelve, of which so many have hours.
    const had = (count: number) =>
      left(count).filter((row) => row[0] !== serial(8) && row[14] !== null).length;
    expect([had(5), had(6)]).toEqual([5, 6]);
    const last = table(within(LAST, 1, 7), 1, 7);
    expect(judge(last, table(left(5), 2, 8))).toBe(
      held('fewer than half of the values came for HOURS_WORKED (5 of 12)'),
    );
    expect(judge(last, table(left(6), 2, 8))).toBeUndefined();
  });

  test('passes where fewer than half of the values came of days that stayed, if rows of days that left had the others', () => {
    const rows = [...rowsOf([1, 1, 1, 1, 1, 7]), ...rowsOf(march(2, 6), { hours: null })];
    const after = sent(within(rows, 2, 8), { HOURS_WORKED: null });
    expect(judge(table(rows, 1, 7), table(after, 2, 8))).toBeUndefined();
  });

  test('passes where rows without a day have most values: they are on no day that stayed', () => {
    const rows = [...rowsOf(march(4, 7)), ...sent(rowsOf(new Array(8).fill(1)), { SHIFT_DATE: null })];
    expect(judge(table(rows, 1, 7), table([...rows, ...rowsOf([8])], 2, 8))).toBeUndefined();
  });

  test('passes where only days that left had values: yesterday has, today and tomorrow have not', () => {
    const rows = [
      ...rowsOf([1, 1, 1, 1, 1]),
      ...rowsOf([2, 2, 2, 3, 3, 3, 4, 4, 4], { worked: 0, hours: null }),
    ];
    expect(judge(table(within(rows, 1, 3), 1, 3, 2), table(within(rows, 2, 4), 2, 4, 3))).toBeUndefined();
  });

  test('passes at midnight though nothing of the day that begins was worked', () => {
    const morning = rowsOf(new Array(20).fill(2), { worked: 0, noShows: 0, hours: null, booked: 0 });
    expect(judge(table(rowsOf(new Array(20).fill(1)), 1, 1, 1), table(morning, 2, 2, 2))).toBeUndefined();
  });

  test('passes where the day that has just ended is not worked off yet', () => {
    const open = sent(rowsOf(new Array(20).fill(2)), {
      SHIFTS_WORKED: null,
      HOURS_WORKED: null,
      NO_SHOWS: null,
    });
    expect(judge(table(rowsOf(new Array(20).fill(1)), 1, 1), table(open, 2, 2))).toBeUndefined();
  });

  test.each<[string, Parameters<typeof sent>[1], string]>([
    [
      'no row says what was posted',
      { SHIFTS_POSTED: null },
      'no values came for SHIFTS_POSTED (20 values before)',
    ],
    [
      'only zeros were posted',
      { SHIFTS_POSTED: 0 },
      'only zeros came for SHIFTS_POSTED (20 other values before)',
    ],
    ['no row has a day', { SHIFT_DATE: null }, 'no values came for SHIFT_DATE (20 values before)'],
  ])('is held without a day in common where %s', (_, values, why) => {
    const [before, after] = [rowsOf(new Array(20).fill(1)), rowsOf(new Array(20).fill(2))];
    expect(judge(table(before, 1, 1), table(sent(after, values), 2, 2))).toBe(held(why));
  });

  test('is held without a day in common where days have no values three days later', () => {
    const [before, after] = [rowsOf(new Array(20).fill(1)), rowsOf(new Array(20).fill(2))];
    const blank = sent(after, { SHIFTS_WORKED: null });
    expect(judge(table(before, 1, 1, 5), table(blank, 2, 2, 4))).toBeUndefined();
    expect(judge(table(before, 1, 1, 5), table(blank, 2, 2, 5))).toBe(
      held('no values came for SHIFTS_WORKED (20 values before)'),
    );
  });

  test('is held without a day in common where hardly a value is left', () => {
    const [before, after] = [rowsOf(new Array(28).fill(1)), rowsOf(new Array(28).fill(2))];
    const left = (count: number) => [
      ...after.slice(0, count),
      ...sent(after.slice(count), { SHIFTS_BOOKED_PERCENTAGE: null }),
    ];
    expect(judge(table(before, 1, 1), table(left(1), 2, 2))).toBe(
      held('fewer than half of the values came for SHIFTS_BOOKED_PERCENTAGE (1 of 28)'),
    );
    // One in ten may be so by chance.
    expect(judge(table(before, 1, 1), table(left(3), 2, 2))).toBeUndefined();
  });

  test('is held without a day in common where so few rows as rarely are 0 by chance all are', () => {
    // 32 of 39 rows had positions: five rows without any are one case in 5,000, four are one in 960.
    const before = [
      ...rowsOf(new Array(32).fill(1)),
      ...sent(rowsOf(new Array(7).fill(1)), { SHIFTS_POSTED: 0 }),
    ];
    const zeros = (count: number) => sent(rowsOf(new Array(count).fill(2)), { SHIFTS_POSTED: 0 });
    expect(judge(table(before, 1, 1), table(zeros(5), 2, 2))).toBe(
      held('only zeros came for SHIFTS_POSTED (32 other values before)'),
    );
    expect(judge(table(before, 1, 1), table(zeros(4), 2, 2))).toBeUndefined();
  });

  test.each([
    [10, held('no values came for HOURS_WORKED (10 values before)')],
    [9, undefined],
  ])('of which half had a value is held if none of %i rows has', (count, reason) => {
    const before = [...rowsOf(new Array(10).fill(1)), ...rowsOf(new Array(10).fill(1), { hours: null })];
    const after = sent(rowsOf(new Array(count).fill(2)), { HOURS_WORKED: null });
    expect(judge(table(before, 1, 1, 9), table(after, 2, 2, 9))).toBe(reason);
  });

  test('is held without a day in common where four rows lack a value that every row had', () => {
    const before = rowsOf(new Array(20).fill(1));
    const four = sent(rowsOf(new Array(4).fill(2)), { SHIFT_ID: null });
    expect(judge(table(before, 1, 1), table(four, 2, 2))).toBe(
      held('no values came for SHIFT_ID (20 values before)'),
    );
  });

  test.each([
    ['SHIFTS_UNFILLED_PERCENTAGE', 'SHIFTS_UNFILLED'],
    ['NO_SHOWS', 'NO_SHOWS_PERCENTAGE'],
  ])('is held without a day in common where %s turned 0 and %s did not', (name, partner) => {
    const [before, after] = [rowsOf(new Array(20).fill(1)), rowsOf(new Array(20).fill(2))];
    expect(judge(table(before, 1, 1, 5), table(sent(after, { [name]: 0 }), 2, 2, 9))).toBe(
      held(`only zeros came for ${name} (20 other values before)`),
    );
    // All may be well then.
    expect(judge(table(before, 1, 1, 5), table(sent(after, { [name]: 0, [partner]: 0 }), 2, 2, 9))).toBe(
      undefined,
    );
  });

  test('passes without a day in common where few rows came, or few had values', () => {
    const before = rowsOf(new Array(20).fill(1));
    const most = [...before.slice(0, 19), ...sent(before.slice(19), { AREA_NAME: null })];
    const blank = (count: number) => table(sent(rowsOf(new Array(count).fill(2)), { AREA_NAME: null }), 2, 2);
    expect(judge(table(most, 1, 1), blank(3))).toBeUndefined();
    expect(judge(table(most, 1, 1), blank(4))).toBe(held('no values came for AREA_NAME (19 values before)'));
    expect(judge(table(before, 1, 1), blank(3))).toBeUndefined();
    const some = [...before.slice(0, 9), ...sent(before.slice(9), { AREA_NAME: null })];
    const none = sent(rowsOf(new Array(20).fill(2)), { AREA_NAME: null });
    expect(judge(table(some, 1, 1), table(none, 2, 2))).toBeUndefined();
  });
});

describe('days that are kept from earlier, and read again', () => {
  const KNOWN = rowsOf(march(8, 14));
  const KEPT = [...rowsOf(march(1, 7)), ...KNOWN];

  test('are held where a column of theirs lost its values', () => {
    const after = [...sent(KEPT.slice(0, 7), { HOURS_WORKED: null }), ...KNOWN];
    const replaced = { fields: SPEC_NAMES, before: KEPT, after };
    const why = 'no values came for HOURS_WORKED (7 values before)';
    expect(checkShrink(summarizeTable(table(KNOWN, 8, 14)), table(after, 1, 14), replaced)).toEqual({
      reason: held(why),
      older: why,
    });
  });

  test('pass with all of their values', () => {
    const replaced = { fields: SPEC_NAMES, before: KEPT, after: KEPT };
    expect(checkShrink(summarizeTable(table(KNOWN, 8, 14)), table(KEPT, 1, 14), replaced)).toBeUndefined();
  });
});

test('the values of 18 columns of 100,000 rows are remembered in at most 2.8 kB', () => {
  const rows = new Array<Cells[]>(1000).fill(
    rowsOf([...march(1, 31), ...march(1, 31), ...march(1, 31), ...march(1, 7)]),
  );
  const most = table(rows.flat(), 1, 31);
  expect(most.rows).toHaveLength(100_000);
  expect(Buffer.byteLength(JSON.stringify(summarizeTable(most)))).toBeLessThanOrEqual(2800);
});

describe('a table that needs no confirmation', () => {
  const ROWS = rowsOf([...march(1, 7), ...march(1, 3)]);
  const said = (values: Parameters<typeof sent>[1], rows = ROWS, today = 8) =>
    describeBlank(table(sent(rows, values), 1, 7, today), null);
  const zeros = (names: string) => `Check with the service: every row has 0 for ${names}.`;

  test.each(['SHIFTS_POSTED', 'SHIFTS_BOOKED', 'SHIFTS_WORKED', 'HOURS_SCHEDULED', 'TRUE_DEMAND'])(
    'names %s where it is 0 in ten rows of days that are over',
    (name) => {
      expect(said({ [name]: 0 })).toBe(zeros(name));
      expect(said({ [name]: 0 }, ROWS.slice(0, 9))).toBe('');
      expect(said({ [name]: 0 }, ROWS, 3)).toBe('');
    },
  );

  test('says nothing of 0 where another row has more, also on a day to come, where it may be so, and of IDs', () => {
    const coming = [...sent(ROWS, { SHIFTS_POSTED: 0 }), ...rowsOf([9])];
    expect(describeBlank(table(coming, 1, 9, 8), null)).toBe('');
    expect(describeBlank(table([...sent(ROWS, { SHIFTS_POSTED: 0 }), ...rowsOf([7])], 1, 7), null)).toBe('');
    expect(said({ NO_SHOWS: 0, NO_SHOWS_PERCENTAGE: 0 })).toBe('');
    expect(said({ SHIFT_ID: 0 })).toBe('');
  });

  test('of three rows are told where most rows before had other values', () => {
    const tableBefore = (some: number) =>
      summarizeTable(
        table([...rowsOf(march(1, some)), ...sent(rowsOf(march(some + 1, 9)), { SHIFTS_POSTED: 0 })], 1, 9),
      );
    const zeros = (count: number) => table(sent(rowsOf(march(10, 9 + count)), { SHIFTS_POSTED: 0 }), 10, 12);
    const blanks = table(sent(rowsOf(march(10, 12)), { SHIFTS_POSTED: null }), 10, 12);
    expect(describeBlank(zeros(3), tableBefore(5))).toBe(
      'Check with the service: every row has 0 for SHIFTS_POSTED.',
    );
    expect(describeBlank(blanks, tableBefore(5))).toBe(
      'Check with the service: no row has a value for SHIFTS_POSTED.',
    );
    expect(describeBlank(zeros(2), tableBefore(5))).toBe('');
    expect(describeBlank(zeros(3), tableBefore(4))).toBe('');
    expect(describeBlank(zeros(3), { ...tableBefore(5), asked: 'another question' })).toBe('');
    expect(describeBlank(zeros(3), null)).toBe('');
  });
});
