/** The longest e-mail address that is taken. RFC 5321 section 4.5.3.1.3. */
export const LONGEST_EMAIL = 254;

/** One e-mail address of plain ASCII: no list, no name beside it, nothing that could end a header line. */
export const PLAIN_EMAIL = /^[\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/;

/** How often reports are refreshed without anyone asking. */
export const SCHEDULE_INTERVALS = ['off', 'hour', 'day', 'week'] as const;

/** One of `SCHEDULE_INTERVALS`. */
export type ScheduleInterval = (typeof SCHEDULE_INTERVALS)[number];

/**
 * When reports are refreshed, in the spreadsheet's time zone, and who is told of failures. `hour` (0 to 23) counts
 * with `day` and `week`, `weekday` with `week` only.
 */
export interface ScheduleForm {
  readonly every: ScheduleInterval;
  readonly hour: number;
  /** 1 is Monday, 7 is Sunday. Monday when left out. */
  readonly weekday?: number;
  /** Where mail about failures goes: one address, or `''` for no mail. As before when left out. */
  readonly email?: string;
}

/** The schedule as it is kept, and how it fares. Times are in the spreadsheet's time zone. */
export interface ScheduleView {
  readonly every: ScheduleInterval;
  readonly hour: number;
  /** 1 is Monday, 7 is Sunday. */
  readonly weekday: number;
  /** The address for mail about failures with most of it hidden, `a…@employer.example`; empty without one. */
  readonly mailTo: string;
  /** Why no mail about failures arrives, in one sentence; null where nothing is known to be wrong. */
  readonly mailProblem: string | null;
  /** The hour in which the next run begins: `2026-11-22 06:00 to 07:00`; null when off. */
  readonly nextRun: string | null;
  /** As whom it runs: `the person who saved the schedule on 2026-11-21`; null when off. */
  readonly runsAs: string | null;
  /** Whether that is the person who looks at the sidebar. */
  readonly isOwn: boolean;
  /** What to do about runs that fail to come, in one sentence; null while they come. Then `Take over` makes sense. */
  readonly late: string | null;
  /** What to do about a schedule that runs by the clock of another time zone, in one sentence; null where it does not. */
  readonly zoneProblem: string | null;
}
