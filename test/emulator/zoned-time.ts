import { instantOfWallTime, zoneOffsetMillis } from './services/utilities/zone-offset';

/** A wall-clock reading. `month` from 1, `weekDay` 1 = Monday to 7. */
export interface WallClock {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly weekDay: number;
}

/** Whether the platform knows the zone. */
export function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/** What a clock in the zone shows at an instant. */
export function wallClock(instantMillis: number, zone: string): WallClock {
  const local = new Date(instantMillis + zoneOffsetMillis(zone, instantMillis));
  return {
    year: local.getUTCFullYear(),
    month: local.getUTCMonth() + 1,
    day: local.getUTCDate(),
    hour: local.getUTCHours(),
    minute: local.getUTCMinutes(),
    second: local.getUTCSeconds(),
    weekDay: local.getUTCDay() === 0 ? 7 : local.getUTCDay(),
  };
}

/** The instant at which a clock in the zone shows a time; a time skipped in spring is moved forward by the gap. */
export function instantOf(
  zone: string,
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
): number {
  return instantOfWallTime(zone, Date.UTC(year, month - 1, day, hour, minute));
}
