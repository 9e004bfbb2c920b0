import { describe, expect, test } from '@jest/globals';
import { runGroups } from '../../simulation/groups';
import { inferAtSizes, type Outcome } from '../../simulation/outcomes';
import { LISTED_TRUTHS, NOISES, type Service, servicesOf, UNLISTED_TRUTHS } from '../../simulation/services';
import { isLong } from '../../support/runs';

/*
 * Every definition x 0-2 decimals x 3 roundings x 3 values for 0 of 0: a third of the services, each with one of two crew sizes.
 * `TEST_LONG=1 npx jest simulation` takes all, with both.
 */
const SIZES = isLong ? [20, 40, 80, 160, 320, 640, 1280] : [20, 80, 320, 1280];
const FIRST_SEED = 20_260_302;
/** Three standard errors of a share near 99 % among 153 checks, in points. */
const TOLERANCE = 2.4;

/** Outcomes per size; of a third, each truth, decimals and rounding comes with one of the zero rules. */
function run(services: readonly Service[], edited: number, seed: number): Outcome[][] {
  return services
    .filter((_, index) => isLong || index % 3 === Math.floor(index / 3) % 3)
    .flatMap((service, index) =>
      (isLong ? [3, 10] : [index % 2 === 0 ? 3 : 10]).map((crew) =>
        inferAtSizes(service, { crew, edited }, seed + index, SIZES),
      ),
    );
}

function share(outcomes: readonly Outcome[][], wanted: Outcome): number {
  const last = outcomes.map((each) => each[SIZES.length - 1]);
  return (100 * last.filter((outcome) => outcome === wanted).length) / last.length;
}

describe.each([
  [0, 99, 1],
  [1, 99, 2],
  [5, 99, 3],
])('with %d %% of the rows edited', (edited, goal, nth) => {
  const seed = FIRST_SEED + 10_000 * nth;
  const outcomes = run(servicesOf(LISTED_TRUTHS), edited / 100, seed);

  test(`seldom rules the truth out in favour of another (seed ${seed})`, () => {
    expect(outcomes).toHaveLength(isLong ? 918 : 153);
    const most = isLong ? 5 : 1;
    expect(outcomes.flat().filter((outcome) => outcome === 'wrong').length).toBeLessThanOrEqual(
      edited < 5 ? 0 : most,
    );
  });

  test(`leaves the truth alone, at 1,280 rows (seed ${seed})`, () => {
    expect(share(outcomes, 'right')).toBeGreaterThanOrEqual(goal - (isLong ? 0 : TOLERANCE));
  });
});

test.each(NOISES)('values written with the noise “%s” seldom rule the truth out', (noise) => {
  const services = servicesOf(LISTED_TRUTHS).filter((_, index) => isLong || index % 9 === 0);
  const outcomes = run(
    services.map((service) => ({ ...service, noise })),
    0,
    FIRST_SEED,
  );
  expect(outcomes.flat().filter((outcome) => outcome === 'wrong')).toEqual([]);
});

test(`leaves nothing of a truth that is on no list (seed ${FIRST_SEED})`, () => {
  const outcomes = run(servicesOf(UNLISTED_TRUTHS), 0, FIRST_SEED);
  expect(outcomes).toHaveLength(isLong ? 270 : 45);
  expect(share(outcomes, 'none')).toBe(100);
});

test.each([
  [10, 13],
  [50, 3],
])(
  'groups of %i rows seldom hide that they follow another definition, and are seldom withheld',
  (size, most) => {
    const sound = runGroups(size, { crew: 10, edited: 0 }, FIRST_SEED);
    expect(sound.falseShown).toBeLessThanOrEqual(most);
    expect(sound.soundWithheld).toBe(0);
    expect(runGroups(size, { crew: 10, edited: 0.05 }, FIRST_SEED).soundWithheld).toBeLessThanOrEqual(2);
  },
);

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
