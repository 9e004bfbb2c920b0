import type { DateRange } from '../../calendar/calendar-date';
import { type Field, SHIFT_FULFILMENT_FIELDS, type ShiftRow } from '../../employer-api/shift-records';
import { parseJson } from '../../employer-api/text';
import type { TextPacker } from '../ports';
import { decodeRows, encodeRows } from './encoded-rows';

/** A report as the service sent it, with its times, issues and origin. */
export interface KeptReport {
  readonly range: DateRange;
  /** The requested days, if there are extra days; the rows are of all of them. */
  readonly asked?: DateRange;
  /** The columns of the rows, in order. */
  readonly fields: readonly Field[];
  readonly rows: readonly ShiftRow[];
  /** When the service made it; null if it does not say. */
  readonly generatedAt: string | null;
  /** The employer's number, if the response has it. */
  readonly employer?: number | undefined;
  /** When it was fetched. Milliseconds since 1970. */
  readonly fetchedAt: number;
  readonly issueCount: number;
  /** How many of the issues are empty values. */
  readonly emptyCount: number;
  readonly issues: readonly string[];
  readonly correlationId: string;
  /** The spreadsheet's time zone when it was fetched, so that a warm formula need not read it; null if unknown. */
  readonly zone: string | null;
  /** From how many answers it was joined; left out for a single one. */
  readonly answers?: number;
  /** Set if one of its days has as many records as truncated answers: whether it is complete is unknown. */
  readonly hasFullDay?: true;
}

/** The number of parts in the first read: about 23,000 rows. */
const PARTS_READ_AT_ONCE = 4;
/** A report in more parts is not kept. */
const MOST_PARTS = 20;
/** A cache value holds 102,400 bytes; parts are ASCII, so characters are bytes. */
const PART_CHARACTERS = 100_000;
const FORMAT = 1;

interface Head {
  readonly format: number;
  /** Also the prefix of each part, so that parts of two writes never mix. */
  readonly stamp: string;
  readonly parts: number;
  readonly packed: boolean;
  readonly rowCount: number;
  /** Without `fields`, which never change, for the shift fulfilment report. */
  readonly report: Omit<KeptReport, 'rows' | 'fields'> & { readonly fields?: readonly Field[] };
}

/** The cache entries of a report: a head and numbered parts. */
export function reportKeys(key: string): string[] {
  return [key, ...partKeys(key, 0, PARTS_READ_AT_ONCE)];
}

/** When a report was fetched, read from its head alone; `undefined` if there is none. */
export function readFetchedAt(head: string | undefined): number | undefined {
  return (parseJson(head ?? '') as Head | null | undefined)?.report?.fetchedAt;
}

/** The entries to write for a report; none if it is too large to keep. */
export function encodeReport(key: string, report: KeptReport, packer: TextPacker): Record<string, string> {
  const text = encodeRows(report.rows, report.fields);
  // Escaped to ASCII so that the length in characters is the length in bytes.
  const plain = text.length <= PART_CHARACTERS ? escapeNonAscii(text) : '';
  const packed = plain === '' || plain.length > PART_CHARACTERS;
  const content = packed ? packer.pack(text) : plain;
  const parts = Math.ceil(content.length / PART_CHARACTERS);
  if (parts > MOST_PARTS) return {};
  const { rows, fields, ...rest } = report;
  const stamp = `${report.fetchedAt}.${report.correlationId}:`;
  const about = fields === SHIFT_FULFILMENT_FIELDS ? rest : { ...rest, fields };
  const head: Head = { format: FORMAT, stamp, parts, packed, rowCount: rows.length, report: about };
  const entries: Record<string, string> = { [key]: JSON.stringify(head) };
  partKeys(key, 0, parts).forEach((partKey, index) => {
    entries[partKey] = stamp + content.slice(index * PART_CHARACTERS, (index + 1) * PART_CHARACTERS);
  });
  return entries;
}

/**
 * Reads a report back.
 *
 * @param entries The cache entries for `reportKeys`.
 * @param readMore Reads the parts beyond the first read from the cache.
 * @returns `undefined` if anything is missing, of another format or unreadable: a miss, never an incomplete report.
 */
export function decodeReport(
  key: string,
  entries: Readonly<Record<string, string>>,
  readMore: (keys: string[]) => Record<string, string>,
  packer: TextPacker,
): KeptReport | undefined {
  const head = parseJson(entries[key] ?? '') as Head | null | undefined;
  if (head?.format !== FORMAT || !(head.parts <= MOST_PARTS)) return undefined;
  const more = head.parts > PARTS_READ_AT_ONCE ? readMore(partKeys(key, PARTS_READ_AT_ONCE, head.parts)) : {};
  let content = '';
  for (const partKey of partKeys(key, 0, head.parts)) {
    const part = entries[partKey] ?? more[partKey];
    if (part === undefined || !part.startsWith(head.stamp)) return undefined;
    content += part.slice(head.stamp.length);
  }
  const text = head.packed ? packer.unpack(content) : content;
  const rows = text === undefined ? undefined : tryToDecode(text, head.rowCount);
  return rows && { fields: SHIFT_FULFILMENT_FIELDS, ...head.report, rows };
}

function tryToDecode(text: string, rowCount: number): ShiftRow[] | undefined {
  try {
    return decodeRows(text, rowCount);
  } catch {
    return undefined;
  }
}

function partKeys(key: string, from: number, to: number): string[] {
  const keys: string[] = [];
  for (let index = from; index < to; index += 1) keys.push(`${key}.${index + 1}`);
  return keys;
}

function escapeNonAscii(text: string): string {
  return text.replace(
    /[^\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
