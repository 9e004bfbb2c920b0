import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Statement } from '@babel/types';
import { listInlineImports } from './names-in-code';
import { parseSource, resolveImport } from './source-module';

/** One import or re-export in a source file. */
export interface ImportEdge {
  /** The importing file, relative to the source folder, with `/` between folders. */
  readonly from: string;
  /** The imported file in the same form, or the name of a package. */
  readonly to: string;
  readonly isPackage: boolean;
  /** Whether only types are taken, so that nothing of it runs. */
  readonly typeOnly: boolean;
}

/** The TypeScript sources below a folder, relative to it, in alphabetical order; declaration files left out. */
export function listSources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'))
    .sort();
}

/**
 * Reads every import of every source below a folder: values and types, re-exports, and `import()`.
 *
 * @throws {BuildError} When a relative import leads nowhere.
 */
export function readImportGraph(folder: string): ImportEdge[] {
  return listSources(folder).flatMap((from) => {
    const file = join(folder, from);
    const ast = parseSource(file);
    const imports = [...ast.program.body.flatMap(readStatement), ...listInlineImports(ast)];
    return imports.map(({ specifier, typeOnly }) => {
      const target = resolveImport(file, specifier);
      const to =
        target === undefined ? packageName(specifier) : relative(folder, target).replaceAll('\\', '/');
      return { from, to, isPackage: target === undefined, typeOnly };
    });
  });
}

/**
 * Follows imports of values from a file, however many steps.
 *
 * @returns The shortest way to each file it reaches, itself included: the file first, the reached one last.
 */
export function findReachable(edges: readonly ImportEdge[], start: string): Map<string, readonly string[]> {
  const ways = new Map<string, readonly string[]>([[start, [start]]]);
  const waiting = [start];
  for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
    for (const { from, to, isPackage, typeOnly } of edges) {
      if (from !== file || isPackage || typeOnly || ways.has(to)) continue;
      ways.set(to, [...(ways.get(file) ?? []), to]);
      waiting.push(to);
    }
  }
  return ways;
}

/**
 * Finds files that import each other in a circle, of types too.
 *
 * @returns The ways of some circles, each from a file back to itself; none if there is no circle.
 */
export function findCircles(edges: readonly ImportEdge[]): string[][] {
  const targets = new Map<string, string[]>();
  for (const { from, to, isPackage } of edges) {
    if (!isPackage) targets.set(from, [...(targets.get(from) ?? []), to]);
  }
  const done = new Set<string>();
  const circles: string[][] = [];
  const follow = (file: string, way: readonly string[]): void => {
    const start = way.indexOf(file);
    if (start >= 0) circles.push([...way.slice(start), file]);
    if (start >= 0 || done.has(file)) return;
    for (const target of targets.get(file) ?? []) follow(target, [...way, file]);
    done.add(file);
  };
  for (const file of targets.keys()) follow(file, []);
  return circles;
}

function readStatement(statement: Statement): { specifier: string; typeOnly: boolean }[] {
  if (statement.type === 'ImportDeclaration') {
    return [{ specifier: statement.source.value, typeOnly: statement.importKind === 'type' }];
  }
  if (statement.type === 'ExportNamedDeclaration' || statement.type === 'ExportAllDeclaration') {
    const specifier = statement.source?.value;
    return specifier === undefined ? [] : [{ specifier, typeOnly: statement.exportKind === 'type' }];
  }
  return [];
}

/** `preact/hooks` belongs to `preact`, `@scope/name/part` to `@scope/name`. */
function packageName(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}
