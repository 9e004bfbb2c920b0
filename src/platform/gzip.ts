import { bytesOf, signed } from './signed-bytes';

/** Compresses bytes, 0 to 255, as a gzip file. No service call that counts. */
export function gzip(bytes: readonly number[]): number[] {
  return bytesOf(Utilities.gzip(Utilities.newBlob(signed(bytes))));
}
