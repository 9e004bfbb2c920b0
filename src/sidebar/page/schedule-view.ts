import { type ScheduleForm, type ScheduleView, WEEKDAY_NAMES, writeHour } from '../../contract/schedule';
import type { Choice } from './view';
import { INTERVAL_LABELS, SCHEDULE_WORDS } from './words/settings';

/** The entries of the `Refresh reports` list. */
export function intervalChoices(): readonly Choice[] {
  return Object.entries(INTERVAL_LABELS).map(([value, label]) => ({ value, label }));
}

/** The hours of a day as the `At` list offers them: `00:00` to `23:00`. */
export function hourChoices(): readonly Choice[] {
  return Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: writeHour(hour) }));
}

/** The days of the week as the `On` list offers them, from Monday on. */
export function weekdayChoices(): readonly Choice[] {
  return WEEKDAY_NAMES.map((label, index) => ({ value: String(index + 1), label }));
}

/** When scheduled refreshes happen, and by whose clock. */
export function explainSchedule(form: ScheduleForm, timeZone: string): string {
  if (form.every === 'off') return SCHEDULE_WORDS.off;
  if (form.every === 'hour') return SCHEDULE_WORDS.hourly;
  const weekday = WEEKDAY_NAMES[(form.weekday ?? 1) - 1] as string;
  const day = form.every === 'week' ? SCHEDULE_WORDS.everyWeek(weekday) : SCHEDULE_WORDS.everyDay;
  return SCHEDULE_WORDS.window(day, writeHour(form.hour), writeHour((form.hour + 1) % 24), timeZone);
}

/** When the next run comes and as whom, as name and value; nothing while the schedule is off. */
export function describeScheduleStatus(schedule: ScheduleView): readonly (readonly [string, string])[] {
  if (schedule.every === 'off') return [];
  const lines: [string, string | null][] = [
    [SCHEDULE_WORDS.nextRun, schedule.nextRun],
    [SCHEDULE_WORDS.runsAs, schedule.isOwn ? SCHEDULE_WORDS.you : schedule.runsAs],
  ];
  return lines.filter((line): line is [string, string] => line[1] !== null);
}

/** Whether another person's schedule, or one that fails to run, can be taken over. */
export function canTakeOver({ every, isOwn, late }: ScheduleView): boolean {
  return every !== 'off' && (!isOwn || late !== null);
}
