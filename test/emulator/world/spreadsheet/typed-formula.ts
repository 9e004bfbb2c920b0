import type { Locale } from './locale';

/**
 * Reads a formula as typed in a locale, and writes it with `,` between arguments and `.` in decimals (fact S37).
 *
 * `;` separates arguments everywhere. Where decimals have a comma, a `,` that is not inside a number, and a `.` that is
 * in one, cannot be read. Functions have their English names. Nothing else of the formula is checked.
 *
 * @returns `undefined` for a formula that cannot be read.
 */
export function readTypedFormula(text: string, { decimal }: Locale): string | undefined {
  const open: string[] = [];
  let read = '';
  for (const [piece] of text.matchAll(PIECES)) {
    if (piece === '(' || piece === '{') open.push(piece);
    if (piece === ')' || piece === '}') open.pop();
    const isArray = open.at(-1) === '{';
    if (decimal === ',' && (piece === ',' || piece === '.' || /^\d+\.\d/.test(piece))) return undefined;
    if (/^\d+,\d/.test(piece)) read += decimal === ',' ? piece.replace(',', '.') : piece;
    else if (piece === ';' && !isArray) read += ',';
    else if (piece === '\\' && isArray) read += ',';
    else read += piece;
  }
  return read;
}

/** Texts and names of sheets in quotes, names and places, numbers with their decimals, and single characters. */
const PIECES = /"(?:[^"]|"")*"|'(?:[^']|'')*'|[\p{L}_$][\p{L}\p{N}_.$]*|\d+(?:[.,]\d+)?|./gsu;
