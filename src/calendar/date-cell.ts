import type { CalendarDate } from './calendar-date';

/** Whether a value is a date, of whatever realm: scripts run in realms of their own, so that `instanceof` cannot tell. */
export function isDate(value: unknown): value is Date {
  return Object.prototype.toString.call(value) === '[object Date]';
}

/** A cell of a day is read as a moment; half a day later it is still the same day, also where midnight is skipped. */
const HALF_A_DAY = 43_200_000;

/** The day of a cell that holds a date. @param serial A moment as the spreadsheet's clock shows it, as a serial number. */
export function dayOfCell(date: Date, serial: (millis: number) => number): CalendarDate {
  return Math.floor(serial(date.getTime() + HALF_A_DAY));
}
