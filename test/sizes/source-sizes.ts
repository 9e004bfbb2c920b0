import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Statement } from '@babel/types';
import { listSources } from '../../build/import-graph';
import { parseSource, resolveImport } from '../../build/source-module';

/** How large a part of `src` is. */
export interface SourceSize {
  /** The folder, with its first folder below for `reports`. */
  readonly folder: string;
  readonly files: number;
  readonly lines: number;
  readonly exports: number;
  /** Of these, how many are imported by exactly one file of `src`. */
  readonly 'used by one file': number;
}

/** The sizes of the folders of `src`, and of all together. Tests count neither as files nor as users. */
export function sourceSizes(root: string): SourceSize[] {
  const src = join(root, 'src');
  const users = new Map<string, number>();
  const sources = listSources(src).map((file) => {
    const path = join(src, file);
    const { body } = parseSource(path).program;
    const taken = new Set(body.flatMap((statement) => importedNames(statement, path)));
    for (const name of taken) users.set(name, (users.get(name) ?? 0) + 1);
    const names = body.flatMap(exportedNames).map((name) => `${path} ${name}`);
    return { folder: folderOf(file), names, lines: readFileSync(path, 'utf8').split('\n').length - 1 };
  });
  const sizeOf = (folder: string, some: typeof sources): SourceSize => {
    const names = some.flatMap((source) => source.names);
    return {
      folder,
      files: some.length,
      lines: some.reduce((sum, { lines }) => sum + lines, 0),
      exports: names.length,
      'used by one file': names.filter((name) => users.get(name) === 1).length,
    };
  };
  const folders = [...new Set(sources.map(({ folder }) => folder))].sort();
  return [
    ...folders.map((folder) =>
      sizeOf(
        folder,
        sources.filter((source) => source.folder === folder),
      ),
    ),
    sizeOf('all', sources),
  ];
}

function folderOf(file: string): string {
  const [first = '', second = '', third] = file.split('/');
  if (first === 'reports' && third !== undefined) return `${first}/${second}`;
  return second === '' ? '(top)' : first;
}

function importedNames(statement: Statement, path: string): string[] {
  if (statement.type !== 'ImportDeclaration' && statement.type !== 'ExportNamedDeclaration') return [];
  const target = statement.source ? resolveImport(path, statement.source.value) : undefined;
  if (target === undefined) return [];
  return statement.specifiers.flatMap((one) => {
    if (one.type === 'ImportSpecifier') return [`${target} ${nameOf(one.imported)}`];
    return one.type === 'ExportSpecifier' ? [`${target} ${one.local.name}`] : [];
  });
}

function exportedNames(statement: Statement): string[] {
  if (statement.type !== 'ExportNamedDeclaration') return [];
  const { declaration, specifiers } = statement;
  if (declaration?.type === 'VariableDeclaration') {
    return declaration.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []));
  }
  if (declaration && 'id' in declaration && declaration.id?.type === 'Identifier')
    return [declaration.id.name];
  return specifiers.flatMap((one) => (one.type === 'ExportSpecifier' ? [nameOf(one.exported)] : []));
}

function nameOf(name: { readonly type: string; readonly name?: string; readonly value?: string }): string {
  return name.name ?? name.value ?? '';
}
