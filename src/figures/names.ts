import { distance } from 'fastest-levenshtein';

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

const COLLATOR = new Intl.Collator('en', { sensitivity: 'accent' });

/** The order of names in lists: by their letters, then by their accents, whatever the case. */
export function compareNames(one: string, other: string): number {
  return COLLATOR.compare(one, other);
}

/** The order of values in columns: numbers by size, names as in lists, nothing last in either order. */
export function compareValues(
  one: number | string | null,
  other: number | string | null,
  isDescending = false,
): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  const areNumbers = typeof one === 'number' && typeof other === 'number';
  const difference = areNumbers ? one - other : compareNames(String(one), String(other));
  return isDescending ? -difference : difference;
}

/** At most this many characters of what a person typed are compared; longer names are never near-duplicates. */
const LONGEST_COMPARED = 200;
/** A suggestion is at most this many slips away, and at most one slip for every three letters. */
const MOST_SLIPS = 3;
/** With fewer letters, too many words begin alike. */
const FEWEST_OF_A_BEGINNING = 5;

/**
 * The word that a person most likely meant: at most 3 letters too many, missing or wrong, and at most one in three. A longer
 * word counts too if its beginning is nearer: for “Grand Hotl”, “Grand Hotel, London”. Case does not matter. If several are
 * equally near, the first one.
 *
 * @returns `undefined` when no word is that close.
 */
export function closest(text: string, words: readonly string[]): string | undefined {
  const typed = text.toLowerCase().slice(0, LONGEST_COMPARED);
  const most = Math.min(MOST_SLIPS, Math.ceil(typed.length / 3));
  let [found, fewest]: [string | undefined, number] = [undefined, most + 1];
  for (const word of words) {
    const whole = word.toLowerCase().slice(0, typed.length + most + 1);
    const isLong = typed.length >= FEWEST_OF_A_BEGINNING && whole.length > typed.length;
    const beginning = isLong ? distance(typed, whole.slice(0, typed.length)) : fewest;
    // Where a whole word and a beginning are equally near, the whole word is meant.
    const slips = Math.min(distance(typed, whole), beginning + 0.5);
    if (slips < fewest) [found, fewest] = [word, slips];
  }
  return found;
}

/**
 * Pairs of names that may be one: alike but for accents, spaces and punctuation, or but for one slip for every 5
 * characters, two at most. Names with different digits are never alike: `Hall 1` is not `Hall 2`.
 *
 * Names that fold to the same are one name already and make no pair.
 *
 * @returns Each pair once, in the order of the names.
 */
export function nearDuplicates(names: readonly string[]): [string, string][] {
  const known = new Map<string, string>();
  for (const name of names) known.set(foldName(name), known.get(foldName(name)) ?? name);
  const all = Array.from(known, ([folded, name]) => {
    // What is compared with others: its letters and digits.
    const letters = folded
      .normalize('NFD')
      .replace(/\p{M}+/gu, '')
      .replace(/&/g, 'and')
      .replace(/[^\p{L}\p{N}]+/gu, '');
    return { name, letters, digits: letters.replace(/\P{N}+/gu, '') };
  });
  return all.flatMap((one, at) => {
    const pairs = all.slice(at + 1).filter((other) => {
      const [short = 0, long = 0] = [one, other].map(({ letters }) => letters.length).sort((a, b) => a - b);
      const slips = Math.min(2, Math.floor(short / 5));
      // Names of nothing but punctuation are not alike for that.
      if (short === 0 || long > LONGEST_COMPARED || long - short > slips) return false;
      return one.digits === other.digits && distance(one.letters, other.letters) <= slips;
    });
    return pairs.map((other): [string, string] => [one.name, other.name]);
  });
}
