/** The letters of a column, counted from 1: 27 is `AA`. */
function columnLetters(column: number): string {
  let letters = '';
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return letters;
}

/** One cell in A1 notation. */
export function cellName(row: number, column: number): string {
  return columnLetters(column) + row;
}
