import { inferAtSizes, noOutcomes, type Outcome, type Outcomes, SIZES } from './outcomes';
import { LISTED_TRUTHS, NOISES, type Service, servicesOf, UNLISTED_TRUTHS } from './services';

/** The most positions of a record in each kind of trade. */
const CREWS = [3, 10];
/** The shares of edited records. */
export const EDITED = [0, 0.01, 0.05];
/** The row count of the headline. */
const HEADLINE = 1280;

/** One record set: how it was made, and what came of it at each size. */
export interface Trial {
  readonly service: Service;
  readonly crew: number;
  readonly edited: number;
  readonly outcomes: readonly Outcome[];
}

/** Every listed truth, published in every way, in both trades, with every share of edits. */
export function runTrials(repeats: number, firstSeed: number): Trial[] {
  let seed = firstSeed;
  const trials: Trial[] = [];
  for (let repeat = 0; repeat < repeats; repeat += 1)
    for (const service of servicesOf(LISTED_TRUTHS))
      for (const crew of CREWS)
        for (const edited of EDITED) {
          trials.push({ service, crew, edited, outcomes: inferAtSizes(service, { crew, edited }, seed) });
          seed += 1;
        }
  return trials;
}

/** How often each outcome came at one size. */
export function countOutcomes(trials: readonly Trial[], size: number): Outcomes {
  const at = (SIZES as readonly number[]).indexOf(size);
  return tally(trials.flatMap(({ outcomes }) => outcomes.slice(at, at + 1)));
}

/** The headline: shares at 1,280 rows beside the goal for the right ones; wrong ones at every size. */
export function headline(trials: readonly Trial[]) {
  const goals = [99, 99, 98];
  return EDITED.map((edited, at) => {
    const some = trials.filter((trial) => trial.edited === edited);
    const noShows = some.filter(({ service }) => service.truth.field === 'NO_SHOWS_PERCENTAGE');
    const others = some.filter(({ service }) => service.truth.field !== 'NO_SHOWS_PERCENTAGE');
    return {
      'edited %': 100 * edited,
      checks: some.length,
      'right / none %': rightAndNone(some),
      'goal %': goals[at],
      'no-shows only': rightAndNone(noShows),
      'all others': rightAndNone(others),
      'wrong, all sizes': some.flatMap(({ outcomes }) => outcomes).filter((outcome) => outcome === 'wrong')
        .length,
    };
  });
}

/** Outcomes in percent at each size, for each share of edits. */
export function bySize(trials: readonly Trial[]) {
  return EDITED.flatMap((edited) =>
    SIZES.map((size) => {
      const some = trials.filter((trial) => trial.edited === edited);
      const { right, open, wrong, none } = countOutcomes(some, size);
      const share = (count: number) => percent(count, some.length);
      return {
        'edited %': 100 * edited,
        rows: size,
        'right %': share(right),
        'open %': share(open),
        wrong,
        'none %': share(none),
      };
    }),
  );
}

/** The size at which one definition is left in half, and 95 of 100, of the unedited record sets; larger than all where none is. */
export function rowsNeeded(trials: readonly Trial[]) {
  return CREWS.flatMap((crew) =>
    [true, false].map((isNoShows) => {
      const sizes = trials
        .filter((trial) => trial.edited === 0 && trial.crew === crew)
        .filter(({ service }) => (service.truth.field === 'NO_SHOWS_PERCENTAGE') === isNoShows)
        .map(({ outcomes }) => SIZES[outcomes.indexOf('right')] ?? Number.POSITIVE_INFINITY)
        .sort((one, other) => one - other);
      const at = (share: number) => sizes[Math.ceil(share * sizes.length) - 1];
      return {
        'crews up to': crew,
        columns: isNoShows ? 'no-shows' : 'others',
        median: at(0.5),
        '95 %': at(0.95),
      };
    }),
  );
}

/** Truths that are on no list, at 1,280 rows. */
export function runUnlisted(repeats: number, firstSeed: number): Outcomes {
  let seed = firstSeed;
  const outcomes: Outcome[] = [];
  for (let repeat = 0; repeat < repeats; repeat += 1)
    for (const service of servicesOf(UNLISTED_TRUTHS))
      for (const crew of CREWS) {
        outcomes.push(...inferAtSizes(service, { crew, edited: 0 }, seed, [HEADLINE]));
        seed += 1;
      }
  return tally(outcomes);
}

/** Every listed truth in every way, with each kind of noise in its values, at 1,280 rows. */
export function runNoises(repeats: number, firstSeed: number, edited = 0) {
  let seed = firstSeed;
  return NOISES.map((noise) => {
    const outcomes: Outcome[] = [];
    for (let repeat = 0; repeat < repeats; repeat += 1)
      for (const service of servicesOf(LISTED_TRUTHS))
        for (const crew of CREWS) {
          outcomes.push(...inferAtSizes({ ...service, noise }, { crew, edited }, seed, [HEADLINE]));
          seed += 1;
        }
    const { right, open, wrong, none } = tally(outcomes);
    const share = (count: number) => percent(count, outcomes.length);
    return {
      noise,
      'right %': share(right),
      'open %': share(open),
      wrong,
      'none %': share(none),
    };
  });
}

/** Records of one position each, 500 a set, by column and by what is published for 0 of 0. */
export function runSinglePositions(repeats: number, firstSeed: number) {
  let seed = firstSeed;
  const fields = Array.from(new Set(LISTED_TRUTHS.map(({ field }) => field)));
  const services = servicesOf(LISTED_TRUTHS);
  return fields.flatMap((field) =>
    [0, null, 100].map((zero) => {
      const some = services.filter(
        ({ truth, zero: published }) => truth.field === field && published === zero,
      );
      const outcomes: Outcome[] = [];
      for (let repeat = 0; repeat < repeats; repeat += 1)
        for (const service of some) {
          outcomes.push(...inferAtSizes(service, { crew: 1, edited: 0 }, seed, [500]));
          seed += 1;
        }
      return { field, '0 of 0 is published as': zero, ...tally(outcomes) };
    }),
  );
}

function rightAndNone(trials: readonly Trial[]): string {
  const { right, none } = countOutcomes(trials, HEADLINE);
  return `${percent(right, trials.length)} / ${percent(none, trials.length)}`;
}

function tally(outcomes: readonly Outcome[]): Outcomes {
  const counts = noOutcomes();
  for (const outcome of outcomes) counts[outcome] += 1;
  return counts;
}

function percent(count: number, of: number): number {
  return Math.round((1000 * count) / of) / 10;
}
