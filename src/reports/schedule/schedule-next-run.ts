import { formatIsoDate, weekday } from '../../calendar/calendar-date';
import { EARLIEST_PART_OF_INTERVAL } from '../../limits';
import type { SpreadsheetCalendar } from '../ports';
import { INTERVAL_MILLIS } from '../saved/document-state';
import { newestRunner, type Schedule } from '../saved/schedule-record';

const HOURS_PER_DAY = 24;
const MINUTES_PER_DAY = 1440;

/** An hour of a zone's clock, in which Google begins a run: serial numbers with the time of day as their fraction. */
export interface RunWindow {
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
 * When the next scheduled run begins: a window of an hour, for Google chooses the minute. No service call that counts.
 *
 * @param zone The spreadsheet's, in which the window is told.
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
  // Rounded first: seven twenty-fourths of a day are a little less than seven hours.
  const [begin, end] = [from, to].map((serial) => Math.round(serial * MINUTES_PER_DAY));
  return `${formatIsoDate(Math.floor((begin ?? 0) / MINUTES_PER_DAY))} ${clock(begin ?? 0)} to ${clock(end ?? 0)}`;
}

function clock(minutes: number): string {
  const ofDay = minutes % MINUTES_PER_DAY;
  const [hour, minute] = [Math.floor(ofDay / 60), ofDay % 60];
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}
