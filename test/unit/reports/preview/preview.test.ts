import { describe, expect, test } from '@jest/globals';
import { daysToPreview, displayCell, estimateCost } from '../../../../src/reports/preview/report-preview';

/** 2026-01-01 is day 46,023. */
const JANUARY = 46_023;

describe('the days of a preview', () => {
  test.each([
    ['31 days', { from: JANUARY, to: JANUARY + 30 }],
    ['five months: January to May', { from: JANUARY, to: JANUARY + 150 }],
  ])('of %s are all of them', (_, range) => {
    expect(daysToPreview(range, JANUARY + 400)).toEqual({ range, factor: 1, leftOut: 'none' });
  });

  test('of a year are its newest five months: August to December, 153 of 365 days', () => {
    const { range, factor, leftOut } = daysToPreview({ from: JANUARY, to: JANUARY + 364 }, JANUARY + 400);
    expect(leftOut).toBe('earlier');
    expect(range).toEqual({ from: JANUARY + 212, to: JANUARY + 364 });
    expect(factor).toBeCloseTo(365 / 153, 12);
  });

  test('of a year that has reached July are the five months up to it: of 200 days, 141', () => {
    // 2026-07-19 is the 200th day; March begins on the 60th.
    const { range, factor, leftOut } = daysToPreview({ from: JANUARY, to: JANUARY + 364 }, JANUARY + 199);
    expect(leftOut).toBe('both');
    expect(range).toEqual({ from: JANUARY + 59, to: JANUARY + 211 });
    expect(factor).toBeCloseTo(200 / 141, 12);
  });

  test('that are all still to come are the first five months', () => {
    expect(daysToPreview({ from: JANUARY, to: JANUARY + 364 }, JANUARY - 10)).toEqual({
      range: { from: JANUARY, to: JANUARY + 150 },
      leftOut: 'later',
      factor: 1,
    });
  });

  test('begin and end inside the range that was asked for', () => {
    const { range } = daysToPreview({ from: JANUARY + 5, to: JANUARY + 360 }, JANUARY + 400);
    expect(range).toEqual({ from: JANUARY + 212, to: JANUARY + 360 });
  });
});

describe('a cell as it will be shown', () => {
  test.each([
    [null, 'text', ''],
    [undefined, 'text', ''],
    [46_082, 'date', '2026-03-01'],
    [72.727_272_7, 'percentage', '72.7%'],
    [0, 'percentage', '0.0%'],
    [8, 'integer', '8'],
    [72.5, 'decimal', '72.50'],
    [0.1 + 0.2, 'decimal', '0.30'],
    ['=HYPERLINK("x")', 'text', '=HYPERLINK("x")'],
    [true, 'boolean', 'TRUE'],
    [false, 'boolean', 'FALSE'],
    ['x'.repeat(300), 'text', `${'x'.repeat(199)}…`],
  ] as const)('%p as %s', (value, kind, shown) => {
    expect(displayCell(value, kind)).toBe(shown);
  });
});

describe('what a refresh is expected to cost', () => {
  test('one request and the sign-in for a week, every hour: 48 requests a day', () => {
    const cost = estimateCost(1, 18_000, 'hour');
    expect([cost.requests, cost.requestsADay]).toEqual([2, 48]);
    // 2 s besides, 1.36 s for the answer, 1.8 s for the cells.
    expect(cost.seconds).toBeCloseTo(5.16, 9);
    expect(cost.minutesADay).toBeCloseTo((24 * 5.16) / 60, 9);
  });

  test('13 months in three groups', () => {
    expect(estimateCost(13, 0, 'day')).toMatchObject({ requests: 14, requestsADay: 14 });
    expect(estimateCost(13, 0, 'day').seconds).toBeCloseTo(2 + 3 * 1.36 + 2 * 0.18, 9);
  });

  test('20 years in several runs, a minute each in the sidebar and five by the schedule', () => {
    // 48 groups take 48 * 1.36 s and 47 * 0.18 s: 73.74 s.
    expect(estimateCost(240, 0, 'off').runs).toEqual({ sidebar: 2, schedule: 1 });
    // 200 groups: 307.82 s.
    expect(estimateCost(1000, 0, 'off').runs).toEqual({ sidebar: 6, schedule: 2 });
    expect(estimateCost(1, 5_000_000, 'off').runs).toEqual({ sidebar: 1, schedule: 1 });
  });

  test('the cells of a table in one run: 0.1 ms each', () => {
    expect(estimateCost(240, 1_000_000, 'off').writeSeconds).toBeCloseTo(100, 9);
  });

  test('nothing a day while the schedule is off, and a seventh of one every week', () => {
    expect(estimateCost(1, 100, 'off')).toMatchObject({ requestsADay: 0, minutesADay: 0 });
    expect(estimateCost(6, 0, 'week').requestsADay).toBe(1);
  });
});
