/** Bytes as Apps Script has them: -128 to 127. */
export function signed(bytes: readonly number[]): number[] {
  return bytes.map((byte) => (byte << 24) >> 24);
}

/** The bytes of a blob, 0 to 255. */
export function bytesOf(blob: GoogleAppsScript.Base.Blob): number[] {
  return blob.getBytes().map((byte) => byte & 0xff);
}
