import type { CalendarDay } from './calendar-day';
import type { Employer } from './employers';
import { seededRandom } from './seeded-random';
import { type DataFrame, generateAddedShift } from './shift-generator';
import { buildShiftRecord, type ShiftRecord } from './shift-record';

/** One correction of past figures by the service: the days it reaches, both included. */
export interface Restatement {
  /** Counts from 1. The same round makes the same changes. */
  readonly round: number;
  readonly from: CalendarDay;
  readonly to: CalendarDay;
}

const SHARE_CORRECTED = 0.08;
const SHARE_REMOVED = 0.01;
const SHARE_OF_DAYS_WITH_LATE_SHIFT = 0.2;

/**
 * Applies one correction to the records of a day.
 *
 * Of every hundred records about eight are corrected and one is removed; every fifth day gains one that was
 * reported late. Which ones follows from seed, employer, SHIFT_ID and round alone.
 */
export function restateDay(
  frame: DataFrame,
  employer: Employer,
  day: CalendarDay,
  records: readonly ShiftRecord[],
  restatement: Restatement,
): readonly ShiftRecord[] {
  if (day < restatement.from || day > restatement.to) return records;
  const kept = records.flatMap((record) => restateRecord(frame.seed, employer, record, restatement.round));
  const random = seededRandom(frame.seed, employer.employerId, day, 'late', restatement.round);
  if (records.length === 0 || random() >= SHARE_OF_DAYS_WITH_LATE_SHIFT) return kept;
  return [...kept, generateAddedShift(frame, employer, day, restatement.round)];
}

function restateRecord(
  seed: number,
  employer: Employer,
  record: ShiftRecord,
  round: number,
): readonly ShiftRecord[] {
  const random = seededRandom(seed, employer.employerId, record.SHIFT_ID, 'restated', round);
  const draw = random();
  if (draw < SHARE_REMOVED) return [];
  return draw < SHARE_REMOVED + SHARE_CORRECTED ? [correct(record)] : [record];
}

/** A no-show turns out to have worked; where there was none, one person's work is taken back. */
function correct(record: ShiftRecord): ShiftRecord {
  if (record.SHIFTS_BOOKED === 0) return record;
  const hoursEach = record.HOURS_SCHEDULED / record.SHIFTS_BOOKED;
  const change = record.NO_SHOWS > 0 || record.SHIFTS_WORKED === 0 ? 1 : -1;
  const worked = Math.min(record.SHIFTS_BOOKED, record.SHIFTS_WORKED + change);
  const noShows = Math.min(record.SHIFTS_BOOKED - worked, Math.max(0, record.NO_SHOWS - change));
  return buildShiftRecord(
    {
      day: record.SHIFT_DATE,
      venue: record.VENUE_NAME,
      area: record.AREA_NAME,
      jobTitle: record.JOB_TITLE,
      shiftId: record.SHIFT_ID,
    },
    {
      posted: record.SHIFTS_POSTED,
      booked: record.SHIFTS_BOOKED,
      worked,
      noShows,
      demand: record.TRUE_DEMAND,
      hoursScheduled: record.HOURS_SCHEDULED,
      hoursWorked: worked * hoursEach,
    },
  );
}
