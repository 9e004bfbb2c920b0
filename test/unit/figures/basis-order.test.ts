import { describe, expect, test } from '@jest/globals';
import { type Basis, inferBasis, isOpen, mayFit } from '../../../src/figures/basis';
import { DailyVotes } from '../../../src/figures/infer-votes';
import { bookings, TODAY, times } from './basis-rows';

const BY_POSTED = { numerator: 'SHIFTS_BOOKED', denominator: 'SHIFTS_POSTED' } as const;
const BY_DEMAND = { numerator: 'SHIFTS_BOOKED', denominator: 'TRUE_DEMAND' } as const;
const supported = (definition: typeof BY_POSTED | typeof BY_DEMAND) => ({ definition, agree: 9, of: 9 });

describe('a basis', () => {
  test.each<[string, Basis | undefined, boolean]>([
    [
      'is open with two definitions left',
      { kind: 'assumed', survivors: [supported(BY_POSTED), supported(BY_DEMAND)] },
      true,
    ],
    ['is not open with one', { kind: 'settled', survivors: [supported(BY_POSTED)] }, false],
    ['is not open with none', { kind: 'contradicted', survivors: [] }, false],
    ['is not open where there is none', undefined, false],
  ])('%s', (_, basis, open) => {
    expect(isOpen(basis)).toBe(open);
  });

  test('of few rows names the default first, then the one that most rows agree with', () => {
    // 4 rows beat nothing. Booked of posted is 75 %, the default, worked of true demand, is 50 %.
    const rows = times(4, {
      SHIFTS_POSTED: 4,
      SHIFTS_BOOKED: 3,
      SHIFTS_WORKED: 1,
      NO_SHOWS: 1,
      TRUE_DEMAND: 2,
      TRUE_FULFILMENT_PERCENTAGE: 75,
    });
    const { kind, survivors } = inferBasis('TRUE_FULFILMENT_PERCENTAGE', rows, TODAY);
    expect([kind, survivors.length]).toEqual(['assumed', 6]);
    expect(survivors.slice(0, 2)).toEqual([
      { definition: { numerator: 'SHIFTS_WORKED', denominator: 'TRUE_DEMAND' }, agree: 0, of: 4 },
      { definition: BY_POSTED, agree: 4, of: 4 },
    ]);
  });
});

describe('votes that may stand for 90 %', () => {
  test.each([
    ['none at all', 0, 0, true],
    ['all of 20', 20, 20, true],
    ['9 of 10', 9, 10, true],
    ['8 of 10, up to 94 %', 8, 10, true],
    ['5 of 10, up to 76 %', 5, 10, false],
    ['80 of 100, up to 87 %', 80, 100, false],
  ])('are %s: %i of %i, %p', (_, agree, of, may) => {
    expect(mayFit({ agree, of })).toBe(may);
  });
});

describe('a definition is beaten', () => {
  const beaten = (...parts: ReturnType<typeof bookings>[]) =>
    new DailyVotes('SHIFTS_BOOKED_PERCENTAGE', parts.flat(), TODAY)
      .standings()
      .map(({ isBeaten }) => isBeaten);

  test('by the other that alone agrees with 5 rows, not with 4', () => {
    expect(beaten(bookings(5, [4, 3, 3], 100))).toEqual([true, false]);
    expect(beaten(bookings(4, [4, 3, 3], 100))).toEqual([false, false]);
  });

  test('whatever it agrees with in rows in which the other has no part', () => {
    expect(beaten(bookings(9, [4, 3, 3], 100), bookings(9, [4, 3, null], 75))).toEqual([true, false]);
    expect(beaten(bookings(9, [4, 3, 3], 75), bookings(9, [null, 3, 3], 100))).toEqual([false, true]);
  });

  test('only by 3 of 400 telling rows or more: fewer may all have been edited', () => {
    expect(beaten(bookings(5, [4, 3, 3], 100), bookings(661, [3, 3, 3], 100))).toEqual([true, false]);
    expect(beaten(bookings(5, [4, 3, 3], 100), bookings(662, [3, 3, 3], 100))).toEqual([false, false]);
  });
});
