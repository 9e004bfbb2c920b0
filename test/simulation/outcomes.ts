import type { ShiftRow } from '../../src/employer-api/shift-records';
import { definitionsFor, newestFinished } from '../../src/figures/definitions';
import type { PercentageField } from '../../src/figures/measures';
import { SeededRandom } from '../emulator/random';
import { FIRST_DAY, publishRows, type Trade } from './published-rows';
import type { Service, Truth } from './services';

/**
 * What came of an inference. `right`: the truth alone is left. `open`: the truth is among several that are left.
 * `wrong`: the truth was ruled out in favour of another. `none`: nothing is left.
 */
export type Outcome = 'right' | 'open' | 'wrong' | 'none';

/** How often each outcome came. */
export type Outcomes = Record<Outcome, number>;

/** Row counts at which the inference is asked: each the first rows of the same record set. */
export const SIZES = [20, 40, 80, 160, 320, 640, 1280, 2560] as const;

/** Long after the last record. */
const TODAY = FIRST_DAY + 10_000;

/** Nothing yet. */
export function noOutcomes(): Outcomes {
  return { right: 0, open: 0, wrong: 0, none: 0 };
}

/** The outcome of one record set at each of some sizes, in their order. */
export function inferAtSizes(
  service: Service,
  trade: Trade,
  seed: number,
  sizes: readonly number[] = SIZES,
): Outcome[] {
  const rows = publishRows(service, trade, Math.max(...sizes), new SeededRandom(seed));
  return sizes.map((size) => judge(service.truth, rows.slice(0, size)));
}

function judge({ field, numerator, denominator }: Truth, rows: readonly ShiftRow[]): Outcome {
  const { left } = definitionsFor(field as PercentageField, newestFinished(rows, TODAY));
  if (left.length === 0) return 'none';
  const isLeft = left.some(
    ({ definition }) => definition.numerator === numerator && definition.denominator === denominator,
  );
  if (!isLeft) return 'wrong';
  return left.length === 1 ? 'right' : 'open';
}
