import { describe, expect, test } from '@jest/globals';
import type { Options } from '../../../../src/answers/arguments/options';
import { planRecords } from '../../../../src/answers/tables/answer-table';
import {
  type Field,
  SHIFT_FULFILMENT_FIELDS,
  type ShiftRow,
} from '../../../../src/employer-api/shift-records';
import { failureOf } from '../../../support/fetching';
import { ROW } from '../../../support/sample-report';
import { SPEC_NAMES } from '../../../support/spec-fields';
import { NO_OPTIONS, present } from './sample-figures';

const GENERATED = '2026-03-10T08:00:00Z';
const only = (...names: string[]) => ({ columns: names.map((name) => ({ name, heading: undefined })) });
const sort = (name: string, descending = false) => ({ name, descending });

function records(
  rows: readonly ShiftRow[],
  options: Partial<Options> = {},
  generatedAt: string | null = GENERATED,
) {
  const layOut = planRecords(SHIFT_FULFILMENT_FIELDS, { ...NO_OPTIONS, ...options });
  return layOut(rows, generatedAt, present(options));
}

function row(changes: Readonly<Record<string, string | number | null>>): ShiftRow {
  return SPEC_NAMES.map((name, index) => (name in changes ? (changes[name] ?? null) : (ROW[index] ?? null)));
}

describe('shift records as a table', () => {
  test('have the 18 documented columns in their order and real dates', () => {
    expect(records([ROW])).toEqual([SPEC_NAMES, [new Date('2026-03-02T00:00:00Z'), ...ROW.slice(1)]]);
  });

  test('stay in the order in which they came', () => {
    const ids = [3, 1, 2].map((id) => row({ SHIFT_ID: id }));
    expect(records(ids, only('SHIFT_ID'))).toEqual([['SHIFT_ID'], [3], [1], [2]]);
  });

  test('of no shifts are the heading row alone', () => {
    expect(records([])).toEqual([SPEC_NAMES]);
  });

  test('without headers and without shifts are one blank cell: a result of no cells is an error in Sheets', () => {
    expect(records([], { headers: false })).toEqual([[null]]);
  });

  test('show when they were made where AS_OF is put, else last', () => {
    const made = new Date(GENERATED);
    expect(records([ROW], { ...only('AS_OF', 'SHIFT_ID'), asOf: true })).toEqual([
      ['AS_OF', 'SHIFT_ID'],
      [made, ROW[17]],
    ]);
    expect(records([ROW], { ...only('SHIFT_ID'), asOf: true, sort: [sort('as of')] })[1]).toEqual([
      ROW[17],
      made,
    ]);
  });

  test('show null as blank, never as 0', () => {
    const unknown = row({
      HOURS_WORKED: null,
      SHIFT_DATE: null,
      VENUE_NAME: null,
      NO_SHOWS_PERCENTAGE: null,
    });
    expect(
      records([unknown], { ...only('SHIFT_DATE', 'VENUE_NAME', 'HOURS_WORKED', 'NO_SHOWS_PERCENTAGE') })[1],
    ).toEqual([null, null, null, null]);
  });

  test('show null as the text of the option empty, in every kind of column', () => {
    const unknown = row({ HOURS_WORKED: null, SHIFT_DATE: null });
    expect(records([unknown], { ...only('SHIFT_DATE', 'HOURS_WORKED', 'NO_SHOWS'), empty: '?' })[1]).toEqual([
      '?',
      '?',
      1,
    ]);
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
    ['text', '2026-03-02'],
    ['serial', 46_083],
  ] as const)('show days as %s', (dates, expected) => {
    expect(records([ROW], { ...only('SHIFT_DATE'), dates })).toEqual([['SHIFT_DATE'], [expected]]);
  });

  test('show the columns asked for, renamed, and one of them twice under two names', () => {
    const columns = [
      { name: 'venue name', heading: 'Venue' },
      { name: 'SHIFT_ID', heading: undefined },
      { name: 'VENUE_NAME', heading: 'Again' },
    ];
    expect(records([ROW], { columns })).toEqual([
      ['Venue', 'SHIFT_ID', 'Again'],
      ['The Crown & Anchor', 900_001, 'The Crown & Anchor'],
    ]);
  });

  test('are sorted by several fields, nothing last, and cut after that', () => {
    const rows = [
      row({ VENUE_NAME: 'B', NO_SHOWS: 1 }),
      row({ VENUE_NAME: 'A', NO_SHOWS: null }),
      row({ VENUE_NAME: 'a', NO_SHOWS: 10 }),
      row({ VENUE_NAME: 'B', NO_SHOWS: 9 }),
      row({ VENUE_NAME: null, NO_SHOWS: 5 }),
    ];
    const options = {
      ...only('VENUE_NAME', 'NO_SHOWS'),
      sort: [sort('VENUE_NAME'), sort('NO_SHOWS', true)],
      limit: 4,
    };
    expect(records(rows, options).slice(1)).toEqual([
      ['a', 10],
      ['A', null],
      ['B', 9],
      ['B', 1],
    ]);
  });

  test('have what is not known behind the smallest and the largest', () => {
    const rows = [null, 3, 12].map((noShows) => row({ NO_SHOWS: noShows }));
    const sorted = (descending: boolean) =>
      records(rows, { ...only('NO_SHOWS'), headers: false, sort: [sort('NO_SHOWS', descending)] });
    expect([sorted(false), sorted(true)]).toEqual([
      [[3], [12], [null]],
      [[12], [3], [null]],
    ]);
  });

  test('leave the rows they were given in their order', () => {
    const rows = [row({ SHIFT_ID: 2 }), row({ SHIFT_ID: 1 })];
    records(rows, { sort: [sort('SHIFT_ID')] });
    expect(rows.map((one) => one[17])).toEqual([2, 1]);
  });

  test('say in a last column when the service made them', () => {
    expect(records([ROW, ROW], { ...only('SHIFT_ID'), asOf: true })).toEqual([
      ['SHIFT_ID', 'AS_OF'],
      [900_001, new Date(GENERATED)],
      [900_001, new Date(GENERATED)],
    ]);
  });

  test('leave that column blank where the service did not say', () => {
    expect(records([ROW], { ...only('SHIFT_ID'), asOf: true, headers: false }, null)).toEqual([
      [900_001, null],
    ]);
  });
});

