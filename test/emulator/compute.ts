import { createHash, createHmac } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { bytesOf, type Content, contentOf } from './content';
import { HostError } from './host-errors';

/** Bytes to work on: as given, or text in a charset of Java. */
type BytesInput = { readonly bytes: readonly number[] } | { readonly text: string; readonly charset: string };

/** Java's decoders, by the names scripts use. */
const CHARSETS: Readonly<Record<string, string>> = { 'us-ascii': 'ascii', us_ascii: 'ascii', utf_8: 'utf-8' };

// biome-ignore lint/suspicious/noExplicitAny: each operation states the input that its one caller sends.
const OPERATIONS: Readonly<Record<string, (input: any) => unknown>> = {
  'content-of-bytes': (bytes: readonly number[]) => contentOf(Uint8Array.from(bytes)),
  'bytes-of-content': (content: Content) => signed(bytesOf(content)),
  'text-of-content': ({ content, charset }: { content: Content; charset: string }) =>
    decode(bytesOf(content), charset),
  base64: (input: BytesInput) => inputBytes(input).toString('base64'),
  gzip: (content: Content) => contentOf(gzipSync(bytesOf(content))),
  ungzip: (content: Content) => contentOf(gunzipSync(bytesOf(content))),
  digest: ({ algorithm, input }: { algorithm: string; input: BytesInput }) =>
    signed(createHash(algorithm.replace('_', '').toLowerCase()).update(inputBytes(input)).digest()),
  hmac: ({ algorithm, input, key }: { algorithm: string; input: BytesInput; key: BytesInput }) => {
    const hash = algorithm.replace('HMAC_', '').replace('_', '').toLowerCase();
    return signed(createHmac(hash, inputBytes(key)).update(inputBytes(input)).digest());
  },
};

/** Runs one computation of the realm, JSON text both ways. Never throws. Runs in the realm's own thread. */
export function compute(operation: string, input: string): string {
  try {
    const perform = OPERATIONS[operation];
    if (perform === undefined) throw new HostError(`Utilities: ${operation} is not emulated`);
    return JSON.stringify({ value: perform(JSON.parse(input)) });
  } catch (error) {
    const message = error instanceof HostError ? error.message : `Invalid argument: ${operation}`;
    return JSON.stringify({ error: message });
  }
}

/** Fact J9: US-ASCII turns every other character into `?`. */
function inputBytes(input: BytesInput): Buffer {
  if ('bytes' in input) return Buffer.from(Uint8Array.from(input.bytes));
  if (input.charset === 'UTF_8') return Buffer.from(input.text, 'utf8');
  return Buffer.from(Array.from(input.text, (char) => (char <= '\u007f' ? char : '?')).join(''), 'latin1');
}

function signed(bytes: Uint8Array): number[] {
  return Array.from(Int8Array.from(bytes));
}

function decode(bytes: Buffer, charset: string): string {
  const name = CHARSETS[charset.toLowerCase()] ?? charset;
  try {
    return new TextDecoder(name, { ignoreBOM: true }).decode(bytes);
  } catch {
    throw new HostError(`Unsupported charset: ${charset}`);
  }
}
