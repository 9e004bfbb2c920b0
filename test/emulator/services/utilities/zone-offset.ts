const MILLIS_PER_MINUTE = 60_000;
/** Offsets are remembered for a quarter of an hour at a time, if nothing changes within it. */
const CACHE_STEP_MILLIS = 15 * MILLIS_PER_MINUTE;
/** So many of a zone's offsets are remembered; years of virtual time would fill the memory with them. */
const MOST_OFFSETS = 1000;

/** `GMT+2`, `GMT-05:00`, `GMT+0530`: what Java's `TimeZone.getTimeZone` accepts beside the IANA names. */
const CUSTOM_ZONE = /^GMT([+-])(\d{1,2})(?::?(\d{2}))?$/;

const formatters = new Map<string, Intl.DateTimeFormat | undefined>();
const offsets = new Map<string, Map<number, number>>();

/** The offset in minutes that a custom zone such as `GMT-5` stands for; `undefined` for any other name. */
export function customZoneMinutes(zone: string): number | undefined {
  const match = CUSTOM_ZONE.exec(zone);
  if (match === null) return undefined;
  const [, sign, hours = '0', minutes = '0'] = match;
  if (Number(hours) > 23 || Number(minutes) > 59) return undefined;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** True when the name is an IANA zone or a custom `GMT±h` zone. All others count as GMT, as in Java (fact D11). */
export function isKnownZone(zone: string): boolean {
  return customZoneMinutes(zone) !== undefined || zoneFormatter(zone) !== undefined;
}

/** Milliseconds by which the zone's wall clock is ahead of UTC at an instant, historical rules included. */
export function zoneOffsetMillis(zone: string, instantMillis: number): number {
  const custom = customZoneMinutes(zone);
  if (custom !== undefined) return custom * MILLIS_PER_MINUTE;
  const formatter = zoneFormatter(zone);
  if (formatter === undefined) return 0;
  let known = offsets.get(zone);
  if (known === undefined) {
    known = new Map();
    offsets.set(zone, known);
  }
  const step = Math.floor(instantMillis / CACHE_STEP_MILLIS);
  const remembered = known.get(step);
  if (remembered !== undefined) return remembered;
  const first = offsetOf(formatter, step * CACHE_STEP_MILLIS);
  if (first !== offsetOf(formatter, (step + 1) * CACHE_STEP_MILLIS - 1))
    return offsetOf(formatter, instantMillis);
  if (known.size >= MOST_OFFSETS) known.clear();
  known.set(step, first);
  return first;
}

/**
 * The instant at which a zone's wall clock shows the given reading.
 *
 * A reading that occurs twice means the first time; one that is skipped means the same distance after the gap, as in
 * Java's lenient calendar.
 *
 * @param wallMillis The reading, as if it were UTC: `Date.UTC(year, month, day, …)`.
 */
export function instantOfWallTime(zone: string, wallMillis: number): number {
  const before = zoneOffsetMillis(zone, wallMillis - 86_400_000);
  const after = zoneOffsetMillis(zone, wallMillis + 86_400_000);
  const candidate = wallMillis - before;
  if (before === after || zoneOffsetMillis(zone, candidate) === before) return candidate;
  const later = wallMillis - after;
  return zoneOffsetMillis(zone, later) === after ? later : candidate;
}

function zoneFormatter(zone: string): Intl.DateTimeFormat | undefined {
  if (formatters.has(zone)) return formatters.get(zone);
  let formatter: Intl.DateTimeFormat | undefined;
  try {
    // Offset zones such as `+02:00` are no IANA names, and Java does not know them.
    if (/^[A-Za-z]/.test(zone)) formatter = newFormatter(zone);
  } catch {
    formatter = undefined;
  }
  formatters.set(zone, formatter);
  return formatter;
}

function newFormatter(zone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hour12: false,
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
}

function offsetOf(formatter: Intl.DateTimeFormat, instantMillis: number): number {
  const parts: { [type: string]: string } = {};
  for (const part of formatter.formatToParts(instantMillis)) parts[part.type] = part.value;
  const year = parts.era === 'BC' ? 1 - Number(parts.year) : Number(parts.year);
  const wall = utcMillis(year, Number(parts.month), Number(parts.day), Number(parts.hour) % 24);
  const wallMillis = wall + Number(parts.minute) * MILLIS_PER_MINUTE + Number(parts.second) * 1000;
  return wallMillis - Math.floor(instantMillis / 1000) * 1000;
}

/** `Date.UTC` without its shift of the years 0–99 into the 1900s. The month counts from 1; overflow carries. */
export function utcMillis(
  year: number,
  month: number,
  day: number,
  hour = 0,
  minute = 0,
  second = 0,
): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.setUTCHours(hour, minute, second, 0);
}
