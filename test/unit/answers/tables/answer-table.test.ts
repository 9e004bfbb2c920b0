import { describe, expect, jest, test } from '@jest/globals';
import type { Options } from '../../../../src/answers/arguments/options';
import {
  type AnswerColumn,
  cellMaker,
  type LineValue,
  planTable,
  recordColumns,
} from '../../../../src/answers/tables/answer-table';
import {
  type Field,
  SHIFT_FULFILMENT_FIELDS,
  type ShiftRow,
} from '../../../../src/employer-api/shift-report';
import { failureOf } from '../../../support/fetching';
import { ROW } from '../../../support/sample-report';
import { SPEC_NAMES } from '../../../support/spec-fields';
import { NO_OPTIONS, present } from './sample-figures';

type Line = readonly LineValue[];
type Column = AnswerColumn<Line>;

/** Columns that show the values of a line in their order. */
const inOrder = (columns: readonly Omit<Column, 'value'>[]): readonly Column[] =>
  columns.map((column, at) => ({ ...column, value: (line) => line[at] }));

const COLUMNS = inOrder([
  { name: 'VENUE_NAME', words: ['venue'], kind: 'text' },
  { name: 'SHIFTS_POSTED', words: ['posted'], kind: 'integer' },
  { name: 'UNIT', words: [], kind: 'text' },
]);
const lineOf = (venue: string | null, posted: number | null, unit = 'people'): Line => [venue, posted, unit];
const LINES = [lineOf('beta', 9), lineOf(null, 10), lineOf('Alpha', null), lineOf('gamma', 2)];

interface Answer {
  readonly columns?: readonly Column[];
  readonly items?: readonly Line[];
  readonly last?: Line;
  readonly notes?: readonly string[];
}

function table(options: Partial<Options> = {}, { columns = COLUMNS, items = LINES, ...answer }: Answer = {}) {
  const layOut = planTable(columns, { ...NO_OPTIONS, ...options });
  return layOut({ items, generatedAt: null, ...answer }, present(options));
}
const venues = (options: Partial<Options>) => table(options).map(([venue]) => venue);
const sort = (name: string, descending = false) => ({ name, descending });
const only = (...names: string[]) => ({ columns: names.map((name) => ({ name, heading: undefined })) });

describe('the table of an answer', () => {
  test('is a heading row, then the lines in their order, blank or as asked where nothing is known', () => {
    const lines = [
      ['beta', 9, 'people'],
      [null, 10, 'people'],
      ['Alpha', null, 'people'],
      ['gamma', 2, 'people'],
    ];
    expect(table()).toEqual([['VENUE_NAME', 'SHIFTS_POSTED', 'UNIT'], ...lines]);
    expect(table({ headers: false })).toEqual(lines);
    expect(table({ headers: false, empty: 'n/a' }).slice(1, 3)).toEqual([
      ['n/a', 10, 'people'],
      ['Alpha', 'n/a', 'people'],
    ]);
  });

  test('shows the columns that are asked for, in that order, under the headings that are asked for', () => {
    const columns = [
      { name: 'unit', heading: undefined },
      { name: 'Posted', heading: 'Needed' },
    ];
    expect(table({ columns }).slice(0, 2)).toEqual([
      ['UNIT', 'Needed'],
      ['people', 9],
    ]);
  });

  test('has no two columns under one heading', () => {
    const twice = { columns: ['posted', 'venue'].map((name) => ({ name, heading: 'UNIT' })) };
    expect(failureOf(() => table(twice)).message).toBe(
      'Give one column another heading with "as": "UNIT" is there twice.',
    );
  });

  test('leaves a cell blank in which nothing is meant, whatever the option empty says', () => {
    const items = [lineOf(null, 10), [undefined, 1, 'people']];
    expect(table({ empty: 'n/a', headers: false }, { items })).toEqual([
      ['n/a', 10, 'people'],
      [null, 1, 'people'],
    ]);
  });

  test.each([
    ['text without regard to case, nothing last', [sort('venue')], ['Alpha', 'beta', 'gamma', null]],
    ['text descending, nothing last all the same', [sort('venue', true)], ['gamma', 'beta', 'Alpha', null]],
    ['numbers by size, not as text', [sort('posted')], ['gamma', 'beta', null, 'Alpha']],
    ['numbers descending', [sort('SHIFTS_POSTED', true)], [null, 'beta', 'gamma', 'Alpha']],
    ['by one name after another', [sort('unit'), sort('posted')], ['gamma', 'beta', null, 'Alpha']],
    ['equal lines as they came', [sort('unit', true)], ['beta', null, 'Alpha', 'gamma']],
  ])('sorts %s, also by what it does not show', (_, order, expected) => {
    expect(venues({ sort: order }).slice(1)).toEqual(expected);
    expect(table({ ...only('venue'), sort: order }).slice(1)).toEqual(expected.map((name) => [name]));
  });

  test('keeps as many lines as the limit says, after sorting, and the total below all lines', () => {
    const last = lineOf('Aaa', 21);
    expect(venues({ sort: [sort('posted')], limit: 2 })).toEqual(['VENUE_NAME', 'gamma', 'beta']);
    expect(table({ sort: [sort('venue')], limit: 1 }, { last }).slice(1)).toEqual([
      ['Alpha', null, 'people'],
      ['Aaa', 21, 'people'],
    ]);
  });

  test('of no lines is the heading row; of nothing one blank cell: no cells are an error in Sheets', () => {
    expect(table({}, { items: [] })).toEqual([['VENUE_NAME', 'SHIFTS_POSTED', 'UNIT']]);
    expect(table({ headers: false }, { items: [] })).toEqual([[null]]);
  });

  test('refuses a column that it does not have before it is given any line', () => {
    const message = (options: Partial<Options>) =>
      failureOf(() => planTable(COLUMNS, { ...NO_OPTIONS, ...options })).message;
    expect(message(only('vennue'))).toBe('Unknown column "vennue". Did you mean "venue"?');
    expect(message({ sort: [sort('price')] })).toBe(
      'Unknown column "price". It can be VENUE_NAME, SHIFTS_POSTED or UNIT.',
    );
  });
});

