import { gunzipSync, gzipSync } from 'node:zlib';
import type { TextPacker } from '../../src/reports/ports';

/** The platform's gzip and base64, by Node. */
export const nodePacker: TextPacker = {
  pack: (text) => gzipSync(text).toString('base64'),
  unpack: (packed) => gunzipSync(Buffer.from(packed, 'base64')).toString('utf8'),
};
