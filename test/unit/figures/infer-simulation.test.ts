import { describe, expect, test } from '@jest/globals';
import { inferAtSizes, type Outcome } from '../../simulation/outcomes';
import { LISTED_TRUTHS, type Service, servicesOf, UNLISTED_TRUTHS } from '../../simulation/services';

// A part of what `npx tsx test/simulation/cli.ts` runs in full: each service with one of the two crew sizes.
const SIZES = [20, 80, 320, 1280];
const FIRST_SEED = 20_260_302;
/** Three standard errors of a share near 96 % among 153 checks, in points. */
const TOLERANCE = 5;

/** Outcomes per size of every third service: each truth, decimals and rounding, with one of the zero rules. */
function runThird(services: readonly Service[], edited: number, seed: number): Outcome[][] {
  return services
    .filter((_, index) => index % 3 === Math.floor(index / 3) % 3)
    .map((service, index) =>
      inferAtSizes(service, { crew: index % 2 === 0 ? 3 : 10, edited }, seed + index, SIZES),
    );
}

function share(outcomes: readonly Outcome[][], wanted: Outcome): number {
  const last = outcomes.map((each) => each[SIZES.length - 1]);
  return (100 * last.filter((outcome) => outcome === wanted).length) / last.length;
}

describe.each([
  [0, 98.8, 1],
  [1, 98.1, 2],
  [5, 95.7, 3],
])('with %d %% of the rows edited', (edited, documented, run) => {
  const seed = FIRST_SEED + 10_000 * run;
  const outcomes = runThird(servicesOf(LISTED_TRUTHS), edited / 100, seed);

  test(`never rules the truth out in favour of another (seed ${seed})`, () => {
    expect(outcomes).toHaveLength(153);
    expect(outcomes.flat()).not.toContain('wrong');
  });

  test(`settles on the truth about as often as documented, at 1,280 rows (seed ${seed})`, () => {
    expect(share(outcomes, 'right')).toBeGreaterThanOrEqual(documented - TOLERANCE);
  });
});

test(`contradicts every truth that is on no list (seed ${FIRST_SEED})`, () => {
  const outcomes = runThird(servicesOf(UNLISTED_TRUTHS), 0, FIRST_SEED);
  expect(outcomes).toHaveLength(45);
  expect(share(outcomes, 'contradicted')).toBe(100);
});

describe('records of one position each, where 0 of 0 is published as 0', () => {
  const services = servicesOf(LISTED_TRUTHS).filter(({ zero }) => zero === 0);

  test.each(['SHIFTS_BOOKED_PERCENTAGE', 'SHIFTS_WORKED_PERCENTAGE', 'TRUE_FULFILMENT_PERCENTAGE'])(
    `leave %s open, with the truth among what is left (seed ${FIRST_SEED})`,
    (field) => {
      const outcomes = services
        .filter(({ truth }) => truth.field === field)
        .map((service, index) => inferAtSizes(service, { crew: 1, edited: 0 }, FIRST_SEED + index, [500])[0]);
      expect(new Set(outcomes)).toEqual(new Set(['open']));
    },
  );
});
