/** A random UUID. */
export function makeUuid(): string {
  return Utilities.getUuid();
}

/** The SHA-256 of a text's UTF-8 bytes, as 64 hexadecimal digits. */
export function sha256(text: string): string {
  // Without the character set everything outside US-ASCII would become a question mark.
  const bytes = Utilities.computeDigest(Utilities.DigestAlgorithm.SHA_256, text, Utilities.Charset.UTF_8);
  // Bytes are signed.
  return bytes.map((byte) => (byte & 0xff).toString(16).padStart(2, '0')).join('');
}
