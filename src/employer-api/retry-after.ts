import { LONGEST_WAIT_SECONDS } from '../limits';
import { readHttpDate } from './http-date';

/**
 * Reads a `Retry-After` header. RFC 9110 §10.2.3.
 *
 * @returns Seconds to wait, 0 for a moment past, at most an hour; `undefined` when the header is missing or
 *   odd (negative, decimal, a list, an obsolete date form).
 */
export function readRetryAfter(header: string | undefined, now: number): number | undefined {
  const value = header === undefined ? '' : header.trim();
  if (/^\d{1,9}$/.test(value)) return Math.min(Number(value), LONGEST_WAIT_SECONDS);
  const at = readHttpDate(value);
  return at === undefined ? undefined : Math.min(Math.max(0, (at - now) / 1000), LONGEST_WAIT_SECONDS);
}
