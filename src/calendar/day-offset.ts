import { joinWords } from './word-spelling';

/** The largest number in a word for days: the N of `last N days`, and of `N days ago`. */
export const LARGEST_NUMBER = 3660;

/**
 * How many days after today a text says: `-7`, `+3`, `7 days ago`, `7daysAgo`, `:YYYYMMDD-7`.
 *
 * @returns `undefined` when the text is no offset, or one of 0 or more than 3,660 days.
 */
export function parseDayOffset(text: string): number | undefined {
  // A sign belongs to its number, whatever blanks are between. U+2212 is the minus sign of typeset text.
  const number = text.trim().replace('\u2212', '-');
  const [, sign, days] = /^(?::yyyymmdd[\s_]*)?([+-])[\s_]*(\d{1,4})$/i.exec(number) ?? [];
  const ago = /^(\d{1,4})days?ago$/.exec(joinWords(text) ?? '')?.[1];
  const offset = days === undefined ? -Number(ago) : Number(`${sign}${days}`);
  return offset !== 0 && Math.abs(offset) <= LARGEST_NUMBER ? offset : undefined;
}
