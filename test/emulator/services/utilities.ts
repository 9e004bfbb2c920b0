import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { DateTime } from 'luxon';
import { kind, ownOf, running } from './kind';

interface BlobContent {
  readonly bytes: Buffer;
  readonly contentType: string | null;
}

const blob = kind<BlobContent>(
  'Blob',
  {},
  {
    getBytes: ({ bytes }) => signed(bytes),
    // A byte order mark stays part of the text, as Java leaves it.
    getDataAsString: ({ bytes }) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes),
  },
);

/** The bytes and the type of a blob. */
export const contentOf = (value: object) => ownOf<BlobContent>(value);

/** Bytes as Java has them: -128 to 127. */
const signed = (bytes: Uint8Array): number[] => Array.from(Int8Array.from(bytes));
const bytesOf = (data: string | readonly number[]): Buffer =>
  typeof data === 'string' ? Buffer.from(data) : Buffer.from(Uint8Array.from(data));

/** Utilities. Everything but `sleep` is a computation: no service call. */
export const utilities = kind(
  'Utilities',
  {
    sleep: (_, millis: number) => {
      running().pause(millis);
      running().record.sleptMillis += millis;
    },
  },
  {
    getUuid: () =>
      'xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx'.replace(/[xy]/g, (mark) => {
        const digit = Math.floor(running().random() * 16);
        return (mark === 'x' ? digit : (digit % 4) + 8).toString(16);
      }),
    newBlob: (_, data: string | number[], contentType: string | null = null) =>
      blob({ bytes: bytesOf(data), contentType }),
    gzip: (_, from: object) =>
      blob({ bytes: gzipSync(contentOf(from).bytes), contentType: 'application/x-gzip' }),
    ungzip: (_, from: object) => blob({ bytes: gunzipSync(contentOf(from).bytes), contentType: null }),
    base64Encode: (_, data: string | number[]) => bytesOf(data).toString('base64'),
    base64Decode: (_, encoded: string) => signed(Buffer.from(encoded, 'base64')),
    /** Without a charset every character outside US-ASCII becomes `?`. */
    computeDigest: (_, _algorithm: object, text: string, charset?: unknown) => {
      const input = charset === undefined ? text.replace(/[^\0-\x7f]/gu, '?') : text;
      return signed(createHash('sha256').update(input, 'utf8').digest());
    },
    // Of patterns of numbers alone, luxon's letters are those of Java.
    formatDate: (_, date: Date, zone: string, pattern: string) =>
      DateTime.fromMillis(date.getTime(), { zone }).toFormat(pattern),
    parseDate: (_, text: string, zone: string, pattern: string) =>
      DateTime.fromFormat(text, pattern, { zone }).toJSDate(),
  },
  { Charset: { UTF_8: 'UTF_8' }, DigestAlgorithm: { SHA_256: 'SHA_256' } },
)(null);

/** What the execution log shows. */
const write = (_: null, ...values: unknown[]) => void running().world.logs.push(values.map(String).join(' '));
export const consoleService = kind('console', { log: write, info: write, warn: write, error: write })(null);
