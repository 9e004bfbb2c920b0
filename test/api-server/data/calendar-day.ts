const MILLIS_PER_DAY = 86_400_000;

/** A calendar day as the number of days since 1970-01-01. Negative before it. */
export type CalendarDay = number;

/**
 * Reads a day written `YYYY-MM-DD`.
 *
 * @returns undefined for any other spelling and for days that do not exist, such as 30 February.
 */
export function parseDay(text: string): CalendarDay | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const millis = Date.parse(`${text}T00:00:00Z`);
  if (Number.isNaN(millis)) return undefined;
  const day = millis / MILLIS_PER_DAY;
  return formatDay(day) === text ? day : undefined;
}

/** Writes a day as `YYYY-MM-DD`. Years 0 to 9999 only. */
export function formatDay(day: CalendarDay): string {
  return new Date(day * MILLIS_PER_DAY).toISOString().slice(0, 10);
}

/** The UTC day of an instant given in milliseconds since 1970. */
export function dayOf(millis: number): CalendarDay {
  return Math.floor(millis / MILLIS_PER_DAY);
}

/** 0 is Sunday, 6 is Saturday. */
export function weekdayOf(day: CalendarDay): number {
  return new Date(day * MILLIS_PER_DAY).getUTCDay();
}

/** Goes back whole months; where the day is missing there (31 March − 1), it takes that month's last day. */
export function monthsBefore(day: CalendarDay, months: number): CalendarDay {
  const date = new Date(day * MILLIS_PER_DAY);
  const year = date.getUTCFullYear();
  const month = date.getUTCMonth() - months;
  const lastOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(date.getUTCDate(), lastOfMonth)) / MILLIS_PER_DAY;
}
