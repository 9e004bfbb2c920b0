import { Info } from 'luxon';
import type { FormatToken } from './format-tokens';
import { type WallTime, wallTimeOfSerial } from './serial-date';

const MONTHS = Info.months('long', { locale: 'en' });
const WEEKDAYS = Info.weekdays('long', { locale: 'en' });

/** Compiles a section of a number format that shows a date, a time or a duration. Case does not matter. */
export function compileDateSection(tokens: readonly FormatToken[]): (serial: number) => string {
  const twelveHours = tokens.some((token) => token.kind === 'date' && /^a/i.test(token.text));
  const pieces = tokens.map((token, index) => pieceFor(token, isMinute(tokens, index), twelveHours));
  return (serial) => {
    const wall = wallTimeOfSerial(serial);
    return pieces.map((piece) => piece(wall, serial)).join('');
  };
}

type Piece = (wall: WallTime, serial: number) => string;

/** `m` means minutes directly after hours or directly before seconds, months elsewhere. */
function isMinute(tokens: readonly FormatToken[], index: number): boolean {
  const times = tokens.filter((token) => token.kind === 'date' || token.kind === 'elapsed');
  const token = tokens[index];
  const place = token === undefined ? -1 : times.indexOf(token);
  return /^h/i.test(times[place - 1]?.text ?? '') || /^s/i.test(times[place + 1]?.text ?? '');
}

function pieceFor(token: FormatToken, minute: boolean, twelveHours: boolean): Piece {
  if (token.kind === 'elapsed') return elapsedPiece(token.text);
  if (token.kind !== 'date') return () => token.text;
  const text = token.text.toLowerCase();
  const width = Math.min(text.length, 2);
  switch (text.charAt(0)) {
    case 'y':
      return (wall) => (text.length <= 2 ? pad(wall.year % 100, 2) : pad(wall.year, 4));
    case 'm':
      return minute ? (wall) => pad(wall.minute, width) : monthPiece(text.length);
    case 'd':
      return dayPiece(text.length);
    case 'h':
      return (wall) => pad(twelveHours ? ((wall.hour + 11) % 12) + 1 : wall.hour, width);
    case 's':
      return (wall) => pad(wall.second, width);
    case '.':
      return (wall) => `.${pad(wall.millisecond, 3).slice(0, text.length - 1)}`;
    default:
      return (wall) => (wall.hour < 12 ? 'AM' : 'PM').slice(0, text === 'a/p' ? 1 : 2);
  }
}

function monthPiece(letters: number): Piece {
  if (letters <= 2) return (wall) => pad(wall.month, letters);
  const shown = letters === 3 ? 3 : letters === 5 ? 1 : undefined;
  return (wall) => (MONTHS[wall.month - 1] ?? '').slice(0, shown);
}

function dayPiece(letters: number): Piece {
  if (letters <= 2) return (wall) => pad(wall.day, letters);
  return (wall) => (WEEKDAYS[(wall.weekday + 6) % 7] ?? '').slice(0, letters === 3 ? 3 : undefined);
}

function elapsedPiece(text: string): Piece {
  const unit = { h: 24, m: 1440, s: 86_400 }[text.charAt(0).toLowerCase()] ?? 24;
  // A tenth of a millisecond, so that 0.5 days are not 11 hours and 59.99 minutes.
  return (_wall, serial) => pad(Math.floor(serial * unit + 1e-9 * unit), text.length);
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, '0');
}
