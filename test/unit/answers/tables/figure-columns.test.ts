import { describe, expect, test } from '@jest/globals';
import type { Options } from '../../../../src/answers/arguments/options';
import { planTable } from '../../../../src/answers/tables/answer-table';
import { type FigureFacts, tableColumns } from '../../../../src/answers/tables/figure-columns';
import type { Weekday } from '../../../../src/calendar/calendar-date';
import type { GroupKey } from '../../../../src/contract/fields';
import type { FigureRequest, Group } from '../../../../src/figures/figures';
import type { Measure } from '../../../../src/figures/measures';
import { figure, group, measure, NO_OPTIONS, present, TODAY, worked } from './sample-figures';

const RATE = [measure('worked %')];
const BOTH = [measure('posted'), measure('worked %')];
type Shaping = Parameters<typeof tableColumns>[2];

/** The heading row and the lines of groups. */
function table(
  keys: readonly GroupKey[],
  measures: readonly Measure[],
  groups: readonly Group[],
  {
    shaping = {},
    options = {},
    weekStart,
    ...known
  }: Partial<FigureFacts> & {
    readonly shaping?: Shaping;
    readonly options?: Partial<Options>;
    readonly weekStart?: Weekday | undefined;
  } = {},
) {
  const layOut = planTable(tableColumns(keys, measures, shaping), { ...NO_OPTIONS, ...options });
  const facts = { requests: [worked('one')], today: TODAY, ...known };
  const answer = { items: groups, facts, generatedAt: null, ...(weekStart && { weekStart }) };
  return layOut(answer, present(options));
}

describe('the columns of keys', () => {
  test('have the service’s names, and show first days of periods as dates', () => {
    const line = group({ keys: [46_082, 'Friday', '=Chef'] });
    expect(table(['month', 'weekday', 'role'], [], [line])).toEqual([
      ['MONTH', 'WEEKDAY', 'JOB_TITLE'],
      [new Date('2026-03-01T00:00:00Z'), 'Friday', '=Chef'],
    ]);
  });

  test.each<[Weekday | undefined, string[]]>([
    [undefined, ['Monday', 'Friday', 'Sunday']],
    [7, ['Sunday', 'Monday', 'Friday']],
  ])('sort weekdays as they follow each other, from day %p', (weekStart, expected) => {
    const options = { headers: false, sort: [{ name: 'weekday', descending: false }] };
    const lines = ['Friday', null, 'Monday', 'Sunday'].map((name) => group({ keys: [name] }));
    const sorted = table(['weekday'], [], lines, { options, weekStart });
    expect(sorted.flat()).toEqual([...expected, null]);
  });

  test('say Total in the first one of the line that has no keys, and nothing where there is no name', () => {
    expect(table(['week', 'venue'], [], [group({ keys: [] })])[1]).toEqual(['Total', null]);
    expect(table(['venue'], [], [group({ keys: [null] })], { options: { empty: '–' } })[1]).toEqual(['–']);
  });
});

describe('the columns of figures', () => {
  test.each([
    [50, 80, 0.8],
    [0, null, null],
  ])('show counts as they are, percentages as asked for: %p and %p', (count, rate, fraction) => {
    const line = group({ figures: [figure({ value: count }), figure({ value: rate })] });
    const requests = [{ measure: measure('posted'), definitions: undefined }, worked('one')];
    expect(table([], BOTH, [line], { requests, options: { percent: 'fraction' } })).toEqual([
      ['SHIFTS_POSTED', 'SHIFTS_WORKED_PERCENTAGE'],
      [count, fraction],
    ]);
  });

  test('can be renamed by every word for them', () => {
    const columns = [{ name: 'true fulfillment %', heading: 'Fulfilled' }];
    expect(table([], [measure('true fulfilment %')], [group()], { options: { columns } })[0]).toEqual([
      'Fulfilled',
    ]);
  });

  test('have five columns of evidence behind each rate, and none behind a count; then notes', () => {
    const all = { evidence: true, notes: true };
    expect(tableColumns(['venue'], BOTH, all).map(({ name }) => name)).toEqual([
      'VENUE_NAME',
      'SHIFTS_POSTED',
      ...['', '_N', '_LOW', '_HIGH', '_BASIS', '_LIKENESS'].map((end) => `SHIFTS_WORKED_PERCENTAGE${end}`),
      'NOTES',
    ]);
  });
});

describe('evidence', () => {
  test('gives positions, interval, basis and likeness; what was not measured is blank', () => {
    const basis = 'worked ÷ booked: 412 of 413 rows agree';
    const shownWith = (one: FigureRequest, options: Partial<Options> = {}) =>
      table([], RATE, [group()], { requests: [one], shaping: { evidence: true }, options })[1];
    expect(shownWith({ ...worked('one'), likeness: 1.256 })).toEqual([80, 10, 49.02, 94.33, basis, 1.26]);
    const fractions = shownWith(worked('one'), { percent: 'fraction' });
    expect(fractions).toEqual([0.8, 10, 0.4902, 0.9433, basis, null]);
  });

  test('says why a percentage is blank', () => {
    const why = { kind: 'own', agree: 3, of: 12 } as const;
    const line = group({ figures: [figure({ value: null, low: null, high: null, why })] });
    const reason = 'worked ÷ booked: 3 of 12 rows agree';
    expect(table([], RATE, [line], { shaping: { evidence: true } })[1]).toEqual([
      null,
      10,
      null,
      null,
      reason,
      null,
    ]);
  });
});

test('NOTES is blank where all is well, whatever stands for nothing', () => {
  expect(table([], [], [group()], { shaping: { notes: true }, options: { empty: '–' } })[1]).toEqual([null]);
});
