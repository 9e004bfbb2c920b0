import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  type Field,
  SHIFT_FULFILMENT_FIELDS,
  type ShiftRow,
  type ShiftValue,
} from '../../../../src/employer-api/shift-records';
import { decodeRows, encodeRows } from '../../../../src/reports/fetching/report-cache';
import { manyRows, ROW } from '../../../support/sample-report';

/** Kinds of the 18 columns, written from section 2.2: a date, three texts, seven integers, seven decimals. */
const WIDTH = 18;
const TEXT_COLUMNS = [1, 2, 3];
const INTEGER_COLUMNS = [4, 5, 7, 9, 11, 15, 17];

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', '0', "'", '=1+1', '\ud800', '__proto__', 'null'),
);
const integer = fc.oneof(fc.nat(), fc.integer(), fc.maxSafeInteger());
const decimal = fc.oneof(
  integer,
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
  fc.integer({ min: 0, max: 1_000_000 }).map((value) => value / 10),
  fc.integer({ min: 0, max: 1_000_000 }).map((value) => value / 10_000),
);
const day = fc.integer({ min: 32_874, max: 73_415 });
function value(column: number): fc.Arbitrary<ShiftValue> {
  if (column === 0) return fc.option(day);
  if (TEXT_COLUMNS.includes(column)) return fc.option(text);
  return fc.option(INTEGER_COLUMNS.includes(column) ? integer : decimal);
}

const row: fc.Arbitrary<ShiftRow> = fc.tuple(...Array.from({ length: WIDTH }, (_, column) => value(column)));

const SEED = Number(process.env.TEST_SEED ?? Date.now() % 2_147_483_647);
const RUNS = Number(process.env.TEST_RUNS ?? 500);

describe('encoded rows', () => {
  test('keep an ID too small for a step', () => {
    const fields: Field[] = [{ name: 'WORKER_ID', kind: 'decimal' }];
    for (const ids of [
      [[1], [5e-324]],
      [[9_007_199_254_740_991], [-5]],
    ]) {
      expect(decodeRows(encodeRows(ids, fields), 2)).toEqual(ids);
    }
  });

  test(`give back exactly what went in (seed ${SEED}, ${RUNS} runs)`, () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 12 }), (rows) => {
        expect(decodeRows(encodeRows(rows, SHIFT_FULFILMENT_FIELDS), rows.length)).toEqual(rows);
      }),
      { seed: SEED, numRuns: RUNS },
    );
  });

  test.each<[string, readonly ShiftRow[]]>([
    ['no row', []],
    ['one row', [ROW]],
    ['a row of nothing', [new Array<null>(WIDTH).fill(null)]],
    ['nothing between values', [ROW, new Array<null>(WIDTH).fill(null), ROW]],
    [
      'IDs at both ends of the exact integers',
      idRows(-9007199254740991, 9007199254740991, -9007199254740991),
    ],
    ['IDs that fall and rise', idRows(5, 3, 900_000_000, 1)],
    ['hours with many digits', [[...ROW.slice(0, 13), 0.1 + 0.2, 1e-7, ...ROW.slice(15)]]],
    ['very large and very small numbers', [[...ROW.slice(0, 13), 1e308, 5e-324, ...ROW.slice(15)]]],
  ])('keep %s', (_, rows) => {
    expect(decodeRows(encodeRows(rows, SHIFT_FULFILMENT_FIELDS), rows.length)).toEqual(rows);
  });

  test('say each name once', () => {
    const rows = Array.from({ length: 100 }, () => ROW);
    expect(encodeRows(rows, SHIFT_FULFILMENT_FIELDS).split('The Crown & Anchor')).toHaveLength(2);
  });

  test('take at most 52 characters a row', () => {
    expect(encodeRows(manyRows(10_000), SHIFT_FULFILMENT_FIELDS).length / 10_000).toBeLessThanOrEqual(52);
  });
});

describe('rows of another report', () => {
  const FIELDS: readonly Field[] = [
    { name: 'WORKER', kind: 'text' },
    { name: 'WORKER_ID', kind: 'integer' },
    { name: 'LEFT_ON', kind: 'date' },
    { name: 'RATE', kind: 'decimal' },
  ];

  test('are encoded by the kinds of their own fields', () => {
    const rows = [
      ['Ada', 5, 46_082, 0.25],
      [null, null, null, null],
      ['Bo', 3, 46_080, 1e-9],
    ];
    expect(decodeRows(encodeRows(rows, FIELDS), rows.length)).toEqual(rows);
  });

  test('keep a value that is not of its field’s kind', () => {
    const rows = [
      [7, 'seven', '2026-03-01', '0.5'],
      ['7', 7, 46_082, 0.5],
    ];
    expect(decodeRows(encodeRows(rows, FIELDS), rows.length)).toEqual(rows);
  });
});

function idRows(...ids: readonly number[]): ShiftRow[] {
  return ids.map((id) => [...ROW.slice(0, 17), id]);
}
