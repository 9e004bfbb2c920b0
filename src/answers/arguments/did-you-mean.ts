/** A suggestion differs in at most this many letters. */
const MOST_DIFFERENCES = 3;

/**
 * The word that a person most likely meant: at most 3 letters away, and fewer than half of its letters.
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

/** Levenshtein's distance: letters to insert, delete or replace. */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
