import { describe, expect, test } from '@jest/globals';
import { SHIFT_FULFILMENT_REPORT as KIND } from '../../../../src/employer-api/report-kind';
import { SHIFT_FULFILMENT_FIELDS } from '../../../../src/employer-api/shift-records';
import { NO_MARGIN, OTHER_DAYS, WITHOUT_LAST_DAY } from '../../../../src/reports/fetching/asked-report';
import type { KeptReport } from '../../../../src/reports/fetching/report-cache';
import {
  checkPieces,
  countByDay,
  doubtfulResponses,
  isRound,
  type KnownSizes,
} from '../../../../src/reports/fetching/truncated-responses';
import { serial } from '../../../support/daily-report';
import { ROW } from '../../../support/sample-report';

/** A Monday. */
const FROM = serial('2026-03-02');
const LONG_AGO = FROM + 100;
const NONE: KnownSizes = { whole: [], truncatedAt: 0 };
/** Found on some day: the same days with so many records. */
const found = ({ range: { from, to }, rows }: KeptReport, count = rows.length) => ({
  whole: [{ from, to, rows: count, on: FROM }],
  truncatedAt: 0,
});
const looksCut = (report: KeptReport, finished: number, known = NONE) =>
  checkPieces(KIND, [report], known, finished).toRequest.length > 0;

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

describe('an answer beside another one of the same time', () => {
  // 28 days, of which the last has 4 of its 13 records.
  const CUT = piece(FROM, [...all(13, 27), 4]);
  const looksCutBeside = (other: KeptReport, finished = LONG_AGO) =>
    checkPieces(KIND, [CUT], NONE, finished, [countByDay(KIND, other)]).toRequest.length > 0;

  test.each<[string, KeptReport, boolean]>([
    ['looks cut if that has more of its last day', piece(FROM + 21, all(13, 7)), true],
    ['looks cut if that has more of a day within', piece(FROM + 10, [13, 14, 13]), true],
    ['not if that has no more of any day', piece(FROM + 20, [13, 13, 12]), false],
    ['not if that has more of days beyond', piece(FROM + 28, all(13, 2)), false],
    // The service may count days in another time zone.
    ['not if that reaches further than the day of which it has more', piece(FROM + 26, all(13, 3)), false],
    ['not if that came much later', piece(FROM + 21, all(13, 7), { fetchedAt: 86_400_000 }), false],
  ])('%s', (_, other, expected) => {
    expect(looksCutBeside(other)).toBe(expected);
  });

  test('does not look cut by days that are not over: their records come and go', () => {
    expect(looksCutBeside(piece(FROM + 21, all(13, 7)), FROM + 26)).toBe(false);
  });
});

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
    ['when its last day alone has none, however few records it has', [5, 5, 5, 0], true],
    ['when its last day alone has none, and all others have few', [...all(1, 6), 0], true],
    ['when its last day alone has none, and all but a weekend have few', [2, 0, 0, 1, 4, 2, 0], true],
    ['not when its last day alone has none, and others have none either', [2, 0, 3, 0, 1, 0, 2, 0], false],
    [
      'not when its last day alone has none, as the one a week before, and others have few',
      [...all(3, 6), 0, ...all(3, 6), 0],
      false,
    ],
    ['not when its last day alone has none, and few others say what is usual', [...all(3, 3), 0], false],
    ['not when several days have none and its records are few', [6, 0, 0, 0], false],
    ['when its last day has hardly any', [...all(20, 6), 4], true],
    ['not when its last day has a quarter of any other', [...all(20, 6), 5], false],
    ['not when its last day has hardly any and another one as few', [...all(20, 5), 5, 4], false],
    ['when it has a round number of rows, however full its last day is', [...all(143, 6), 142], true],
    ['not when a round number is small and it ends with a full day', [...all(14, 6), 16], false],
    ['when a round number is small and it ends within a day', [...all(16, 6), 4], true],
  ])('%s', (_, perDay, expected) => {
    expect(looksCut(piece(FROM, perDay), LONG_AGO)).toBe(expected);
  });

  test('not when its last day alone has none, and another answer has some of its own last day', () => {
    const [open, other] = [piece(FROM, [...all(3, 6), 0]), piece(FROM + 7, all(3, 7))];
    const toRequest = (...pieces: KeptReport[]) => checkPieces(KIND, pieces, NONE, LONG_AGO).toRequest;
    expect([toRequest(open).length, toRequest(open, other)]).toEqual([2, []]);
    expect(toRequest(open, piece(FROM + 7, [...all(3, 6), 0]))).toHaveLength(2);
  });

  test('not when its last day alone has none, and it was asked for with the next one', () => {
    const asked = { from: FROM, to: FROM + 7 };
    expect(looksCut(piece(FROM, [...all(3, 6), 0], { asked }), LONG_AGO)).toBe(false);
  });

  test('not when a last day that alone has none was found to have none', () => {
    const last = FROM + 6;
    const known = { whole: [{ from: last, to: last, rows: 0, on: FROM }], truncatedAt: 0 };
    expect(looksCut(piece(FROM, [...all(3, 6), 0]), LONG_AGO, known)).toBe(false);
  });

  test('not when the days without rows are not over yet', () => {
    expect(looksCut(piece(FROM, [...all(21, 5), 0, 0]), FROM + 4)).toBe(false);
    expect(looksCut(piece(FROM, [...all(21, 5), 0, 0]), FROM + 5)).toBe(true);
  });

  test('when the newest days come first and the first days have no row', () => {
    const inOrder = piece(FROM, [0, 5, ...all(20, 5)]);
    expect(looksCut({ ...inOrder, rows: [...inOrder.rows].reverse() }, LONG_AGO)).toBe(true);
    const lastEmpty = piece(FROM, [...all(20, 6), 0]);
    expect(looksCut({ ...lastEmpty, rows: [...lastEmpty.rows].reverse() }, LONG_AGO)).toBe(true);
    expect(looksCut(inOrder, LONG_AGO)).toBe(false);
  });

  test('when it has a round number of rows in no order of days', () => {
    const inOrder = piece(FROM, [...all(143, 6), 142]);
    const [first = [], ...others] = inOrder.rows;
    expect(looksCut({ ...inOrder, rows: [...others, first] }, LONG_AGO)).toBe(true);
  });
});

