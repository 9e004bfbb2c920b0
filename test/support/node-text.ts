import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Digest, TextPacker } from '../../src/reports/ports';

/** SHA-256 of UTF-8 text, as hexadecimal digits. */
export const nodeDigest: Digest = (text) => createHash('sha256').update(text, 'utf8').digest('hex');

/** Text compressed by gzip, as base64. */
export const nodePacker: TextPacker = {
  pack: (text) => gzipSync(text).toString('base64'),
  unpack: (packed) => {
    try {
      return gunzipSync(Buffer.from(packed, 'base64')).toString('utf8');
    } catch {
      return undefined;
    }
  },
};
