import * as v from 'valibot';
import { type DateRange, formatIsoDate, isOn } from '../calendar/calendar-date';
import type { Connection } from './connection';
import { ReportError } from './errors';
import type { HttpRequest, HttpResponse } from './ports';
import {
  DAY_COLUMN,
  type Field,
  readShiftRecords,
  SHIFT_FULFILMENT_FIELDS,
  type ShiftRecords,
} from './shift-records';
import { parseJson } from './text';

/** A checked answer of the service, whichever report it is: rows under fields. */
export interface ReportAnswer extends ShiftRecords {
  /** The columns of the rows, in order. */
  readonly fields: readonly Field[];
  /** When the service made the report, as it says: ISO 8601; null when it does not say. */
  readonly generatedAt: string | null;
  /** The number of the employer that it is of, where the answer says so. */
  readonly employer?: number | undefined;
}

/** What a request carries besides its report. */
interface ReportCredentials {
  readonly token: string;
  readonly correlationId: string;
  readonly timeoutSeconds: number;
}

/** A report of the service: how it is asked for, and how a 200 answer is read. */
export interface ReportKind {
  /** Part of every cache key, so that no report is taken for another. Letters, digits, `_`, `?`, `=`. */
  readonly name: string;
  /**
   * The field that holds the day of each row. Days of such a report may be asked for in parts and put together, and a
   * part may be cut out; any other report is only ever asked for, and shown, whole.
   */
  readonly dayField?: string;
  /** The field that says which rows of two answers are the same record. */
  readonly idField?: string;
  /** Its path is not documented: whoever built the add-on gave it. Specification section 4.3. */
  readonly isConfigured?: true;
  request(connection: Connection, range: DateRange, call: ReportCredentials): HttpRequest;
  /** @throws {ReportError} `invalid_response` */
  read(response: HttpResponse, connection: Connection, range: DateRange): ReportAnswer;
}

/**
 * The request of any report: a POST whose body is an empty JSON array. Specification sections 4.2 and 4.3.
 *
 * @param path Segments behind `/v1/reporting/{employer}/`.
 * @param query Names and values in order; encoded here.
 */
export function reportRequest(
  connection: Connection,
  path: string,
  query: readonly (readonly [name: string, value: string])[],
  call: ReportCredentials,
): HttpRequest {
  const search = query.map((pair) => pair.map(encodeURIComponent).join('=')).join('&');
  return {
    url:
      `${connection.regionOrigin}/v1/reporting/${connection.employer}/${path}` +
      (search === '' ? '' : `?${search}`),
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
function hasFullEcho({ request }: ReportEcho): boolean {
  return ![request?.from_date, request?.to_date, request?.employer_id].some(isMissing);
}

/**
 * Whether nothing in the answer speaks of another region. Specification section 2.2 tells only the code of the US: every
 * other one may be the UK's.
 */
function isOfRegion({ request }: ReportEcho, { region }: Connection): boolean {
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
function readEmployer({ request, metadata }: ReportEcho): number | undefined {
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

/** Nullability is not documented: what is null counts as not sent. */
const ANYTHING = v.nullish(v.unknown());
const ECHO = v.object({
  from_date: ANYTHING,
  to_date: ANYTHING,
  employer_id: ANYTHING,
  deployment_code: ANYTHING,
});
/** Its records are read one by one later: `v.array` would wrap and copy each of them. */
const RECORDS = v.custom<unknown[]>(Array.isArray);
const ANSWER = v.object({
  request: v.nullish(ECHO),
  report: v.object({ shifts: RECORDS }),
  metadata: v.nullish(v.object({ employer_id: ANYTHING, generated_at: ANYTHING })),
});

/** The report request. Spec §4.2: a POST whose body is an empty JSON array. */
export function shiftFulfilmentRequest(
  connection: Connection,
  range: DateRange,
  call: ReportCredentials,
): HttpRequest {
  const query = [
    ['from_date', formatIsoDate(range.from)],
    ['to_date', formatIsoDate(range.to)],
  ] as const;
  return reportRequest(connection, 'reports/shift_fulfilment', query, call);
}

/**
 * Reads and checks a 200 answer.
 *
 * An answer for other days or another employer is refused; a missing echo is an issue, and so are a missing time and
 * another region. An answer with records of which none is of a day asked for is refused, an empty report is valid.
 *
 * @throws {ReportError} `invalid_response`
 */
export function readShiftFulfilment(
  response: HttpResponse,
  connection: Connection,
  range: DateRange,
): ReportAnswer {
  const parsed = v.safeParse(ANSWER, parseJson(response.text));
  if (!parsed.success || !echoesRequest(parsed.output, connection, range)) {
    throw new ReportError('invalid_response', { status: response.status });
  }
  const { shifts } = parsed.output.report;
  const records = readShiftRecords(shifts);
  if (shifts.length > 0 && !records.rows.some((row) => isOn(row[DAY_COLUMN], range))) {
    throw new ReportError('invalid_response', { status: response.status });
  }
  const generatedAt = readGeneratedAt(parsed.output);
  const missing = [
    ...(hasFullEcho(parsed.output) ? [] : ['the answer does not repeat the request']),
    ...(generatedAt === null ? ['the answer does not say when it was made'] : []),
    ...(isOfRegion(parsed.output, connection) ? [] : ['the answer is of another region than the connection']),
  ];
  return {
    fields: SHIFT_FULFILMENT_FIELDS,
    rows: records.rows,
    issueCount: records.issueCount + missing.length,
    emptyCount: records.emptyCount,
    issues: [...missing, ...records.issues],
    generatedAt,
    employer: readEmployer(parsed.output),
  };
}

/** The shift fulfilment report. Specification sections 2.2 and 4.2. */
export const SHIFT_FULFILMENT_REPORT: ReportKind = {
  name: 'shift_fulfilment',
  dayField: 'SHIFT_DATE',
  idField: 'SHIFT_ID',
  request: shiftFulfilmentRequest,
  read: readShiftFulfilment,
};
