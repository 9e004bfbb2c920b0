import { describe, expect, test } from '@jest/globals';
import type { Options } from '../../../../src/answers/arguments/options';
import { planRecords } from '../../../../src/answers/tables/answer-table';
import {
  type Field,
  SHIFT_FULFILMENT_FIELDS,
  type ShiftRow,
} from '../../../../src/employer-api/shift-records';
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

  test('leave the rows they were given in their order', () => {
    const rows = [row({ SHIFT_ID: 2 }), row({ SHIFT_ID: 1 })];
    records(rows, { sort: [sort('SHIFT_ID')] });
    expect(rows.map((one) => one[17])).toEqual([2, 1]);
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
