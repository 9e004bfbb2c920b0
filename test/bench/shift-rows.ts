import { fromParts } from '../../src/calendar/calendar-date';
import type { ShiftRow } from '../../src/employer-api/shift-records';
import { SeededRandom } from '../emulator/random';

const VENUES = 96;
const AREAS = 12;
const ROLES = 14;

/** Shift rows that look like a large employer's: seeded, 96 venues, 12 areas, 14 job titles, some nulls. */
export function makeShiftRows(count: number, seed = 1): ShiftRow[] {
  const random = new SeededRandom(seed);
  const whole = (end: number) => random.below(end);
  const firstDay = fromParts(2025, 1, 1) ?? 0;
  return Array.from({ length: count }, (_, index): ShiftRow => {
    const posted = whole(12);
    const booked = Math.min(posted, whole(13));
    const worked = Math.max(0, booked - whole(3));
    const share = (part: number, of: number) => (of === 0 ? null : Math.round((1000 * part) / of) / 10);
    const hours = posted * (4 + whole(17) / 2);
    return [
      firstDay + Math.floor((index * 365) / count),
      `Venue ${whole(VENUES)}`,
      `Area ${whole(AREAS)}`,
      `Job title ${whole(ROLES)}`,
      posted,
      booked,
      share(booked, posted),
      posted - booked,
      share(posted - booked, posted),
      worked,
      share(worked, booked),
      booked - worked,
      share(booked - worked, booked),
      hours,
      hours * 0.95,
      posted,
      share(worked, posted),
      7_000_000 + index * 3,
    ];
  });
}
