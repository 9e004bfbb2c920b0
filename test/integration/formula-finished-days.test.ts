import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { FormulaArgument } from '../emulator/values';
import { linesOf, oneValue, rowsOf, sentenceIn } from '../support/formula-answers';
import { type Scene, Stage } from '../support/scene';
import { sentRecord } from '../support/shift-records';

/* Periods that are not over, and counts that only finished days can have. It is Tuesday, 10 March 2026. */

const stage = new Stage();
let scene: Scene;
beforeAll(async () => {
  scene = await stage.open();
  scene.connect();
});
beforeEach(() =>
  scene.serve([
    sentRecord({ day: '2026-03-03', venue: 'Pier', posted: 4, booked: 4, worked: 3 }),
    {
      ...sentRecord({ day: '2026-03-04', venue: 'Pier', posted: 4, booked: 4, worked: 3 }),
      SHIFTS_WORKED: null,
    },
    sentRecord({ day: '2026-03-10', venue: 'Quay', posted: 90, booked: 90, worked: 0 }),
  ]),
);

const ask = (name: string, ...args: FormulaArgument[]) => scene.call(name, ...args);
const __ = undefined;

describe('a trend of periods none of which is complete', () => {
  const ASK_FOR_THEM = 'Set "incomplete" to "show": none of these periods is complete yet.';

  test.each([['week'], ['week, venue'], ['day']])('by %s asks to be told to show them', (by) => {
    expect(sentenceIn(ask('SHIFT_TREND', 'posted', 'today', __, by))).toBe(ASK_FOR_THEM);
  });

  test('shows them then', () => {
    const shown = ask(
      'SHIFT_TREND',
      'posted',
      'this week',
      __,
      'week',
      'incomplete',
      'show',
      'dates',
      'text',
    );
    expect(rowsOf(shown)).toEqual([
      ['WEEK', 'SHIFTS_POSTED'],
      ['2026-03-09', 90],
    ]);
  });

  test('is a heading row where they shall be hidden', () => {
    expect(rowsOf(ask('SHIFT_TREND', 'posted', 'this week', __, 'week', 'incomplete', 'hide'))).toEqual([
      ['WEEK', 'SHIFTS_POSTED'],
    ]);
  });
});

test('a trend ranks its columns by the weeks that it shows', () => {
  const posted = (...options: FormulaArgument[]) =>
    rowsOf(ask('SHIFT_TREND', 'posted', '2026-03-02', '2026-03-15', 'week, venue', ...options))[0];
  expect(posted('limit', 1)).toEqual(['WEEK', 'Pier']);
  expect(posted('limit', 1, 'incomplete', 'show')).toEqual(['WEEK', 'Quay', 'Other']);
});

describe('a count of finished days', () => {
  test('is blank over days to come, and 0 over days without records', async () => {
    await scene.serve([]);
    const one = (metric: string, period: string) => oneValue(ask('SHIFT_METRIC', metric, period));
    expect([
      one('worked', 'tomorrow'),
      one('missing people', 'next week'),
      one('posted', 'tomorrow'),
    ]).toEqual(['', '', 0]);
    expect([one('worked', 'yesterday'), one('worked', 'today')]).toEqual([0, '']);
  });

  test('has no change to tell where one of the periods is to come', async () => {
    await scene.serve([
      sentRecord({ day: '2026-03-03', venue: 'Pier', posted: 4, booked: 4, worked: 3 }),
      sentRecord({ day: '2026-03-17', venue: 'Quay', posted: 2, booked: 2, worked: 0 }),
    ]);
    const periods = ['last week', __, 'next week', __] as const;
    const lines = linesOf(ask('SHIFT_COMPARE', 'venue', ...periods, 'measures', 'worked'));
    const [before, after] = ['2–8 Mar', '16–22 Mar'];
    expect(lines.map((line) => [line.VENUE_NAME, line[before], line[after], line.CHANGE])).toEqual([
      ['Pier', 3, '', ''],
      ['Quay', 0, '', ''],
    ]);
  });
});

describe('records without a value', () => {
  const EVIDENCE = ['evidence', true, 'basis', 'posted'] as const;

  test('are told by NOTES', () => {
    const [line] = linesOf(ask('SHIFT_FULFILMENT_AGGREGATED', 'last week', __, 'week', ...EVIDENCE));
    expect(line?.NOTES).toContain('without a value left out of SHIFTS_WORKED');
  });
});

test('hours worked % says what it is of', () => {
  const [line = []] = rowsOf(ask('SHIFT_METRIC', 'hours worked %', 'last week', __, 'evidence', true));
  expect(line[4]).toBe('hours worked ÷ hours scheduled; provisional');
});
