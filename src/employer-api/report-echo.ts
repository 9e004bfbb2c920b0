import { formatIsoDate } from '../calendar/calendar-date';
import type { DateRange } from '../calendar/date-range';
import type { Connection } from './connection';

/** What an answer says about the request. Nullability is not documented: what is null counts as not sent. */
export interface ReportEcho {
  readonly request?:
    | Partial<Record<'from_date' | 'to_date' | 'employer_id' | 'deployment_code', unknown>>
    | null
    | undefined;
  readonly metadata?: Partial<Record<'employer_id' | 'generated_at', unknown>> | null | undefined;
}

/** Day and time, fraction of a second, hours and minutes of the offset. */
const TIMESTAMP = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?)(\.\d{1,9})?(?:Z|([+-]\d{2})(?::?(\d{2}))?)?$/;

/** Whether nothing in the answer speaks of other days or another employer. Specification section 2.2. */
export function echoesRequest(
  { request, metadata }: ReportEcho,
  connection: Connection,
  range: DateRange,
): boolean {
  const echoed = request?.employer_id;
  const stated = metadata?.employer_id;
  // As numbers: JSON has no other, and those of 17 digits or more arrive rounded.
  const asked = connection.employer === 'me' ? undefined : Number(connection.employer);
  return (
    agree(request?.from_date, formatIsoDate(range.from)) &&
    agree(request?.to_date, formatIsoDate(range.to)) &&
    agree(asNumber(echoed), asked) &&
    agree(asNumber(stated), asked) &&
    agree(asNumber(echoed), asNumber(stated))
  );
}

/** Whether the answer repeats all that the request said. */
export function hasFullEcho({ request }: ReportEcho): boolean {
  return ![request?.from_date, request?.to_date, request?.employer_id].some(isMissing);
}

/**
 * Whether nothing in the answer speaks of another region. Specification section 2.2 tells only the code of the US: every
 * other one may be the UK's.
 */
export function isOfRegion({ request }: ReportEcho, { region }: Connection): boolean {
  const code = request?.deployment_code;
  return typeof code !== 'string' || (code === 'US') === (region === 'US');
}

/**
 * When the service made the report, as it says; null when it does not say, or oddly.
 *
 * Specification section 2.2: an ISO 8601 timestamp in UTC. What names no zone is read as that, never as local time; other
 * offsets are taken at their word. Always given with `Z`.
 */
export function readGeneratedAt({ metadata }: ReportEcho): string | null {
  const value = metadata?.generated_at;
  const parts = typeof value === 'string' ? TIMESTAMP.exec(value) : null;
  if (parts === null) return null;
  const [, time, fraction = '', hours, minutes = '00'] = parts;
  const zone = hours === undefined ? 'Z' : `${hours}:${minutes}`;
  const millis = Date.parse(`${time}${fraction.slice(0, 4)}${zone}`);
  return Number.isNaN(millis) ? null : new Date(millis).toISOString().replace('.000Z', 'Z');
}

/** The number of the employer that an answer is of; `undefined` where it does not say. */
export function readEmployer({ request, metadata }: ReportEcho): number | undefined {
  return asNumber(metadata?.employer_id ?? request?.employer_id) || undefined;
}

/** Whether two values are the same; what was not sent cannot disagree. */
function agree(value: unknown, expected: unknown): boolean {
  return isMissing(value) || isMissing(expected) || value === expected;
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === null;
}

/** Objects and arrays are no numbers: turning one into a number may call, and fail on, members of the answer. */
function asNumber(value: unknown): number | undefined {
  if (isMissing(value)) return undefined;
  return typeof value === 'object' ? Number.NaN : Number(value);
}
