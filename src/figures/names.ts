/** The fewest letters and digits at which one, and at which two differing characters are taken for a slip. */
const [ONE_SLIP_LENGTH, TWO_SLIPS_LENGTH] = [5, 10];

/** In place of the name of a venue, area or job title that the service left empty. */
export const NO_NAME = '(no name)';

/**
 * A name for comparing only: without case, outer spaces and doubled spaces, and with accented letters written
 * one way (Unicode NFC).
 */
export function foldName(name: string): string {
  // Lower case first: a capital J with a caron has no form of one character, its small letter has.
  return name.trim().replace(/\s+/g, ' ').toLowerCase().normalize('NFC');
}

/** Words of ours as they are spelled in the US, or in the UK. Never for names that the service sent. */
export function spelled(text: string, isAmerican: boolean): string {
  return isAmerican ? text.replace(/fulfilment/g, 'fulfillment') : text.replace(/fulfillment/g, 'fulfilment');
}

/** A name of ours for comparing: case, spaces, hyphens, underscores and American spelling do not matter. */
export function plainName(text: string): string {
  return spelled(text.toLowerCase().replace(/[\s_-]+/g, ''), false).replace(/(.)percent(?:age)?$/, '$1%');
}

/** The order of names in lists: by their letters, then by their accents, whatever the case. */
export function compareNames(one: string, other: string): number {
  return compareKeys(sortKey(one), sortKey(other));
}

/** Compares names with one name, in the order of `compareNames`. */
export function comparerWith(other: string): (name: string) => number {
  const key = sortKey(other);
  // A filter may compare each name with thousands of others in turn.
  return (name) => compareKeys(name === newestKey.name ? newestKey.key : rememberKey(name), key);
}

/** Names in the order of `compareNames`. Each name is folded once, not once a comparison. */
export function sortNames(names: Iterable<string>): string[] {
  const keyed = Array.from(names, (name) => ({ name, key: sortKey(name) }));
  return keyed.sort((one, other) => compareKeys(one.key, other.key)).map(({ name }) => name);
}

type SortKey = readonly [letters: string, folded: string];

function sortKey(name: string): SortKey {
  const folded = foldName(name);
  return [withoutAccents(folded), folded];
}

let newestKey: { readonly name: string; readonly key: SortKey } = { name: '', key: ['', ''] };

function rememberKey(name: string): SortKey {
  newestKey = { name, key: sortKey(name) };
  return newestKey.key;
}

function compareKeys(one: SortKey, other: SortKey): number {
  return compareText(one[0], other[0]) || compareText(one[1], other[1]);
}

/** The commonest of these spellings; of equally common ones the first. `counts` is in the order first seen. */
export function commonestSpelling(counts: ReadonlyMap<string, number>): string {
  let [best, most] = ['', 0];
  for (const [spelling, count] of counts) if (count > most) [best, most] = [spelling, count];
  return best;
}

/** In characters. In longer texts no slips are looked for: they are the same or not alike. */
const LONGEST_WITH_SLIPS = 200;

/**
 * Pairs of names that may be one: alike but for accents, spaces and punctuation, or but for a slip of one or two
 * characters in a long name. Names with different digits are never alike: `Hall 1` is not `Hall 2`.
 *
 * Names that fold to the same are one name already and make no pair. For n names of m characters it reads at most
 * 13·n²·m characters where they differ in one or two, and about n²·m where they only begin alike.
 *
 * @returns Each pair once, in the order of the names; at most so many.
 */
export function nearDuplicates(
  names: readonly string[],
  most = Number.POSITIVE_INFINITY,
): [string, string][] {
  const byFold = new Map<string, string>();
  for (const name of names) {
    const folded = foldName(name);
    if (!byFold.has(folded)) byFold.set(folded, name);
  }
  const known = Array.from(byFold, ([folded, name]) => comparable(name, folded));
  const pairs: [string, string][] = [];
  for (const [at, one] of known.entries()) {
    for (let next = at + 1; next < known.length; next += 1) {
      if (pairs.length >= most) return pairs;
      const other = known[next] as ComparableName;
      if (areAlike(one, other)) pairs.push([one.name, other.name]);
    }
  }
  return pairs;
}

/** What of a name is compared with others. */
interface ComparableName {
  readonly name: string;
  /** Letters and digits. */
  readonly letters: string;
  readonly digits: string;
}

function comparable(name: string, folded: string): ComparableName {
  const letters = lettersOf(folded);
  return { name, letters, digits: letters.replace(/\P{N}+/gu, '') };
}

function areAlike(one: ComparableName, other: ComparableName): boolean {
  if (one.letters === other.letters) return one.letters !== '';
  const length = Math.min(one.letters.length, other.letters.length);
  const slips = length >= TWO_SLIPS_LENGTH ? 2 : length >= ONE_SLIP_LENGTH ? 1 : 0;
  return slips > 0 && one.digits === other.digits && editDistance(one.letters, other.letters, slips) <= slips;
}

/**
 * How many characters have to be put in, taken out or changed to make one text the other (Levenshtein).
 *
 * Where the texts begin to differ each edit is tried, and what follows is compared with one edit less: for `most` edits
 * it reads each text at most `3 ** most` times (`4 ** most` with swaps), and texts that are not alike hardly further than
 * their common beginning.
 *
 * @param most A small number, from 0 on.
 * @param swapsCount Whether two neighbours that are swapped are one edit, not two (optimal string alignment).
 * @returns Infinity where it is more than `most`, or where different texts are longer than 200 characters.
 */
export function editDistance(one: string, other: string, most: number, swapsCount = false): number {
  if (one === other) return 0;
  const isTooLong = Math.max(one.length, other.length) > LONGEST_WITH_SLIPS;
  return isTooLong ? Number.POSITIVE_INFINITY : distanceFrom(0, 0, most);

  function distanceFrom(start: number, otherStart: number, most: number): number {
    let [at, otherAt] = [start, otherStart];
    while (at < one.length && otherAt < other.length && one.charCodeAt(at) === other.charCodeAt(otherAt)) {
      at += 1;
      otherAt += 1;
    }
    const [left, otherLeft] = [one.length - at, other.length - otherAt];
    if (Math.abs(left - otherLeft) > most) return Number.POSITIVE_INFINITY;
    if (left === 0 || otherLeft === 0) return left + otherLeft;
    if (most === 0) return Number.POSITIVE_INFINITY;
    let best = 1 + distanceFrom(at + 1, otherAt + 1, most - 1);
    best = Math.min(best, 1 + distanceFrom(at + 1, otherAt, Math.min(most, best) - 1));
    best = Math.min(best, 1 + distanceFrom(at, otherAt + 1, Math.min(most, best) - 1));
    const isSwap =
      swapsCount &&
      one.charCodeAt(at) === other.charCodeAt(otherAt + 1) &&
      one.charCodeAt(at + 1) === other.charCodeAt(otherAt);
    return isSwap ? Math.min(best, 1 + distanceFrom(at + 2, otherAt + 2, Math.min(most, best) - 1)) : best;
  }
}

function lettersOf(folded: string): string {
  return withoutAccents(folded)
    .replace(/&/g, 'and')
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

function withoutAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}+/gu, '');
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
