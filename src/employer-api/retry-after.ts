/** Waiting longer than an hour is nothing that an execution decides. */
const LONGEST_WAIT_SECONDS = 3600;

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** RFC 9110 §5.6.7: the one form of date that senders may still use. */
const IMF_FIXDATE =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (\d{2}) ([A-Z][a-z]{2}) (\d{4}) (\d{2}):(\d{2}):(\d{2}) GMT$/;

/**
 * Reads a `Retry-After` header. RFC 9110 §10.2.3.
 *
 * @returns Seconds to wait, 0 for a moment past, at most an hour; `undefined` when the header is missing or
 *   odd (negative, decimal, a list, an obsolete date form).
 */
export function readRetryAfter(header: string | undefined, now: number): number | undefined {
  const value = header === undefined ? '' : header.trim();
  if (/^\d{1,9}$/.test(value)) return Math.min(Number(value), LONGEST_WAIT_SECONDS);
  const match = IMF_FIXDATE.exec(value);
  const month = match ? MONTHS.indexOf(match[2] ?? '') : -1;
  if (!match || month < 0) return undefined;
  const [day, year, hour, minute, second] = [match[1], match[3], match[4], match[5], match[6]].map(Number);
  const at = Date.UTC(year ?? 0, month, day, hour, minute, second);
  return Math.min(Math.max(0, (at - now) / 1000), LONGEST_WAIT_SECONDS);
}
