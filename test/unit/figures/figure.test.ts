import { describe, expect, test } from '@jest/globals';
import { figureOf, sumsNeeded } from '../../../src/figures/figure';
import type { Measure } from '../../../src/figures/measures';

const BOOKED: Measure = {
  name: 'SHIFTS_BOOKED_PERCENTAGE',
  words: ['booked %'],
  finishedDaysOnly: false,
  kind: 'rate',
  of: 'SHIFTS_BOOKED_PERCENTAGE',
};
const OURS: Measure = {
  name: 'OURS',
  words: ['ours'],
  finishedDaysOnly: false,
  kind: 'rate',
  of: { numerator: 'SHIFTS_WORKED', denominator: 'SHIFTS_BOOKED' },
};
const FACTS = { records: 1, unfinished: 0, newestDay: 45_847 };

/** The least and the greatest booked % where each surviving definition sums up to one of these ratios. */
function range(...ratios: readonly (readonly [number, number])[]) {
  const sums = ratios.map(([numerator, denominator]) => ({ numerator, denominator, carried: 1, over: 0 }));
  const { value, min, max } = figureOf({ measure: BOOKED, basis: undefined }, sums, FACTS);
  return [value, min, max];
}

describe('the range of a rate over its surviving definitions', () => {
  test('reaches from the least to the greatest, whatever their order', () => {
    expect(range([80, 100], [70, 100], [90, 100])).toEqual([80, 70, 90]);
    expect(range([80, 100], [90, 100], [70, 100])).toEqual([80, 70, 90]);
    expect(range([70, 100], [80, 100], [90, 100])).toEqual([70, 70, 90]);
  });

  test('leaves out a definition whose denominator is 0: that is no 0 %', () => {
    expect(range([80, 100], [5, 0], [90, 100])).toEqual([80, 80, 90]);
  });

  test('is that of the others where the one in use has a denominator of 0', () => {
    expect(range([5, 0], [80, 100], [70, 100])).toEqual([null, 70, 80]);
    expect(range([5, 0], [-5, 100])).toEqual([null, -5, -5]);
  });
});

describe('the sums that a rate needs', () => {
  test('are none where a published percentage has no basis', () => {
    expect(sumsNeeded({ measure: BOOKED, basis: undefined })).toEqual([]);
  });

  test('are those of its own definition where it is ours', () => {
    expect(sumsNeeded({ measure: OURS, basis: undefined })).toEqual([
      { numerator: 'SHIFTS_WORKED', denominator: 'SHIFTS_BOOKED', finishedDaysOnly: false },
    ]);
  });
});
