import { DateTime, IANAZone } from 'luxon';

const STEP_MILLIS = 900_000;
const offsets = new Map<string, Map<number, number>>();

/**
 * Milliseconds by which the zone's wall clock is ahead of UTC. No zone changes within a quarter of an hour; a name that is
 * none counts as GMT, as in Java.
 */
export function zoneOffsetMillis(zone: string, instantMillis: number): number {
  const known = offsets.get(zone) ?? new Map<number, number>();
  const step = Math.floor(instantMillis / STEP_MILLIS);
  const kept = known.get(step);
  if (kept !== undefined) return kept;
  const offset = (IANAZone.create(zone).offset(step * STEP_MILLIS) || 0) * 60_000;
  offsets.set(zone, known.set(step, offset));
  return offset;
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

/** `Utilities.formatDate`, for patterns of numbers alone: luxon's letters are then those of Java. */
export function formatDate(instantMillis: number, zone: string, pattern: string): string {
  checkPattern(pattern);
  const wall = instantMillis + zoneOffsetMillis(zone, instantMillis);
  return DateTime.fromMillis(wall, { zone: 'utc' }).toFormat(pattern);
}

/** `Utilities.parseDate`. @throws {RangeError} for a text that does not fit. */
export function parseDate(text: string, zone: string, pattern: string): number {
  checkPattern(pattern);
  const wall = DateTime.fromFormat(text, pattern, { zone: 'utc' });
  if (!wall.isValid) throw new RangeError(`Unparseable date: "${text}"`);
  return instantOfWallTime(zone, wall.toMillis());
}

function checkPattern(pattern: string): void {
  if (!/^[yMdHms\W]*$/.test(pattern) || /M{3}/.test(pattern))
    throw new RangeError(`The pattern ${pattern} is not emulated`);
}
