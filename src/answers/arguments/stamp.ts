import { isDate } from '../../calendar/date-cell';
import { cellOf } from './option-cells';

/** Milliseconds since 1970 of a moment in 2001: no stamp is older, and no date is a number near it. */
const LEAST_STAMP = 1e12;

/** The last year that cells show as a date. */
const LAST_YEAR = 9999;

/**
 * Whether an argument is the cell `SHIFT_STAMP`: a moment in milliseconds since 1970, which is no date that a formula
 * takes. Should its cell have kept the date format of an older version, it is a day that no cell can show.
 */
export function isStamp(argument: unknown): boolean {
  const value = cellOf(argument);
  if (typeof value === 'number') return value >= LEAST_STAMP;
  // The year of what is too far for a `Date` is not a number.
  return isDate(value) && !(value.getUTCFullYear() <= LAST_YEAR);
}
