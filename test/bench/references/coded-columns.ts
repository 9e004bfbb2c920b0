import { gunzipSync, gzipSync } from 'node:zlib';
import type { ShiftRow } from '../../../src/employer-api/shift-records';

const TEXTS = [1, 2, 3];
const STEPS = [0, 17];
/** Powers of ten that make every value of these columns whole: known here, found out by the product. */
const SCALES: Readonly<Record<number, number>> = { 6: 10, 8: 10, 10: 10, 12: 10, 13: 10, 16: 10 };

/** Its values are not whole under any of these powers, so they are kept as they are. */
const RAW = 14;

type Coded = (number | null)[];

/** Rows as packed text in the plain, tight form: coded columns, which columns how is known. */
export function tightEncode(rows: readonly ShiftRow[]): string {
  const columns: unknown[] = [];
  for (let c = 0; c < 18; c++) columns.push(TEXTS.includes(c) ? words(rows, c) : numbers(rows, c));
  return gzipSync(JSON.stringify(columns)).toString('base64');
}

/** The rows that `tightEncode` packed. */
export function tightDecode(packed: string, count: number): unknown[][] {
  const columns = JSON.parse(gunzipSync(Buffer.from(packed, 'base64')).toString('utf8'));
  const rows: unknown[][] = new Array(count);
  for (let r = 0; r < count; r++) rows[r] = new Array(18);
  for (let c = 0; c < 18; c++) {
    if (TEXTS.includes(c)) fillWords(rows, c, columns[c]);
    else fillNumbers(rows, c, columns[c]);
  }
  return rows;
}

function fillWords(rows: unknown[][], column: number, coded: { words: unknown[]; at: Coded }): void {
  const { words: texts, at } = coded;
  for (let r = 0; r < rows.length; r++) (rows[r] as unknown[])[column] = texts[at[r] as number];
}

function fillNumbers(rows: unknown[][], column: number, codes: Coded): void {
  const scale = SCALES[column] ?? 1;
  const isStepped = STEPS.includes(column);
  let last = 0;
  for (let r = 0; r < rows.length; r++) {
    const code = codes[r] as number | null;
    if (code !== null) last = isStepped ? last + code : code / scale;
    (rows[r] as unknown[])[column] = code === null ? null : last;
  }
}

function words(rows: readonly ShiftRow[], column: number): { words: unknown[]; at: Coded } {
  const codes = new Map<unknown, number>();
  const at: Coded = new Array(rows.length);
  for (let r = 0; r < rows.length; r++) {
    const word = (rows[r] as ShiftRow)[column];
    let code = codes.get(word);
    if (code === undefined) {
      code = codes.size;
      codes.set(word, code);
    }
    at[r] = code;
  }
  return { words: [...codes.keys()], at };
}

function numbers(rows: readonly ShiftRow[], column: number): Coded {
  const scale = SCALES[column] ?? 1;
  const isStepped = STEPS.includes(column);
  const codes: Coded = new Array(rows.length);
  let last = 0;
  for (let r = 0; r < rows.length; r++) {
    const value = (rows[r] as ShiftRow)[column] as number | null;
    if (value === null) codes[r] = null;
    else if (isStepped) {
      codes[r] = value - last;
      last = value;
    } else codes[r] = column === RAW ? value : Math.round(value * scale);
  }
  return codes;
}
