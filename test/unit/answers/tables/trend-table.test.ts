import { describe, expect, test } from '@jest/globals';
import type { Options } from '../../../../src/answers/arguments/options';
import { planTable } from '../../../../src/answers/tables/answer-table';
import { trendBySplit } from '../../../../src/answers/tables/figure-columns';
import type { GroupKey } from '../../../../src/contract/fields';
import { type FigureSet, figuresBy, prepareFigures } from '../../../../src/figures/figures';
import { weeklyPlan } from '../../../../src/figures/targets';
import { type Crew, serialOf, shiftRow } from '../../../support/shift-records';
import { measure, present, TODAY, worked } from './sample-figures';

interface Changes {
  readonly figures?: FigureSet;
  /** Which of the weeks are shown. @default all */
  readonly weeks?: readonly number[];
  readonly split?: GroupKey;
}

/** Three venues over two weeks from Monday, 9 and 16 February 2026; `Small` has nothing in the second. */
const CREWS: readonly Crew[] = [
  { day: '2026-02-09', venue: 'Mid', posted: 10, booked: 10, worked: 5 },
  { day: '2026-02-10', venue: 'Big', posted: 20, booked: 20, worked: 18 },
  { day: '2026-02-11', venue: 'Small', posted: 4, booked: 4, worked: 4 },
  { day: '2026-02-16', venue: 'Big', posted: 30, booked: 30, worked: 15 },
  { day: '2026-02-17', venue: 'Mid', posted: 10, booked: 10, worked: 10 },
];

function trend(
  word: string,
  changes: Changes = {},
  options: Partial<Options> = {},
  crews: readonly Crew[] = CREWS,
  today = TODAY,
) {
  const requests = changes.figures?.requests ?? [
    word === 'worked %' ? worked('one', 'choice') : { measure: measure(word), definitions: undefined },
  ];
  const range = { from: serialOf('2026-02-09'), to: serialOf('2026-02-22') };
  const asked = { measures: [], filters: [] };
  const context = { range, today, weekStart: 1, keptDefinitions: undefined } as const;
  const figures = changes.figures ?? { ...prepareFigures(crews.map(shiftRow), asked, context), requests };
  const { weeks, split = 'venue' } = changes;
  const periods = figuresBy(figures, ['week']).groups.filter((_, at) => weeks?.includes(at) ?? true);
  const columns = trendBySplit(figures, ['week', split], periods, options.limit);
  const layOut = planTable(columns, { headers: true });
  const answer = { items: periods, generatedAt: '2026-03-10T08:00:00Z' };
  return layOut(answer, present({ dates: 'text', ...options, limit: undefined }));
}

