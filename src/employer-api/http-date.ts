import { MONTHS } from '../calendar/period-labels';

/** RFC 9110 §5.6.7: the one form of date that senders may still use. */
const IMF_FIXDATE =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (\d{2}) ([A-Z][a-z]{2}) (\d{4}) (\d{2}):(\d{2}):(\d{2}) GMT$/;

/** Reads the date of a header. @returns Milliseconds since 1970; `undefined` for any other text or form of date. */
export function readHttpDate(header: string | undefined): number | undefined {
  const match = IMF_FIXDATE.exec(header === undefined ? '' : header.trim());
  const month = match ? MONTHS.indexOf(match[2] ?? '') : -1;
  if (!match || month < 0) return undefined;
  const [day, year, hour, minute, second] = [match[1], match[3], match[4], match[5], match[6]].map(Number);
  return Date.UTC(year ?? 0, month, day, hour, minute, second);
}
