import { bytesOfContent, contentOf, createBlob } from './blob';
import { createEnum } from './enum';
import { callHost, checkArguments, computeOnHost, Exception, hostRandom, isDate, refuseUnknownMembers } from './realm';

const DIGESTS = ['MD2', 'MD5', 'SHA_1', 'SHA_256', 'SHA_384', 'SHA_512'];
const MACS = ['HMAC_MD5', 'HMAC_SHA_1', 'HMAC_SHA_256', 'HMAC_SHA_384', 'HMAC_SHA_512'];

/** Utilities. Everything but `sleep` is a computation: no service call is recorded. */
export function createUtilities(): object {
  return refuseUnknownMembers('Utilities', {
    Charset: createEnum('Charset', ['US_ASCII', 'UTF_8']),
    DigestAlgorithm: createEnum('DigestAlgorithm', DIGESTS),
    MacAlgorithm: createEnum('MacAlgorithm', MACS),
    ...encodings,
    ...digests,
    getUuid(): string {
      checkArguments('Utilities.getUuid', arguments, []);
      return 'xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx'.replace(/[xy]/g, (mark) => {
        const digit = Math.floor(hostRandom() * 16);
        return (mark === 'x' ? digit : (digit % 4) + 8).toString(16);
      });
    },
    sleep(milliseconds: number): void {
      checkArguments('Utilities.sleep', arguments, ['number']);
      callHost('Utilities.sleep', null, [milliseconds]);
    },
    newBlob(data: unknown, contentType?: string, name?: string): object {
      checkArguments('Utilities.newBlob', arguments, ['string', 'any?', 'any?'], ['array', 'any?', 'any?']);
      return createBlob(contentOf(data), contentType === undefined ? null : contentType, name === undefined ? null : name);
    },
    gzip(blob: unknown, name?: string): object {
      checkArguments('Utilities.gzip', arguments, ['object', 'string?']);
      return createBlob(computeOnHost('gzip', contentOf(blob)), 'application/x-gzip', name === undefined ? 'archive.gz' : name);
    },
    ungzip(blob: unknown): object {
      checkArguments('Utilities.ungzip', arguments, ['object']);
      return createBlob(computeOnHost('ungzip', contentOf(blob)), null, null);
    },
  });
}

const encodings = {
  base64Encode(data: unknown, charset?: unknown): string {
    checkArguments('Utilities.base64Encode', arguments, ['string', 'any?'], ['array']);
    return computeOnHost('base64', bytesInput(data, charset, 'UTF_8'));
  },
  base64EncodeWebSafe(data: unknown, charset?: unknown): string {
    checkArguments('Utilities.base64EncodeWebSafe', arguments, ['string', 'any?'], ['array']);
    return computeOnHost('base64', bytesInput(data, charset, 'UTF_8')).replace(/\+/g, '-').replace(/\//g, '_');
  },
  base64Decode(encoded: string): number[] {
    checkArguments('Utilities.base64Decode', arguments, ['string', 'any?']);
    if (!/^[A-Za-z0-9+/]*={0,2}$/.test(encoded)) throw new Exception('Could not decode string.');
    return bytesOfContent({ base64: encoded });
  },
  base64DecodeWebSafe(encoded: string): number[] {
    checkArguments('Utilities.base64DecodeWebSafe', arguments, ['string', 'any?']);
    return encodings.base64Decode(encoded.replace(/-/g, '+').replace(/_/g, '/'));
  },
};

const digests = {
  computeDigest(algorithm: object, value: unknown, charset?: unknown): number[] {
    checkArguments('Utilities.computeDigest', arguments, ['object', 'string', 'any?'], ['object', 'array']);
    return computeOnHost('digest', { algorithm: String(algorithm), input: bytesInput(value, charset, 'US_ASCII') });
  },
  computeHmacSignature(algorithm: object, value: unknown, key: unknown, charset?: unknown): number[] {
    const name = 'Utilities.computeHmacSignature';
    checkArguments(name, arguments, ['object', 'string', 'string', 'any?'], ['object', 'array', 'array']);
    return computeOnHost('hmac', {
      algorithm: String(algorithm),
      input: bytesInput(value, charset, 'US_ASCII'),
      key: bytesInput(key, charset, 'US_ASCII'),
    });
  },
  computeHmacSha256Signature(value: unknown, key: unknown, charset?: unknown): number[] {
    const name = 'Utilities.computeHmacSha256Signature';
    checkArguments(name, arguments, ['string', 'string', 'any?'], ['array', 'array']);
    return computeOnHost('hmac', {
      algorithm: 'HMAC_SHA_256',
      input: bytesInput(value, charset, 'US_ASCII'),
      key: bytesInput(key, charset, 'US_ASCII'),
    });
  },
};

/** What a digest or an encoding works on; text keeps its charset's name, so that the host can map what does not fit. */
function bytesInput(value: unknown, charset: unknown, usual: string) {
  if (Array.isArray(value)) return { bytes: value as number[] };
  return { text: String(value), charset: charset === undefined ? usual : String(charset) };
}

