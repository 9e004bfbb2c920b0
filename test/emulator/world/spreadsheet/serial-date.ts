import { instantOfWallTime, zoneOffsetMillis } from '../../zones';

const MILLIS_PER_DAY = 86_400_000;

/** 1899-12-30, day 0 of the serial numbers, as milliseconds of UTC. */
const DAY_ZERO_MILLIS = Date.UTC(1899, 11, 30);

/** The parts of a date and time as a calendar and a clock on the wall show them. */
export interface WallTime {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly millisecond: number;
  /** 0 is Sunday. */
  readonly weekday: number;
}

/** The serial number of a day. Overflowing parts are not carried: `undefined` when there is no such day. */
export function serialOfDay(year: number, month: number, day: number): number | undefined {
  if (month < 1 || month > 12 || day < 1) return undefined;
  const millis = new Date(0).setUTCFullYear(year, month - 1, day);
  if (new Date(millis).getUTCDate() !== day) return undefined;
  return (millis - DAY_ZERO_MILLIS) / MILLIS_PER_DAY;
}

/** What the serial number shows, to the millisecond. */
export function wallTimeOfSerial(serial: number): WallTime {
  const date = new Date(DAY_ZERO_MILLIS + Math.round(serial * MILLIS_PER_DAY));
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
    millisecond: date.getUTCMilliseconds(),
    weekday: date.getUTCDay(),
  };
}

/** The instant at which a zone's clocks show what the serial number shows. Fact S11. */
export function instantOfSerial(serial: number, zone: string): number {
  return instantOfWallTime(zone, DAY_ZERO_MILLIS + Math.round(serial * MILLIS_PER_DAY));
}

/** The serial number of what a zone's clocks show at an instant. Fact S11. */
export function serialOfInstant(instantMillis: number, zone: string): number {
  return (instantMillis + zoneOffsetMillis(zone, instantMillis) - DAY_ZERO_MILLIS) / MILLIS_PER_DAY;
}
