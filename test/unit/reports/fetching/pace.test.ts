import { describe, expect, test } from '@jest/globals';
import {
  formatPace,
  lengthsToAsk,
  NEW_PACE,
  type Pace,
  paceAfterAnswer,
  paceAfterKill,
  paceAfterRateLimit,
  paceAfterRefusal,
  paceAfterTime,
  paceOfNewRun,
  parsePace,
  shorterLength,
} from '../../../../src/reports/fetching/pace';

const pace = (changes: Partial<Pace>): Pace => ({ ...NEW_PACE, ...changes });
/** A pace after answers for windows of these lengths. */
const answered = (from: Pace, ...lengths: readonly number[]) => lengths.reduce(paceAfterAnswer, from);

describe('a kept pace', () => {
  test('is read as it was written', () => {
    const learnt = pace({
      days: 12,
      tooLong: 16,
      group: 3,
      requests: 3,
      seconds: 60,
      truncatedAt: 1000,
      checkedOn: 46_000,
    });
    expect(parsePace(formatPace(learnt))).toEqual(learnt);
  });

  test.each([undefined, '', 'null', '{"days":4}', '{"days":"4"}', '[4,5]', formatPace(pace({ group: 6 }))])(
    'that is none, %p, counts as nothing known',
    (text) => expect(parsePace(text)).toEqual(NEW_PACE),
  );
});

describe('the length of windows', () => {
  test('is a month, asked for alone until one was answered', () => {
    expect(lengthsToAsk(NEW_PACE, 365)).toEqual({ first: 31, others: 31, group: 1 });
    expect(lengthsToAsk(answered(NEW_PACE, 28), 365)).toEqual({ first: 31, others: 31, group: 5 });
  });

  test('of less than a month teaches nothing while nothing is too long', () => {
    expect(answered(NEW_PACE, 7, 1, 27)).toBe(NEW_PACE);
  });

  test('is half of a refused one, asked for alone', () => {
    expect(lengthsToAsk(paceAfterRefusal(NEW_PACE, 31), 365)).toEqual({ first: 16, others: 16, group: 1 });
    expect(lengthsToAsk(paceAfterRefusal(paceAfterRefusal(NEW_PACE, 31), 16), 365).first).toBe(8);
  });

  test('never falls below a day', () => {
    expect(lengthsToAsk(paceAfterRefusal(NEW_PACE, 2), 9)).toEqual({ first: 1, others: 1, group: 1 });
  });

  test('grows towards the refused one by halves of what lies between, where that saves two requests', () => {
    const half = answered(paceAfterRefusal(NEW_PACE, 31), 16);
    expect(lengthsToAsk(half, 365)).toEqual({ first: 23, others: 16, group: 5 });
    expect(lengthsToAsk(half, 40)).toEqual({ first: 16, others: 16, group: 5 });
    expect(lengthsToAsk(answered(half, 23), 365)).toEqual({ first: 27, others: 23, group: 5 });
  });

  test('is tried again as it was refused when eight windows were answered', () => {
    const half = answered(paceAfterRefusal(NEW_PACE, 7), 4, 3, 4, 3, 4, 3, 4);
    expect(lengthsToAsk(half, 7).first).toBe(4);
    expect(lengthsToAsk(answered(half, 3), 7).first).toBe(7);
  });

  test('refused again is tried after twice as many, up to 256', () => {
    let learnt = paceAfterRefusal(NEW_PACE, 31);
    const patiences = Array.from({ length: 7 }, () => {
      learnt = paceAfterRefusal(answered(learnt, 16), 31);
      return learnt.growAfter;
    });
    expect(patiences).toEqual([16, 32, 64, 128, 256, 256, 256]);
  });

  test('answered after all is followed by half as long again, and at last by whole months', () => {
    const steps = [8, 12, 18, 27, 31].map((days) => paceAfterAnswer(pace({ days: 1, tooLong: days }), days));
    expect(steps.map(({ days, tooLong }) => [days, tooLong])).toEqual([
      [8, 12],
      [12, 18],
      [18, 27],
      [27, 31],
      [31, 0],
    ]);
  });

  test('that was answered and is refused now falls by a quarter, and grows more slowly', () => {
    const learnt = paceAfterRefusal(pace({ days: 12, tooLong: 16 }), 12);
    expect(learnt).toMatchObject({ days: 9, tooLong: 12, growAfter: 16 });
    expect(lengthsToAsk(learnt, 365).first).toBe(9);
  });

  test.each([
    [{}, 31, 16],
    [{}, 3, 2],
    [{ days: 10 }, 31, 10],
    [{ days: 31 }, 31, 16],
  ])('after %p in place of %i refused days is %i', (known, refused, instead) => {
    expect(shorterLength(pace(known), refused)).toBe(instead);
  });
});

