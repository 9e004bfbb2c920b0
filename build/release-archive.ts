import { createHash } from 'node:crypto';
import { strToU8, zipSync } from 'fflate';

/** Files of an archive: text by path. */
export type ArchiveFiles = Readonly<Record<string, string>>;

/**
 * The oldest moment that a ZIP archive can hold. Every file carries it, so that equal files make equal archives,
 * whenever and wherever they are made.
 */
const ARCHIVE_TIME = new Date(1980, 0, 1);

/** Packs files into a ZIP archive. Equal files in any order make equal bytes. */
export function packArchive(files: ArchiveFiles): Uint8Array {
  const sorted = Object.entries(files).sort(([one], [other]) => (one < other ? -1 : 1));
  return zipSync(Object.fromEntries(sorted.map(([path, text]) => [path, strToU8(text)])), {
    level: 9,
    mtime: ARCHIVE_TIME,
  });
}

/** Lines as `sha256sum --check` reads them. */
export function listChecksums(files: Readonly<Record<string, string | Uint8Array>>): string {
  return Object.entries(files)
    .map(([name, content]) => `${createHash('sha256').update(content).digest('hex')}  ${name}\n`)
    .join('');
}
