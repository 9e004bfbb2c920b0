import * as v from 'valibot';
import {
  type CalendarDate,
  type DateRange,
  formatIsoDate,
  isOn,
  parseIsoDate,
} from '../calendar/calendar-date';
import { type FieldKind, SHIFT_FIELDS } from '../contract/fields';
import type { Connection } from './connection';
import { ReportError } from './errors';
import type { HttpRequest, HttpResponse } from './ports';
import { LONGEST_TEXT, parseJson, shownCount } from './text';

/** One field of a shift record, under the service's own name. */
export interface Field {
  readonly name: string;
  readonly kind: FieldKind;
}

/** The 18 fields of a shift record, in the documented order: the order of every row and every table. */
export const SHIFT_FULFILMENT_FIELDS: readonly Field[] = SHIFT_FIELDS;

/** The position of a field in a row. @throws {RangeError} for a name that no field has: a mistake of ours. */
export function columnOf(field: string): number {
  const column = SHIFT_FULFILMENT_FIELDS.findIndex(({ name }) => name === field);
  if (column < 0) throw new RangeError(`No field is called ${field}.`);
  return column;
}

/** Where the day of a row stands. */
export const DAY_COLUMN = columnOf('SHIFT_DATE');
/** Where the ID of a row stands. */
export const ID_COLUMN = columnOf('SHIFT_ID');

/** A value of a shift record: a day as `CalendarDate`, a number, text, or null where there is none. */
export type ShiftValue = number | string | null;

/** One shift record: its 18 values in the documented order. */
export type ShiftRow = readonly ShiftValue[];

/** Shift records as rows, and what was wrong with them. */
export interface ShiftRecords {
  readonly rows: readonly ShiftRow[];
  /** How many things were left out or are odd; what the service sent as null is neither. */
  readonly doubts: number;
  /** The first of them in words, which hold no text of the answer; empty if there is none. */
  readonly firstDoubt: string;
  /** How many records had no day, and so are not among the rows. */
  readonly undated: number;
}

/**
 * Reads the shift records of some days, field by field. Records of other days are left out, and so are those without a
 * day, which are counted.
 *
 * A value that is missing, null or of the wrong kind becomes an empty cell; its neighbours stay as they are.
 * Counts below 0 and percentages over 100 are kept as sent: the specification states no range. Unknown fields are ignored.
 * A SHIFT_ID that comes twice is kept and reported, and so is text that was not sent as UTF-8.
 */
export function readShiftRecords(records: readonly unknown[], days: DateRange = EVERY_DAY): ShiftRecords {
  const rows: ShiftRow[] = [];
  let [doubts, firstDoubt, undated] = [0, '', 0];
  const seenIds = new Set<ShiftValue>();
  // Each day is read once: an answer has many records and few days.
  const known = new Map<string, CalendarDate | undefined>();
  const readDay = (text: string) => {
    if (!known.has(text)) known.set(text, parseIsoDate(text));
    return known.get(text);
  };
  records.forEach((record, index) => {
    const doubt = (problem: string) => {
      doubts += 1;
      firstDoubt ||= `record ${index + 1}${problem}`;
    };
    if (!isRecord(record)) {
      doubt(' is not a shift record');
      return;
    }
    const row = EMPTY_ROW.slice();
    for (let column = 0; column < row.length; column += 1) {
      const { name, kind } = SHIFT_FULFILMENT_FIELDS[column] as Field;
      const sent = hasOwn.call(record, name) ? record[name] : undefined;
      const value = readValue(sent, kind, readDay);
      if (column === DAY_COLUMN && !isOn(value, days)) {
        if (value === undefined) undated += 1;
        return;
      }
      if (value === undefined) {
        if (sent === undefined) doubt(`, ${name} is missing`);
        else if (sent !== null) doubt(`, ${name} is not of the documented type`);
        continue;
      }
      row[column] = value;
      if (typeof value !== 'string') continue;
      if (value.length > LONGEST_TEXT) doubt(`, ${name} is longer than a cell holds`);
      // What decoders put in the place of bytes that are not UTF-8.
      if (value.includes('\ufffd')) doubt(`, ${name} has characters that were not sent as UTF-8`);
    }
    const id = row[ID_COLUMN] ?? null;
    if (id !== null && seenIds.has(id)) doubt(', SHIFT_ID comes more than once');
    seenIds.add(id);
    rows.push(row);
  });
  return { rows, doubts, firstDoubt, undated };
}

