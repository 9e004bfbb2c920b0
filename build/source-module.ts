import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type ParseResult, parse } from '@babel/parser';
import type { File } from '@babel/types';
import { BuildError } from './build-error';

/** Parses one TypeScript source file, with its comments and tokens. */
export function parseSource(file: string): ParseResult<File> {
  const plugins = file.endsWith('.tsx') ? (['typescript', 'jsx'] as const) : (['typescript'] as const);
  return parse(readFileSync(file, 'utf8'), {
    sourceType: 'module',
    sourceFilename: file,
    plugins: [...plugins],
    tokens: true,
  });
}

/**
 * Finds the file that a relative import means: as written, or with `.ts` or `.tsx`.
 *
 * @returns `undefined` for a package.
 * @throws {BuildError} When a relative import leads to no file.
 */
export function resolveImport(importer: string, specifier: string): string | undefined {
  if (!specifier.startsWith('.')) return undefined;
  const base = resolve(dirname(importer), specifier);
  const found = [`${base}.ts`, `${base}.tsx`, base].find((candidate) => existsSync(candidate));
  if (found === undefined) throw new BuildError(`${importer} imports ${specifier}, which is not there.`);
  return found;
}
