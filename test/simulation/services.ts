import type { SeededRandom } from '../support/seeded-random';
import { ROUNDINGS, type Rounding, roundedShare } from './rounded-share';

/** The counts of a record, one of which a percentage may be made of. */
export interface Counts {
  SHIFTS_POSTED: number;
  SHIFTS_BOOKED: number;
  SHIFTS_UNFILLED: number;
  SHIFTS_WORKED: number;
  NO_SHOWS: number;
  TRUE_DEMAND: number;
}

/** A way to make a percentage: a part and a whole, by name, and how to read them from the counts. */
export interface Truth {
  readonly field: string;
  readonly numerator: string;
  readonly denominator: string;
  readonly of: (counts: Counts) => readonly [part: number, whole: number];
}

/** A service that publishes one percentage in its own way. */
export interface Service {
  readonly truth: Truth;
  readonly decimals: number;
  readonly rounding: Rounding;
  /** What it publishes where the whole is 0. */
  readonly zero: 0 | null | 100;
  /** How floating-point arithmetic writes its values. @default 'none' */
  readonly noise?: Noise;
}

/** A percentage before it is written. */
interface Unwritten {
  /** As the service prints it, and with a decimal more. */
  readonly exact: number;
  readonly finer: number;
  /** Not rounded, from 0 to 1. */
  readonly share: number;
}

/** What arithmetic may make of a percentage on its way. */
const WRITTEN = {
  none: ({ exact }) => exact,
  /** As 0.571 × 100 is 57.099999999999994 in doubles. */
  'one value in 600': ({ exact }, random) => (random.below(600) === 0 ? exact - 7e-15 : exact),
  'share × 100': ({ exact }) => (exact / 100) * 100,
  '1 less the rest, × 100': ({ exact }) => (1 - (1 - exact / 100)) * 100,
  '32-bit': ({ exact }) => Math.fround(exact),
  '32-bit share × 100': ({ exact }) => 100 * Math.fround(exact / 100),
  '32-bit arithmetic': ({ exact }) => Math.fround(100 * Math.fround(exact / 100)),
  'not rounded': ({ share }) => 100 * share,
  'not rounded, 32-bit': ({ share }) => Math.fround(100 * Math.fround(share)),
  'a decimal more in half of the values': ({ exact, finer }, random) =>
    random.below(2) === 0 ? exact : finer,
} as const satisfies Record<string, (value: Unwritten, random: SeededRandom) => number>;

/** How floating-point arithmetic may write a value. */
export type Noise = keyof typeof WRITTEN;

/** Every kind of noise there is. */
export const NOISES = Object.keys(WRITTEN) as Noise[];

/** What a service publishes for a record. */
export function publish(
  { zero, decimals, rounding, noise = 'none' }: Service,
  [part, whole]: readonly [part: number, whole: number],
  random: SeededRandom,
): number | null {
  if (whole === 0) return zero;
  const [exact, finer] = [decimals, decimals + 1].map((places) =>
    roundedShare(part, whole, places, rounding),
  );
  return WRITTEN[noise]({ exact, finer, share: part / whole } as Unwritten, random);
}

const READ: Readonly<Record<string, (counts: Counts) => number>> = {
  SHIFTS_POSTED: (counts) => counts.SHIFTS_POSTED,
  SHIFTS_BOOKED: (counts) => counts.SHIFTS_BOOKED,
  SHIFTS_UNFILLED: (counts) => counts.SHIFTS_UNFILLED,
  SHIFTS_WORKED: (counts) => counts.SHIFTS_WORKED,
  NO_SHOWS: (counts) => counts.NO_SHOWS,
  TRUE_DEMAND: (counts) => counts.TRUE_DEMAND,
  WORKED_AND_NO_SHOWS: (counts) => counts.SHIFTS_WORKED + counts.NO_SHOWS,
};

/** Every definition that the add-on considers, copied by hand from its documentation: 17 in five columns. */
export const LISTED_TRUTHS: readonly Truth[] = [
  ...truths('SHIFTS_BOOKED_PERCENTAGE', ['SHIFTS_BOOKED'], ['SHIFTS_POSTED', 'TRUE_DEMAND']),
  ...truths('SHIFTS_UNFILLED_PERCENTAGE', ['SHIFTS_UNFILLED'], ['SHIFTS_POSTED', 'TRUE_DEMAND']),
  ...truths('SHIFTS_WORKED_PERCENTAGE', ['SHIFTS_WORKED'], ['SHIFTS_POSTED', 'SHIFTS_BOOKED', 'TRUE_DEMAND']),
  ...truths(
    'NO_SHOWS_PERCENTAGE',
    ['NO_SHOWS'],
    ['SHIFTS_BOOKED', 'SHIFTS_POSTED', 'WORKED_AND_NO_SHOWS', 'TRUE_DEMAND'],
  ),
  ...truths(
    'TRUE_FULFILMENT_PERCENTAGE',
    ['SHIFTS_WORKED', 'SHIFTS_BOOKED', 'WORKED_AND_NO_SHOWS'],
    ['TRUE_DEMAND', 'SHIFTS_POSTED'],
  ),
];

/** Ways to make each percentage that the add-on does not consider. */
export const UNLISTED_TRUTHS: readonly Truth[] = [
  unlisted('SHIFTS_BOOKED_PERCENTAGE', ({ SHIFTS_WORKED, SHIFTS_POSTED }) => [
    SHIFTS_WORKED,
    SHIFTS_POSTED + 1,
  ]),
  unlisted('SHIFTS_UNFILLED_PERCENTAGE', ({ SHIFTS_UNFILLED, SHIFTS_BOOKED }) => [
    SHIFTS_UNFILLED,
    SHIFTS_BOOKED,
  ]),
  unlisted('SHIFTS_WORKED_PERCENTAGE', (counts) => [
    2 * counts.SHIFTS_WORKED,
    counts.SHIFTS_POSTED + counts.SHIFTS_BOOKED + 1,
  ]),
  unlisted('NO_SHOWS_PERCENTAGE', ({ NO_SHOWS, SHIFTS_WORKED }) => [NO_SHOWS, SHIFTS_WORKED]),
  unlisted('TRUE_FULFILMENT_PERCENTAGE', ({ SHIFTS_BOOKED, TRUE_DEMAND }) => [
    SHIFTS_BOOKED,
    TRUE_DEMAND + 2,
  ]),
];

/** Every way to publish each of the truths: 0 to 2 decimals, three roundings, three values for a whole of 0. */
export function servicesOf(truths: readonly Truth[]): Service[] {
  return truths.flatMap((truth) =>
    [0, 1, 2].flatMap((decimals) =>
      ROUNDINGS.flatMap((rounding) =>
        ([0, null, 100] as const).map((zero) => ({ truth, decimals, rounding, zero })),
      ),
    ),
  );
}

function truths(field: string, numerators: readonly string[], denominators: readonly string[]): Truth[] {
  return numerators.flatMap((numerator) =>
    denominators.map((denominator) => ({
      field,
      numerator,
      denominator,
      of: (counts: Counts) => [READ[numerator]?.(counts) ?? 0, READ[denominator]?.(counts) ?? 0] as const,
    })),
  );
}

function unlisted(field: string, of: Truth['of']): Truth {
  return { field, numerator: 'another', denominator: 'another', of };
}
