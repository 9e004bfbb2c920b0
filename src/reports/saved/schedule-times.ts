import { formatIsoDate, toMinute, weekday } from '../../calendar/calendar-date';
import { EARLIEST_PART_OF_INTERVAL, INTERVAL_MILLIS, OVERDUE_PART_OF_INTERVAL } from '../../limits';
import type { SpreadsheetCalendar } from '../ports';
import {
  cachedTimeZone,
  type DocumentState,
  newestRunner,
  runningLease,
  type Schedule,
} from './document-state';
import { goesOn } from './saved-report';

const HOURS_PER_DAY = 24;

/** An hour of a zone's clock, in which Google begins a run: serial numbers with the time of day as their fraction. */
interface RunWindow {
  readonly from: number;
  readonly to: number;
}

type Timing = Pick<
  Schedule,
  'every' | 'hour' | 'weekday' | 'savedAt' | 'lastRunAt' | 'lastWakeAt' | 'runners'
>;

/** The zone by whose clock a schedule runs at its hour: the one in which it was saved, whatever the spreadsheet's is now. */
export function scheduleZone(schedule: Pick<Schedule, 'runners'>, zone: string): string {
  return newestRunner(schedule)?.zone ?? zone;
}

/**
 * When the next scheduled run begins: a window of an hour, because Google chooses the minute. No service call that counts.
 *
 * @param zone The spreadsheet's, for the times in the result.
 * @returns `undefined` when the schedule is off.
 */
export function nextRun(
  schedule: Timing,
  now: number,
  zone: string,
  calendar: Pick<SpreadsheetCalendar, 'serial'>,
): RunWindow | undefined {
  const { every, hour, savedAt, lastRunAt, lastWakeAt } = schedule;
  if (every === 'off') return undefined;
  const woke = Math.max(lastRunAt ?? 0, lastWakeAt ?? 0);
  if (every === 'hour') {
    const due = Math.max(now, (woke || savedAt) + INTERVAL_MILLIS.hour);
    return { from: calendar.serial(due, zone), to: calendar.serial(due + INTERVAL_MILLIS.hour, zone) };
  }
  const runs = scheduleZone(schedule, zone);
  const time = calendar.serial(now, runs);
  // A run that comes earlier would be taken for a duplicate of the last one.
  const earliest =
    woke === 0 ? 0 : calendar.serial(woke + EARLIEST_PART_OF_INTERVAL * INTERVAL_MILLIS[every], runs);
  let day = Math.floor(time);
  const end = () => day + (hour + 1) / HOURS_PER_DAY;
  while (end() <= Math.max(time, earliest) || (every === 'week' && weekday(day) !== schedule.weekday))
    day += 1;
  // By the clocks of that day: one of the zones may change to or from summer time before.
  const due = Math.round(now + (day + hour / HOURS_PER_DAY - time) * INTERVAL_MILLIS.day);
  const ahead = runs === zone ? 0 : calendar.serial(due, zone) - calendar.serial(due, runs);
  return { from: day + hour / HOURS_PER_DAY + ahead, to: end() + ahead };
}

/** The window in words: `2026-11-22 06:00 to 07:00`. */
export function describeRunWindow({ from, to }: RunWindow): string {
  const begin = toMinute(from);
  return `${formatIsoDate(begin.day)} ${begin.clock} to ${toMinute(to).clock}`;
}

/** In days: serial numbers of moments are not exact. */
const SECOND = 1 / 86_400;

/**
 * What a trigger that wakes has to do: `run`; `goOn` with what did not fit the last run; `wait`, for nothing is due; or
 * `end` itself, for the schedule is off or others run it.
 *
 * Of several people's triggers the newest leads. Those before it step in while it is late, until it has proven itself.
 * A trigger ends itself only where a schedule says that it is not wanted: one that cannot be read says nothing.
 */
export function judgeWake(
  state: DocumentState,
  triggerId: string,
  now: number,
  calendar: Pick<SpreadsheetCalendar, 'serial'>,
): 'run' | 'goOn' | 'wait' | 'end' {
  const { every, runners, savedAt, lastRunAt } = state.schedule;
  if (savedAt === 0) return 'wait';
  const newest = newestRunner(state.schedule);
  if (every === 'off' || !runners.some((runner) => runner.triggerId === triggerId)) return 'end';
  const isNewest = newest?.triggerId === triggerId;
  if (!isNewest && newest?.proven === true) return 'end';
  if (!hasWork(state) || runningLease(state, now)) return 'wait';
  if (isNewest && newest.hourly && every !== 'hour') {
    if (isHourCome(state.schedule, newest.zone ?? cachedTimeZone(state), now, calendar)) return 'run';
    return state.reports.some((report) => goesOn(report, now)) ? 'goOn' : 'wait';
  }
  const last = past(lastRunAt, now);
  const interval = INTERVAL_MILLIS[every];
  const due = isNewest
    ? last === null || now >= last + EARLIEST_PART_OF_INTERVAL * interval
    : now >= (last ?? savedAt) + OVERDUE_PART_OF_INTERVAL * interval;
  return due ? 'run' : 'wait';
}

/** Whether the hour of a daily or weekly schedule has begun since a trigger last ran it, or it was saved. */
function isHourCome(
  { every, hour, weekday: day, savedAt, lastRunAt, lastWakeAt }: Schedule,
  zone: string,
  now: number,
  calendar: Pick<SpreadsheetCalendar, 'serial'>,
): boolean {
  let begins = Math.floor(calendar.serial(now, zone) - hour / 24 + SECOND);
  while (every === 'week' && weekday(begins) !== day) begins -= 1;
  const last = Math.max(savedAt, past(lastRunAt, now) ?? 0, past(lastWakeAt, now) ?? 0);
  return calendar.serial(last, zone) < begins + hour / 24 - SECOND;
}

/** Since when no run has come although one should have: the last heartbeat; `undefined` while all is well. */
export function lateSince(state: DocumentState, now: number): number | undefined {
  const { every, savedAt, lastWakeAt } = state.schedule;
  if (every === 'off' || !hasWork(state)) return undefined;
  const last = Math.max(savedAt, past(lastWakeAt, now) ?? 0);
  return now > last + OVERDUE_PART_OF_INTERVAL * INTERVAL_MILLIS[every] ? last : undefined;
}

/** Without a report there is still the stamp, once it was written. */
function hasWork({ reports, statusSheet }: DocumentState): boolean {
  return reports.length > 0 || statusSheet !== undefined;
}

/** A moment in the future was noted by a clock that was wrong. */
function past(moment: number | null, now: number): number | null {
  return moment !== null && moment <= now ? moment : null;
}
