import { readFileSync } from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';
import { gzipSync } from 'node:zlib';
import { SHIFT_FULFILMENT_FIELDS } from '../../src/employer-api/shift-fulfilment-fields';
import { decodeRows, encodeRows } from '../../src/reports/encoded-rows';
import { sheetRows } from '../../src/reports/report-table';
import { makeShiftRows } from './shift-rows';

/** A figure of one run on this machine, with its unit in its name. */
export type Figures = Record<string, string | number>;

const SAMPLES = 15;

/** Rows to cells, as a ratio to the tightest loop that does the same, by growing size. */
export function measureRowsToCells(): Figures[] {
  return [1000, 10_000, 100_000].map((count) => {
    const rows = makeShiftRows(count);
    const [product, reference] = fastest([() => sheetRows(rows, rows.length), () => referenceRows(rows)]);
    return {
      rows: count,
      milliseconds: product.toFixed(1),
      'ratio to reference': (product / reference).toFixed(2),
    };
  });
}

/** How many bytes a row takes in the cache, and what packing costs. */
export function measureCache(): Figures[] {
  return [1000, 10_000].map((count) => {
    const rows = makeShiftRows(count);
    const text = encodeRows(rows, SHIFT_FULFILMENT_FIELDS);
    const packed = gzipSync(text).toString('base64');
    const [encoding, decoding] = fastest([
      () => encodeRows(rows, SHIFT_FULFILMENT_FIELDS),
      () => decodeRows(text, rows.length),
    ]);
    return {
      rows: count,
      'bytes a row, plain': (text.length / count).toFixed(1),
      'bytes a row, packed': (packed.length / count).toFixed(1),
      'encode ms': encoding.toFixed(1),
      'decode ms': decoding.toFixed(1),
    };
  });
}

/** Size of what ships, and how long the bundle takes to load into a fresh realm. */
export function measureBundle(root: string): Figures[] {
  const code = readFileSync(path.join(root, 'build/dist/Code.js'), 'utf8');
  const page = readFileSync(path.join(root, 'build/dist/Sidebar.html'), 'utf8');
  const script = new vm.Script(code);
  const [load] = fastest([() => script.runInContext(vm.createContext({}))]);
  const [empty] = fastest([() => new vm.Script('0').runInContext(vm.createContext({}))]);
  return [
    {
      'Code.js bytes': Buffer.byteLength(code),
      'Sidebar.html bytes': Buffer.byteLength(page),
      'load in a fresh realm, ms': Math.max(0, load - empty).toFixed(2),
    },
  ];
}

/** The plain, tight form of the conversion: nothing but the apostrophe rule. */
function referenceRows(rows: readonly (readonly (string | number | null)[])[]): (string | number)[][] {
  const cells: (string | number)[][] = new Array(rows.length);
  for (let r = 0; r < rows.length; r++) {
    const row = rows[r] ?? [];
    const out: (string | number)[] = new Array(18);
    for (let c = 0; c < 18; c++) {
      const value = row[c] ?? null;
      out[c] = typeof value === 'number' ? value : value === null || value === '' ? '' : `'${value}`;
    }
    cells[r] = out;
  }
  return cells;
}

/** The fastest of several samples of each, taken in turn, in milliseconds. */
function fastest(candidates: readonly (() => unknown)[]): [number, number] {
  const best = candidates.map(() => Number.POSITIVE_INFINITY);
  for (let sample = 0; sample < SAMPLES; sample++) {
    candidates.forEach((candidate, index) => {
      const start = process.hrtime.bigint();
      candidate();
      best[index] = Math.min(best[index] ?? 0, Number(process.hrtime.bigint() - start) / 1e6);
    });
  }
  return [best[0] ?? 0, best[1] ?? 0];
}
