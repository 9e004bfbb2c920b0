import { plainName } from '../../figures/names';
import { cellsOf } from './option-cells';
import { refuseOption, refuseUnknown } from './option-mistakes';

/**
 * Reads the first argument of a function that offers a choice of words.
 *
 * Case, spaces, hyphens and underscores do not matter. A bare number, date or TRUE/FALSE is a cell to wait for, and
 * ignored.
 *
 * @param what What the word names, for messages: `list`.
 * @param choices Each word that is understood, with what it stands for.
 * @returns `undefined` where there is no word.
 * @throws {ReportError} `invalid_option` for an unknown word or more than one cell.
 */
export function readChoice<Choice>(
  what: string,
  argument: unknown,
  choices: ReadonlyMap<string, Choice>,
): Choice | undefined {
  const [cell, second] = cellsOf(argument);
  if (cell === undefined) return undefined;
  if (second !== undefined) refuseOption(`Point at one cell, or write the name of one ${what}`);
  if (typeof cell !== 'string') return undefined;
  for (const [word, choice] of choices) if (plainName(word) === plainName(cell)) return choice;
  const words = Array.from(choices.keys());
  const meant = Array.from(choices.values());
  // Of several words for one thing the first.
  const listed = words.filter((_, at) => meant.indexOf(meant[at] as Choice) === at);
  return refuseUnknown(what, cell, { words: new Map(words.map((word) => [word, word])), listed });
}
