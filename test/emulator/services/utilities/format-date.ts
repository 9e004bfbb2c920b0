import { MONTHS, WEEKDAYS } from './date-names';
import { parseDatePattern } from './date-pattern';
import { printOffset, zoneName } from './zone-names';
import { utcMillis, zoneOffsetMillis } from './zone-offset';

const MILLIS_PER_DAY = 86_400_000;

interface Moment {
  readonly zone: string;
  readonly instantMillis: number;
  readonly offsetMillis: number;
  /** The zone's wall clock, readable by the UTC getters. */
  readonly wall: Date;
}

/**
 * `Utilities.formatDate`: what Java's `SimpleDateFormat` prints for the US locale (facts D1 to D14).
 *
 * @param zone IANA name or `GMT±h`; anything else counts as GMT.
 * @throws {Exception} on a pattern that Java refuses.
 */
export function formatDate(instantMillis: number, zone: string, pattern: string): string {
  const offsetMillis = zoneOffsetMillis(zone, instantMillis);
  const moment = { zone, instantMillis, offsetMillis, wall: new Date(instantMillis + offsetMillis) };
  return parseDatePattern(pattern)
    .map((piece) => (piece.text === undefined ? printField(piece.letter, piece.count, moment) : piece.text))
    .join('');
}

function printField(letter: string, count: number, moment: Moment): string {
  const { wall } = moment;
  switch (letter) {
    case 'G':
      return wall.getUTCFullYear() > 0 ? 'AD' : 'BC';
    case 'y':
      return printYear(eraYear(wall.getUTCFullYear()), count);
    case 'Y':
      return printYear(weekYear(wall), count);
    case 'M':
    case 'L':
      return printMonth(wall.getUTCMonth(), count);
    case 'E':
      return shorten(WEEKDAYS[wall.getUTCDay()] as string, count);
    case 'a':
      return wall.getUTCHours() < 12 ? 'AM' : 'PM';
    case 'z':
      return zoneName(moment.zone, moment.instantMillis, count >= 4 ? 'long' : 'short');
    case 'Z':
      return printOffset(moment.offsetMillis, '');
    case 'X':
      return printIsoOffset(moment.offsetMillis, count);
    default:
      return pad(numberField(letter, wall), count);
  }
}

function numberField(letter: string, wall: Date): number {
  const hour = wall.getUTCHours();
  const day = wall.getUTCDate();
  switch (letter) {
    case 'w':
      return weekOfYear(wall);
    case 'W':
      return Math.ceil((day + weekdayOf(wall.getTime() - (day - 1) * MILLIS_PER_DAY)) / 7);
    case 'D':
      return dayOfYear(wall);
    case 'd':
      return day;
    case 'F':
      return Math.floor((day - 1) / 7) + 1;
    case 'u':
      return wall.getUTCDay() === 0 ? 7 : wall.getUTCDay();
    case 'H':
      return hour;
    case 'k':
      return hour === 0 ? 24 : hour;
    case 'K':
      return hour % 12;
    case 'h':
      return hour % 12 === 0 ? 12 : hour % 12;
    case 'm':
      return wall.getUTCMinutes();
    case 's':
      return wall.getUTCSeconds();
    default:
      return wall.getUTCMilliseconds();
  }
}

function eraYear(year: number): number {
  return year > 0 ? year : 1 - year;
}

function dayOfYear(wall: Date): number {
  const midnight = utcMillis(wall.getUTCFullYear(), wall.getUTCMonth() + 1, wall.getUTCDate());
  return (midnight - utcMillis(wall.getUTCFullYear(), 1, 1)) / MILLIS_PER_DAY + 1;
}

/** The year whose 1 January lies in the same week, Sunday to Saturday. */
function weekYear(wall: Date): number {
  const year = wall.getUTCFullYear();
  const saturday = new Date(wall.getTime() + (6 - wall.getUTCDay()) * MILLIS_PER_DAY);
  return saturday.getUTCFullYear() > year ? year + 1 : year;
}

function weekOfYear(wall: Date): number {
  if (weekYear(wall) > wall.getUTCFullYear()) return 1;
  return Math.ceil((dayOfYear(wall) + weekdayOf(utcMillis(wall.getUTCFullYear(), 1, 1))) / 7);
}

function weekdayOf(millis: number): number {
  return new Date(millis).getUTCDay();
}

function printYear(year: number, count: number): string {
  return count === 2 ? pad(year % 100, 2) : pad(year, count);
}

function printMonth(month: number, count: number): string {
  return count < 3 ? pad(month + 1, count) : shorten(MONTHS[month] as string, count);
}

function shorten(name: string, count: number): string {
  return count >= 4 ? name : name.slice(0, 3);
}

function printIsoOffset(offsetMillis: number, count: number): string {
  if (offsetMillis === 0) return 'Z';
  const text = printOffset(offsetMillis, count === 3 ? ':' : '');
  return count === 1 ? text.slice(0, 3) : text;
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, '0');
}
