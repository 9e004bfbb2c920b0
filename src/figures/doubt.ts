import { WIDEST_RANGE } from '../limits';
import { isRefuted } from './basis';
import type { Figure } from './figure';

/** Whether the definitions that are left differ by too much for one number. */
export function isTooWide({ min, max }: Pick<Figure, 'min' | 'max'>): boolean {
  return min !== null && max !== null && max - min > WIDEST_RANGE;
}

/** Whether so many of a figure's own records publish something else that it cannot be chance. */
export function isContradicted({ against }: Pick<Figure, 'against'>): boolean {
  return against !== undefined && isRefuted(against);
}

/** Whether a figure needs a word beside it, however narrow its range: it is contradicted, or none by some definition. */
export function needsWord(figure: Pick<Figure, 'against' | 'mayBeBlank'>): boolean {
  return isContradicted(figure) || figure.mayBeBlank === true;
}

/** Whether one number without a word beside it would mislead. */
export function isDoubtful(figure: Figure): boolean {
  return isTooWide(figure) || needsWord(figure);
}
