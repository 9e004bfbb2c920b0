import { describe, expect, test } from '@jest/globals';
import { planFigure, sumsNeeded } from '../../../src/figures/figure';
import { MEASURES, type Measure, SCORE_MEASURES } from '../../../src/figures/measures';
import { leaving, over, shift } from './grouped-rows';

const BOOKED: Measure = {
  name: 'SHIFTS_BOOKED_PERCENTAGE',
  words: ['booked %'],
  finishedDaysOnly: false,
  kind: 'rate',
  of: 'SHIFTS_BOOKED_PERCENTAGE',
};
describe('the sums that a figure of the targets sheet needs', () => {
  const row = shift({ SHIFTS_BOOKED: 6, SHIFTS_POSTED: 8 });
  /** What is added up for a record for which the sheet sets this. */
  const read = (measure: Measure, set: number | null | undefined, record = row) => {
    const definition = over('SHIFTS_BOOKED', 'SHIFTS_POSTED');
    const targets = set === undefined ? {} : { targets: { ofRow: () => set } };
    const [sum] = sumsNeeded({
      measure,
      definitions: measure.kind === 'rate' ? leaving([definition]) : undefined,
      ...targets,
    });
    return typeof sum?.numerator === 'object' ? [sum.numerator.words, sum.numerator.read(record)] : sum;
  };
  const named = (name: string) =>
    [...MEASURES, ...SCORE_MEASURES].find((measure) => measure.name === name) as Measure;

  test.each(['COST', 'CREDITS'])('are the amounts of records for %s, none without a line', (name) => {
    const words = name.toLowerCase();
    expect([read(named(name), 12.5), read(named(name), null), read(named(name), undefined)]).toEqual([
      [words, 12.5],
      [words, null],
      [words, null],
    ]);
  });

  test.each(['PLAN_HOURS', 'PLAN_POSITIONS'])('are none for %s, which is no sum over records', (name) => {
    expect(read(named(name), 12.5)).toBeUndefined();
  });

  test('are those of the records for any other count', () => {
    expect(read(named('SHIFTS_WORKED'), 12.5)).toMatchObject({ numerator: 'SHIFTS_WORKED' });
  });

  test('are weighted by what the percentage is out of: 90 × 8 positions, and 600 less that', () => {
    const [target, gap] = (['target', 'gap'] as const).map((beside) => ({ ...BOOKED, beside }) as Measure);
    expect(read(target as Measure, 90)).toEqual(['target × positions', 720]);
    expect(read(gap as Measure, 90)).toEqual(['points above or below target × positions', -120]);
    expect(read(gap as Measure, undefined)).toEqual(['points above or below target × positions', null]);
  });

  test('are none of a record without a number that the percentage is made of', () => {
    const [target, gap] = (['target', 'gap'] as const).map((beside) => ({ ...BOOKED, beside }) as Measure);
    for (const field of ['SHIFTS_BOOKED', 'SHIFTS_POSTED']) {
      const lacking = shift({ SHIFTS_BOOKED: 6, SHIFTS_POSTED: 8, [field]: null });
      expect(read(target as Measure, 90, lacking)).toEqual(['target × positions', null]);
      expect(read(gap as Measure, 90, lacking)).toEqual(['points above or below target × positions', null]);
    }
  });
});

test('the figure of a plan is its value alone', () => {
  expect(planFigure(40)).toEqual({ value: 40, k: 0, n: 0, low: null, high: null, skipped: 0 });
});
