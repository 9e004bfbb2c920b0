import * as v from 'valibot';
import { formatIsoDate } from '../calendar/calendar-date';
import type { DateRange } from '../calendar/date-range';
import type { Connection } from './connection';
import { ReportError } from './errors';
import { parseJson } from './json';
import type { HttpRequest, HttpResponse } from './ports';
import { readShiftRecords, type ShiftRecords } from './shift-records';

/** The shift fulfilment report of one range, checked. */
export interface ShiftFulfilment extends ShiftRecords {
  /** When the service made the report, as it says: ISO 8601; null when it does not say. */
  readonly generatedAt: string | null;
}

/** Nullability is not documented: what is null counts as not sent. */
const ANYTHING = v.nullish(v.unknown());
const ECHO = v.object({ from_date: ANYTHING, to_date: ANYTHING, employer_id: ANYTHING });
const ANSWER = v.object({
  request: v.nullish(ECHO),
  report: v.object({ shifts: v.array(v.unknown()) }),
  metadata: v.nullish(v.object({ employer_id: ANYTHING, generated_at: ANYTHING })),
});
type Answer = v.InferOutput<typeof ANSWER>;

/** The report request. Spec §4.2: a POST whose body is an empty JSON array. */
export function shiftFulfilmentRequest(
  connection: Connection,
  range: DateRange,
  call: { readonly token: string; readonly correlationId: string; readonly timeoutSeconds: number },
): HttpRequest {
  const path = `/v1/reporting/${connection.employer}/reports/shift_fulfilment`;
  const query = `from_date=${formatIsoDate(range.from)}&to_date=${formatIsoDate(range.to)}`;
  return {
    url: `${connection.regionOrigin}${path}?${query}`,
    headers: {
      Authorization: `Bearer ${call.token}`,
      Accept: 'application/json',
      'Content-Type': 'application/json',
      'X-Correlation-ID': call.correlationId,
    },
    body: { json: '[]' },
    timeoutSeconds: call.timeoutSeconds,
  };
}

/**
 * Reads and checks a 200 answer.
 *
 * An answer for other days or another employer is refused; a missing echo is an issue. An answer with
 * records of which none can be used is refused, an empty report is valid.
 *
 * @throws {ReportError} `invalid_response`
 */
export function readShiftFulfilment(
  response: HttpResponse,
  connection: Connection,
  range: DateRange,
): ShiftFulfilment {
  const parsed = v.safeParse(ANSWER, parseJson(response.text));
  if (!parsed.success || !echoesRequest(parsed.output, connection, range)) {
    throw new ReportError('invalid_response', { status: response.status });
  }
  const { shifts } = parsed.output.report;
  const records = readShiftRecords(shifts);
  if (shifts.length > 0 && !records.rows.some((row) => row.some((value) => value !== null))) {
    throw new ReportError('invalid_response', { status: response.status });
  }
  const missingEcho = hasFullEcho(parsed.output) ? [] : ['the answer does not repeat the request'];
  const generatedAt = parsed.output.metadata?.generated_at;
  return {
    rows: records.rows,
    issueCount: records.issueCount + missingEcho.length,
    emptyCount: records.emptyCount,
    issues: [...missingEcho, ...records.issues],
    generatedAt: typeof generatedAt === 'string' && isTimestamp(generatedAt) ? generatedAt : null,
  };
}

function echoesRequest(answer: Answer, connection: Connection, range: DateRange): boolean {
  const echo = answer.request;
  const echoed = echo?.employer_id;
  const stated = answer.metadata?.employer_id;
  // As numbers: JSON has no other, and those of 17 digits and more come rounded.
  const asked = connection.employer === 'me' ? undefined : Number(connection.employer);
  return (
    agree(echo?.from_date, formatIsoDate(range.from)) &&
    agree(echo?.to_date, formatIsoDate(range.to)) &&
    agree(asNumber(echoed), asked) &&
    agree(asNumber(stated), asked) &&
    agree(asNumber(echoed), asNumber(stated))
  );
}

/** Whether two values are the same; what was not sent cannot disagree. */
function agree(value: unknown, expected: unknown): boolean {
  return isMissing(value) || isMissing(expected) || value === expected;
}

function hasFullEcho({ request }: Answer): boolean {
  return ![request?.from_date, request?.to_date, request?.employer_id].some(isMissing);
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === null;
}

function asNumber(value: unknown): number | undefined {
  return isMissing(value) ? undefined : Number(value);
}

function isTimestamp(value: string): boolean {
  return /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:\d{2})$/.test(value) && !Number.isNaN(Date.parse(value));
}
