import type { TextPacker } from '../reports/ports';

/** Text compressed by gzip, as base64. */
export const gzipPacker: TextPacker = {
  pack: (text) => Utilities.base64Encode(Utilities.gzip(Utilities.newBlob(text)).getBytes()),
  unpack: (packed) => {
    try {
      const blob = Utilities.newBlob(Utilities.base64Decode(packed), 'application/x-gzip');
      return Utilities.ungzip(blob).getDataAsString('UTF-8');
    } catch {
      return undefined;
    }
  },
};