const EVERY_DAY: DateRange = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };
const EMPTY_ROW: readonly ShiftValue[] = SHIFT_FULFILMENT_FIELDS.map(() => null);
const hasOwn = Object.prototype.hasOwnProperty;

/** @returns `undefined` when the value is not of its kind. */
function readValue(
  value: unknown,
  kind: FieldKind,
  readDay: (text: string) => CalendarDate | undefined,
): ShiftValue | undefined {
  if (kind === 'text') return typeof value === 'string' ? value : undefined;
  if (kind === 'date') return typeof value === 'string' ? readDay(value) : undefined;
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  // Beyond 2^53 JSON numbers lose digits: refused rather than rounded.
  if (kind === 'integer' && !Number.isSafeInteger(value)) return undefined;
  // -0 becomes plain; adding 0 to every number would copy it.
  return value === 0 ? 0 : value;
}

/** Whether a JSON value is an object, not an array and not null. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A checked answer of the service, whichever report it is: rows under fields. */
export interface ReportAnswer extends ShiftRecords {
  /** The columns of the rows, in order. */
  readonly fields: readonly Field[];
  /** When the service made the report, as it says: ISO 8601; null when it does not say. */
  readonly generatedAt: string | null;
  /** The number of the employer that it is of, where the answer says so. */
  readonly employer?: number | undefined;
  /** How many records came, those of other days among them. */
  readonly records: number;
}

/** What a request carries besides its report. */
export interface ReportCredentials {
  readonly token: string;
  readonly correlationId: string;
  readonly timeoutSeconds: number;
}

