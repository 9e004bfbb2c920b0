/** The fewest letters and digits at which one, and at which two differing characters are taken for a slip. */
const [ONE_SLIP_LENGTH, TWO_SLIPS_LENGTH] = [5, 10];

/**
 * A name for comparing only: without case, outer spaces and doubled spaces, and with accented letters written
 * one way (Unicode NFC).
 */
export function foldName(name: string): string {
  return name.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();
}

/** A name of ours for comparing: case, spaces, hyphens, underscores and American spelling do not matter. */
export function plainName(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\s_-]+/g, '')
    .replace(/fulfillment/g, 'fulfilment')
    .replace(/(.)percent(?:age)?$/, '$1%');
}

/** The order of names in lists: by their letters, then by their accents, whatever the case. */
export function compareNames(one: string, other: string): number {
  const [a, b] = [foldName(one), foldName(other)];
  return compareText(withoutAccents(a), withoutAccents(b)) || compareText(a, b);
}

/** The commonest of these spellings; of equally common ones the first. `counts` is in the order first seen. */
export function commonestSpelling(counts: ReadonlyMap<string, number>): string {
  let [best, most] = ['', 0];
  for (const [spelling, count] of counts) if (count > most) [best, most] = [spelling, count];
  return best;
}

/** More names than these are not compared with each other: it would take seconds. */
export const MOST_COMPARED_NAMES = 400;

/**
 * Pairs of names that may be one: alike but for accents, spaces and punctuation, or but for a slip of one or two
 * characters in a long name. Names with different digits are never alike: `Hall 1` is not `Hall 2`.
 *
 * Names that fold to the same are one name already and make no pair. The time grows with the square of the
 * number of names, unless the first pairs are enough.
 *
 * @returns Each pair once, in the order of the names; at most so many.
 */
export function nearDuplicates(
  names: readonly string[],
  most = Number.POSITIVE_INFINITY,
): [string, string][] {
  const byFold = new Map<string, string>();
  for (const name of names) if (!byFold.has(foldName(name))) byFold.set(foldName(name), name);
  const known = [...byFold].map(([folded, name]) => comparable(name, folded));
  const pairs: [string, string][] = [];
  for (let at = 0; at < known.length && pairs.length < most; at++) {
    const one = known[at] as ComparableName;
    const alike = known.slice(at + 1).filter((other) => areAlike(one, other));
    for (const other of alike) if (pairs.length < most) pairs.push([one.name, other.name]);
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
  if (Math.abs(one.letters.length - other.letters.length) > slips || one.digits !== other.digits)
    return false;
  return slips > 0 && areWithin(slips, one.letters, other.letters);
}

/**
 * Whether at most so many characters have to be put in, taken out or changed to make one text the other (Levenshtein).
 * Most names differ in their first letters: then a few lines of the table are enough.
 */
function areWithin(slips: number, one: string, other: string): boolean {
  let above = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row++) {
    const line = [row];
    let least = row;
    for (let at = 1; at <= other.length; at++) {
      const changed = (above[at - 1] as number) + Number(one[row - 1] !== other[at - 1]);
      const slipped = Math.min(changed, (above[at] as number) + 1, (line[at - 1] as number) + 1);
      line.push(slipped);
      if (slipped < least) least = slipped;
    }
    // No later line has less.
    if (least > slips) return false;
    above = line;
  }
  return (above[other.length] as number) <= slips;
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
