import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type ParseResult, parse } from '@babel/parser';
import traverseModule, { type NodePath } from '@babel/traverse';
import type { File, Identifier, Node } from '@babel/types';
import { BuildError } from './command';

// The package is CommonJS: Node hands over the whole module where a bundler hands over its default.
const traverse = (
  'default' in traverseModule ? traverseModule.default : traverseModule
) as typeof traverseModule;

/** Parses one TypeScript source file, with its comments. */
export function parseSource(file: string): ParseResult<File> {
  const plugins = file.endsWith('.tsx') ? (['typescript', 'jsx'] as const) : (['typescript'] as const);
  return parse(readFileSync(file, 'utf8'), {
    sourceType: 'module',
    sourceFilename: file,
    plugins: [...plugins],
  });
}

/** Parses a plain script, with its comments. Newer syntax than Apps Script knows is not refused here. */
export function parseScript(text: string): ParseResult<File> {
  return parse(text, { sourceType: 'script', errorRecovery: false });
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

/** What a piece of code names. */
export interface NamesInCode {
  /**
   * Every use of a name that nothing in the file declares: the globals that the code rests on. Found by scope, not by text:
   * a local variable called `fetch` is none, and `typeof fetch` alone is none. In TypeScript, types may be among them.
   */
  readonly free: readonly { readonly name: string; readonly line: number }[];
  /** Every use of a member, whatever the object: `x.name`, `x['name']`, `const { name } = x`. */
  readonly members: readonly MemberUse[];
  /** Every text written in the code: string literals and the fixed parts of templates. */
  readonly texts: readonly string[];
  /** The lines of functions that answer later. */
  readonly asyncLines: readonly number[];
}

/** One use of a member of an object. */
export interface MemberUse {
  readonly name: string;
  readonly line: number;
  /** The call, when the member is called on the spot. */
  readonly call?: NodePath<Node> | undefined;
  /** The object's own name, when it is a plain one. */
  readonly object?: string | undefined;
}

/** Lists what code names, in one walk. A name computed at run time can't be seen. */
export function namesIn(ast: File): NamesInCode {
  const free: { name: string; line: number }[] = [];
  const members: MemberUse[] = [];
  const texts: string[] = [];
  const asyncLines: number[] = [];
  traverse(ast, {
    ReferencedIdentifier(path: NodePath<Identifier>) {
      const isTested = path.parentPath?.isUnaryExpression({ operator: 'typeof' }) ?? false;
      if (path.isIdentifier() && !isTested && !path.scope.hasBinding(path.node.name, true))
        free.push({ name: path.node.name, line: lineOf(path.node) });
    },
    AssignmentExpression(path: NodePath) {
      for (const name of Object.keys(path.getBindingIdentifiers()))
        if (!path.scope.hasBinding(name, true)) free.push({ name, line: lineOf(path.node) });
    },
    'MemberExpression|OptionalMemberExpression'(path: NodePath) {
      if (!path.isMemberExpression() && !path.isOptionalMemberExpression()) return;
      const { property, computed, object } = path.node;
      const name = readKey(property, computed);
      if (name === undefined) return;
      members.push({
        name,
        line: lineOf(path.node),
        call: path.key === 'callee' ? (path.parentPath ?? undefined) : undefined,
        object: object.type === 'Identifier' ? object.name : undefined,
      });
    },
    ObjectPattern(path: NodePath) {
      for (const property of path.isObjectPattern() ? path.node.properties : []) {
        const name =
          property.type === 'ObjectProperty' ? readKey(property.key, property.computed) : undefined;
        if (name !== undefined) members.push({ name, line: lineOf(property) });
      }
    },
    'StringLiteral|DirectiveLiteral'({ node }: NodePath) {
      if (node.type === 'StringLiteral' || node.type === 'DirectiveLiteral') texts.push(node.value);
    },
    TemplateElement({ node }: NodePath) {
      if (node.type === 'TemplateElement') texts.push(node.value.cooked ?? '');
    },
    Function({ node }: NodePath) {
      if ('async' in node && node.async === true) asyncLines.push(lineOf(node));
    },
  } as Parameters<typeof traverse>[1]);
  return { free, members, texts, asyncLines };
}

function readKey(key: Node, computed: boolean): string | undefined {
  if (key.type === 'StringLiteral') return key.value;
  return key.type === 'Identifier' && !computed ? key.name : undefined;
}

function lineOf(node: Node): number {
  return node.loc?.start.line ?? 0;
}
