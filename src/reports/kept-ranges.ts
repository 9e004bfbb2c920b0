import type { DateRange } from '../calendar/date-range';
import { parseJson } from '../employer-api/json';

/** Days of a report that were put into the cache, and when. */
export interface KeptRange extends DateRange {
  /** When they were fetched. Milliseconds since 1970. */
  readonly at: number;
}

/** More than this are not listed: the oldest go. */
const MOST_RANGES = 60;

/** Reads the list of kept ranges. What cannot be read is left out. */
export function readKeptRanges(text: string | undefined): KeptRange[] {
  const list = parseJson(text ?? '');
  if (!Array.isArray(list)) return [];
  return list.flatMap((one: unknown) => {
    if (!Array.isArray(one) || one.length !== 3 || !one.every(Number.isInteger)) return [];
    const [from, to, at] = one as [number, number, number];
    return from <= to ? [{ from, to, at }] : [];
  });
}

/** The list with ranges added, as text. Ranges inside a new one are left out: it is newer and holds their days. */
export function listKeptRanges(known: readonly KeptRange[], added: readonly KeptRange[]): string {
  const others = known.filter((one) => !added.some((whole) => isInside(one, whole)));
  const newestFirst = [...added, ...others].sort((one, other) => other.at - one.at);
  return JSON.stringify(newestFirst.slice(0, MOST_RANGES).map(({ from, to, at }) => [from, to, at]));
}

/**
 * Kept ranges that together hold all days of a range, in order: the newest that holds them all, else a chain in which
 * each reaches as far as possible.
 *
 * @returns Nothing when days are missing.
 */
export function coverOf(range: DateRange, kept: readonly KeptRange[]): KeptRange[] {
  const whole = newest(kept.filter((one) => isInside(range, one)));
  if (whole) return [whole];
  const chain: KeptRange[] = [];
  for (let day = range.from; day <= range.to; ) {
    const next = kept
      .filter(({ from, to }) => from <= day && to >= day)
      .reduce<KeptRange | undefined>((best, one) => (best && best.to >= one.to ? best : one), undefined);
    if (next === undefined) return [];
    chain.push(next);
    day = next.to + 1;
  }
  return chain;
}

function newest(ranges: readonly KeptRange[]): KeptRange | undefined {
  return ranges.reduce<KeptRange | undefined>(
    (best, one) => (best && best.at >= one.at ? best : one),
    undefined,
  );
}

function isInside(range: DateRange, whole: DateRange): boolean {
  return whole.from <= range.from && whole.to >= range.to;
}
