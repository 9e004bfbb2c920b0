import { percentage } from '../api-server/data/shift-record';
import { SPEC_NAMES } from './spec-fields';

/** The people of one shift record, in positions. */
export interface Crew {
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly venue?: string | null;
  readonly area?: string | null;
  readonly role?: string | null;
  readonly posted: number;
  readonly booked: number;
  readonly worked: number;
  /** 0 unless given. */
  readonly noShows?: number;
  /** As many as posted unless given. */
  readonly demand?: number;
  /** 8 for each booked position unless given. */
  readonly scheduled?: number | null;
  /** 8 for each worked position unless given. */
  readonly hours?: number | null;
  /** Fields that are sent otherwise than these rules would have them. */
  readonly sent?: Readonly<Record<string, unknown>>;
}

/** A shift record as the service sends it. */
export type SentRecord = Readonly<Record<string, string | number | null>>;

let lastId = 700_000;

/**
 * A shift record as a service sends it whose percentages are of posted positions, those of worked positions and
 * no-shows of booked ones, true fulfilment is worked of demand, to one decimal, null for 0 of 0. Each has an ID of its
 * own.
 */
export function sentRecord(crew: Crew): SentRecord {
  const { posted, booked, worked, noShows = 0, demand = posted } = crew;
  const unfilled = posted - booked;
  lastId += 1;
  return {
    SHIFT_DATE: crew.day,
    VENUE_NAME: crew.venue === undefined ? 'Grand Hotel' : crew.venue,
    AREA_NAME: crew.area === undefined ? 'Kitchen' : crew.area,
    JOB_TITLE: crew.role === undefined ? 'Chef' : crew.role,
    SHIFTS_POSTED: posted,
    SHIFTS_BOOKED: booked,
    SHIFTS_BOOKED_PERCENTAGE: percentage(booked, posted),
    SHIFTS_UNFILLED: unfilled,
    SHIFTS_UNFILLED_PERCENTAGE: percentage(unfilled, posted),
    SHIFTS_WORKED: worked,
    SHIFTS_WORKED_PERCENTAGE: percentage(worked, booked),
    NO_SHOWS: noShows,
    NO_SHOWS_PERCENTAGE: percentage(noShows, booked),
    HOURS_SCHEDULED: crew.scheduled === undefined ? 8 * booked : crew.scheduled,
    HOURS_WORKED: crew.hours === undefined ? 8 * worked : crew.hours,
    TRUE_DEMAND: demand,
    TRUE_FULFILMENT_PERCENTAGE: percentage(worked, demand),
    SHIFT_ID: lastId,
    ...crew.sent,
  };
}

/** The same as the 18 values of a row: the day as a serial number. */
export function shiftRow(crew: Crew): (string | number | null)[] {
  const record = sentRecord(crew);
  return SPEC_NAMES.map((name) =>
    name === 'SHIFT_DATE' ? serialOf(String(record[name])) : (record[name] ?? null),
  );
}

/** The serial number of a day that is written YYYY-MM-DD. */
export function serialOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / 86_400_000 + 25_569;
}

/** The same the other way. */
export function isoDay(serial: number): string {
  return new Date((serial - 25_569) * 86_400_000).toISOString().slice(0, 10);
}

/** The day so many days after one. */
export function dayAfter(day: string, days: number): string {
  return isoDay(serialOf(day) + days);
}

/** So many days from one on, one or more days apart. */
export function daysFrom(first: string, count: number, apart = 1): string[] {
  return Array.from({ length: count }, (_, at) => dayAfter(first, at * apart));
}
