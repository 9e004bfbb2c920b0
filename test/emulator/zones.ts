import { IANAZone } from 'luxon';
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
  const early = wallMillis - zoneOffsetMillis(zone, wallMillis - 86_400_000);
  const offset = zoneOffsetMillis(zone, early);
  const exact = wallMillis - offset;
  return zoneOffsetMillis(zone, exact) === offset ? exact : early;
}
