import * as v from 'valibot';
import { shortMoment, toMinute, weekday } from '../../calendar/calendar-date';
import { intervalOf, type ReportInterval, SCHEDULE_INTERVALS } from '../../contract/schedule';
import { parseStored } from '../../employer-api/text';
import { STEP_IN_MILLIS } from '../../limits';
import type { SpreadsheetCalendar } from '../ports';

const RUNNER = v.object({
  /** The ID of the trigger, which wakes every hour as whoever made it. */
  triggerId: v.string(),
  /** When that person saved or took over the schedule. Milliseconds since 1970. */
  savedAt: v.number(),
  /** Where that person wants mail about failures; empty for none. */
  email: v.string(),
  /** Whether this person had not allowed mail when the trigger last ran. */
  mailOff: v.optional(v.boolean()),
});

const SCHEDULE = v.object({
  every: v.picklist(SCHEDULE_INTERVALS),
  /** From 0 to 23, by the clock of the spreadsheet. */
  hour: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(23)),
  /** 1 is Monday, 7 is Sunday. */
  weekday: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(7)),
  /** When someone set it. Milliseconds since 1970; 0 before that. */
  savedAt: v.number(),
  /** How often it was saved. */
  revision: v.number(),
  /**
   * Whose triggers may refresh: one per person who set the schedule, the newest last. Off, those that may still exist: only
   * their owners can remove them, with the next save, and each ends itself when it wakes.
   */
  runners: v.array(RUNNER),
});

/** When reports are refreshed automatically, and as whom. */
export type Schedule = v.InferOutput<typeof SCHEDULE>;

/** A person's trigger that may begin scheduled runs. */
export type Runner = v.InferOutput<typeof RUNNER>;

/** The schedule before anyone set one. */
export const SCHEDULE_OFF: Schedule = {
  every: 'off',
  hour: 6,
  weekday: 1,
  savedAt: 0,
  revision: 0,
  runners: [],
};

/** Reads a stored schedule; one that cannot be read counts as not set. */
export function parseSchedule(text: string): Schedule {
  return parseStored(SCHEDULE, text) ?? SCHEDULE_OFF;
}

/** The IDs of all triggers that this spreadsheet knows to be its own, whoever made them. */
export function namedTriggers({ runners }: Pick<Schedule, 'runners'>): string[] {
  return runners.map(({ triggerId }) => triggerId);
}

/** The newest runner; `undefined` if the schedule is off. */
export function newestRunner({ every, runners }: Pick<Schedule, 'every' | 'runners'>): Runner | undefined {
  return every === 'off' ? undefined : runners[runners.length - 1];
}

/** What of a report decides when it is due. */
export interface Timed {
  /** Its own choice. */
  readonly every?: ReportInterval | undefined;
  /** When it was made, and when a refresh of it last ended. Milliseconds since 1970. */
  readonly createdAt: number;
  readonly lastRun: { readonly finishedAt: number } | null;
}

/** The times of a schedule. */
type Times = Pick<Schedule, 'every' | 'hour' | 'weekday' | 'savedAt'>;

/** In days: serial numbers of moments are not exact. */
const SECOND = 1 / 86_400;

/** A moment in milliseconds since 1970 as a serial number of the spreadsheet's clock. */
export type SerialOf = (millis: number) => number;

/**
 * The hour that a report waits for, as a serial number: the first that begins after its last refresh, whoever made that, and
 * after the schedule was saved; `undefined` for one that is refreshed by hand. No service call that counts.
 */
export function hourAhead(
  schedule: Times,
  report: Timed,
  now: number,
  serialOf: SerialOf,
): number | undefined {
  const every = intervalOf(schedule, report.every);
  if (every === 'off') return undefined;
  const tried = report.lastRun?.finishedAt ?? 0;
  // A moment in the future was noted by a clock that was wrong.
  const after = Math.max(schedule.savedAt, ...[tried, report.createdAt].filter((at) => at <= now));
  return nextHour({ ...schedule, every }, serialOf(after));
}

/** The first hour of an interval that begins after a moment, both as serial numbers. */
function nextHour(
  {
    every,
    hour,
    weekday: day,
  }: Pick<Schedule, 'hour' | 'weekday'> & { readonly every: 'hour' | 'day' | 'week' },
  after: number,
): number {
  if (every === 'hour') return (Math.floor(after * 24 + SECOND) + 1) / 24;
  let next = Math.floor(after - hour / 24 + SECOND) + 1;
  while (every === 'week' && weekday(next) !== day) next += 1;
  return next + hour / 24;
}

/** Whether an hour has come, and for at least so many milliseconds. @param time Now, as a serial number. */
export function hasCome(hour: number | undefined, time: number, millis = 0): boolean {
  return hour !== undefined && time + SECOND >= hour + millis / 86_400_000;
}

/** What a trigger may do when it wakes: lead, stand in for a run that is late, nothing, or end itself. */
type Role = 'leads' | 'stands in' | 'waits' | 'ends';

/**
 * The part of a trigger: the newest person's leads, the others stand in. One that the schedule does not know ends itself;
 * a schedule that cannot be read says nothing.
 */
export function roleOf({ every, runners, savedAt }: Schedule, triggerId: string): Role {
  if (savedAt === 0) return 'waits';
  const own = runners.findIndex((runner) => runner.triggerId === triggerId);
  if (every === 'off' || own < 0) return 'ends';
  return own === runners.length - 1 ? 'leads' : 'stands in';
}

/** How late an hour must be for a trigger to begin, in milliseconds. */
export function latenessOf(role: Role): number {
  return role === 'leads' ? 0 : STEP_IN_MILLIS;
}

/** The hour in which the next run comes, in words: `22 Nov 2026, 06:00 to 07:00`. @param time Now, as a serial number. */
export function describeNextHour(hours: readonly (number | undefined)[], time: number): string | null {
  const awaited = hours.filter((hour) => hour !== undefined);
  if (awaited.length === 0) return null;
  const from = Math.max(Math.min(...awaited), Math.floor(time * 24 + SECOND) / 24);
  return `${shortMoment(from)} to ${toMinute(from + 1 / 24).clock}`;
}

/** The hour in which a report is refreshed next, in the same words; null for one that is refreshed by hand. */
export function describeNextRun(
  schedule: Times,
  report: Timed,
  now: number,
  zone: string,
  calendar: Pick<SpreadsheetCalendar, 'serial'>,
): string | null {
  const serialOf = (millis: number) => calendar.serial(millis, zone);
  return describeNextHour([hourAhead(schedule, report, now, serialOf)], serialOf(now));
}
