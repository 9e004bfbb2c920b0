import { format, getFormatInfo, parseValue } from 'numfmt';
import { type CellInput, HostError, remembered } from '../values';
import { instantOfWallTime, zoneOffsetMillis } from '../zones';
import { type Cell, type CellValue, effectiveFormat, PARSE_ERROR, scalarOf } from './cells';

/* What a text becomes when it is typed or written, and what a value shows. */

const MILLIS_PER_DAY = 86_400_000;
/** 1899-12-30, day 0 of the serial numbers, as milliseconds of UTC. */
const DAY_ZERO_MILLIS = Date.UTC(1899, 11, 30);

/** The instant at which a zone's clocks show what the serial number shows. */
export function instantOfSerial(serial: number, zone: string): number {
  return instantOfWallTime(zone, DAY_ZERO_MILLIS + Math.round(serial * MILLIS_PER_DAY));
}

/** The serial number of what a zone's clocks show at an instant. */
export function serialOfInstant(instantMillis: number, zone: string): number {
  return (instantMillis + zoneOffsetMillis(zone, instantMillis) - DAY_ZERO_MILLIS) / MILLIS_PER_DAY;
}

/**
 * How a spreadsheet's locale, such as `en_GB`, writes numbers and dates: as Unicode CLDR has it. That Google Sheets does the same
 * is assumed.
 */
const localeOf = remembered((name: string) => {
  const tag = name.replace('_', '-');
  const number = new Intl.NumberFormat(tag).formatToParts(1.5);
  const day = new Intl.DateTimeFormat(tag, { timeZone: 'UTC', calendar: 'gregory', numberingSystem: 'latn' });
  const dayFormat = day
    .formatToParts(Date.UTC(2026, 3, 3))
    .map(({ type, value }) => DATE_LETTERS[type]?.repeat(value.length) ?? value)
    .join('');
  /** A formula separates its arguments by `;` where decimals have a comma. */
  const hasComma = number.some(({ type, value }) => type === 'decimal' && value === ',');
  return { tag, hasComma, dayFormat };
});

const DATE_LETTERS: Readonly<Record<string, string>> = { day: 'd', month: 'm', year: 'y' };

/** The format an automatic cell takes on when a date is put into it. */
export function automaticDateFormat(serial: number, locale: string): string {
  const { dayFormat } = localeOf(locale);
  if (Number.isInteger(serial)) return dayFormat;
  return `${dayFormat} ${dayFormat.includes('dd') ? 'hh' : 'h'}:mm:ss`;
}

/** What the cell shows: the value through its format, with the separators of the spreadsheet's locale. */
export function displayText(cell: Cell, locale = 'en_GB'): string {
  return format(effectiveFormat(cell) || 'General', scalarOf(cell.value), { locale: localeOf(locale).tag });
}

/** What a script sees in a cell: a date where the format says so, an error as its code, `''` when empty. */
export function readValue(cell: Cell, zone: string): CellInput {
  const value = scalarOf(cell.value);
  if (typeof value !== 'number' || !isDate(effectiveFormat(cell))) return value;
  return new Date(instantOfSerial(value, zone));
}

const isDate = remembered((pattern: string) => getFormatInfo(pattern).isDate);

/** What a text becomes when it is put into a cell; an automatic cell takes on the format that the way of writing brings along. */
export type TypedContent = Pick<Cell, 'value' | 'formula' | 'format'>;

/** Characters that one cell takes, a leading apostrophe counted. */
const MAX_CHARACTERS_PER_CELL = 50_000;
const TOO_LONG = `Your input contains more than the maximum of ${MAX_CHARACTERS_PER_CELL} characters in a single cell.`;

/** Lead a formula. The full-width forms and U+2212 are assumed to count, as the worst case. */
const FORMULA_LEADS = '+-@\uFF1D\uFF0B\uFF0D\uFF20\u2212';

/**
 * Reads a text as Sheets does when it is typed or passed to `setValues`.
 *
 * @param cellFormat Number format of the cell; `@` keeps text as it is.
 * @throws {HostError} when it is longer than a cell takes.
 */
export function parseTypedText(text: string, cellFormat: string, localeName: string): TypedContent {
  if (text.length > MAX_CHARACTERS_PER_CELL) throw new HostError(TOO_LONG);
  const plain = (value: CellValue, pattern = '') => ({ value, formula: '', format: pattern });
  if (text.startsWith("'")) return plain(text.slice(1));
  if (text.startsWith('=') && text.length > 1) {
    const formula = readTypedFormula(text, localeName);
    return { value: formula === undefined ? PARSE_ERROR : '', formula: formula ?? text, format: '' };
  }
  if (cellFormat === '@') return plain(text);
  const trimmed = text.trim();
  const read = parseValue(trimmed, { locale: localeOf(localeName).tag });
  if (read?.v !== undefined && read.v !== null) return plain(read.v as number | boolean, read.z ?? '');
  if (trimmed.length > 1 && FORMULA_LEADS.includes(trimmed.charAt(0)))
    return { value: PARSE_ERROR, formula: `=${trimmed}`, format: '' };
  return plain(text);
}

/**
 * Reads a formula as typed in a locale, and writes it with `,` between arguments and `.` in decimals.
 *
 * `;` separates arguments everywhere; rows and columns of arrays are not told apart. Where decimals have a comma, a `,` that
 * is not inside a number, and a `.` that is in one, cannot be read. Functions have their English names.
 *
 * @returns `undefined` for a formula that cannot be read.
 */
export function readTypedFormula(text: string, localeName: string): string | undefined {
  const { hasComma } = localeOf(localeName);
  let read = '';
  for (const [piece] of text.matchAll(PIECES)) {
    if (hasComma && (piece === ',' || piece === '.' || /^\d+\.\d/.test(piece))) return undefined;
    if (piece === ';') read += ',';
    else read += hasComma && /^\d+,\d/.test(piece) ? piece.replace(',', '.') : piece;
  }
  return read;
}

/** Texts and names of sheets in quotes, names and places, numbers with their decimals, and single characters. */
const PIECES = /"(?:[^"]|"")*"|'(?:[^']|'')*'|[\p{L}_$][\p{L}\p{N}_.$]*|\d+(?:[.,]\d+)?|./gsu;