describe('what is to be said of all lines is told', () => {
  const columns = inOrder([
    { name: 'VENUE_NAME', words: ['venue'], kind: 'text' },
    { name: 'SUPPORT', words: [], kind: 'words' },
    { name: 'NOTES', words: [], kind: 'words' },
    { name: 'SHIFTS_POSTED', words: ['posted'], kind: 'integer' },
  ]);
  const items = LINES.map(([venue, posted]): Line => [venue, `in ${venue}`, null, posted]);
  const SAID = '1 record left out; and more';
  const told = (options: Partial<Options>, answer: Answer = {}) =>
    table(options, {
      ...{ columns, items },
      notes: ['1 record left out', 'and more'],
      ...answer,
    }).slice(1);

  test('once, in the notes of the first line, however they are sorted', () => {
    const cells = told({ sort: [sort('posted')], ...only('NOTES', 'venue') });
    expect(cells.slice(0, 2)).toEqual([
      [SAID, 'gamma'],
      [null, 'beta'],
    ]);
  });

  test('in the line of the total where there is one', () => {
    const answer = { items: items.slice(0, 1), last: ['all', null, null, 1] };
    expect(told(only('venue', 'NOTES'), answer)).toEqual([
      ['beta', null],
      ['all', SAID],
    ]);
  });

  test('behind the words of another column where no notes are shown, or in place of the text for nothing', () => {
    expect(told(only('SUPPORT'))[0]).toEqual([`in beta; ${SAID}`]);
    expect(told({ ...only('NOTES'), empty: 'n/a' })[0]).toEqual([SAID]);
  });

  test('in a line of its own where there is none, and nowhere without a column of words', () => {
    expect(told(only('venue', 'NOTES'), { items: [] })).toEqual([[null, SAID]]);
    expect(told({ ...only('NOTES'), asOf: true }, { items: [] })).toEqual([[SAID, null]]);
    expect(told(only('venue'), { items: [] })).toEqual([]);
  });
});

