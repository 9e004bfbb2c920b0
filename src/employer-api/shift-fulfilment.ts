import * as v from 'valibot';
import { formatIsoDate } from '../calendar/calendar-date';
import { type DateRange, isOn } from '../calendar/date-range';
import type { Connection } from './connection';
import { ReportError } from './errors';
import { parseJson } from './json';
import type { HttpRequest, HttpResponse } from './ports';
import { echoesRequest, hasFullEcho, isOfRegion, readEmployer, readGeneratedAt } from './report-echo';
import type { ReportAnswer, ReportCredentials, ReportKind } from './report-kind';
import { reportRequest } from './report-request';
import { DAY_COLUMN, SHIFT_FULFILMENT_FIELDS } from './shift-fulfilment-fields';
import { readShiftRecords } from './shift-records';

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
