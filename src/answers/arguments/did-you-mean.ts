/** A suggestion differs in at most this many letters. */
const MOST_DIFFERENCES = 3;

/**
 * The word that a person most likely meant: at most 3 slips away, and fewer than half of its letters. A slip
 * is a letter too many, missing or wrong, or two neighbours swapped.
 *
 * Case does not matter. Of several as near, the first.
 *
 * @returns `undefined` when no word is that close.
 */
export function closest(text: string, words: readonly string[]): string | undefined {
  let best: string | undefined;
  let least = Math.min(MOST_DIFFERENCES + 1, text.length / 2);
  for (const word of words) {
    // The distance is never less than the difference in length: a huge text costs nothing.
    if (Math.abs(text.length - word.length) >= least) continue;
    const differences = editDistance(text.toLowerCase(), word.toLowerCase());
    if (differences < least) {
      best = word;
      least = differences;
    }
  }
  return best;
}

/** Letters to insert, delete or replace, and neighbours to swap (optimal string alignment). */
function editDistance(one: string, other: string): number {
  let before: readonly number[] = [];
  let row: readonly number[] = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      // Before the first letter stands none, which is like no other.
      const isSwap = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const swapped = isSwap ? (before[j - 2] ?? 0) + 1 : replaced;
      next.push(Math.min(replaced, swapped, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    before = row;
    row = next;
  }
  return row[other.length] ?? 0;
}
