import { editDistance } from '../../figures/names';

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
  const typed = text.toLowerCase();
  let best: string | undefined;
  let most = Math.min(MOST_DIFFERENCES, Math.ceil(text.length / 2) - 1);
  for (const word of words) {
    if (most < 0) break;
    const differences = editDistance(typed, word.toLowerCase(), most, true);
    if (differences > most) continue;
    best = word;
    most = differences - 1;
  }
  return best;
}
