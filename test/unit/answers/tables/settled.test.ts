import { describe, expect, test } from '@jest/globals';
import { requireSettled } from '../../../../src/answers/tables/notes';
import type { Basis } from '../../../../src/figures/basis';
import type { FigureRequest } from '../../../../src/figures/figure';
import { failureOf } from '../../../support/fetching';
import { serialOf } from '../../../support/shift-records';
import { figure, group, measure, worked, workedOf } from './sample-figures';

const total = (min: number | null, max: number | null) =>
  group({ keys: [], figures: [figure({ min, max })] });

describe('one number for a figure', () => {
  test('is refused where the definitions that remain differ by more than 5 points, with the choices', () => {
    expect(failureOf(() => requireSettled([total(71.2, 90.5)], [worked('assumed')]))).toEqual({
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
    expect(() => requireSettled([total(min, max)], [request])).not.toThrow();
  });

  test('is refused where the rows fit no definition', () => {
    expect(failureOf(() => requireSettled([total(null, null)], [worked('contradicted')]))).toEqual({
      code: 'invalid_option',
      message: 'Use the values per shift: "worked %" fits no known definition, so it cannot be grouped.',
    });
  });

  test('is refused with the day on which the definition changes', () => {
    const request = worked('assumed');
    const basis = { ...(request.basis as Basis), changesOn: serialOf('2026-06-01') };
    expect(failureOf(() => requireSettled([total(30.8, 53.3)], [{ ...request, basis }])).message).toBe(
      'The definition of "worked %" changes on 2026-06-01: 30.8 or 53.3. Choose with "basis", "posted" or "booked".',
    );
  });

  test('names each choice once, as three of them', () => {
    const over = (denominator: 'SHIFTS_POSTED' | 'SHIFTS_BOOKED' | 'TRUE_DEMAND') => ({
      definition: { numerator: 'NO_SHOWS', denominator } as const,
      agree: 30,
      of: 30,
    });
    const survivors = [
      over('SHIFTS_BOOKED'),
      over('SHIFTS_POSTED'),
      over('SHIFTS_BOOKED'),
      over('TRUE_DEMAND'),
    ];
    const request = { measure: measure('no shows %'), basis: { kind: 'assumed', survivors } } as const;
    expect(failureOf(() => requireSettled([total(10, 20)], [request])).message).toBe(
      'The data do not settle "no shows %": 10.0 or 20.0. Choose with "basis", "booked", "posted" or "true demand".',
    );
  });

  test('is refused for the widest of several groups, though the others are known well enough', () => {
    const groups = [total(80, 81), total(60.4, 72.3), total(50, 56)];
    expect(failureOf(() => requireSettled(groups, [worked('assumed')])).message).toBe(
      'The data do not settle "worked %": 60.4 or 72.3. Choose with "basis", "posted" or "booked".',
    );
  });

  test('is refused for contradicted rows even where no group is shown', () => {
    expect(failureOf(() => requireSettled([], [worked('contradicted')])).code).toBe('invalid_option');
  });
});

describe('choices between numerators', () => {
  const NUMERATORS = ['SHIFTS_WORKED', 'SHIFTS_BOOKED', 'WORKED_AND_NO_SHOWS'] as const;
  const survivor = (
    numerator: (typeof NUMERATORS)[number],
    denominator: 'TRUE_DEMAND' | 'SHIFTS_POSTED',
  ) => ({ definition: { numerator, denominator }, agree: 30, of: 30 });
  const refusal = (kind: 'assumed' | 'chosen', survivors: ReturnType<typeof survivor>[]) => {
    const request = { measure: measure('true fulfilment %'), basis: { kind, survivors } };
    return failureOf(() => requireSettled([total(71.2, 90.5)], [request])).message;
  };
  const RANGE = 'The data do not settle "true fulfilment %": 71.2 or 90.5.';

  test('are pairs where a denominator alone would leave several', () => {
    const of = NUMERATORS.map((numerator) => survivor(numerator, 'TRUE_DEMAND'));
    const pairs = '"worked / true demand", "booked / true demand" or "worked + no shows / true demand"';
    expect(refusal('assumed', of)).toBe(`${RANGE} Choose with "basis", ${pairs}.`);
    expect(refusal('chosen', of)).toBe(`${RANGE} Choose with "basis", ${pairs}.`);
  });

  test('are a denominator where that is enough', () => {
    const of = [
      survivor('SHIFTS_WORKED', 'TRUE_DEMAND'),
      survivor('SHIFTS_BOOKED', 'TRUE_DEMAND'),
      survivor('SHIFTS_WORKED', 'SHIFTS_POSTED'),
    ];
    expect(refusal('assumed', of)).toBe(
      `${RANGE} Choose with "basis", "worked / true demand", "booked / true demand" or "posted".`,
    );
  });

  test('all six stand in one sentence of at most 200 characters', () => {
    const six = NUMERATORS.flatMap((numerator) => [
      survivor(numerator, 'TRUE_DEMAND'),
      survivor(numerator, 'SHIFTS_POSTED'),
    ]);
    const sentence = refusal('assumed', six);
    const numerators = '"worked", "booked" or "worked + no shows"';
    expect(sentence).toBe(
      `${RANGE} Choose with "basis", ${numerators} / "true demand"; ${numerators} / "posted".`,
    );
    expect(sentence.length).toBeLessThanOrEqual(200);
  });
});