/** A report of the service: how it is asked for, and how a 200 answer is read. */
export interface ReportKind {
  /** Part of every cache key, so that no report is taken for another. */
  readonly name: string;
  /**
   * Whether each row has its day, in the first column: such a report is asked for by months or parts of them, and cut by
   * days. Any other is only ever asked for, and shown, whole.
   */
  readonly hasDays: boolean;
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

/** Nullability is not documented: what is null counts as not sent. */
const ANYTHING = v.optional(v.unknown());
const ANSWER = v.object({
  request: v.optional(
    v.nullable(v.object({ from_date: ANYTHING, to_date: ANYTHING, employer_id: ANYTHING })),
  ),
  metadata: v.optional(v.nullable(v.object({ employer_id: ANYTHING, generated_at: ANYTHING }))),
  // Its records are read one by one later: `v.array` would wrap and copy each of them.
  report: v.object({ shifts: v.custom<unknown[]>(Array.isArray) }),
});

/** What an answer says about the request. */
export type ReportEcho = Omit<v.InferOutput<typeof ANSWER>, 'report'>;

/**
 * Whether nothing in the answer speaks of other days or another employer. Specification section 2.2.
 *
 * @param range The days that were sent.
 */
export function echoesRequest(
  { request, metadata }: ReportEcho,
  connection: Connection,
  range: DateRange,
): boolean {
  const [echoed, stated] = [asNumber(request?.employer_id), asNumber(metadata?.employer_id)];
  // As numbers: JSON has no other, and those of 17 digits or more arrive rounded.
  const asked = connection.employer === 'me' ? undefined : Number(connection.employer);
  const pairs = [
    [request?.from_date, formatIsoDate(range.from)],
    [request?.to_date, formatIsoDate(range.to)],
    [echoed, asked],
    [stated, asked],
    [echoed, stated],
  ];
  // What was not sent cannot disagree.
  return pairs.every(([one, other]) => one == null || other == null || one === other);
}

/** Objects and arrays are no numbers: turning one into a number may call, and fail on, members of the answer. */
function asNumber(value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'object' ? Number.NaN : Number(value);
}

const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?$/;

/**
 * When the service made the report, as it says; null when it does not say, or oddly.
 *
 * Specification section 2.2: an ISO 8601 timestamp in UTC. What names no zone is read as that, never as local time; other
 * offsets are taken at their word. Always given with `Z`.
 */
export function readGeneratedAt({ metadata }: ReportEcho): string | null {
  const stated = metadata?.generated_at;
  const value = typeof stated === 'string' ? stated : '';
  const [text = '', zone] = TIMESTAMP.exec(value) ?? [];
  const millis = Date.parse(zone === undefined ? `${text}Z` : text);
  return Number.isNaN(millis) ? null : new Date(millis).toISOString().replace('.000Z', 'Z');
}

/**
 * The shift fulfilment report. Specification sections 2.2 and 4.2.
 *
 * It is asked for with one day more at both ends, and cut to the days that are wanted: the specification does not say
 * whether `to_date` is included, nor by which clock days begin.
 */
export const SHIFT_FULFILMENT_REPORT: ReportKind = {
  name: 'shift_fulfilment',
  hasDays: true,
  request(connection, range, call) {
    const { from, to } = widen(range);
    const query = [
      ['from_date', formatIsoDate(from)],
      ['to_date', formatIsoDate(to)],
    ] as const;
    return reportRequest(connection, 'reports/shift_fulfilment', query, call);
  },
  read: readShiftFulfilment,
};

function widen({ from, to }: DateRange): DateRange {
  return { from: from - 1, to: to + 1 };
}

/**
 * Reads and checks a 200 answer.
 *
 * Refused are answers for other days or another employer, those with records of which none is of a day asked for, and
 * those where a documented field is in no record.
 *
 * @param range The days whose records are wanted.
 */
function readShiftFulfilment(response: HttpResponse, connection: Connection, range: DateRange): ReportAnswer {
  const asked = widen(range);
  const parsed = v.safeParse(ANSWER, parseJson(response.text));
  if (!parsed.success || !echoesRequest(parsed.output, connection, asked)) refuseAnswer(response);
  const { request, report, metadata } = parsed.output;
  const { shifts } = report;
  const lacking = shifts.length > 0 && SHIFT_FULFILMENT_FIELDS.find(({ name }) => !shifts.some(has(name)));
  if (lacking) refuseAnswer(response, `${lacking.name} is in none of its records`);
  const records = readShiftRecords(shifts, range);
  const isOfOtherDays = () => readShiftRecords(shifts, asked).rows.length === 0;
  if (shifts.length > 0 && records.rows.length === 0 && isOfOtherDays()) refuseAnswer(response);
  return {
    ...records,
    fields: SHIFT_FULFILMENT_FIELDS,
    doubts: records.doubts + records.undated,
    firstDoubt: records.undated > 0 ? undatedWords(records) : records.firstDoubt,
    generatedAt: readGeneratedAt(parsed.output),
    employer: asNumber(metadata?.employer_id ?? request?.employer_id) || undefined,
    records: shifts.length,
  };
}

/** What is said of records without a day. */
export function undatedWords({ undated }: Pick<ShiftRecords, 'undated'>): string {
  return `${shownCount(undated, 'record')} without a day left out`;
}

function has(name: string): (record: unknown) => boolean {
  return (record) => isRecord(record) && Object.prototype.hasOwnProperty.call(record, name);
}

/** @param why The end of the sentence, where more is known. @throws {ReportError} `invalid_response` */
export function refuseAnswer({ status }: HttpResponse, why?: string): never {
  const sentence = why && `Tell the operator of the service: the report is odd, ${why}`;
  throw new ReportError('invalid_response', { sentence, status });
}
