import { cellsOf, textOf } from './option-cells';
import { refuseOption, refuseUnknown } from './option-mistakes';
import { plainName } from './option-names';

/**
 * Reads the first argument of a function that offers a choice of words.
 *
 * Case, spaces, hyphens and underscores do not matter.
 *
 * @param what What the word names, for messages: `list`.
 * @param choices Each word that is understood, with what it stands for.
 * @returns `undefined` for a blank argument.
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
  const text = textOf(cell);
  for (const [word, choice] of choices) if (plainName(word) === plainName(text)) return choice;
  const words = Array.from(choices.keys());
  return refuseUnknown(what, text, { words: new Map(words.map((word) => [word, word])), listed: words });
}