describe('shift records as a table', () => {
  const GENERATED = '2026-03-10T08:00:00Z';
  const records = (
    rows: readonly ShiftRow[],
    options: Partial<Options> = {},
    generatedAt: string | null = GENERATED,
  ) => {
    const layOut = planTable(recordColumns(SHIFT_FULFILMENT_FIELDS), { ...NO_OPTIONS, ...options });
    return layOut({ items: rows, generatedAt }, present(options));
  };
  const row = (changes: Readonly<Record<string, number | null>>): ShiftRow =>
    SPEC_NAMES.map((name, index) => (name in changes ? (changes[name] ?? null) : (ROW[index] ?? null)));

  test('have the 18 documented columns in their order and real dates', () => {
    expect(records([ROW])).toEqual([SPEC_NAMES, [new Date('2026-03-02T00:00:00Z'), ...ROW.slice(1)]]);
  });

  test('stay in the order in which they came, and are left in it', () => {
    const ids = [3, 1, 2].map((id) => row({ SHIFT_ID: id }));
    records(ids, { sort: [sort('SHIFT_ID')] });
    expect(records(ids, only('SHIFT_ID'))).toEqual([['SHIFT_ID'], [3], [1], [2]]);
  });

  test('show last when they were made; blank where the service did not say', () => {
    const [made, id] = [new Date(GENERATED), ROW[17]];
    const options = { ...only('SHIFT_ID'), asOf: true };
    expect(records([ROW], options)).toEqual([
      ['SHIFT_ID', 'AS_OF'],
      [id, made],
    ]);
    expect(records([ROW], options, null)[1]).toEqual([id, null]);
  });

  test('show null as blank or as the text of the option empty, never as 0, in every kind of column', () => {
    const names = ['SHIFT_DATE', 'VENUE_NAME', 'HOURS_WORKED', 'NO_SHOWS_PERCENTAGE'];
    const unknown = row(Object.fromEntries(names.map((name) => [name, null])));
    for (const empty of [null, '?']) {
      expect(records([unknown], { ...only(...names), empty })[1]).toEqual(names.map(() => empty));
    }
  });

  test.each([
    ['fraction', [0.9, 0.1, 0.8, 0.111, 0.727]],
    ['0-100', [90, 10, 80, 11.1, 72.7]],
  ] as const)('show all five percentages on the scale %s, and no other number', (percent, expected) => {
    const [, shown = []] = records([ROW], { percent });
    const isPercentage = (_: unknown, index: number) => SPEC_NAMES[index]?.endsWith('PERCENTAGE') ?? false;
    const rest = (value: unknown, index: number) => !isPercentage(value, index) && index > 0;
    expect(shown.filter(isPercentage)).toEqual(expected.map((value) => expect.closeTo(value, 12)));
    expect(shown.filter(rest)).toEqual(ROW.filter(rest));
  });

  test.each([
    ['date', 'SHIFT_DATE'],
    ['venue', 'VENUE_NAME'],
    ['Role', 'JOB_TITLE'],
    ['worked %', 'SHIFTS_WORKED_PERCENTAGE'],
    ['true fulfillment %', 'TRUE_FULFILMENT_PERCENTAGE'],
    ['no-shows', 'NO_SHOWS'],
  ])('know their fields by words as groups do: %s is %s', (word, field) => {
    expect(records([ROW], only(word))[0]).toEqual([field]);
  });

  test('of another report show TRUE and FALSE as such, and numbers as sent whatever the scale', () => {
    const fields: readonly Field[] = [
      { name: 'week', kind: 'date' },
      { name: 'closed', kind: 'boolean' },
      { name: 'share', kind: 'decimal' },
    ];
    const rows = [
      [46_083, 1, 50],
      [null, 0, 2.5],
    ];
    const answer = { items: rows, generatedAt: null };
    const cell = present({ percent: 'fraction' });
    expect(planTable(recordColumns(fields), NO_OPTIONS)(answer, cell)).toEqual([
      ['week', 'closed', 'share'],
      [new Date('2026-03-02T00:00:00Z'), true, 50],
      [null, false, 2.5],
    ]);
  });
});

describe('a value is shown', () => {
  test.each([
    ['date', new Date('2026-03-01T00:00:00Z')],
    ['text', '2026-03-01'],
    ['serial', 46_082],
  ] as const)('as a %s where that is asked for', (dates, expected) => {
    expect(present({ dates })(46_082, 'date')).toEqual(expected);
  });

  test('as midnight, made once however often a day is shown', () => {
    const midnight = jest.fn((_: number) => new Date(0));
    const cell = cellMaker(NO_OPTIONS, midnight);
    for (const day of [46_082, 46_083, 46_082, 46_082]) cell(day, 'date');
    expect(midnight.mock.calls).toEqual([[46_082], [46_083]]);
  });

  test.each([
    ['0-100', 95, 95],
    ['fraction', 95, 0.95],
    ['fraction', 70.4, 0.704],
    ['fraction', 120, 1.2],
    ['0-100', 66.666_666_666_666_67, 66.6666666667],
    ['0-100', -1e-12, 0],
  ] as const)('as a percentage on the scale %s: %d is %d', (percent, value, expected) => {
    expect(present({ percent })(value, 'rate')).toBe(expected);
  });
});