describe('words for fields', () => {
  test.each([
    ['date', 'SHIFT_DATE'],
    ['venue', 'VENUE_NAME'],
    ['Role', 'JOB_TITLE'],
    ['worked %', 'SHIFTS_WORKED_PERCENTAGE'],
    ['true fulfillment %', 'TRUE_FULFILMENT_PERCENTAGE'],
    ['no-shows', 'NO_SHOWS'],
  ])('%s is %s, as in groups', (word, field) => {
    expect(records([ROW], only(word))[0]).toEqual([field]);
  });

  test('sort by them as well', () => {
    const rows = [row({ NO_SHOWS: 1 }), row({ NO_SHOWS: 9 })];
    expect(records(rows, { ...only('no shows'), sort: [sort('no shows', true)] }).slice(1)).toEqual([
      [9],
      [1],
    ]);
  });
});

describe('mistakes in names of fields', () => {
  test.each<[string, Partial<Options>, string]>([
    ['columns', only('VENUE NAM'), 'Unknown column "VENUE NAM". Did you mean "VENUE_NAME"?'],
    [
      'sort',
      { sort: [sort('rotation')] },
      'Unknown column "rotation". It can be SHIFT_DATE, VENUE_NAME, AREA_NAME, JOB_TITLE, SHIFTS_POSTED, SHIFTS_BOOKED, SHIFTS_BOOKED_PERCENTAGE, SHIFTS_UNFILLED, SHIFTS_UNFILLED_PERCENTAGE and more.',
    ],
    [
      'a heading that another column has, which stays',
      { columns: [{ name: 'venue', heading: 'AS_OF' }], asOf: true },
      'Give one column another heading with "as": "AS_OF" is there twice.',
    ],
    [
      'a column given twice',
      only('SHIFT_ID', 'shift-id'),
      'Give one column another heading with "as": "SHIFT_ID" is there twice.',
    ],
  ])('in %s are refused before any row is read', (_, options, message) => {
    expect(failureOf(() => planRecords(SHIFT_FULFILMENT_FIELDS, { ...NO_OPTIONS, ...options }))).toEqual({
      code: 'invalid_option',
      message,
    });
  });
});

describe('records of a report whose fields are found in its answer', () => {
  const fields: readonly Field[] = [
    { name: 'week', kind: 'date' },
    { name: 'closed', kind: 'boolean' },
    { name: 'share', kind: 'decimal' },
  ];

  test('show TRUE and FALSE as such, and numbers as sent whatever the scale', () => {
    const layOut = planRecords(fields, NO_OPTIONS);
    expect(
      layOut(
        [
          [46_083, 1, 50],
          [null, 0, 2.5],
        ],
        null,
        present({ percent: 'fraction' }),
      ),
    ).toEqual([
      ['week', 'closed', 'share'],
      [new Date('2026-03-02T00:00:00Z'), true, 50],
      [null, false, 2.5],
    ]);
  });
});
