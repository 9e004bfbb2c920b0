import type { SheetValue } from '../tables/sheet-table';

/** A day or a moment that someone typed as a note: its serial number. */
export interface NoteDate {
  readonly serial: number;
}

/** What someone typed into a note cell: text, a number, a date, or TRUE or FALSE. Never blank. */
export type Note = string | number | boolean | NoteDate;

/** True if a note is a date. */
export function isNoteDate(note: Note | null | undefined): note is NoteDate {
  return typeof note === 'object' && note !== null;
}

/** The value that writes a note; null for none. */
export function noteValue(note: Note | null | undefined): SheetValue {
  return isNoteDate(note) ? note.serial : (note ?? null);
}

/** True if two notes hold the same. A date is equal to its serial number: only the format of their cells differs. */
export function isSameNote(one: Note | null, other: Note | null): boolean {
  return noteValue(one) === noteValue(other);
}

/**
 * What identifies a shift, from a cell of SHIFT_ID: the same for `123` as a number and as text. Null for a blank cell
 * and for TRUE and FALSE.
 */
export function idOf(cell: SheetValue): string | null {
  if (cell === null || typeof cell === 'boolean') return null;
  if (typeof cell === 'number') return String(cell);
  const text = cell.trim();
  if (text === '') return null;
  return /^\d{1,15}$/.test(text) ? String(Number(text)) : `text ${text}`;
}
