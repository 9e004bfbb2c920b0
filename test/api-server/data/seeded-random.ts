import { SeededRandom } from '../../support/seeded-random';

/** Gives numbers from 0 (included) to 1 (excluded); the same start gives the same numbers. */
export type Random = () => number;

/**
 * Makes a generator of pseudo-random numbers from anything that names a place in the data.
 *
 * The parts are folded with FNV-1a into 32 bits. Good enough to look natural, not for secrets.
 *
 * @param parts For example seed, employer ID, day, and the number of the shift on that day.
 */
export function seededRandom(...parts: readonly (number | string)[]): Random {
  const random = new SeededRandom(fold(parts.join('|')));
  return () => random.next();
}

/** Draws a whole number between two bounds, both included. */
export function drawInteger(random: Random, least: number, most: number): number {
  return least + Math.floor(random() * (most - least + 1));
}

/**
 * Draws one element, each as likely as its weight.
 *
 * @throws {RangeError} when there is nothing to draw from.
 */
export function drawWeighted<T extends { readonly weight: number }>(
  random: Random,
  choices: readonly T[],
): T {
  const total = choices.reduce((sum, choice) => sum + choice.weight, 0);
  let left = random() * total;
  for (const choice of choices) {
    left -= choice.weight;
    if (left < 0) return choice;
  }
  throw new RangeError('Nothing to draw from.');
}

/**
 * Draws one element, all equally likely.
 *
 * @throws {RangeError} when there is nothing to draw from.
 */
export function drawOne<T>(random: Random, choices: readonly T[]): T {
  const choice = choices[Math.floor(random() * choices.length)];
  if (choice === undefined) throw new RangeError('Nothing to draw from.');
  return choice;
}

function fold(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash;
}
