/** How a service may round what it publishes. */
export const ROUNDINGS = ['half up', 'half to even', 'truncated'] as const;

/** How a service may round what it publishes. */
export type Rounding = (typeof ROUNDINGS)[number];

/**
 * 100 × part ÷ whole as a service would print it, worked out in whole numbers and written as text first, so that no
 * double is rounded on the way.
 *
 * @param part 0 or more, whole.
 * @param whole Over 0, whole.
 */
export function roundedShare(part: number, whole: number, decimals: number, rounding: Rounding): number {
  const scaled = part * 10 ** (2 + decimals);
  const rest = scaled % whole;
  const below = (scaled - rest) / whole;
  const isUp =
    rounding === 'half up'
      ? 2 * rest >= whole
      : rounding === 'half to even' && (2 * rest > whole || (2 * rest === whole && below % 2 === 1));
  const digits = String(below + (isUp ? 1 : 0)).padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  return Number(`${digits.slice(0, point)}.${digits.slice(point)}`);
}
