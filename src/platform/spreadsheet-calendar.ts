import { type CalendarDate, formatIsoDate, parseIsoDate } from '../calendar/calendar-date';
import type { SpreadsheetCalendar as SpreadsheetCalendarPort } from '../reports/ports';

const SECONDS_PER_DAY = 86_400;

/**
 * Days and times as the spreadsheet's time zone has them.
 *
 * The script's own zone, in which a `Date`'s local getters count, is another one; so days go in and out by
 * `formatDate` and `parseDate` only.
 */
export class SpreadsheetCalendar implements SpreadsheetCalendarPort {
  private known: string | undefined;

  zone(): string {
    this.known = this.known ?? SpreadsheetApp.getActive().getSpreadsheetTimeZone();
    return this.known;
  }

  locale(): string {
    return SpreadsheetApp.getActive().getSpreadsheetLocale();
  }

  today(zone: string): CalendarDate {
    return this.dayOf(new Date(), zone);
  }

  /** The day on which a moment falls. */
  dayOf(date: Date, zone: string): CalendarDate {
    return parseIsoDate(Utilities.formatDate(date, zone, 'yyyy-MM-dd')) ?? Number.NaN;
  }

  /** Midnight at the beginning of a day: the value of a date cell. */
  midnight(day: CalendarDate, zone: string): Date {
    return Utilities.parseDate(formatIsoDate(day), zone, 'yyyy-MM-dd');
  }

  text(millis: number, zone: string): string {
    return Utilities.formatDate(new Date(millis), zone, 'yyyy-MM-dd HH:mm');
  }

  serial(millis: number, zone: string): number {
    const [day = '', time = ''] = Utilities.formatDate(new Date(millis), zone, 'yyyy-MM-dd HH:mm:ss').split(
      ' ',
    );
    const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
    return (parseIsoDate(day) ?? Number.NaN) + (hours * 3600 + minutes * 60 + seconds) / SECONDS_PER_DAY;
  }
}
