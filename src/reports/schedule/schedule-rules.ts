import { weekday } from '../../calendar/calendar-date';
import { EARLIEST_PART_OF_INTERVAL, OVERDUE_PART_OF_INTERVAL } from '../../limits';
import type { SpreadsheetCalendar } from '../ports';
import { cachedTimeZone, type DocumentState, INTERVAL_MILLIS, runningLease } from '../saved/document-state';
import { goesOn } from '../saved/saved-report';
import { newestRunner, type Schedule } from '../saved/schedule-record';

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
