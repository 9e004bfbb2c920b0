import { describe, expect, test } from '@jest/globals';
import { read, sentence } from './option-scene';

/* Numbers that filters compare with: on the scale that the formula shows, with decimals, with thousands. */

function fitting(values: readonly (number | null)[], ...args: readonly unknown[]) {
  const [filter] = read(...args).filters;
  return values.filter((value) => filter?.matches(value));
}

test('percentages compare as published, whatever the result shows', () => {
  const VALUES = [0.9, 1, 29, 89, 90, 95, null];
  for (const more of [[], ['percent', 'fraction']]) {
    expect(fitting(VALUES, 'SHIFTS_WORKED_PERCENTAGE', '>=90', ...more)).toEqual([90, 95]);
    expect(fitting(VALUES, 'SHIFTS_WORKED_PERCENTAGE', '>=90%', ...more)).toEqual([90, 95]);
    expect(fitting(VALUES, 'SHIFTS_WORKED_PERCENTAGE', '>=0,9', ...more)).toEqual([0.9, 1, 29, 89, 90, 95]);
  }
});

test('a date cell beside numbers is its day as a serial number', () => {
  expect(fitting([46_081, 46_082, 5], 'NO_SHOWS', new Date('2026-03-01T00:00:00Z'))).toEqual([46_082]);
});

describe('three decimals', () => {
  test.each(['>=66.667', '>=66,667', '>=66.667%'])('of a percentage are decimals: %s', (criterion) => {
    expect(fitting([66.666, 66.667, 100], 'SHIFTS_WORKED_PERCENTAGE', criterion)).toEqual([66.667, 100]);
  });

  test.each([
    ['NO_SHOWS', '<1,000', 'Write 1000 without a separator. ("<1,000")'],
    ['NO_SHOWS', ' <> 1.000', 'Write 1000 without a separator. (" <> 1.000")'],
    ['shift id', '-12.345', 'Write -12345 without a separator. ("-12.345")'],
    ['HOURS_WORKED', '>7.125', 'Write 7125 without a separator. (">7.125")'],
  ])('of %s %s may be thousands', (field, criterion, expected) => {
    expect(sentence(field, criterion)).toBe(expected);
  });

  test('of a number that was calculated are decimals', () => {
    expect(fitting([7, 7.125, 7.25, 7125], 'HOURS_WORKED', 7.125)).toEqual([7.125]);
  });

  test('of hours are read with one decimal more', () => {
    expect(fitting([7, 7.125, 7.25], 'HOURS_WORKED', '>=7.1250')).toEqual([7.125, 7.25]);
  });
});
