import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { FormulaArgument } from '../emulator/values';
import { rowsOf, sentenceIn } from '../support/formula-answers';
import { type Scene, Stage } from '../support/scene';
import { sentRecord } from '../support/shift-records';

/* Trends of periods that are not over. It is Tuesday, 10 March 2026. */

const stage = new Stage();
let scene: Scene;
beforeAll(async () => {
  scene = await stage.open();
  scene.connect();
});
beforeEach(() =>
  scene.serve([
    sentRecord({ day: '2026-03-03', venue: 'Pier', posted: 4, booked: 4, worked: 3 }),
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

test('hours worked % says what it is of', () => {
  const [line = []] = rowsOf(ask('SHIFT_METRIC', 'hours worked %', 'last week', __, 'evidence', true));
  expect(line[4]).toBe('hours worked ÷ hours scheduled; provisional');
});
