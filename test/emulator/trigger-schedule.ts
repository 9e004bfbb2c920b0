import { instantOf, wallClock } from './zoned-time';

/** When a time-driven trigger runs, as the builder collected it. */
export type TriggerSchedule =
  | { readonly kind: 'once'; readonly at: number }
  | { readonly kind: 'interval'; readonly millis: number }
  /** Every `days` days, or on one day of the week or month; hour and minute are kept from the start. */
  | {
      readonly kind: 'daily';
      readonly days: number;
      readonly weekDay: number | null;
      readonly monthDay: number | null;
      readonly hour: number;
      readonly minute: number;
      readonly zone: string;
    };

/** The first run after an instant. `lastRunAt` is null before the first run. */
export function nextRun(schedule: TriggerSchedule, now: number, lastRunAt: number | null): number | null {
  if (schedule.kind === 'once') return lastRunAt === null ? schedule.at : null;
  if (schedule.kind === 'interval') return (lastRunAt ?? now) + schedule.millis;
  const today = wallClock(now, schedule.zone);
  const step =
    lastRunAt === null || schedule.weekDay !== null || schedule.monthDay !== null ? 1 : schedule.days;
  for (let ahead = lastRunAt === null ? 0 : step; ahead <= 800; ahead++) {
    const noon = new Date(Date.UTC(today.year, today.month - 1, today.day + ahead, 12));
    if (!fallsOn(schedule, noon)) continue;
    const at = instantOf(
      schedule.zone,
      noon.getUTCFullYear(),
      noon.getUTCMonth() + 1,
      noon.getUTCDate(),
      schedule.hour,
      schedule.minute,
    );
    if (at > now) return at;
  }
  return null;
}

function fallsOn(schedule: TriggerSchedule & { kind: 'daily' }, day: Date): boolean {
  const weekDay = day.getUTCDay() === 0 ? 7 : day.getUTCDay();
  if (schedule.weekDay !== null && schedule.weekDay !== weekDay) return false;
  return schedule.monthDay === null || schedule.monthDay === day.getUTCDate();
}
