import { type CalendarDate, type DateRange, formatIsoDate } from '../calendar/calendar-date';
import type { Region } from '../employer-api/connection';
import { refuse } from '../employer-api/errors';
import { DAY_COLUMN, type ShiftRow } from '../employer-api/shift-records';
import { shortHash } from '../employer-api/text';
import { distinctRows } from '../figures/record-quality';
import { connectionName } from './views';

/** The records of a day as JSON: each an array of its fields, in the order of the report. */
export type RecordsByDay = ReadonlyMap<CalendarDate, readonly string[]>;

/**
 * Writes records as JSON, by day. A record without a day is left out, and so is one that equals another one with its SHIFT_ID.
 */
export function recordsByDay(rows: readonly ShiftRow[]): RecordsByDay {
  const days = new Map<CalendarDate, string[]>();
  for (const row of distinctRows(rows).rows) {
    const day = row[DAY_COLUMN] as CalendarDate;
    const values = row.map((value, column) =>
      column === DAY_COLUMN ? formatIsoDate(day) : wellFormed(value),
    );
    const known = days.get(day);
    if (known) known.push(JSON.stringify(values));
    else days.set(day, [JSON.stringify(values)]);
  }
  return days;
}

/** Days of one statement, and their records as a JSON array. */
interface DaysPart {
  readonly range: DateRange;
  readonly rows: string;
  readonly count: number;
}

/** BigQuery takes requests of up to 10 MB, parameters included: https://cloud.google.com/bigquery/quotas (query jobs). */
const MOST_BYTES = 9_000_000;

/**
 * Parts of whole days that fit one request each: 50,000 shifts are about 7 MB.
 *
 * @throws {ReportError} `invalid_settings` if one day alone does not fit.
 */
export function partsOf(days: RecordsByDay, range: DateRange): DaysPart[] {
  const parts: DaysPart[] = [];
  let [from, records, bytes]: [number, string[], number] = [range.from, [], 0];
  const close = (to: number) => {
    parts.push({ range: { from, to }, rows: `[${records.join(',')}]`, count: records.length });
    [from, records, bytes] = [to + 1, [], 0];
  };
  for (let day = range.from; day <= range.to; day += 1) {
    const found = days.get(day) ?? [];
    const size = found.reduce((sum, record) => sum + sizeInRequest(record), 0);
    if (size > MOST_BYTES)
      refuse(
        'invalid_settings',
        `Send fewer shifts: those of ${formatIsoDate(day)} do not fit one request to BigQuery`,
      );
    if (bytes + size > MOST_BYTES) close(day - 1);
    records.push(...found);
    bytes += size;
  }
  close(range.to);
  return parts;
}

/** Bytes of a record in a request: a text within JSON, as UTF-8. */
function sizeInRequest(record: string): number {
  let bytes = record.length + 1;
  for (let at = 0; at < record.length; at += 1) {
    const code = record.charCodeAt(at);
    if (code === 34 || code === 92 || (code > 127 && code < 2048)) bytes += 1;
    else if (code >= 2048) bytes += 2;
  }
  return bytes;
}

/** Half a character, which UTF-8 cannot hold, becomes a replacement character. */
function wellFormed<Value>(value: Value): Value | string {
  return typeof value === 'string' ? value.replace(/\p{Surrogate}/gu, '\ufffd') : value;
}

/** Whose rows they are: of a connection, which need not be the document's. */
export interface RowsOf {
  readonly region: Region;
  readonly fingerprint: string;
  readonly isSample: boolean;
}

/**
 * Names the employer of rows: by the region and the number that the answer says, or by a hash of the connection where it
 * says none.
 *
 * @returns The values of CONNECTION and of EMPLOYER_ID.
 */
export function nameRows(
  { region, fingerprint, isSample }: RowsOf,
  employer: number | undefined,
): { readonly name: string; readonly employer: number | null } {
  if (isSample) return { name: connectionName(region, null), employer: null };
  if (employer === undefined) return { name: `${region} ${shortHash(fingerprint)}`, employer: null };
  return { name: connectionName(region, employer), employer };
}
