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

/** A name of ours for comparing: case, spaces, hyphens, underscores and American spelling do not matter. */
export function plainName(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\s_-]+/g, '')
    .replace(/fulfillment/g, 'fulfilment')
    .replace(/(.)percent(?:age)?$/, '$1%');
}

const COLLATOR = new Intl.Collator('en', { sensitivity: 'accent' });

/** The order of names in lists: by their letters, then by their accents, whatever the case. */
export function compareNames(one: string, other: string): number {
  return COLLATOR.compare(one, other);
}

/** In longer texts, in characters, no slips are looked for. */
const LONGEST_WITH_SLIPS = 200;

/** Whether two texts are at most so many slips apart (Levenshtein). */
function areAlike(one: string, other: string, most: number): boolean {
  if (one === other) return most >= 0;
  const isFar = Math.abs(one.length - other.length) > most || one.length > LONGEST_WITH_SLIPS;
  return !isFar && distance(one, other) <= most;
}

/** A suggestion is at most this many slips away, and at most one in three letters. */
const MOST_SLIPS = 3;
/** Of fewer letters, too many words begin alike. */
const FEWEST_OF_A_BEGINNING = 5;

/**
 * The word that a person most likely meant: at most 3 letters too many, missing or wrong, and at most one in three; or one
 * that begins so and goes on, if that is nearer: of “Grand Hotl”, “Grand Hotel, London”. Case does not matter. Of several as
 * near, the first.
 *
 * @returns `undefined` when no word is that close.
 */
export function closest(text: string, words: readonly string[]): string | undefined {
  const typed = text.toLowerCase();
  const letters =
    text.length < FEWEST_OF_A_BEGINNING
      ? [Number.POSITIVE_INFINITY]
      : [Number.POSITIVE_INFINITY, text.length];
  const most = Math.min(MOST_SLIPS, Math.ceil(text.length / 3));
  for (let slips = 0; slips <= most; slips += 1) {
    for (const length of letters) {
      const found = words.find((word) => areAlike(typed, word.slice(0, length).toLowerCase(), slips));
      if (found !== undefined) return found;
    }
  }
  return undefined;
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
  const all = Array.from(known.values(), (name) => {
    const letters = lettersOf(name);
    return { name, letters, digits: letters.replace(/\P{N}+/gu, '') };
  });
  return all.flatMap((one, at) =>
    all.slice(at + 1).flatMap((other): [string, string][] => {
      const slips = Math.min(2, Math.floor(Math.min(one.letters.length, other.letters.length) / 5));
      // Names of nothing but punctuation are not alike for that.
      const areOne =
        one.letters !== '' && one.digits === other.digits && areAlike(one.letters, other.letters, slips);
      return areOne ? [[one.name, other.name]] : [];
    }),
  );
}

/** What of a name is compared with others: its letters and digits. */
function lettersOf(name: string): string {
  return foldName(name)
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/&/g, 'and')
    .replace(/[^\p{L}\p{N}]+/gu, '');
}
