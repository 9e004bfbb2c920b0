import { describe, expect, test } from '@jest/globals';
import { SHIFT_FULFILMENT_REPORT as KIND } from '../../../../src/employer-api/shift-fulfilment';
import { SHIFT_FULFILMENT_FIELDS } from '../../../../src/employer-api/shift-fulfilment-fields';
import {
  checkPieces,
  doubtfulAnswers,
  isRound,
  looksCut,
} from '../../../../src/reports/fetching/cut-answers';
import type { KeptReport } from '../../../../src/reports/fetching/report-cache';
import { serial } from '../../../support/daily-report';
import { ROW } from '../../../support/sample-report';

/** A Monday. */
const FROM = serial('2026-03-02');
const LONG_AGO = FROM + 100;
const NONE = { whole: 0, cutAt: 0 };

/** An answer with so many rows on each day from a day on. */
function piece(from: number, perDay: readonly number[], changes: Partial<KeptReport> = {}): KeptReport {
  const rows = perDay.flatMap((count, day) =>
    Array.from({ length: count }, (_, index) => [
      from + day,
      ...ROW.slice(1, 17),
      (from + day) * 1000 + index,
    ]),
  );
  return {
    range: { from, to: from + perDay.length - 1 },
    fields: SHIFT_FULFILMENT_FIELDS,
    rows,
    generatedAt: null,
    fetchedAt: 1,
    issueCount: 0,
    emptyCount: 0,
    issues: [],
    correlationId: 'c-1',
    zone: null,
    ...changes,
  };
}

const all = (count: number, days: number) => new Array<number>(days).fill(count);

describe('an answer looks cut', () => {
  test.each([
    ['when its rows stop before the last finished day', [...all(20, 5), 7, 0], true],
    ['not when every day has rows', all(20, 7), false],
    ['not when an average day has few', [...all(3, 5), 0, 0], false],
    [
      'not when the days without rows are closed every week',
      [...all(20, 5), 0, 0, ...all(20, 5), 0, 0],
      false,
    ],
    ['when a day has none that had some the week before', [...all(20, 7), ...all(20, 4), 3, 0, 0], true],
    ['not when it is empty', all(0, 7), false],
    ['when it has a round number of rows and ends within a day', [...all(160, 6), 40], true],
    ['not when it has a round number of rows and ends with a full day', [...all(143, 6), 142], false],
  ])('%s', (_, perDay, expected) => {
    expect(looksCut(KIND, piece(FROM, perDay), LONG_AGO)).toBe(expected);
  });

  test('not when the days without rows are not over yet', () => {
    expect(looksCut(KIND, piece(FROM, [...all(21, 5), 0, 0]), FROM + 4)).toBe(false);
    expect(looksCut(KIND, piece(FROM, [...all(21, 5), 0, 0]), FROM + 5)).toBe(true);
  });

  test('when the newest days come first and the first days have no row', () => {
    const inOrder = piece(FROM, [0, 5, ...all(20, 5)]);
    expect(looksCut(KIND, { ...inOrder, rows: [...inOrder.rows].reverse() }, LONG_AGO)).toBe(true);
    expect(looksCut(KIND, inOrder, LONG_AGO)).toBe(false);
  });

  test('when it has a round number of rows in no order of days', () => {
    const inOrder = piece(FROM, [...all(143, 6), 142]);
    const [first = [], ...others] = inOrder.rows;
    expect(looksCut(KIND, { ...inOrder, rows: [...others, first] }, LONG_AGO)).toBe(true);
  });
});

test.each([
  [0, false],
  [99, false],
  [100, true],
  [200, false],
  [250, true],
  [500, true],
  [1000, true],
  [1024, true],
  [1500, false],
  [2000, true],
  [3500, true],
  [8192, true],
  [10_000, true],
  [10_001, false],
])('%i rows are a round number: %p', (rows, expected) => expect(isRound(rows)).toBe(expected));

