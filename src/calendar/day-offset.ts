import type { CalendarDate } from './calendar-date';

/** The farthest offset, in days. */
const FARTHEST_OFFSET = 3660;

/**
 * The day that an offset from today names: `-7`, `+3`, `7 days ago`, `7daysAgo`, `:YYYYMMDD-7`.
 *
 * @returns `undefined` when the text is no offset, or one of 0 or more than 3,660 days.
 */
export function readDayOffset(text: string, today: CalendarDate): CalendarDate | undefined {
  const word = text.toLowerCase().replace(/[\s_]+/g, '');
  const signed = /^(?::yyyymmdd)?([+-]\d{1,4})$/.exec(word)?.[1];
  const ago = /^(\d{1,4})-?days?-?ago$/.exec(word)?.[1];
  const offset = signed === undefined ? -Number(ago) : Number(signed);
  return offset !== 0 && Math.abs(offset) <= FARTHEST_OFFSET ? today + offset : undefined;
}