test.each([
  [0, false],
  [99, false],
  [100, true],
  [200, false],
  [250, true],
  [256, true],
  [299, false],
  [300, true],
  [499, false],
  [500, true],
  [1000, true],
  [1024, true],
  [1500, true],
  [1501, false],
  [2000, true],
  [3500, true],
  [8192, true],
  [10_000, true],
  [10_001, false],
])('%i rows are a round number: %p', (rows, expected) => expect(isRound(rows)).toBe(expected));

describe('an answer may be cut, where nobody asks for its halves', () => {
  const open = piece(FROM, [...all(160, 6), 40]);
  const closed = piece(FROM, [...all(21, 5), 0, 0]);
  test.each<[string, KeptReport, KnownSizes, boolean]>([
    ['when it has a round number of rows and ends within a day', open, NONE, true],
    ['when it ends with a full day', piece(FROM, [...all(143, 6), 142]), NONE, true],
    ['not when the same days were found to have so many', open, found(open), false],
    ['when other days were found to have so many', open, found(piece(FROM - 7, all(0, 7)), 1000), true],
    ['when the same days were found to have more', open, found(open, 1500), true],
    ['not when it was put together from several', { ...open, answers: 2 }, NONE, false],
    ['not for one day', piece(FROM, [1000]), NONE, false],
    [
      'for one day that has as many as cut answers',
      piece(FROM, [1000]),
      { whole: [], truncatedAt: 1000 },
      true,
    ],
    [
      'when answers are known to be cut at its size',
      piece(FROM, all(20, 7)),
      { whole: [], truncatedAt: 140 },
      true,
    ],
    ['when its last days have no rows', closed, NONE, true],
    [
      'not when those were found to have none, whatever else is new',
      { ...closed, rows: closed.rows.slice(1) },
      { whole: [{ from: FROM + 5, to: FROM + 6, rows: 0, on: FROM }], truncatedAt: 0 },
      false,
    ],
  ])('%s', (_, answer, known, expected) => {
    expect(doubtfulResponses(KIND, [answer], known, LONG_AGO)).toEqual(expected ? [answer] : []);
  });
});

