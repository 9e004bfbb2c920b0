import type { FailureCode } from '../../employer-api/errors';

/** No service refuses a week for its length: what is said to so few days is said to the request. */
const SURELY_ALLOWED_DAYS = 7;
/** Statuses that a service with a longest range may answer: bad request, too large, unprocessable. */
const LENGTH_STATUSES: readonly (number | undefined)[] = [400, 413, 422];

/**
 * Whether fewer days may be answered where so many were not: 504 and, for more than a week, a longest range or no answer
 * at all. The specification states no maximum (section 8).
 *
 * @param status `undefined` where no answer came.
 */
export function mayBeTooLong(code: FailureCode, status: number | undefined, days: number): boolean {
  if (code === 'upstream_timeout') return true;
  return days > SURELY_ALLOWED_DAYS && (status === undefined || LENGTH_STATUSES.includes(status));
}
