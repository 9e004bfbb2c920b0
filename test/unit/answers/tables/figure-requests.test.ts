import { describe, expect, test } from '@jest/globals';
import { checkBasis } from '../../../../src/answers/question';
import { prepareFigures } from '../../../../src/figures/figures';
import type { Quantity } from '../../../../src/figures/measures';
import { failureOf } from '../../../support/fetching';
import { shiftRow } from '../../../support/shift-records';
import { measure, TODAY } from './sample-figures';

const measures = (...words: string[]) => words.map(measure);
const of = (denominator: Quantity, numerator?: Quantity) => ({
  denominator,
  ...(numerator && { numerator }),
});

test('a choice holds for the percentages that can have it, and what is no percentage of the service needs none', () => {
  const rows = Array.from({ length: 30 }, (_, at) =>
    shiftRow({ day: '2026-02-09', posted: 20, booked: 12 + (at % 5), worked: 7 + (at % 3), demand: 18 }),
  );
  const asked = measures('worked %', 'booked %', 'hours worked %', 'posted');
  const { requests } = prepareFigures(
    rows,
    { measures: asked, basis: of('SHIFTS_BOOKED'), filters: [] },
    { range: { from: TODAY - 30, to: TODAY - 1 }, today: TODAY, weekStart: 1, keptDefinitions: undefined },
  );
  expect(requests.map(({ definitions }) => definitions?.by)).toEqual(['choice', 'rows', 'add-on', undefined]);
});

describe('a denominator chosen by hand', () => {
  test.each<[string[], Quantity | undefined]>([
    [['worked %'], 'SHIFTS_POSTED'],
    [['no shows %'], 'WORKED_AND_NO_SHOWS'],
    [['posted', 'booked %', 'worked %'], 'SHIFTS_BOOKED'],
    [['posted'], undefined],
  ])('is accepted for %j: %s', (words, denominator) => {
    expect(() => checkBasis(measures(...words), denominator && of(denominator))).not.toThrow();
  });

  test.each<[string[], Quantity, string]>([
    [['booked %'], 'SHIFTS_BOOKED', 'Choose another "basis": "posted" or "true demand".'],
    [['worked %'], 'WORKED_AND_NO_SHOWS', 'Choose another "basis": "posted", "booked" or "true demand".'],
    [
      ['posted', 'hours worked %'],
      'SHIFTS_POSTED',
      'Leave "basis" out: these figures are not percentages of the service.',
    ],
  ])('is refused for %j: %s', (words, denominator, message) => {
    expect(failureOf(() => checkBasis(measures(...words), of(denominator)))).toEqual({
      code: 'invalid_option',
      message,
    });
  });
});

test('a pair is accepted where a figure can be made of it, and refused where none can', () => {
  const booked = of('TRUE_DEMAND', 'SHIFTS_BOOKED');
  expect(() => checkBasis(measures('worked %', 'true fulfilment %'), booked)).not.toThrow();
  expect(failureOf(() => checkBasis(measures('worked %'), booked)).message).toBe(
    'Choose another "basis": "posted", "booked" or "true demand".',
  );
});
