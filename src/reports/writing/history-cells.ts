import { isDate, MILLIS_PER_DAY } from '../../calendar/calendar-date';
import type { SpreadsheetCalendar } from '../ports';
import type { SheetValue } from '../tables/sheet-table';

/** An hour as a fraction of a day, with a tolerance for rounding. */
const HOUR = 1 / 24 + 1e-6;

/**
 * Reads a cell as the value that writes the same cell: text, numbers and booleans unchanged, days and moments as serial
 * numbers, an empty cell as null.
 *
 * Each distinct moment is converted once. No service call that counts.
 */
export function cellReader(calendar: SpreadsheetCalendar, zone: string): (cell: unknown) => SheetValue {
  const serials = new Map<number, number>();
  return (cell) => {
    if (typeof cell === 'string') return cell === '' ? null : cell;
    if (typeof cell === 'number' || typeof cell === 'boolean') return cell;
    if (!isDate(cell)) return null;
    const millis = cell.getTime();
    const serial = serials.get(millis) ?? serialOf(millis, calendar, zone);
    serials.set(millis, serial);
    return serial;
  };
}

/** The serial number of a moment in the zone, to the millisecond. */
function serialOf(millis: number, calendar: SpreadsheetCalendar, zone: string): number {
  const odd = ((millis % 1000) + 1000) % 1000;
  const serial = calendar.serial(millis - odd, zone) + odd / MILLIS_PER_DAY;
  const day = Math.floor(serial);
  const time = serial - day;
  if (time === 0 || time > HOUR) return serial;
  // If clocks go forward at midnight, the day begins at one o'clock, and its cell is read as that moment.
  const midnight = calendar.serial(millis - Math.round(time * MILLIS_PER_DAY), zone);
  return midnight === day ? serial : day;
}
