import type { ReportView } from '../contract-reports';
import type { ScheduleInterval } from '../contract-schedule';
import { describeAge } from './words/ages';

const MINUTES: Readonly<Record<Exclude<ScheduleInterval, 'off'>, number>> = {
  hour: 60,
  day: 24 * 60,
  week: 7 * 24 * 60,
};
/** A table is out of date when this many intervals of the schedule pass without a refresh, as on the status sheet. */
const INTERVALS_UNTIL_STALE = 2;
const MOMENT = /^(\d{4})-(\d{2})-(\d{2}) (\d{2}):(\d{2})$/;

/** How old a table is. */
export interface Freshness {
  /** `3 hours ago`. */
  readonly age: string;
  readonly isStale: boolean;
}

/**
 * How old the table of a report is that was refreshed well; null for any other.
 *
 * @param now The time in the spreadsheet's time zone, as `localMoment` writes it. Over a change of the clocks the
 *   age is an hour off.
 */
export function describeFreshness(
  { lastRun }: Pick<ReportView, 'lastRun'>,
  every: ScheduleInterval,
  now: string,
): Freshness | null {
  if (lastRun?.outcome !== 'refreshed') return null;
  const minutes = minutesOf(now) - minutesOf(lastRun.finishedAt);
  if (!Number.isFinite(minutes)) return null;
  const isStale = every !== 'off' && minutes > INTERVALS_UNTIL_STALE * MINUTES[every];
  return { age: describeAge(minutes), isStale };
}

/** A time as the clock of that zone shows it, `2026-11-21 14:05`; empty where the browser does not know the zone. */
export function localMoment(millis: number, timeZone: string): string {
  try {
    // Swedish dates are ISO 8601.
    return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(
      millis,
    );
  } catch {
    return '';
  }
}

function minutesOf(moment: string): number {
  const [, ...parts] = MOMENT.exec(moment) ?? [];
  const [year = Number.NaN, month = 1, day, hour, minute] = parts.map(Number);
  return Date.UTC(year, month - 1, day, hour, minute) / 60_000;
}
