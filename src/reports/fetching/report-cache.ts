import { type DateRange, isInside, isOn, isSameRange } from '../../calendar/calendar-date';
import {
  type Field,
  SHIFT_FULFILMENT_FIELDS,
  type ShiftRow,
  type ShiftValue,
} from '../../employer-api/shift-records';
import { parseJson } from '../../employer-api/text';
import type { TextPacker } from '../ports';

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

/** Days of a report in the cache. */
export interface KeptRange extends DateRange {
  /** When they were fetched. Milliseconds since 1970. */
  readonly at: number;
}

/** The longest list; the oldest entries are dropped. */
const MOST_RANGES = 60;

/** Reads the list of kept ranges. Invalid entries are left out. */
export function readKeptRanges(text: string | undefined): KeptRange[] {
  const list = parseJson(text ?? '');
  if (!Array.isArray(list)) return [];
  return list.flatMap((one: unknown) => {
    if (!Array.isArray(one) || one.length !== 3 || !one.every(Number.isInteger)) return [];
    const [from, to, at] = one as [number, number, number];
    return from <= to ? [{ from, to, at }] : [];
  });
}

/** The list with ranges added, as text. Ranges inside a new one are left out: it is newer and holds their days. */
export function listKeptRanges(known: readonly KeptRange[], added: readonly KeptRange[]): string {
  const others = known.filter((one) => !added.some((whole) => isInside(one, whole)));
  const newestFirst = [...added, ...others].sort((one, other) => other.at - one.at);
  return JSON.stringify(newestFirst.slice(0, MOST_RANGES).map(({ from, to, at }) => [from, to, at]));
}

/** Days of a range, and the piece that they are taken from. */
export interface DaysOfPiece<Piece> extends DateRange {
  readonly piece: Piece;
}

/**
 * Takes each day of a range from the newest piece that holds it: a newer answer replaces all rows of its days.
 *
 * @param newestFirst Pieces in order of precedence.
 * @returns Runs of days in order; `undefined` if no piece holds some day.
 */
export function newestByDay<Piece extends DateRange>(
  range: DateRange,
  newestFirst: readonly Piece[],
): DaysOfPiece<Piece>[] | undefined {
  const runs: DaysOfPiece<Piece>[] = [];
  for (let day = range.from; day <= range.to; ) {
    const from = day;
    const index = newestFirst.findIndex((one) => isOn(from, one));
    const piece = newestFirst[index];
    if (piece === undefined) return undefined;
    // It is the newest up to its end, or to the day before a newer one begins.
    const begins = newestFirst.slice(0, index).flatMap((one) => (one.from > from ? [one.from] : []));
    const to = Math.min(range.to, piece.to, ...begins.map((first) => first - 1));
    runs.push({ from, to, piece });
    day = to + 1;
  }
  return runs;
}

/** Ranges without repeats. */
export function eachOnce(ranges: readonly DateRange[]): DateRange[] {
  return ranges.filter((one, index) => ranges.findIndex((other) => isSameRange(one, other)) === index);
}

/*
 * Rows, column by column, so that thousands of them fit one cache entry: text as a dictionary and indexes, days as
 * differences, numbers as integers with a common power of ten. Nothing is lost: a column whose values do not fit its
 * form is stored unchanged.
 */

type TextColumn = { readonly words: readonly string[]; readonly at: readonly (number | null)[] };
type NumberColumn = {
  readonly scale: number;
  readonly by: 'value' | 'step';
  readonly is: readonly (number | null)[];
};
/** A column with values that are not of its field's kind, unchanged. */
type PlainColumn = { readonly plain: readonly ShiftValue[] };
type Column = TextColumn | NumberColumn | PlainColumn;

const SCALES = [1, 10, 100, 1000, 10_000];

/** Encodes rows as compact JSON, each column by its field's kind. */
export function encodeRows(rows: readonly ShiftRow[], fields: readonly Field[]): string {
  const columns = fields.map((field, index) =>
    encodeColumn(
      field,
      rows.map((row) => row[index] ?? null),
    ),
  );
  return JSON.stringify(columns);
}

/** Decodes the text of `encodeRows`. */
export function decodeRows(text: string, rowCount: number): ShiftRow[] {
  const columns = (JSON.parse(text) as Column[]).map(decodeColumn);
  const rows: ShiftValue[][] = [];
  for (let index = 0; index < rowCount; index += 1) rows.push(columns.map((values) => values[index] ?? null));
  return rows;
}

function encodeColumn(field: Field, values: readonly ShiftValue[]): Column {
  const isText = field.kind === 'text';
  const suits = (value: ShiftValue) => (isText ? typeof value === 'string' : typeof value === 'number');
  if (!values.every((value) => value === null || suits(value))) return { plain: values };
  if (isText) return encodeText(values);
  const numbers = values as readonly (number | null)[];
  // Days and IDs mostly grow from row to row: their steps are short.
  const stepped = field.kind === 'date' || /(^|_)ID$/.test(field.name);
  return (stepped ? encodeSteps(numbers) : undefined) ?? encodeNumbers(numbers);
}

function encodeText(values: readonly ShiftValue[]): TextColumn {
  const indexes = new Map<string, number>();
  const at = values.map((value) => {
    if (value === null) return null;
    const word = String(value);
    const known = indexes.get(word) ?? indexes.size;
    indexes.set(word, known);
    return known;
  });
  return { words: Array.from(indexes.keys()), at };
}

function encodeNumbers(values: readonly (number | null)[]): NumberColumn {
  const fits = (scale: number) =>
    values.every((value) => value === null || Math.round(value * scale) / scale === value);
  const scale = SCALES.find(fits);
  if (scale === undefined) return { scale: 0, by: 'value', is: values };
  return {
    scale,
    by: 'value',
    is: values.map((value) => (value === null ? null : Math.round(value * scale))),
  };
}

/** @returns `undefined` if a step is not a safe integer. */
function encodeSteps(values: readonly (number | null)[]): NumberColumn | undefined {
  // Values and steps are both checked: from 1 to 5e-324 is a step of exactly -1.
  if (!values.every((value) => value === null || Number.isSafeInteger(value))) return undefined;
  let last = 0;
  const is = values.map((value) => {
    if (value === null) return null;
    const step = value - last;
    last = value;
    return step;
  });
  return is.every((step) => step === null || Number.isSafeInteger(step))
    ? { scale: 1, by: 'step', is }
    : undefined;
}

function decodeColumn(column: Column): readonly ShiftValue[] {
  if ('plain' in column) return column.plain;
  if ('words' in column)
    return column.at.map((index) => (index === null ? null : (column.words[index] ?? null)));
  if (column.by === 'value') {
    const scale = column.scale;
    return scale <= 1 ? [...column.is] : column.is.map((value) => (value === null ? null : value / scale));
  }
  let last = 0;
  return column.is.map((step) => {
    if (step === null) return null;
    last += step;
    return last;
  });
}
