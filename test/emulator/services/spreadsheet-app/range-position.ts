import type { BookObjects, RangeHandle } from './book-objects';
import { checkedMethods, method } from './checked-methods';

/** The members of Range that ask nobody: where it lies. */
export function rangePosition(handle: RangeHandle, book: BookObjects) {
  const { row, column, rows, columns } = handle;
  return checkedMethods('SpreadsheetApp.Range', {
    getRow: method([], () => row),
    getRowIndex: method([], () => row),
    getColumn: method([], () => column),
    getColumnIndex: method([], () => column),
    getNumRows: method([], () => rows),
    getHeight: method([], () => rows),
    getNumColumns: method([], () => columns),
    getWidth: method([], () => columns),
    getLastRow: method([], () => row + rows - 1),
    getLastColumn: method([], () => column + columns - 1),
    getSheet: method([], () => book.sheet(handle.sheetId)),
    getGridId: method([], () => handle.sheetId),
    getA1Notation: method([], () => notationOf(handle)),
  });
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