describe('an answer may be cut, where nobody asks for its halves', () => {
  const open = piece(FROM, [...all(160, 6), 40]);
  test.each<[string, KeptReport, { whole: number; cutAt: number }, boolean]>([
    ['when it has a round number of rows and ends within a day', open, NONE, true],
    ['not when answers of its size were found to be whole', open, { whole: 1000, cutAt: 0 }, false],
    ['not when it was put together from several', { ...open, answers: 2 }, NONE, false],
    ['not for one day', piece(FROM, [1000]), { whole: 0, cutAt: 1000 }, false],
    ['not when it ends with a full day', piece(FROM, [...all(143, 6), 142]), NONE, false],
    ['when answers are known to be cut at its size', piece(FROM, all(20, 7)), { whole: 0, cutAt: 140 }, true],
    [
      'not when its last days have no rows: there are such days',
      piece(FROM, [...all(21, 5), 0, 0]),
      NONE,
      false,
    ],
  ])('%s', (_, answer, known, expected) => {
    expect(doubtfulAnswers(KIND, [answer], known)).toEqual(expected ? [answer] : []);
  });
});

describe('pieces', () => {
  const cut = piece(FROM, [...all(20, 5), 0, 0, 0]);
  const first = piece(FROM, all(20, 4), { fetchedAt: 2 });

  test('of which one looks cut: its halves are to be asked for', () => {
    expect(checkPieces(KIND, [cut], NONE, LONG_AGO)).toEqual({
      toAsk: [
        { from: FROM, to: FROM + 3 },
        { from: FROM + 4, to: FROM + 7 },
      ],
      cut: [],
      whole: [],
    });
  });

  test('of which one looks cut and a half is there: the other half is to be asked for', () => {
    const { toAsk } = checkPieces(KIND, [cut, first], NONE, LONG_AGO);
    expect(toAsk).toEqual([{ from: FROM + 4, to: FROM + 7 }]);
  });

  test('of which the halves hold more: the whole was cut', () => {
    const second = piece(FROM + 4, all(20, 4), { fetchedAt: 3 });
    expect(checkPieces(KIND, [cut, first, second], NONE, LONG_AGO)).toEqual({
      toAsk: [],
      cut: [cut],
      whole: [],
    });
  });

  test('of which the halves hold the same: the whole is whole', () => {
    const second = piece(FROM + 4, [20, 0, 0, 0], { fetchedAt: 3 });
    expect(checkPieces(KIND, [cut, first, second], NONE, LONG_AGO)).toEqual({
      toAsk: [],
      cut: [],
      whole: [cut],
    });
  });

  test('fetched before an answer say nothing about it', () => {
    const older = piece(FROM, all(20, 4), { fetchedAt: 0 });
    expect(checkPieces(KIND, [cut, older], NONE, LONG_AGO).toAsk).toHaveLength(2);
  });

  test.each([
    ['where a longer answer came', [cut, piece(FROM + 30, all(20, 6))], NONE],
    ['where answers of their size were found whole', [cut], { whole: 100, cutAt: 0 }],
    ['of one day', [piece(FROM, [1000])], NONE],
    ['that were put together', [{ ...cut, answers: 2 }], NONE],
    ['of the same small size', [piece(FROM, all(20, 7)), piece(FROM + 7, all(20, 7))], NONE],
  ])('%s are not doubted', (_, pieces, known) => {
    expect(checkPieces(KIND, pieces, known, LONG_AGO).toAsk).toEqual([]);
  });

  test.each([
    ['of the same large size', [piece(FROM, all(111, 7)), piece(FROM + 7, all(111, 7))], NONE],
    ['of a size at which others were cut', [piece(FROM, all(20, 7))], { whole: 0, cutAt: 140 }],
  ])('%s are doubted, one at a time', (_, pieces, known) => {
    expect(checkPieces(KIND, pieces, known, LONG_AGO).toAsk).toEqual([
      { from: FROM, to: FROM + 3 },
      { from: FROM + 4, to: FROM + 6 },
    ]);
  });
});
