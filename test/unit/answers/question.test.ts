import { describe, expect, test } from '@jest/globals';
import { isStamp } from '../../../src/answers/arguments/cells';
import {
  daysOf,
  type FunctionName,
  placeArguments,
  readChoice,
  readQuestion,
} from '../../../src/answers/question';
import { shortDays } from '../../../src/calendar/calendar-date';
import { refusal } from './arguments/option-scene';

/** Wednesday, 9 July 2025. */
const TODAY = 45_847;
/** 22 November 2026, as SHIFT_STAMP holds it. */
const STAMP = 1_795_305_600_000;
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
    ['SHIFT_METRIC', ['last week'], 'Unknown metric "last week". It can be posted, booked, booked %'],
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

test.each<[string, unknown, boolean]>([
  ['a range of that one cell', [[STAMP]], true],
  ['what a cell with a date format makes of it', new Date(Number.NaN), true],
  ['a day after the year 9999', new Date('+010000-01-01T00:00:00Z'), true],
  ['a moment in seconds', STAMP / 1000, false],
  ['a number of 16 digits', 1000 * STAMP, false],
  ['a date cell', new Date('2026-11-22T00:00:00Z'), false],
  ['text', String(STAMP), false],
  ['a range of several', [[STAMP, STAMP]], false],
])('whether %s is the stamp: %p is %p', (_, argument, expected) => {
  expect(isStamp(argument)).toBe(expected);
});

describe('the arguments of a formula are put into places, and the rest are options', () => {
  const AGGREGATED = 'SHIFT_FULFILMENT_AGGREGATED';
  test.each<[FunctionName, unknown[], Record<string, unknown>, unknown[]]>([
    ['SHIFT_METRIC', ['posted', 'last week'], { metric: 'posted', from: 'last week', to: __ }, []],
    ['SHIFT_FULFILMENT', ['last week', '', 'limit', 5], { from: 'last week', to: '' }, ['limit', 5]],
    // The name of an option ends the places.
    ['SHIFT_FULFILMENT', ['last week', 'refresh', STAMP], { from: 'last week' }, ['refresh', STAMP]],
    ['SHIFT_FULFILMENT', ['venue', 'Grand'], {}, ['venue', 'Grand']],
    // So does a text that is no date and nearly one.
    ['SHIFT_FULFILMENT', ['last week', 'venu', 'Grand'], { from: 'last week' }, ['venu', 'Grand']],
    ['SHIFT_FULFILMENT', ['last week', 'last weak', 5], { from: 'last week', to: 'last weak' }, [5]],
    [
      'SHIFT_METRIC',
      ['posted', 'last week', [['Venue Name']], 'x'],
      { metric: 'posted', from: 'last week' },
      [[['Venue Name']], 'x'],
    ],
    ['SHIFT_METRIC', ['NO_SHOWS', 'NO_SHOWS', '>1'], { metric: 'NO_SHOWS' }, ['NO_SHOWS', '>1']],
    ['SHIFT_COMPARE', ['venue', 'totals', true], { by: 'venue' }, ['totals', true]],
    ['SHIFT_COMPARE', ['totals', true], {}, ['totals', true]],
    [AGGREGATED, ['last week', 'limit', 5], { from: 'last week' }, ['limit', 5]],
    ['SHIFT_STATUS', ['refresh', STAMP], {}, ['refresh', STAMP]],
    // An option and a group, a figure or a state may have one name: the place decides.
    [
      AGGREGATED,
      ['last week', __, 'venue', 'limit', 5],
      { from: 'last week', to: __, by: 'venue' },
      ['limit', 5],
    ],
    ['SHIFT_STATUS', ['as of', STAMP], { what: 'as of' }, [STAMP]],
    // The stamp counts as an empty argument.
    ['SHIFT_METRIC', ['posted', 'last week', STAMP], { metric: 'posted', from: 'last week', to: __ }, []],
    ['SHIFT_FULFILMENT', [STAMP, STAMP, 'limit', 5], { from: __, to: __ }, ['limit', 5]],
    [AGGREGATED, ['last week', STAMP, 'week'], { from: 'last week', to: __, by: 'week' }, []],
    ['SHIFT_STATUS', [STAMP], { what: __ }, []],
    ['SHIFT_LIST', ['venues', STAMP], { what: 'venues', from: __, to: __ }, []],
    ['WORKER_TURNOVER', ['last month', __, __, STAMP], { from: 'last month', to: __ }, [__, STAMP]],
  ])('%s%j', (like, args, placed, options) => {
    expect(placeArguments(like, args)).toEqual({ ...placed, options });
  });
});

const CHOICES = new Map([
  ['venues', 'VENUE_NAME'],
  ['job titles', 'JOB_TITLE'],
  ['roles', 'JOB_TITLE'],
]);
const choose = (argument: unknown) => readChoice('list', argument, CHOICES);

describe('a word of several', () => {
  test.each<[unknown, string | undefined]>([
    ['venues', 'VENUE_NAME'],
    ['Job-Titles', 'JOB_TITLE'],
    [' job_titles ', 'JOB_TITLE'],
    ['roles', 'JOB_TITLE'],
    [[['venues']], 'VENUE_NAME'],
    [[['', 'venues', null]], 'VENUE_NAME'],
    [['', 'venues'], 'VENUE_NAME'],
    ['', undefined],
    [undefined, undefined],
    [[['']], undefined],
  ])('%j is %s', (argument, expected) => {
    expect(choose(argument)).toBe(expected);
  });

  test.each<[string, unknown, string]>([
    ['two cells', [['venues', 'roles']], '"list" takes one value, not several.'],
    ['a number', 46_000, 'Unknown list "46000". It can be venues, job titles or roles.'],
    ['one near another', 'venus', 'Unknown list "venus". Did you mean "venues"?'],
    ['one near none', 'quarterly', 'Unknown list "quarterly". It can be venues, job titles or roles.'],
  ])('is not %s', (_, argument, expected) => {
    expect(refusal(() => choose(argument))).toBe(expected);
  });
});

test('the words to choose from are named as long as the sentence has at most 200 characters', () => {
  const refused = (length: number) =>
    refusal(() => readChoice('list', 'quarterly', new Map([['v'.repeat(length), 1]])));
  expect(refused(163)).toBe(`Unknown list "quarterly". It can be ${'v'.repeat(163)}.`);
  expect(refused(163)).toHaveLength(200);
  expect(refused(164)).toBe('Unknown list "quarterly".');
});