describe('a trend with one column per venue', () => {
  test('has the largest venue first, and 0 for a count without records', () => {
    expect(trend('worked')).toEqual([
      ['WEEK', 'Big', 'Mid', 'Small'],
      ['2026-02-09', 18, 5, 4],
      ['2026-02-16', 15, 10, 0],
    ]);
  });

  test('orders percentages by what they are of, and leaves a week without records blank', () => {
    expect(trend('worked %')).toEqual([
      ['WEEK', 'Big', 'Mid', 'Small'],
      ['2026-02-09', 90, 50, 100],
      ['2026-02-16', 50, 100, null],
    ]);
  });

  test('with a limit sums what is left in one column Other, from its own records', () => {
    // Mid and Small together: 9 of 14 in the first week, 10 of 10 in the second; their mean would be 75 and 100.
    expect(trend('worked %', {}, { limit: 1 })).toEqual([
      ['WEEK', 'Big', 'Other'],
      ['2026-02-09', 90, expect.closeTo(900 / 14, 9)],
      ['2026-02-16', 50, 100],
    ]);
  });

  test('of plan hours has the plan of each venue, with and without records, and none for all others', () => {
    const range = { from: serialOf('2026-02-09'), to: serialOf('2026-02-22') };
    const line = { line: 2, measure: '' };
    const lines = [
      { ...line, venue: 'Mid', planHours: 70 },
      { ...line, venue: 'Small', planHours: 7 },
    ];
    const plan = weeklyPlan(lines, 'planHours', { range, today: TODAY, weekStart: 1, filters: [] });
    const requests = [
      { measure: measure('plan hours'), definitions: undefined, targets: { ofRow: () => Number.NaN, plan } },
    ];
    const asked = { measures: [], filters: [] };
    const context = { range, today: TODAY, weekStart: 1, keptDefinitions: undefined } as const;
    const figures = { ...prepareFigures(CREWS.map(shiftRow), asked, context), requests };
    expect(trend('plan hours', { figures })).toEqual([
      ['WEEK', 'Mid', 'Small', 'Big'],
      ['2026-02-09', 70, 7, null],
      ['2026-02-16', 70, 7, null],
    ]);
    expect(trend('plan hours', { figures }, { limit: 1 })).toEqual([
      ['WEEK', 'Mid', 'Other'],
      ['2026-02-09', 70, null],
      ['2026-02-16', 70, null],
    ]);
  });

  test('has the periods that it is given, and the venues of these in their order', () => {
    const shown = (weeks: readonly number[], limit?: number) =>
      trend('worked', { weeks }, limit ? { limit } : {});

    expect(shown([])).toEqual([['WEEK']]);
    expect(shown([1])).toEqual([
      ['WEEK', 'Big', 'Mid'],
      ['2026-02-16', 15, 10],
    ]);
    expect(shown([1], 1)[0]).toEqual(['WEEK', 'Big', 'Other']);
    expect(shown([1], 2)[0]).toEqual(['WEEK', 'Big', 'Mid']);
    expect(shown([0])[0]).toEqual(['WEEK', 'Big', 'Mid', 'Small']);
  });

  test('leaves a count of finished days blank in a week to come', () => {
    const today = serialOf('2026-02-16');
    const crews: readonly Crew[] = [
      ...CREWS.slice(0, 2),
      { day: '2026-02-18', venue: 'Big', posted: 20, booked: 20, worked: 18 },
    ];
    const shown = (word: string) => trend(word, {}, {}, crews, today).map((line) => line[2]);
    expect(shown('worked')).toEqual(['Mid', 5, null]);
    expect(shown('posted')).toEqual(['Mid', 10, 0]);
  });

  test('ranks by the periods that are shown', () => {
    const crews: readonly Crew[] = [
      { day: '2026-02-09', venue: 'Gone', posted: 90, booked: 90, worked: 90 },
      ...CREWS,
      { day: '2026-02-18', venue: 'Gone', posted: 1, booked: 1, worked: 1 },
    ];
    expect(trend('worked', { weeks: [1] }, { limit: 2 }, crews)).toEqual([
      ['WEEK', 'Big', 'Mid', 'Other'],
      ['2026-02-16', 15, 10, 1],
    ]);
  });

  test('of no records is the heading of the period and the periods', () => {
    expect(trend('worked', {}, {}, [])).toEqual([['WEEK'], ['2026-02-09'], ['2026-02-16']]);
  });

  test('names records without a venue', () => {
    const crews = [null, 'Pub', 'The smallest'].map((venue, at): Crew => {
      const posted = 9 - at;
      return { day: '2026-02-09', venue, posted, booked: posted, worked: posted };
    });
    expect(trend('worked', {}, { limit: 2 }, crews).slice(0, 2)).toEqual([
      ['WEEK', '(no name)', 'Pub', 'Other'],
      ['2026-02-09', 9, 8, 7],
    ]);
  });

  test('split by month has days as text in its headings, whatever the option dates says', () => {
    expect(trend('worked', { split: 'month' }, { dates: 'serial' })[0]).toEqual(['WEEK', '2026-02-01']);
  });

  test('split by weekday has a column per weekday', () => {
    expect(trend('worked', { split: 'weekday' })[0]).toEqual(['WEEK', 'Tuesday', 'Monday', 'Wednesday']);
  });
});
