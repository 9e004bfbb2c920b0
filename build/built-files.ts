import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ParseResult, parse } from '@babel/parser';
import type { File } from '@babel/types';

/** The three names that a built folder holds, in alphabetical order. */
export const BUILT_FILE_NAMES = ['Code.js', 'Sidebar.html', 'appsscript.json'] as const;

/** What a built folder holds, read once for all checks. */
export interface BuiltFiles {
  /** Every file below the folder, with `/` between folders, in alphabetical order. */
  readonly names: readonly string[];
  /** The text of each of the three, `''` where it is missing. */
  readonly texts: Readonly<Record<(typeof BUILT_FILE_NAMES)[number], string>>;
}

/** Reads a built folder. Missing files are left to the checks. */
export function readBuiltFiles(folder: string): BuiltFiles {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) =>
      join(entry.parentPath, entry.name).slice(folder.length).replaceAll('\\', '/').replace(/^\//, ''),
    )
    .sort();
  const read = (name: string) => (names.includes(name) ? readFileSync(join(folder, name), 'utf8') : '');
  return {
    names,
    texts: {
      'Code.js': read('Code.js'),
      'Sidebar.html': read('Sidebar.html'),
      'appsscript.json': read('appsscript.json'),
    },
  };
}

/** Parses a plain script, with its comments. Newer syntax than Apps Script knows is not refused here. */
export function parseScript(text: string): ParseResult<File> {
  return parse(text, { sourceType: 'script', errorRecovery: false });
}

/** The text of each script element of a page, in order. */
export function listPageScripts(page: string): string[] {
  return [...page.matchAll(/<script\b[^>]*>([\s\S]*?)<\/script\s*>/gi)].map((match) => match[1] ?? '');
}
