import type { ShiftRow } from '../../src/employer-api/shift-report';
import { definitionsFor, newestFinished } from '../../src/figures/definitions';
import type { PercentageField } from '../../src/figures/measures';
import { SeededRandom } from '../support/seeded-random';
import { FIRST_DAY, publishRows, type Trade } from './published-rows';
import type { Service, Truth } from './services';

/**
 * What came of an inference. `right`: the truth alone is left. `open`: the truth is among several that are left.
 * `wrong`: the truth was ruled out in favour of another. `none`: nothing is left.
 */
export type Outcome = 'right' | 'open' | 'wrong' | 'none';

/** Long after the last record. */
const TODAY = FIRST_DAY + 10_000;

/** The outcome of one record set at each of some row counts, in their order: each the first rows of the same set. */
export function inferAtSizes(
  service: Service,
  trade: Trade,
  seed: number,
  sizes: readonly number[],
): Outcome[] {
  const rows = publishRows(service, trade, Math.max(...sizes), new SeededRandom(seed));
  return sizes.map((size) => judge(service.truth, rows.slice(0, size)));
}

function judge({ field, numerator, denominator }: Truth, rows: readonly ShiftRow[]): Outcome {
  const { left } = definitionsFor(field as PercentageField, newestFinished(rows, TODAY));
  if (left.length === 0) return 'none';
  const isLeft = left.some(
    (definition) => definition.numerator === numerator && definition.denominator === denominator,
  );
  if (!isLeft) return 'wrong';
  return left.length === 1 ? 'right' : 'open';
}
