/** The farthest offset, in days. */
const FARTHEST_OFFSET = 3660;

/**
 * How many days after today a text says: `-7`, `+3`, `7 days ago`, `7daysAgo`, `:YYYYMMDD-7`.
 *
 * @returns `undefined` when the text is no offset, or one of 0 or more than 3,660 days.
 */
export function parseDayOffset(text: string): number | undefined {
  // U+2212 is the minus sign of typeset text.
  const word = text.toLowerCase().replace(/[\s_]/g, '').replace('\u2212', '-');
  const signed = /^(?::yyyymmdd)?([+-]\d{1,4})$/.exec(word)?.[1];
  const ago = /^(\d{1,4})-?days?-?ago$/.exec(word)?.[1];
  const offset = signed === undefined ? -Number(ago) : Number(signed);
  return offset !== 0 && Math.abs(offset) <= FARTHEST_OFFSET ? offset : undefined;
}
