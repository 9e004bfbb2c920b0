import type { OwnOfRange, RangeHandle } from './book-objects';
import { type SharedMethods, sharedMethod } from './checked-methods';

/** The members of Range that ask nobody: where it lies. */
export const RANGE_POSITION: SharedMethods<OwnOfRange> = {
  getRow: position(({ row }) => row),
  getRowIndex: position(({ row }) => row),
  getColumn: position(({ column }) => column),
  getColumnIndex: position(({ column }) => column),
  getNumRows: position(({ rows }) => rows),
  getHeight: position(({ rows }) => rows),
  getNumColumns: position(({ columns }) => columns),
  getWidth: position(({ columns }) => columns),
  getLastRow: position(({ row, rows }) => row + rows - 1),
  getLastColumn: position(({ column, columns }) => column + columns - 1),
  getSheet: sharedMethod([], ({ handle, book }) => book.sheet(handle.sheetId)),
  getGridId: position(({ sheetId }) => sheetId),
  getA1Notation: position(notationOf),
};

function position(read: (handle: RangeHandle) => unknown) {
  return sharedMethod<OwnOfRange>([], ({ handle }) => read(handle));
}

function notationOf({ row, column, rows, columns, notation }: RangeHandle): string {
  if (notation !== undefined) return notation;
  const first = columnLetters(column) + row;
  return rows === 1 && columns === 1
    ? first
    : `${first}:${columnLetters(column + columns - 1)}${row + rows - 1}`;
}

/** The letters of a column, counted from 1: 27 is `AA`. */
function columnLetters(column: number): string {
  let letters = '';
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return letters;
}
