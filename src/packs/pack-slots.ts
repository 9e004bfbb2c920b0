import { type CalendarDate, startOfMonth, toParts, weekday } from '../calendar/calendar-date';
import { PACK_HOURS } from '../limits';
import type { SpreadsheetCalendar } from '../reports/ports';
import type { Pack, PackRun } from './pack-record';

const HOURS_PER_DAY = 24;
/** In days: serial numbers of moments are not exact. */
const SECOND = 1 / 86_400;

/** The newest day on which a pack was due, and how it stands. */
export interface PackSlot {
  readonly day: CalendarDate;
  /**
   * `due`: it is to go with the next run. `done`: it went, or the pack was saved later than its hour. `late`: no run could
   * send it within 24 hours, so it is skipped.
   */
  readonly state: 'due' | 'done' | 'late';
}

type Timing = Pick<Pack, 'every' | 'day' | 'hour' | 'savedAt'>;

/** How a pack stands. No service call that counts. @param zone The spreadsheet's. */
export function slotOf(
  pack: Timing,
  run: PackRun | undefined,
  now: number,
  zone: string,
  calendar: Pick<SpreadsheetCalendar, 'serial'>,
): PackSlot {
  const time = calendar.serial(now, zone);
  const hour = pack.hour / HOURS_PER_DAY;
  const day = latestDay(pack, Math.floor(time - hour + SECOND));
  const begins = day + hour;
  const isKnown = run !== undefined && (run.slot > day || (run.slot === day && run.isDone));
  if (isKnown || calendar.serial(pack.savedAt, zone) >= begins + SECOND) return { day, state: 'done' };
  return { day, state: time - begins > PACK_HOURS / HOURS_PER_DAY ? 'late' : 'due' };
}

/** The next day on which it is due, after this one. */
export function nextDay({ every, day }: Pick<Pack, 'every' | 'day'>, after: CalendarDate): CalendarDate {
  return every === 'week' ? after + 7 : startOfMonth(after, 1) + day - 1;
}

/** The newest of its days that is not after this one. */
function latestDay({ every, day }: Pick<Pack, 'every' | 'day'>, today: CalendarDate): CalendarDate {
  if (every === 'week') return today - ((weekday(today) - day + 7) % 7);
  return startOfMonth(today, toParts(today).day < day ? -1 : 0) + day - 1;
}
