import type { ShiftValue } from '../employer-api/shift-records';

/** What one row says about one candidate definition. Below 16, so that six of them fit one small integer. */
export const VERDICT = {
  /** A part is null, or the published value may have been capped at 100. */
  nothing: 0,
  /** 0 of d published as 0: any definition with this numerator agrees. */
  trivial: 1,
  differs: 2,
  rounded: 3,
  truncated: 4,
  /** Rounding and truncating give the same. */
  both: 5,
  /** The denominator is 0, and this was published. */
  zeroNull: 6,
  zeroNone: 7,
  zeroFull: 8,
  zeroOther: 9,
} as const;

/** What one row says about one candidate definition. */
export type Says = (typeof VERDICT)[keyof typeof VERDICT];

/** A percentage as it was published, and how precisely. */
export interface PublishedValue {
  readonly value: number;
  /** Its last decimal place: 0.1 for 57.1. Zeros at the end leave no trace, so a service may round to finer units. */
  readonly unit: number;
  /** How far floating-point arithmetic may have moved it. */
  readonly tolerance: number;
}

/** A value with more decimals than these is a quotient that was not rounded. */
const MOST_DECIMALS = 6;

/** Far above the error of some operations on doubles of up to 100, far below the smallest unit. */
const DOUBLE_TOLERANCE = 1e-9;

/** The relative error of two operations on 32-bit numbers. */
const SINGLE_PRECISION = 2 ** -23;

/**
 * Reads a published percentage: 57.1 has one decimal, and so have 57.099999999999994 (0.571 × 100) and
 * 57.099998474121094 (57.1 as a 32-bit number).
 *
 * Each value has its own unit. A column may hold one with more decimals than the others, and a service may publish
 * fewer decimals from some day on.
 */
export function readPublished(value: number): PublishedValue {
  const tolerance = isSinglePrecision(value)
    ? DOUBLE_TOLERANCE + SINGLE_PRECISION * Math.max(100, Math.abs(value))
    : DOUBLE_TOLERANCE;
  let scale = 1;
  for (let decimals = 0; decimals < MOST_DECIMALS; decimals += 1) {
    if (Math.abs(Math.round(value * scale) / scale - value) <= tolerance) break;
    scale *= 10;
  }
  return { value, unit: 1 / scale, tolerance };
}

/** Whether a value was a 32-bit number, or a 32-bit share that was multiplied by 100 since. */
function isSinglePrecision(value: number): boolean {
  return (
    Math.fround(value) === value ||
    Math.abs(100 * Math.fround(value / 100) - value) <= 1e-14 * Math.abs(value)
  );
}

/** Compares a published percentage with 100 × numerator ÷ denominator. @param published Null where it was left empty. */
export function compare(
  numerator: number | null,
  denominator: number | null,
  published: PublishedValue | null,
): Says {
  // A count below 0 is a mistake of the source and speaks for no definition.
  if (numerator === null || denominator === null || denominator < 0) return VERDICT.nothing;
  if (published === null) return denominator === 0 ? VERDICT.zeroNull : VERDICT.differs;
  return compareNumbers(numerator, denominator, published.value, published.unit, published.tolerance);
}

/** The coarsest precision of a service: whole percentages. */
export const WHOLE = { unit: 1, tolerance: 1e-3 };

/** Compares as `compare` does, but takes for agreement what might be, however the service writes percentages. */
export function compareRoughly(numerator: number, denominator: number, value: number): Says {
  if (denominator < 0) return VERDICT.nothing;
  return compareNumbers(numerator, denominator, value, WHOLE.unit, WHOLE.tolerance);
}

/** As `compare`, of a denominator of 0 or more; without an object, since it is called for each row. */
function compareNumbers(
  numerator: number,
  denominator: number,
  value: number,
  unit: number,
  tolerance: number,
): Says {
  if (denominator === 0) return compareZero(value);
  if (numerator === 0 && value === 0) return VERDICT.trivial;
  const percentage = (100 * numerator) / denominator;
  if (percentage > 100 && value === 100) return VERDICT.nothing;
  const excess = percentage - value;
  const isRounded = Math.abs(excess) <= unit / 2 + tolerance;
  const isTruncated = excess >= -tolerance && excess < unit - tolerance;
  if (isRounded) return isTruncated ? VERDICT.both : VERDICT.rounded;
  return isTruncated ? VERDICT.truncated : VERDICT.differs;
}

/** A number of a row, or null. */
export function numberIn(value: ShiftValue | undefined): number | null {
  return typeof value === 'number' ? value : null;
}

function compareZero(value: number): Says {
  if (value === 0) return VERDICT.zeroNone;
  return value === 100 ? VERDICT.zeroFull : VERDICT.zeroOther;
}
