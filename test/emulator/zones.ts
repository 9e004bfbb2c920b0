import { DateTime, IANAZone } from 'luxon';
import { remembered } from './values';

/** No zone changes within a quarter of an hour. */
const STEP_MILLIS = 900_000;
const offsets = remembered((step: string) => {
  const [zone = '', steps] = step.split(' ');
  return (IANAZone.create(zone).offset(Number(steps) * STEP_MILLIS) || 0) * 60_000;
});

/** Milliseconds by which the zone's wall clock is ahead of UTC. A name that is none counts as GMT, as in Java. */
export const zoneOffsetMillis = (zone: string, instantMillis: number): number =>
  offsets(`${zone} ${Math.floor(instantMillis / STEP_MILLIS)}`);

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
  const wall = instantMillis + zoneOffsetMillis(zone, instantMillis);
  return DateTime.fromMillis(wall, { zone: 'utc' }).toFormat(checked(pattern));
}

/** `Utilities.parseDate`. @throws {RangeError} for a text that does not fit. */
export function parseDate(text: string, zone: string, pattern: string): number {
  const wall = DateTime.fromFormat(text, checked(pattern), { zone: 'utc' });
  if (!wall.isValid) throw new RangeError(`Unparseable date: "${text}"`);
  return instantOfWallTime(zone, wall.toMillis());
}

function checked(pattern: string): string {
  if (/^[yMdHms\W]*$/.test(pattern) && !/M{3}/.test(pattern)) return pattern;
  throw new RangeError(`The pattern ${pattern} is not emulated`);
}
