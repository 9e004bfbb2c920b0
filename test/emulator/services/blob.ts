import { checked, computeOnHost, refuseUnknownMembers } from './realm';

/** Bytes as they cross the bridge: as text where they are UTF-8. */
export type Content = { readonly text: string } | { readonly base64: string };

const contents = new WeakMap<object, Content>();

/** The bytes behind a blob, or undefined for any other value. */
export function contentOfBlob(value: unknown): Content | undefined {
  return typeof value === 'object' && value !== null ? contents.get(value) : undefined;
}

/** Bytes given as text, as signed bytes or as a blob. */
export function contentOf(data: unknown): Content {
  const blob = contentOfBlob(data);
  if (blob !== undefined) return blob;
  if (Array.isArray(data)) return computeOnHost('content-of-bytes', data);
  return { text: String(data) };
}

/** Signed bytes, -128 to 127, as Java has them. */
export function bytesOfContent(content: Content): number[] {
  return computeOnHost('bytes-of-content', content);
}

/** Text in a charset; UTF-8 unless given. */
export function textOfContent(content: Content, charset?: string): string {
  const utf8 = charset === undefined || /^utf-?8$/i.test(charset);
  if (utf8 && 'text' in content) return content.text;
  return computeOnHost('text-of-content', { content, charset: charset === undefined ? 'UTF-8' : charset });
}

/** A Blob. */
export function createBlob(content: Content, contentType: string | null, name: string | null): object {
  let type = contentType;
  let title = name;
  const blob: object = refuseUnknownMembers('Blob', {
    getDataAsString: checked('Blob.getDataAsString', [['string?']], (charset?: string) =>
      textOfContent(content, charset),
    ),
    getBytes: checked('Blob.getBytes', [[]], () => bytesOfContent(content)),
    getContentType: () => type,
    setContentType(value: string) {
      type = value;
      return blob;
    },
    getName: () => title,
    setName(value: string) {
      title = value;
      return blob;
    },
    copyBlob: () => createBlob(content, type, title),
  });
  contents.set(blob, content);
  return blob;
}
