/** Bytes on their way into the realm: as text where they are UTF-8, which spares the detour. */
export type Content = { readonly text: string } | { readonly base64: string };

/** Packs bytes. A byte order mark stays part of the text, as Java leaves it. */
export function contentOf(bytes: Uint8Array): Content {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { base64: Buffer.from(bytes).toString('base64') };
  }
}

/** Unpacks to bytes. */
export function bytesOf(content: Content): Buffer {
  return 'text' in content ? Buffer.from(content.text, 'utf8') : Buffer.from(content.base64, 'base64');
}
