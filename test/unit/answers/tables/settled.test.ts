import { describe, expect, test } from '@jest/globals';
import { requireSettled } from '../../../../src/answers/tables/settled';
import type { FigureRequest } from '../../../../src/figures/group-figures';
import { failureOf } from '../../../support/fetching';
import { figure, group, measure, worked, workedOf } from './sample-figures';

const total = (min: number | null, max: number | null) =>
  group({ keys: [], figures: [figure({ min, max })] });

describe('one number for a figure', () => {
  test('is refused where the definitions that remain differ by more than 5 points, with the choices', () => {
    expect(failureOf(() => requireSettled(total(71.2, 90.5), [worked('assumed')]))).toEqual({
      code: 'invalid_option',
      message: 'The data do not settle "worked %": 71.2 or 90.5. Choose with "basis", "posted" or "booked".',
    });
  });

  test.each<[string, number | null, number | null, FigureRequest]>([
    ['they differ by 5 points', 80, 85, worked('assumed')],
    ['there is no figure', null, null, worked('assumed')],
    ['the definition is settled', 60, 90, worked('settled')],
    ['the definition was chosen', 60, 90, workedOf('SHIFTS_POSTED')],
    ['it is a count', null, null, { measure: measure('posted'), basis: undefined }],
  ])('is given where %s', (_, min, max, request) => {
    expect(() => requireSettled(total(min, max), [request])).not.toThrow();
  });

  test('is refused where the rows fit no definition', () => {
    expect(failureOf(() => requireSettled(total(null, null), [worked('contradicted')]))).toEqual({
      code: 'invalid_option',
      message: 'Use the values per shift: "worked %" fits no known definition, so it cannot be grouped.',
    });
  });

  test('names each choice once, as three of them', () => {
    const over = (denominator: 'SHIFTS_POSTED' | 'SHIFTS_BOOKED' | 'TRUE_DEMAND') => ({
      definition: { numerator: 'NO_SHOWS', denominator } as const,
      agree: 30,
      of: 30,
    });
    const survivors = [
      ...[over('SHIFTS_BOOKED'), over('SHIFTS_POSTED'), over('SHIFTS_BOOKED'), over('TRUE_DEMAND')],
    ];
    const request = { measure: measure('no shows %'), basis: { kind: 'assumed', survivors } } as const;
    expect(failureOf(() => requireSettled(total(10, 20), [request])).message).toBe(
      'The data do not settle "no shows %": 10.0 or 20.0. Choose with "basis", "booked", "posted" or "true demand".',
    );
  });
});
