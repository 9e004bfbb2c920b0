import type { ShiftRow, ShiftValue } from '../employer-api/shift-records';

/** A column as small whole numbers, one for each distinct value in the order first seen. */
export interface DistinctCodes {
  /** The number of each row's value. */
  readonly codes: Int32Array;
  /** Each distinct value with how often it comes, in the order of the numbers. */
  readonly counts: ReadonlyMap<ShiftValue, number>;
}

/** Rows are taken in blocks that stay in the processor's cache while one column after another is read. */
const BLOCK = 512;

/** Numbers the distinct values of some columns. */
export function codeDistinct(rows: readonly ShiftRow[], columns: readonly number[]): DistinctCodes[] {
  const coders = columns.map((column) => {
    const known = new Map<ShiftValue, number>();
    return { column, known, codes: new Int32Array(rows.length) };
  });
  for (let start = 0; start < rows.length; start += BLOCK) {
    const end = Math.min(start + BLOCK, rows.length);
    for (const { column, known, codes } of coders) codeBlock(rows, start, end, column, known, codes);
  }
  return coders.map(({ known, codes }) => {
    const counts = new Int32Array(known.size);
    for (let row = 0; row < codes.length; row++) {
      const code = codes[row] as number;
      counts[code] = (counts[code] as number) + 1;
    }
    return { codes, counts: new Map([...known].map(([value, code]) => [value, counts[code] as number])) };
  });
}

function codeBlock(
  rows: readonly ShiftRow[],
  start: number,
  end: number,
  column: number,
  known: Map<ShiftValue, number>,
  codes: Int32Array,
): void {
  // Days come in runs: most rows need no look-up.
  let last: ShiftValue | undefined;
  let code = 0;
  for (let row = start; row < end; row++) {
    const value = (rows[row] as ShiftRow)[column] ?? null;
    if (value !== last) {
      last = value;
      code = known.get(value) ?? known.size;
      if (code === known.size) known.set(value, code);
    }
    codes[row] = code;
  }
}
