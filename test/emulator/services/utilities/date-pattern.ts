import { Exception } from '../realm';

/** A piece of a date pattern: a run of one letter, or text that stands for itself. */
export type PatternPiece =
  | { readonly letter: string; readonly count: number; readonly text?: undefined }
  | { readonly letter?: undefined; readonly count?: undefined; readonly text: string };

const LETTERS = 'GyYMLwWDdFEuaHkKhmsSzZX';

/**
 * Takes a pattern of Java's `SimpleDateFormat` apart.
 *
 * @throws {Exception} on a letter that means nothing, an open quote, or more than three `X`. The texts are Java's; whether
 * the platform passes them on is assumed (fact D14).
 */
export function parseDatePattern(pattern: string): readonly PatternPiece[] {
  const pieces: PatternPiece[] = [];
  for (let at = 0; at < pattern.length; ) {
    const piece = nextPiece(pattern, at);
    pieces.push(piece.piece);
    at += piece.length;
  }
  return pieces;
}

function nextPiece(pattern: string, at: number): { readonly piece: PatternPiece; readonly length: number } {
  const first = pattern.charAt(at);
  if (first === "'") return quotedPiece(pattern, at);
  if (!/[A-Za-z]/.test(first)) return { piece: { text: first }, length: 1 };
  if (!LETTERS.includes(first)) throw new Exception(`Illegal pattern character '${first}'`);
  let count = 1;
  while (pattern.charAt(at + count) === first) count++;
  if (first === 'X' && count > 3) throw new Exception(`invalid ISO 8601 format: length=${count}`);
  return { piece: { letter: first, count }, length: count };
}

/** Two quotes in a row are one quote, inside quoted text and outside. */
function quotedPiece(pattern: string, at: number): { readonly piece: PatternPiece; readonly length: number } {
  if (pattern.charAt(at + 1) === "'") return { piece: { text: "'" }, length: 2 };
  let text = '';
  for (let end = at + 1; end < pattern.length; end++) {
    if (pattern.charAt(end) !== "'") text += pattern.charAt(end);
    else if (pattern.charAt(end + 1) === "'") {
      text += "'";
      end++;
    } else return { piece: { text }, length: end - at + 1 };
  }
  throw new Exception('Unterminated quote');
}