describe('a slow service', () => {
  test('is asked for shorter windows while those are faster', () => {
    const slow = paceAfterTime(pace({ days: 31 }), 31, 20_000);
    expect(slow).toMatchObject({ tooLong: 31, slow: 20_000 });
    expect(paceAfterTime(slow, 16, 11_000)).toBe(slow);
    expect(paceAfterTime(slow, 16, 14_999)).toMatchObject({ tooLong: 31 });
    // Still slow, but faster for it.
    const slower = paceAfterTime(pace({ days: 31 }), 31, 50_000);
    expect(paceAfterTime(slower, 16, 26_000)).toMatchObject({ tooLong: 16, slow: 26_000 });
  });

  test('that takes as long for half the days is asked for whole months again, and stays so', () => {
    const slow = paceAfterTime(pace({ days: 31 }), 31, 20_000);
    const found = paceAfterTime(slow, 16, 19_000);
    expect(found).toMatchObject({ tooLong: 0, slow: 0, latency: 19_000 });
    expect(lengthsToAsk(paceAfterAnswer(found, 31), 365)).toMatchObject({ first: 31, others: 31 });
    expect(paceAfterTime(found, 31, 21_000)).toBe(found);
    expect(paceAfterTime(found, 31, 50_000)).toMatchObject({ tooLong: 31, slow: 50_000 });
  });

  test('that refuses a length for its days is not asked for it again, however long it takes for fewer', () => {
    const refused = paceAfterRefusal(pace({ latency: 20_000 }), 31);
    expect(paceAfterTime(refused, 16, 20_000)).toBe(refused);
  });

  test('is forgotten once it is fast', () => {
    expect(paceAfterTime(pace({ latency: 20_000 }), 31, 2000)).toEqual(pace({}));
  });
});

describe('an allowance', () => {
  test('makes groups smaller', () => {
    expect(paceAfterRateLimit(NEW_PACE, 2, 59.5)).toMatchObject({ requests: 2, seconds: 60, group: 2 });
    expect(paceAfterRateLimit(NEW_PACE, 12, 61)).toMatchObject({ requests: 12, seconds: 61, group: 5 });
    expect(paceAfterRateLimit(NEW_PACE, 0, 0)).toMatchObject({ requests: 1, seconds: 1, group: 1 });
  });

  test('is taken to be one request larger in each new run, and none when it is large', () => {
    expect(paceOfNewRun(pace({ requests: 2, seconds: 60, group: 2 }))).toMatchObject({
      requests: 3,
      group: 3,
    });
    expect(paceOfNewRun(pace({ requests: 59, seconds: 60 }))).toMatchObject({
      requests: 0,
      seconds: 0,
      group: 5,
    });
    expect(paceOfNewRun(NEW_PACE)).toBe(NEW_PACE);
  });
});

test('after a run that was killed windows are asked for one by one', () => {
  expect(paceAfterKill(pace({ days: 31 }))).toEqual(pace({ days: 31, group: 1 }));
});
