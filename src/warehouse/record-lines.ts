import { type DateRange, formatIsoDate, isOn } from '../calendar/calendar-date';
import { type Connection, isSampleConnection, parseConnection } from '../employer-api/connection';
import { DAY_COLUMN, SHIFT_FULFILMENT_FIELDS, type ShiftRow } from '../employer-api/shift-records';
import { shortHash } from '../employer-api/text';
import { distinctRows } from '../figures/record-quality';
import type { FollowedRefresh } from '../reports/refresh/refresh-phases';
import { PROPERTY } from '../reports/saved/document-state';
import { connectionName } from './tables';

/** Shift records as newline-delimited JSON, without what is the same in every line. */
export interface RecordLines {
  /** For each record its day and its fields, in order of days: the inside of a JSON object. */
  readonly lines: readonly { readonly day: number; readonly fields: string }[];
  /** How many records have no day and are not sent. */
  readonly undated: number;
}

/** What is the same in every line. */
export interface LineFrame {
  /** The value of CONNECTION. */
  readonly connection: string;
  readonly employer: number | null;
  /** When the service made the report, ISO 8601; null if it does not say. */
  readonly generatedAt: string | null;
  /** When it was fetched, ISO 8601. */
  readonly refreshedAt: string;
}

/**
 * Writes shift records as `tables.ts` defines their columns; the reader of answers has refused any value of another kind. A
 * blank value is left out, which means null. Other days are left out, and so is a record that equals another one with its
 * SHIFT_ID: formulas count it once, and the views cannot tell.
 */
export function recordLines(rows: readonly ShiftRow[], range: DateRange): RecordLines {
  const days = new Map<number, string>();
  const lines: { day: number; fields: string }[] = [];
  const distinct = distinctRows(rows);
  for (const row of distinct.rows) {
    const day = row[DAY_COLUMN];
    if (!isOn(day, range)) continue;
    let date = days.get(day);
    if (date === undefined) {
      date = formatIsoDate(day);
      days.set(day, date);
    }
    let fields = `"SHIFT_DATE":"${date}"`;
    for (const [column, { name }] of SHIFT_FULFILMENT_FIELDS.entries()) {
      const value = row[column] ?? null;
      if (value === null || column === DAY_COLUMN) continue;
      const text = typeof value === 'string' ? JSON.stringify(wellFormed(value)) : String(value);
      fields += `,"${name}":${text}`;
    }
    lines.push({ day, fields });
  }
  lines.sort((one, other) => one.day - other.day);
  return { lines, undated: distinct.undated.length };
}

/** Newline-delimited JSON of some lines. */
export function ndjson(lines: RecordLines['lines'], frame: LineFrame): string {
  const { connection, employer, generatedAt, refreshedAt } = frame;
  const same = {
    CONNECTION: connection,
    ...(employer === null ? {} : { EMPLOYER_ID: employer }),
    ...(generatedAt === null ? {} : { GENERATED_AT: generatedAt }),
    REFRESHED_AT: refreshedAt,
  };
  const begin = `${JSON.stringify(same).slice(0, -1)},`;
  return lines.map(({ fields }) => `${begin}${fields}}\n`).join('');
}

/** Half a character, which UTF-8 cannot hold, becomes a replacement character. */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}

/** Whose rows they are, as the warehouse names them. */
export interface NamedConnection {
  /** The value of CONNECTION. */
  readonly name: string;
  /** The value of EMPLOYER_ID; null where it is not known. */
  readonly employer: number | null;
}

/** Names the employer of the rows of a refresh. */
export function nameRows({
  properties,
  report,
  region,
  fingerprint,
  isSample,
}: Pick<FollowedRefresh, 'properties' | 'region' | 'fingerprint' | 'isSample'> & {
  readonly report: Pick<FollowedRefresh['report'], 'employer'>;
}): NamedConnection {
  if (isSample) return { name: connectionName(region, null), employer: null };
  const shared = parseConnection(properties[PROPERTY.connection]);
  if (shared?.fingerprint === fingerprint) return nameConnection(shared, report.employer);
  // Of one person: the document does not have it.
  const { employer } = report;
  return employer === undefined
    ? { name: `${region} ${shortHash(fingerprint)}`, employer: null }
    : { name: connectionName(region, employer), employer };
}

/**
 * Names the employer of rows. With `me`, only the answer says which employer it is; if it does not, a hash of the region
 * and the client ID stands for the number.
 *
 * @param employer The employer's number, as the answer says.
 */
export function nameConnection(connection: Connection, employer: number | undefined): NamedConnection {
  const { region } = connection;
  if (isSampleConnection(connection)) return { name: connectionName(region, null), employer: null };
  const number = employer ?? (connection.employer === 'me' ? undefined : Number(connection.employer));
  if (number !== undefined && Number.isSafeInteger(number))
    return { name: connectionName(region, number), employer: number };
  return { name: `${region} ${shortHash(connection.clientId)}`, employer: null };
}
