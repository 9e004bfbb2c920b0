import { readdirSync, statSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import gasLocal from 'gas-local';

/**
 * Loads a built folder into a realm by gas-local: its script files in order, without `node_modules`.
 *
 * @param realm A context of `node:vm`.
 * @throws {SyntaxError} when a file cannot be parsed, and what its top-level code throws.
 */
export function loadBundle(dist: string, realm: Record<string, unknown>): void {
  gasLocal.require(dist, realm, { filter: isScript });
}

/** The script files of a built folder. */
export function scriptFiles(dist: string): string[] {
  return (readdirSync(dist, { recursive: true }) as string[])
    .filter(isScript)
    .map((file) => join(dist, file));
}

/** Tells a built folder from all others, and from what stood there before. */
export function bundleMark(dist: string): string {
  return scriptFiles(dist)
    .map((file) => {
      const { mtimeMs, size, ino } = statSync(file);
      return `${file} ${mtimeMs} ${size} ${ino}`;
    })
    .join('\n');
}

function isScript(path: string): boolean {
  return ['.js', '.gs'].includes(extname(path)) && !path.split(sep).includes('node_modules');
}
