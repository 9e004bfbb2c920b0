import type { ShiftRow, ShiftValue } from '../employer-api/shift-records';

/** What one row says about one candidate definition. Below 16, so that six of them fit one small integer. */
export const SAYS = {
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
export type Says = (typeof SAYS)[keyof typeof SAYS];

/** More decimals than these are noise of a division. */
const MOST_DECIMALS = 6;

/** Far above the error of a division of doubles, far below the smallest unit. */
const TOLERANCE = 1e-9;

/**
 * Compares a published percentage with 100 × numerator ÷ denominator.
 *
 * @param unit The last published place of the column: 0.1 for one decimal.
 */
export function compare(
  numerator: number | null,
  denominator: number | null,
  value: number | null,
  unit: number,
): Says {
  // A count below 0 is a mistake of the source and speaks for no definition.
  if (numerator === null || denominator === null || denominator < 0) return SAYS.nothing;
  if (denominator === 0) return compareZero(value);
  if (value === null) return SAYS.differs;
  if (numerator === 0 && value === 0) return SAYS.trivial;
  const percentage = (100 * numerator) / denominator;
  if (percentage > 100 && value === 100) return SAYS.nothing;
  const excess = percentage - value;
  const isRounded = Math.abs(excess) <= unit / 2 + TOLERANCE;
  const isTruncated = excess >= -TOLERANCE && excess < unit - TOLERANCE;
  if (isRounded) return isTruncated ? SAYS.both : SAYS.rounded;
  return isTruncated ? SAYS.truncated : SAYS.differs;
}

/** Whether what a row says decides between definitions: it counts towards the support. */
export function isTelling(says: Says): boolean {
  return says >= SAYS.differs && says <= SAYS.both;
}

/** The last place of the most precise value of a column: 0.01 where 66.67 is seen; at least 0.000001. */
export function unitOf(rows: readonly ShiftRow[], column: number): number {
  let decimals = 0;
  let scale = 1;
  for (const row of rows) {
    const value = row[column];
    if (typeof value !== 'number') continue;
    // Exact: the double nearest to m ÷ 10^k comes back from its rounded multiple.
    while (Math.round(value * scale) / scale !== value) {
      if (decimals === MOST_DECIMALS) return 1 / scale;
      decimals += 1;
      scale *= 10;
    }
  }
  return 1 / scale;
}

/** A number of a row, or null. */
export function numberIn(value: ShiftValue | undefined): number | null {
  return typeof value === 'number' ? value : null;
}

function compareZero(value: number | null): Says {
  if (value === null) return SAYS.zeroNull;
  if (value === 0) return SAYS.zeroNone;
  return value === 100 ? SAYS.zeroFull : SAYS.zeroOther;
}
