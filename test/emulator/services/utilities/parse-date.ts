import { Exception } from '../realm';
import { type PatternPiece, parseDatePattern } from './date-pattern';
import { instantOfWallTime, utcMillis } from './zone-offset';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH =
  /^(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:tember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)/i;
const WEEKDAY = /^(sun|mon|tues|wednes|thurs|fri|satur)day|^(sun|mon|tue|wed|thu|fri|sat)/i;

/** Fields by pattern letter; absent ones count as the start of 1970. */
type Fields = { [letter: string]: number | undefined };

/**
 * `Utilities.parseDate`: reads a text by a pattern of Java's `SimpleDateFormat`, US locale, lenient: 30 February is
 * 2 March, and text after the pattern's end does not matter.
 *
 * @returns Milliseconds since 1970.
 * @throws {Exception} `Unparseable date: "…"` when the text does not fit; on letters other than `yMLdHkKhmsSaEzZX`.
 */
export function parseDate(text: string, zone: string, pattern: string): number {
  const pieces = parseDatePattern(pattern);
  const fields: Fields = {};
  let rest = text;
  pieces.forEach((piece, index) => {
    rest = readPiece(piece, isDigitField(pieces[index + 1]), rest, fields, text);
  });
  const wall = utcMillis(
    fields.y ?? 1970,
    fields.M ?? 1,
    fields.d ?? 1,
    hourOf(fields),
    fields.m ?? 0,
    fields.s ?? 0,
  );
  const wallMillis = wall + (fields.S ?? 0);
  return fields.Z === undefined ? instantOfWallTime(zone, wallMillis) : wallMillis - fields.Z * 60_000;
}

function hourOf({ H, k, K, h, a }: Fields): number {
  const half = a ?? 0;
  if (H !== undefined) return H;
  if (k !== undefined) return k % 24;
  if (h !== undefined) return (h % 12) + half * 12;
  return (K ?? 0) + half * 12;
}

function isDigitField(piece: PatternPiece | undefined): boolean {
  if (piece === undefined || piece.letter === undefined) return false;
  return /[ydHkKhmsS]/.test(piece.letter) || (/[ML]/.test(piece.letter) && piece.count < 3);
}

/** @returns What is left of the text. */
function readPiece(
  piece: PatternPiece,
  digitsFollow: boolean,
  rest: string,
  fields: Fields,
  whole: string,
): string {
  if (piece.letter === undefined) {
    if (!rest.startsWith(piece.text)) throw unparseable(whole);
    return rest.slice(piece.text.length);
  }
  const { letter, count } = piece;
  const trimmed = rest.replace(/^\s+/, '');
  if (!isDigitField(piece)) return readWord(letter, trimmed, fields, whole);
  // Digits run on into the next field only when that is no number too.
  const digits = (digitsFollow ? new RegExp(`^\\d{1,${count}}`) : /^-?\d+/).exec(trimmed);
  if (digits === null) throw unparseable(whole);
  const value = Number(digits[0]);
  fields[letter === 'L' ? 'M' : letter] =
    letter === 'y' && count <= 2 ? fullYear(value, digits[0].length) : value;
  return trimmed.slice(digits[0].length);
}

/** Exactly two digits mean the year nearest to now, at most 80 years back or 20 ahead. */
function fullYear(value: number, digits: number): number {
  if (digits !== 2) return value;
  const oldest = new Date().getUTCFullYear() - 80;
  const year = Math.floor(oldest / 100) * 100 + value;
  return year < oldest ? year + 100 : year;
}

function readWord(letter: string, rest: string, fields: Fields, whole: string): string {
  const match = wordPattern(letter).exec(rest);
  if (match === null) throw unparseable(whole);
  const word = match[0];
  if (letter === 'M' || letter === 'L') fields.M = MONTHS.indexOf(word.slice(0, 3).toLowerCase()) + 1;
  else if (letter === 'a') fields.a = /^p/i.test(word) ? 1 : 0;
  else if (letter !== 'E') fields.Z = offsetMinutes(word);
  return rest.slice(word.length);
}

function wordPattern(letter: string): RegExp {
  switch (letter) {
    case 'M':
    case 'L':
      return MONTH;
    case 'E':
      return WEEKDAY;
    case 'a':
      return /^[ap]m/i;
    case 'z':
    case 'Z':
    case 'X':
      return /^(?:Z|UTC|GMT)?[+-]\d{1,2}(?::?\d{2})?|^(?:Z|UTC|GMT)/;
    default:
      throw new Exception(`Utilities.parseDate with the pattern letter ${letter} is not emulated`);
  }
}

function offsetMinutes(word: string): number {
  const match = /([+-])(\d{1,2}):?(\d{2})?$/.exec(word);
  if (match === null) return 0;
  const [, sign, hours = '0', minutes = '0'] = match;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** Java's text; whether the platform passes it on is assumed. */
function unparseable(text: string): Exception {
  return new Exception(`Unparseable date: "${text}"`);
}
