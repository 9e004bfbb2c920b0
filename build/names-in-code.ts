import traverseModule, { type NodePath } from '@babel/traverse';
import type { File, Identifier, Node } from '@babel/types';

// The package is CommonJS: Node hands over the whole module where a bundler hands over its default.
const traverse = (
  'default' in traverseModule ? traverseModule.default : traverseModule
) as typeof traverseModule;

/** A name, and the line on which it stands. */
export interface NameInCode {
  readonly name: string;
  readonly line: number;
}

/**
 * Lists every use of a name that nothing in the file declares: the globals that the code rests on.
 *
 * Found by scope, not by text: a local variable called `fetch` is none, and `typeof fetch` alone is none,
 * because it works where there is no `fetch`. In TypeScript, names of types may be among them.
 */
export function listFreeNames(ast: File): NameInCode[] {
  const names: NameInCode[] = [];
  traverse(ast, {
    ReferencedIdentifier(path: NodePath<Identifier>) {
      if (path.isIdentifier() && !path.scope.hasBinding(path.node.name, true) && !isTypeofOperand(path)) {
        names.push({ name: path.node.name, line: lineOf(path.node) });
      }
    },
    AssignmentExpression(path) {
      for (const name of Object.keys(path.getBindingIdentifiers())) {
        if (!path.scope.hasBinding(name, true)) names.push({ name, line: lineOf(path.node) });
      }
    },
  } as Parameters<typeof traverse>[1]);
  return names;
}

/** Lists the functions that answer later. */
export function listAsyncFunctions(ast: File): NameInCode[] {
  const functions: NameInCode[] = [];
  traverse(ast, {
    Function: ({ node }) => {
      if (node.async === true) functions.push({ name: 'async', line: lineOf(node) });
    },
  });
  return functions;
}

/** One use of a member of an object: `x.name`, `x['name']`, `x?.name` or `const { name } = x`. */
export interface MemberUse extends NameInCode {
  /** The call, when the member is called on the spot. */
  readonly call?: NodePath<Node>;
  /** The object's own name, when it is a plain one. */
  readonly object?: string;
}

/** Lists every use of a member, whatever the object. A name computed at run time cannot be seen. */
export function listMemberUses(ast: File): MemberUse[] {
  const uses: MemberUse[] = [];
  traverse(ast, {
    'MemberExpression|OptionalMemberExpression'(path: NodePath) {
      if (!path.isMemberExpression() && !path.isOptionalMemberExpression()) return;
      const name = readKey(path.node.property, path.node.computed);
      if (name === undefined) return;
      const isCalled = path.key === 'callee' && path.parentPath !== null;
      uses.push({
        name,
        line: lineOf(path.node),
        ...(isCalled ? { call: path.parentPath as NodePath<Node> } : {}),
        ...(path.node.object.type === 'Identifier' ? { object: path.node.object.name } : {}),
      });
    },
    ObjectPattern(path: NodePath) {
      if (!path.isObjectPattern()) return;
      for (const property of path.node.properties) {
        const name =
          property.type === 'ObjectProperty' ? readKey(property.key, property.computed) : undefined;
        if (name !== undefined) uses.push({ name, line: lineOf(property) });
      }
    },
  } as Parameters<typeof traverse>[1]);
  return uses;
}

/** Lists every text written in the code: string literals and the fixed parts of templates. */
export function listTexts(ast: File): { readonly text: string; readonly line: number }[] {
  const texts: { text: string; line: number }[] = [];
  traverse(ast, {
    StringLiteral: ({ node }) => void texts.push({ text: node.value, line: lineOf(node) }),
    DirectiveLiteral: ({ node }) => void texts.push({ text: node.value, line: lineOf(node) }),
    TemplateElement: ({ node }) => void texts.push({ text: node.value.cooked ?? '', line: lineOf(node) }),
  });
  return texts;
}

/** Lists what is imported in the middle of code: `import('./file')`, as a value and as a type. */
export function listInlineImports(ast: File): { readonly specifier: string; readonly typeOnly: boolean }[] {
  const imports: { specifier: string; typeOnly: boolean }[] = [];
  traverse(ast, {
    CallExpression: ({ node }) => {
      const [specifier] = node.arguments;
      if (node.callee.type === 'Import' && specifier?.type === 'StringLiteral') {
        imports.push({ specifier: specifier.value, typeOnly: false });
      }
    },
    TSImportType: ({ node }) => void imports.push({ specifier: node.argument.value, typeOnly: true }),
  });
  return imports;
}

function isTypeofOperand(path: NodePath): boolean {
  return path.parentPath?.isUnaryExpression({ operator: 'typeof' }) ?? false;
}

function readKey(key: Node, computed: boolean): string | undefined {
  if (key.type === 'StringLiteral') return key.value;
  return key.type === 'Identifier' && !computed ? key.name : undefined;
}

function lineOf(node: Node): number {
  return node.loc?.start.line ?? 0;
}
