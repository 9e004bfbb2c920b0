import type { EngineValue } from './engine';
import type { SchemaField } from './schema';

/** What is wrong with a row, as `status.errors` of a job has it. */
export interface RowError {
  readonly reason: 'invalid';
  readonly location: string;
  readonly message: string;
}

/** The rows of a file of newline-delimited JSON, or everything that is wrong with them. */
export type LoadedRows =
  | { readonly rows: EngineValue[][]; readonly errors: readonly [] }
  | { readonly rows: null; readonly errors: readonly RowError[] };

/** A job lists no more errors than this. */
const LISTED_ERRORS = 5;

/** Reads and types every row; one wrong value spoils all, as `maxBadRecords` is 0. */
export function readRows(text: string, fields: readonly SchemaField[]): LoadedRows {
  const places = new Map(fields.map(({ name }, place) => [name, place]));
  const rows: EngineValue[][] = [];
  const errors: RowError[] = [];
  let offset = 0;
  for (const line of text.split('\n')) {
    if (line.trim() !== '') {
      const read = readRow(line, fields, places);
      if (typeof read !== 'string') rows.push(read);
      else if (errors.length < LISTED_ERRORS)
        errors.push({
          reason: 'invalid',
          location: '0',
          message: `Error while reading data, error message: JSON processing encountered too many errors, giving up. Row starting at position ${offset}: ${read}`,
        });
    }
    offset += Buffer.byteLength(line) + 1;
  }
  return errors.length === 0 ? { rows, errors: [] } : { rows: null, errors };
}

/** @returns The values in the order of the schema, or what is wrong. */
function readRow(
  line: string,
  fields: readonly SchemaField[],
  places: ReadonlyMap<string, number>,
): EngineValue[] | string {
  let record: unknown;
  try {
    record = JSON.parse(line);
  } catch {
    return 'Parser terminated before end of string';
  }
  if (typeof record !== 'object' || record === null || Array.isArray(record))
    return 'JSON object specified for non-record field';
  const values: EngineValue[] = fields.map(() => null);
  for (const [name, value] of Object.entries(record)) {
    const place = places.get(name);
    if (place === undefined) return `No such field: ${name}.`;
    const { type } = fields[place] as SchemaField;
    const read = value === null ? null : readValue(value, type);
    if (read === undefined)
      return `Could not convert value to ${type.toLowerCase()}. Field: ${name}; Value: ${typeof value}`;
    values[place] = read;
  }
  const missing = fields.find(({ mode }, place) => mode === 'REQUIRED' && values[place] === null);
  return missing === undefined ? values : `Missing required field: ${missing.name}.`;
}

function readValue(value: unknown, type: SchemaField['type']): EngineValue | undefined {
  switch (type) {
    case 'STRING':
      return typeof value === 'string' ? value : undefined;
    case 'BOOLEAN':
      return typeof value === 'boolean' ? value : undefined;
    case 'INTEGER':
      return readInteger(value);
    case 'FLOAT':
      return readFloat(value);
    case 'DATE':
      return readDate(value);
    case 'TIMESTAMP':
      return readTimestamp(value);
  }
}

function readInteger(value: unknown): bigint | undefined {
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : undefined;
  if (typeof value !== 'string' || !/^[+-]?\d{1,19}$/.test(value)) return undefined;
  const read = BigInt(value);
  return BigInt.asIntN(64, read) === read ? read : undefined;
}

function readFloat(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const read = Number(value);
  return Number.isNaN(read) ? undefined : read;
}

function readDate(value: unknown): number | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return undefined;
  const millis = Date.parse(`${value}T00:00:00Z`);
  const isDay = !Number.isNaN(millis) && new Date(millis).toISOString().startsWith(value);
  return isDay ? millis / 86_400_000 : undefined;
}

const TIMESTAMP =
  /^(\d{4})[-/](\d{2})[-/](\d{2})(?:[ T](\d{2}:\d{2}:\d{2})(\.\d{1,6})?)? ?(Z|UTC|[+-]\d{2}(?::?\d{2})?)?$/;

/** Text of the documented form, or seconds since 1970; without a zone it is UTC. */
function readTimestamp(value: unknown): bigint | undefined {
  if (typeof value === 'number') return BigInt(Math.round(value * 1_000_000));
  const found = typeof value === 'string' ? TIMESTAMP.exec(value) : null;
  if (found === null) return undefined;
  const [, year, month, day, time = '00:00:00', fraction = '', zone = 'Z'] = found;
  const offset = zone === 'Z' || zone === 'UTC' ? 'Z' : zone.length === 3 ? `${zone}:00` : zone;
  const millis = Date.parse(`${year}-${month}-${day}T${time}${offset}`);
  const micros = BigInt(fraction.slice(1).padEnd(6, '0'));
  return Number.isNaN(millis) ? undefined : BigInt(millis) * 1000n + micros;
}
