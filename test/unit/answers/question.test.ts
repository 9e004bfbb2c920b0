import { describe, expect, test } from '@jest/globals';
import { daysOf, type FunctionName, readQuestion } from '../../../src/answers/question';
import { shortDays } from '../../../src/calendar/calendar-date';
import { refusal } from './arguments/option-scene';

/** Wednesday, 9 July 2025. */
const TODAY = 45_847;
const __ = undefined;
const ask = (like: FunctionName, ...args: unknown[]) =>
  readQuestion(like, args, { name: like, dayOf: () => TODAY });
const CONTEXT = { today: () => TODAY, weekStart: () => 1 as const, dayOf: () => TODAY };

describe('what a formula asks', () => {
  test.each<[FunctionName, unknown[], string[], string[]]>([
    ['SHIFT_FULFILMENT', ['last week'], [], []],
    ['SHIFT_METRIC', ['worked %'], ['SHIFTS_WORKED_PERCENTAGE'], []],
    ['SHIFT_TREND', ['posted'], ['SHIFTS_POSTED'], ['week']],
    ['SHIFT_TREND', ['posted', __, __, 'day, venue'], ['SHIFTS_POSTED'], ['day', 'venue']],
    ['SHIFT_COMPARE', [], ['TRUE_FULFILMENT_PERCENTAGE'], ['venue']],
    ['SHIFT_COMPARE', ['role', 'measures', 'posted'], ['SHIFTS_POSTED'], ['role']],
    ['SHIFT_FULFILMENT_AGGREGATED', [__, __, __, 'by', 'area', 'measures', 'cost'], ['COST'], ['area']],
  ])('%s%j', (like, args, measures, keys) => {
    const question = ask(like, ...args);
    expect([question.measures.map(({ name }) => name), question.keys]).toEqual([measures, keys]);
  });

  test('are all published figures by week where groups name none', () => {
    const { measures, keys } = ask('SHIFT_FULFILMENT_AGGREGATED', 'last week');
    expect([measures.length, keys]).toEqual([13, ['week']]);
  });

  const TREND = 'Begin with a period, such as "week" or "week, venue": a trend runs over time.';
  test.each<[FunctionName, unknown[], string]>([
    ['SHIFT_METRIC', ['last week'], 'Write a metric such as "worked %" here: "last week" names days.'],
    ['SHIFT_METRIC', [], 'Give a metric, such as "worked %".'],
    [
      'SHIFT_METRIC',
      ['posted', 'basis', 'posted'],
      'Leave "basis" out: these figures are not percentages of the service.',
    ],
    ['SHIFT_FULFILMENT_AGGREGATED', [__, __, 'week', 'by', 'week'], '"group by" is given twice.'],
    ['SHIFT_TREND', ['posted', __, __, 'venue'], TREND],
    ['SHIFT_TREND', ['posted', __, __, 'weekday'], TREND],
    [
      'SHIFT_TREND',
      ['posted', __, __, 'week, venue, role'],
      'Give one period and one other key at most, such as "week, venue".',
    ],
    [
      'SHIFT_TREND',
      ['posted', __, __, 'week, venue', 'evidence', true],
      'Leave "evidence" out, or give a period alone, such as "week".',
    ],
    [
      'SHIFT_TREND',
      ['posted', 'incomplete', 'mark'],
      'Use "incomplete" with "hide" or "show": a trend has no NOTES.',
    ],
    [
      'SHIFT_COMPARE',
      ['week'],
      'Compare by venue, area, role or weekday: two periods have no day, week or month in common.',
    ],
    [
      'SHIFT_COMPARE',
      ['measures', 'posted, booked'],
      'Compare one figure at a time: give one name with "measures".',
    ],
    [
      'SHIFT_COMPARE',
      ['measures', 'cost'],
      'Choose another figure, such as "true fulfilment %": "cost" is not compared.',
    ],
    [
      'SHIFT_COMPARE',
      ['measures', 'posted', 'words', true],
      'Compare a percentage, such as "true fulfilment %", or leave "words" out.',
    ],
  ])('%s%j is refused: %s', (like, args, sentence) => {
    expect(refusal(() => ask(like, ...args))).toContain(sentence.slice(0, 60));
  });
});

describe('the days that a formula asks for', () => {
  test.each<[FunctionName, unknown[], string, string?]>([
    ['SHIFT_METRIC', ['posted', 'last week'], '30 Jun–6 Jul 2025'],
    ['SHIFT_METRIC', ['posted'], '2–8 Jul 2025'],
    ['SHIFT_METRIC', ['posted', 'next 7 days'], '10–16 Jul 2025'],
    ['SHIFT_METRIC', ['posted', 'next 14 days'], '10–23 Jul 2025'],
    ['SHIFT_TREND', ['posted'], '7 Apr–6 Jul 2025'],
    ['SHIFT_TREND', ['posted', __, __, 'quarter'], '1 Jan 2024–30 Jun 2025'],
    ['SHIFT_COMPARE', [__, __, __, 'last week'], '30 Jun–6 Jul 2025', '23–29 Jun 2025'],
    [
      'SHIFT_COMPARE',
      ['venue', '2025-06-01', '2025-06-02', 'last week'],
      '30 Jun–6 Jul 2025',
      '1–2 Jun 2025',
    ],
  ])('%s%j', (like, args, days, ...earlier) => {
    const { range, before } = daysOf(ask(like, ...args), CONTEXT);
    expect([shortDays(range), before && shortDays(before)]).toEqual([days, earlier[0]]);
  });
});
