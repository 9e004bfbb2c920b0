import { describe, expect, test } from '@jest/globals';
import { type RowFilter, readRowFilter, WEEKDAY_FIELD } from '../../../src/figures/row-filter';
import { type TargetLine, weeklyPlan } from '../../../src/figures/targets';

/* Monday, 2 March 2026, as a serial number. */
const MONDAY = 46_083;

const lineOf = (planHours: number, names: Partial<TargetLine> = {}): TargetLine => ({
  ...{ line: 2, measure: 'TRUE_FULFILMENT_PERCENTAGE', planHours, ...names },
});
type Scope = Parameters<typeof weeklyPlan>[2];
const scope = (weeks: number, filters: Scope['filters'] = []): Scope => ({
  range: { from: MONDAY, to: MONDAY + 7 * weeks - 1 },
  today: MONDAY + 100,
  weekStart: 1,
  filters,
});

test.each([33.3, 37.5, 80, 100, 185])('a plan of %d hours a week is as many for each whole week', (hours) => {
  const planned = (weeks: number) => weeklyPlan([lineOf(hours)], 'planHours', scope(weeks))([], []);
  expect([planned(1), planned(2), planned(13)]).toEqual([hours, 2 * hours, 13 * hours]);
});

test.each([
  [29, 7, 29],
  [61, 14, 122],
  [115, 7, 115],
])('a plan of %d days is whole where it can be: of %d hours a week it is %d', (days, hours, planned) => {
  const range = { from: MONDAY, to: MONDAY + days - 1 };
  const plan = weeklyPlan([lineOf(hours)], 'planHours', { ...scope(1), range, today: MONDAY + 200 });
  expect(plan([], [])).toBe(planned);
});

describe('a plan of two weeks, of 70 hours a week', () => {
  const planned = (field: string, ...criteria: readonly string[]) =>
    weeklyPlan(
      [lineOf(70), lineOf(35, { venue: 'Pier', line: 3 })],
      'planHours',
      scope(
        2,
        criteria.map((criterion) => readRowFilter(field, [criterion]) as RowFilter),
      ),
    )([], []);

  test.each([
    ['of some weekdays is as much of it', WEEKDAY_FIELD, ['<>Monday', '<>Tuesday'], 105 * 2 * (5 / 7)],
    ['of some days is as much of it', 'SHIFT_DATE', ['<2026-03-05'], 105 * (3 / 7)],
    ['of a venue is that of its name', 'VENUE_NAME', ['Pier'], 70],
    ['is blank where records are chosen by anything else', 'SHIFTS_POSTED', ['>5'], null],
  ])('%s', (_, field, criteria, hours) => {
    expect(planned(field, ...criteria)).toEqual(hours === null ? null : expect.closeTo(hours, 9));
  });
});