describe('pieces', () => {
  const NOTHING = { toRequest: [], cut: [], whole: [], unlike: [], margin: NO_MARGIN };
  const cut = piece(FROM, [...all(20, 5), 0, 0, 0]);
  const first = piece(FROM, all(20, 4), { fetchedAt: 2 });

  test('of which one looks cut: its halves are to be asked for', () => {
    expect(checkPieces(KIND, [cut], NONE, LONG_AGO)).toEqual({
      ...NOTHING,
      toRequest: [
        { from: FROM, to: FROM + 3 },
        { from: FROM + 4, to: FROM + 7 },
      ],
    });
  });

  test('of which one looks cut and a half is there: the other half is to be asked for', () => {
    const { toRequest } = checkPieces(KIND, [cut, first], NONE, LONG_AGO);
    expect(toRequest).toEqual([{ from: FROM + 4, to: FROM + 7 }]);
  });

  test('of which the halves hold more: the whole was cut', () => {
    const second = piece(FROM + 4, all(20, 4), { fetchedAt: 3 });
    expect(checkPieces(KIND, [cut, first, second], NONE, LONG_AGO)).toEqual({ ...NOTHING, cut: [cut] });
  });

  test('of which the halves hold the same: the whole is whole, and the days at its end are empty', () => {
    const second = piece(FROM + 4, [20, 0, 0, 0], { fetchedAt: 3 });
    expect(checkPieces(KIND, [cut, first, second], NONE, LONG_AGO)).toEqual({
      ...NOTHING,
      whole: [
        { from: FROM, to: FROM + 7, rows: 100 },
        { from: FROM + 5, to: FROM + 7, rows: 0 },
      ],
    });
  });

  test('of which each half lacks its last day: the service leaves that out', () => {
    const whole = piece(FROM, [...all(20, 6), 0]);
    const halves = [
      piece(FROM, [20, 20, 20, 0], { fetchedAt: 2 }),
      piece(FROM + 4, [20, 20, 0], { fetchedAt: 2 }),
    ];
    expect(checkPieces(KIND, [whole, ...halves], NONE, LONG_AGO)).toEqual({
      ...NOTHING,
      margin: WITHOUT_LAST_DAY,
    });
  });

  test('of which the halves have some records of their last or first day: the days are other ones', () => {
    const whole = piece(FROM, [...all(20, 6), 2]);
    const halves = [
      piece(FROM, [20, 20, 20, 2], { fetchedAt: 2 }),
      piece(FROM + 4, [18, 20, 2], { fetchedAt: 2 }),
    ];
    expect(checkPieces(KIND, [whole, ...halves], NONE, LONG_AGO)).toEqual({ ...NOTHING, margin: OTHER_DAYS });
  });

  test('of which the halves hold more and lack their last days: it was cut, and they are left out', () => {
    const whole = piece(FROM, [20, 20, 20, 20, 10, 0, 0, 0]);
    const halves = [
      piece(FROM, [20, 20, 20, 0], { fetchedAt: 2 }),
      piece(FROM + 4, [20, 20, 20, 0], { fetchedAt: 2 }),
    ];
    expect(checkPieces(KIND, [whole, ...halves], NONE, LONG_AGO)).toEqual({
      ...NOTHING,
      cut: [whole],
      margin: WITHOUT_LAST_DAY,
    });
  });

  test('of which the halves lack records of any day: the answers are unlike, and the whole is not whole', () => {
    const second = piece(FROM + 4, [20, 0, 0, 0], { fetchedAt: 3 });
    const fewer = piece(FROM, [20, 17, 20, 20], { fetchedAt: 2 });
    expect(checkPieces(KIND, [cut, fewer, second], NONE, LONG_AGO)).toEqual({
      ...NOTHING,
      unlike: [{ piece: cut, records: 3 }],
    });
  });

  test('of which a record moved to another day meanwhile: the whole is whole', () => {
    const second = piece(FROM + 4, [21, 0, 0, 0], { fetchedAt: 3 });
    const fewer = piece(FROM, [20, 19, 20, 20], { fetchedAt: 2 });
    expect(checkPieces(KIND, [cut, fewer, second], NONE, LONG_AGO).whole).toHaveLength(2);
  });

  test('of one round length are asked for each by itself', () => {
    const [round, other] = [piece(FROM, all(50, 10)), piece(FROM + 10, all(50, 10))];
    const halves = [piece(FROM, all(50, 5), { fetchedAt: 2 }), piece(FROM + 5, all(50, 5), { fetchedAt: 2 })];
    const { toRequest, whole } = checkPieces(KIND, [round, other, ...halves], NONE, LONG_AGO);
    expect(whole).toEqual([{ from: FROM, to: FROM + 9, rows: 500 }]);
    expect(toRequest[0]?.from).toBe(FROM + 10);
  });

  test('that are nearly as long as the longest are doubted where their rows stop: bytes may be what is counted', () => {
    const long = piece(FROM + 30, all(20, 6));
    expect(checkPieces(KIND, [cut, long], NONE, LONG_AGO).toRequest).toHaveLength(2);
  });

  test('fetched before an answer say nothing about it', () => {
    const older = piece(FROM, all(20, 4), { fetchedAt: 0 });
    expect(checkPieces(KIND, [cut, older], NONE, LONG_AGO).toRequest).toHaveLength(2);
  });

  test.each([
    ['where a much longer answer came', [cut, piece(FROM + 30, all(20, 7))], NONE],
    [
      'where the days at their end were found to be empty',
      [{ ...cut, rows: cut.rows.slice(1) }],
      { whole: [{ from: FROM + 5, to: FROM + 7, rows: 0, on: FROM }], truncatedAt: 0 },
    ],
    ['of one day', [piece(FROM, [1000])], NONE],
    ['that were put together', [{ ...cut, answers: 2 }], NONE],
    ['of the same small size', [piece(FROM, all(20, 7)), piece(FROM + 7, all(20, 7))], NONE],
  ])('%s are not doubted', (_, pieces, known) => {
    expect(checkPieces(KIND, pieces, known, LONG_AGO).toRequest).toEqual([]);
  });

  test.each([
    ['of the same large size', [piece(FROM, all(111, 7)), piece(FROM + 7, all(111, 7))], NONE],
    ['of a size at which others were cut', [piece(FROM, all(20, 7))], { whole: [], truncatedAt: 140 }],
  ])('%s are doubted, one at a time', (_, pieces, known) => {
    expect(checkPieces(KIND, pieces, known, LONG_AGO).toRequest).toEqual([
      { from: FROM, to: FROM + 3 },
      { from: FROM + 4, to: FROM + 6 },
    ]);
  });
});
