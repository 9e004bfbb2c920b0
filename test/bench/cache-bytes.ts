import { encodeEntry } from '../../src/reports/fetching/kept-rows';
import { nodePacker } from '../support/node-text';
import { keptReport } from './kept-report';
import { responseText } from './response-text';
import { makeShiftRows } from './shift-rows';

/** How many bytes a row takes in the cache, beside other ways to keep it. */
export interface CacheBytes {
  readonly rows: number;
  readonly 'bytes a row': string;
  /** Head and parts; 0 where a report is too large to keep. */
  readonly values: number;
  readonly 'answer as it came': string;
  readonly 'answer, packed': string;
  readonly 'array of rows, packed': string;
  /** Estimated before the code was written: columns, coded, of 10,000 rows. */
  readonly 'bytes a row, as estimated before': string;
}

/** Measures the entries that the product would put into the cache. Exact for these rows, whatever the machine. */
export function measureCacheBytes(): CacheBytes[] {
  return [1000, 10_000, 100_000].map((count) => {
    const rows = makeShiftRows(count);
    const entries = Object.values(encodeEntry('k', [keptReport(rows)], nodePacker));
    const text = responseText(rows);
    const each = (bytes: number) => (bytes / count).toFixed(1);
    return {
      rows: count,
      'bytes a row': each(entries.reduce((sum, value) => sum + Buffer.byteLength(value), 0)),
      values: entries.length,
      'answer as it came': each(Buffer.byteLength(text)),
      'answer, packed': each(nodePacker.pack(text).length),
      'array of rows, packed': each(nodePacker.pack(JSON.stringify(rows)).length),
      'bytes a row, as estimated before': count === 10_000 ? '17.3' : '',
    };
  });
}
