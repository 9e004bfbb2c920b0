const DAY_MILLIS = 86_400_000;

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
  const local = new Date(instantMillis + offsetMillis(instantMillis, zone));
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
  const asUtc = Date.UTC(year, month - 1, day, hour, minute);
  const before = asUtc - offsetMillis(asUtc - DAY_MILLIS, zone);
  if (offsetMillis(before, zone) === asUtc - before) return before;
  const afterwards = asUtc - offsetMillis(asUtc + DAY_MILLIS, zone);
  return offsetMillis(afterwards, zone) === asUtc - afterwards ? afterwards : before;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function offsetMillis(instantMillis: number, zone: string): number {
  let format = formats.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formats.set(zone, format);
  }
  const part: Record<string, number> = {};
  for (const { type, value } of format.formatToParts(instantMillis)) part[type] = Number(value);
  const local = Date.UTC(
    part.year ?? 0,
    (part.month ?? 1) - 1,
    part.day,
    part.hour,
    part.minute,
    part.second,
  );
  return local - Math.floor(instantMillis / 1000) * 1000;
}
