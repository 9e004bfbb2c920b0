import { bytesOfContent, contentOf, createBlob } from './blob';
import { createEnum } from './enum';
import { callHost, checked, computeOnHost, Exception, hostRandom, refuseUnknownMembers } from './realm';
import { formatDate } from './utilities/format-date';
import { parseDate } from './utilities/parse-date';

const DIGESTS = ['MD5', 'SHA_1', 'SHA_256', 'SHA_384', 'SHA_512'];
const MACS = ['HMAC_MD5', 'HMAC_SHA_1', 'HMAC_SHA_256', 'HMAC_SHA_384', 'HMAC_SHA_512'];

/** Utilities. Everything but `sleep` is a computation: no service call is recorded. */
export function createUtilities(): object {
  return refuseUnknownMembers('Utilities', {
    Charset: createEnum('Charset', ['US_ASCII', 'UTF_8']),
    DigestAlgorithm: createEnum('DigestAlgorithm', DIGESTS),
    MacAlgorithm: createEnum('MacAlgorithm', MACS),
    ...encodings,
    ...digests,
    ...dates,
    getUuid: checked('Utilities.getUuid', [[]], (): string => {
      return 'xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx'.replace(/[xy]/g, (mark) => {
        const digit = Math.floor(hostRandom() * 16);
        return (mark === 'x' ? digit : (digit % 4) + 8).toString(16);
      });
    }),
    sleep: checked('Utilities.sleep', [['number']], (milliseconds: number): void => {
      callHost('Utilities.sleep', null, [milliseconds]);
    }),
    newBlob: checked(
      'Utilities.newBlob',
      [
        ['string', 'any?', 'any?'],
        ['array', 'any?', 'any?'],
      ],
      (data: unknown, contentType?: string, name?: string): object =>
        createBlob(
          contentOf(data),
          contentType === undefined ? null : contentType,
          name === undefined ? null : name,
        ),
    ),
    gzip: checked('Utilities.gzip', [['object', 'string?']], (blob: unknown, name?: string): object =>
      createBlob(
        computeOnHost('gzip', contentOf(blob)),
        'application/x-gzip',
        name === undefined ? 'archive.gz' : name,
      ),
    ),
    ungzip: checked('Utilities.ungzip', [['object']], (blob: unknown): object =>
      createBlob(computeOnHost('ungzip', contentOf(blob)), null, null),
    ),
  });
}

const encodings = {
  base64Encode: checked(
    'Utilities.base64Encode',
    [['string', 'any?'], ['array']],
    (data: unknown, charset?: unknown): string => computeOnHost('base64', bytesInput(data, charset, 'UTF_8')),
  ),
  base64EncodeWebSafe: checked(
    'Utilities.base64EncodeWebSafe',
    [['string', 'any?'], ['array']],
    (data: unknown, charset?: unknown): string =>
      computeOnHost('base64', bytesInput(data, charset, 'UTF_8'))
        .replace(/\+/g, '-')
        .replace(/\//g, '_'),
  ),
  base64Decode: checked('Utilities.base64Decode', [['string', 'any?']], (encoded: string): number[] => {
    if (!/^[A-Za-z0-9+/]*={0,2}$/.test(encoded)) throw new Exception('Could not decode string.');
    return bytesOfContent({ base64: encoded });
  }),
  base64DecodeWebSafe: checked(
    'Utilities.base64DecodeWebSafe',
    [['string', 'any?']],
    (encoded: string): number[] => encodings.base64Decode(encoded.replace(/-/g, '+').replace(/_/g, '/')),
  ),
};

const digests = {
  computeDigest: checked(
    'Utilities.computeDigest',
    [
      ['object', 'string', 'any?'],
      ['object', 'array'],
    ],
    (algorithm: object, value: unknown, charset?: unknown): number[] =>
      computeOnHost('digest', {
        algorithm: String(algorithm),
        input: bytesInput(value, charset, 'US_ASCII'),
      }),
  ),
  computeHmacSignature: checked(
    'Utilities.computeHmacSignature',
    [
      ['object', 'string', 'string', 'any?'],
      ['object', 'array', 'array'],
    ],
    (algorithm: object, value: unknown, key: unknown, charset?: unknown): number[] => {
      return computeOnHost('hmac', {
        algorithm: String(algorithm),
        input: bytesInput(value, charset, 'US_ASCII'),
        key: bytesInput(key, charset, 'US_ASCII'),
      });
    },
  ),
  computeHmacSha256Signature: checked(
    'Utilities.computeHmacSha256Signature',
    [
      ['string', 'string', 'any?'],
      ['array', 'array'],
    ],
    (value: unknown, key: unknown, charset?: unknown): number[] => {
      return computeOnHost('hmac', {
        algorithm: 'HMAC_SHA_256',
        input: bytesInput(value, charset, 'US_ASCII'),
        key: bytesInput(key, charset, 'US_ASCII'),
      });
    },
  ),
};

const dates = {
  formatDate: checked(
    'Utilities.formatDate',
    [['date', 'string', 'string']],
    (date: Date, timeZone: string, format: string) => formatDate(date.getTime(), timeZone, format),
  ),
  parseDate: checked(
    'Utilities.parseDate',
    [['string', 'string', 'string']],
    (date: string, timeZone: string, format: string) => new Date(parseDate(date, timeZone, format)),
  ),
};

/** What a digest or an encoding works on; text keeps its charset's name, so that the host can map what does not fit. */
function bytesInput(value: unknown, charset: unknown, usual: string) {
  if (Array.isArray(value)) return { bytes: value as number[] };
  return { text: String(value), charset: charset === undefined ? usual : String(charset) };
}
