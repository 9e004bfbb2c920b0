import { distance } from 'fastest-levenshtein';

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

/** The commonest of these spellings; of equally common ones the first. `counts` is in the order first seen. */
export function commonestSpelling(counts: ReadonlyMap<unknown, number>): string {
  let [best, most] = ['', 0];
  for (const [spelling, count] of counts) if (count > most) [best, most] = [String(spelling), count];
  return best;
}

/** In longer texts, in characters, no slips are looked for. */
const LONGEST_WITH_SLIPS = 200;

/** Whether two texts are at most so many slips apart (Levenshtein), and how many; Infinity if they are more. */
function slipsBetween(one: string, other: string, most: number): number {
  if (one === other) return 0;
  const isFar = Math.abs(one.length - other.length) > most || one.length > LONGEST_WITH_SLIPS;
  const slips = isFar ? Number.POSITIVE_INFINITY : distance(one, other);
  return slips <= most ? slips : Number.POSITIVE_INFINITY;
}

/** A suggestion is at most this many slips away. */
const MOST_SLIPS = 3;

/**
 * The word that a person most likely meant: at most 3 letters too many, missing or wrong, and at most one in three.
 * Case does not matter. Of several as near, the first.
 *
 * @returns `undefined` when no word is that close.
 */
export function closest(text: string, words: readonly string[]): string | undefined {
  return nearest(text, words)?.word;
}

/** Of fewer letters, too many names begin alike. */
const FEWEST_OF_A_BEGINNING = 5;

/**
 * The name that a person most likely meant: as `closest`, or one that begins alike and goes on, if that is nearer: of
 * “Grand Hotl”, “Grand Hotel, London”.
 *
 * @returns `undefined` when no name is that close.
 */
export function closestName(text: string, names: readonly string[]): string | undefined {
  const whole = nearest(text, names);
  if (text.length < FEWEST_OF_A_BEGINNING) return whole?.word;
  const begun = nearest(text, names, (name) => name.slice(0, text.length));
  return (begun && (whole === undefined || begun.slips < whole.slips) ? begun : whole)?.word;
}

function nearest(text: string, words: readonly string[], partOf = (word: string) => word) {
  const typed = text.toLowerCase();
  let best: { readonly word: string; readonly slips: number } | undefined;
  let most = Math.min(MOST_SLIPS, Math.ceil(text.length / 3));
  for (const word of words) {
    const slips = most < 0 ? Number.POSITIVE_INFINITY : slipsBetween(typed, partOf(word).toLowerCase(), most);
    if (slips > most) continue;
    best = { word, slips };
    most = slips - 1;
  }
  return best;
}

/**
 * Pairs of names that may be one: alike but for accents, spaces and punctuation, or but for a slip of one or two
 * characters in a long name. Names with different digits are never alike: `Hall 1` is not `Hall 2`.
 *
 * Names that fold to the same are one name already and make no pair.
 *
 * @returns Each pair once, in the order of the names; at most so many.
 */
export function nearDuplicates(
  names: readonly string[],
  most = Number.POSITIVE_INFINITY,
): [string, string][] {
  const known = new Map<
    string,
    { readonly name: string; readonly letters: string; readonly digits: string }
  >();
  for (const name of names) {
    const letters = lettersOf(name);
    const first = known.get(foldName(name));
    known.set(foldName(name), first ?? { name, letters, digits: letters.replace(/\P{N}+/gu, '') });
  }
  const pairs: [string, string][] = [];
  const all = [...known.values()];
  all.forEach((one, at) => {
    for (const other of all.slice(at + 1)) {
      const length = Math.min(one.letters.length, other.letters.length);
      const slips = length >= TWO_SLIPS_LENGTH ? 2 : length >= ONE_SLIP_LENGTH ? 1 : 0;
      const areAlike =
        length > 0 && one.digits === other.digits && slipsBetween(one.letters, other.letters, slips) <= slips;
      if (areAlike && pairs.length < most) pairs.push([one.name, other.name]);
    }
  });
  return pairs;
}

/** What of a name is compared with others: its letters and digits. */
function lettersOf(name: string): string {
  return foldName(name)
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/&/g, 'and')
    .replace(/[^\p{L}\p{N}]+/gu, '');
}
