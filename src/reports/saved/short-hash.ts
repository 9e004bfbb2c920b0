/**
 * FNV-1a, 32 bits, in at most 7 characters. The chance that a text has the same hash as one of 300 is 1 in 14 million.
 */
export function shortHash(text: string): string {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  }
  return (value >>> 0).toString(36);
}
