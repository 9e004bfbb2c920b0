import { type CalendarDate, type DateRange, formatIsoDate } from '../calendar/calendar-date';
import { type Connection, isSampleConnection } from '../employer-api/connection';
import { refuse } from '../employer-api/errors';
import { DAY_COLUMN } from '../employer-api/shift-report';
import { shortHash, utf8Length } from '../employer-api/text';
import { distinctRows } from '../figures/figures';
import type { KeptReport } from '../reports/fetching/kept-rows';

/** Records as they are sent. */
export interface SentRecords {
  /**
   * The value of CONNECTION: `UK 1234`, or `SAMPLE UK` for sample data. A hash of the connection stands for an employer that
   * the answer does not name.
   */
  readonly connection: string;
  /** By day, as JSON: each an array of its fields, in the order of the report. */
  readonly days: ReadonlyMap<CalendarDate, readonly string[]>;
}

/** Writes records as JSON. One that equals another one with its SHIFT_ID is left out. */
export function sentRecords(
  owner: Connection,
  { rows, employer }: Pick<KeptReport, 'rows' | 'employer'>,
): SentRecords {
  const days = new Map<CalendarDate, string[]>();
  for (const row of distinctRows(rows).rows) {
    const day = row[DAY_COLUMN] as CalendarDate;
    const values = row.map((value, column) =>
      column === DAY_COLUMN ? formatIsoDate(day) : wellFormed(value),
    );
    const known = days.get(day) ?? [];
    days.set(day, known);
    known.push(JSON.stringify(values));
  }
  const { region, fingerprint } = owner;
  const isSample = isSampleConnection(owner);
  const connection = isSample ? `SAMPLE ${region}` : `${region} ${employer ?? shortHash(fingerprint)}`;
  return { connection, days };
}

/** Half a character, which UTF-8 cannot hold, becomes a replacement character. */
function wellFormed<Value>(value: Value): Value | string {
  return typeof value === 'string' ? value.replace(/\p{Surrogate}/gu, '\ufffd') : value;
}

/** A hash of the records of a day, in their order. */
export function hashOf({ connection, days }: SentRecords, day: CalendarDate): string {
  return shortHash([connection, ...(days.get(day) ?? [])].join('\n'));
}

/** Days of one statement, and their records as a JSON array. */
export interface DaysPart {
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
export function partsOf({ days }: Pick<SentRecords, 'days'>, { from, to }: DateRange): DaysPart[] {
  const found: string[] = [];
  for (let day = from; day <= to; day += 1) found.push(...(days.get(day) ?? []));
  const rows = `[${found.join(',')}]`;
  if (utf8Length(JSON.stringify(rows)) <= MOST_BYTES)
    return [{ range: { from, to }, rows, count: found.length }];
  if (from === to)
    refuse(
      'invalid_settings',
      `Send fewer shifts: those of ${formatIsoDate(from)} do not fit one request to BigQuery`,
    );
  const middle = Math.floor((from + to) / 2);
  return [...partsOf({ days }, { from, to: middle }), ...partsOf({ days }, { from: middle + 1, to })];
}
