import * as v from 'valibot';
import { shortMoment, toMinute, weekday as weekdayOf } from '../../calendar/calendar-date';
import { intervalOf, type ReportInterval, SCHEDULE_FORM } from '../../contract/schedule';
import { parseStored } from '../../employer-api/text';
import type { SpreadsheetCalendar } from '../ports';

const { every, hour, weekday } = SCHEDULE_FORM.entries;
const SCHEDULE = v.object({
  // As in the form. The hour is by the clock of the spreadsheet.
  ...{ every, hour, weekday },
  /** Where mail about failures goes; empty for none. */
  email: v.string(),
  /** When someone set it or took it over. Milliseconds since 1970; 0 before that. */
  savedAt: v.number(),
  /** How often it was saved. */
  revision: v.number(),
  /**
   * The IDs of the triggers that may refresh: one per person who set the schedule, the newest last. Off, those that may still
   * exist: only their owners can remove them, with the next save, and each ends itself when it wakes.
   */
  triggers: v.array(v.string()),
  /** Whether whoever ran it last had not allowed mail. */
  mailOff: v.boolean(),
});

/** When reports are refreshed automatically, and by whose triggers. */
export type Schedule = v.InferOutput<typeof SCHEDULE>;

/** The schedule before anyone set one. */
export const SCHEDULE_OFF: Schedule = {
  ...{ every: 'off', hour: 6, weekday: 1, email: '' },
  ...{ savedAt: 0, revision: 0, triggers: [], mailOff: false },
};

/** Reads a stored schedule; one that cannot be read counts as not set. */
export function parseSchedule(text: string | undefined): Schedule {
  return parseStored(SCHEDULE, text) ?? SCHEDULE_OFF;
}

/** What of a report decides when it is due. */
export interface Timed {
  /** Its own choice. */
  readonly every?: ReportInterval | undefined;
  /** When it was made, and when a refresh of it last ended. Milliseconds since 1970. */
  readonly createdAt: number;
  readonly lastRun: { readonly finishedAt: number } | null;
}

/**
 * When reports are due: each at the first full hour of its interval that begins after its last refresh, whoever made that, and
 * after the schedule was saved. No service call that counts.
 */
export function timetable(
  schedule: Pick<Schedule, 'every' | 'hour' | 'weekday' | 'savedAt'>,
  now: number,
  zone: string,
  calendar: Pick<SpreadsheetCalendar, 'serial'>,
) {
  // Full hours of the zone's clock, counted from the first day. Serial numbers of moments are not exact.
  const hourAt = (millis: number) => Math.floor(calendar.serial(millis, zone) * 24 + 1 / 3600);
  const present = hourAt(now);

  /** `undefined` for a report that is refreshed by hand. */
  function hourOf(report: Timed): number | undefined {
    const every = intervalOf(schedule, report.every);
    if (every === 'off') return undefined;
    const isOne = (hour: number) =>
      every === 'hour' ||
      (hour % 24 === schedule.hour &&
        (every === 'day' || weekdayOf(Math.floor(hour / 24)) === schedule.weekday));
    const tried = report.lastRun?.finishedAt ?? 0;
    // A moment in the future was noted by a clock that was wrong.
    const after = Math.max(schedule.savedAt, ...[tried, report.createdAt].filter((at) => at <= now));
    let hour = hourAt(after) + 1;
    while (!isOne(hour)) hour += 1;
    return hour;
  }

  return {
    /** Whether its hour has come, and for at least so many milliseconds. */
    isDue(report: Timed, lateness: number): boolean {
      const hour = hourOf(report);
      return hour !== undefined && present >= hour + lateness / 3_600_000;
    },
    /** The hour in which the first of these comes, in words: `22 Nov 2026, 06:00 to 07:00`; null if none does. */
    next(reports: readonly Timed[]): string | null {
      const hours = reports.map(hourOf).filter((hour) => hour !== undefined);
      if (hours.length === 0) return null;
      const from = Math.max(Math.min(...hours), present);
      return `${shortMoment(from / 24)} to ${toMinute((from + 1) / 24).clock}`;
    },
  };
}
