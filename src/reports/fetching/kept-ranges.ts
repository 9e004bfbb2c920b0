import { type DateRange, isInside, isOn, isSameRange } from '../../calendar/calendar-date';
import { parseJson } from '../../employer-api/text';

/** Days of a report in the cache. */
export interface KeptRange extends DateRange {
  /** When they were fetched. Milliseconds since 1970. */
  readonly at: number;
}

/** The longest list; the oldest entries are dropped. */
const MOST_RANGES = 60;

/** Reads the list of kept ranges. Invalid entries are left out. */
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

/** Days of a range, and the piece that they are taken from. */
export interface DaysOfPiece<Piece> extends DateRange {
  readonly piece: Piece;
}

/**
 * Takes each day of a range from the newest piece that holds it: a newer answer replaces all rows of its days.
 *
 * @param newestFirst Pieces in order of precedence.
 * @returns Runs of days in order; `undefined` if no piece holds some day.
 */
export function newestByDay<Piece extends DateRange>(
  range: DateRange,
  newestFirst: readonly Piece[],
): DaysOfPiece<Piece>[] | undefined {
  const runs: DaysOfPiece<Piece>[] = [];
  for (let day = range.from; day <= range.to; ) {
    const from = day;
    const index = newestFirst.findIndex((one) => isOn(from, one));
    const piece = newestFirst[index];
    if (piece === undefined) return undefined;
    // It is the newest up to its end, or to the day before a newer one begins.
    const begins = newestFirst.slice(0, index).flatMap((one) => (one.from > from ? [one.from] : []));
    const to = Math.min(range.to, piece.to, ...begins.map((first) => first - 1));
    runs.push({ from, to, piece });
    day = to + 1;
  }
  return runs;
}

/** Ranges without repeats. */
export function eachOnce(ranges: readonly DateRange[]): DateRange[] {
  return ranges.filter((one, index) => ranges.findIndex((other) => isSameRange(one, other)) === index);
}
