import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from '@babel/parser';
import type { Statement, TSInterfaceDeclaration } from '@babel/types';

/** Types that are made from Google's reference pages. */
const FOLDER = 'node_modules/@types/google-apps-script';

/** Classes of the emulator that stand for several of the reference, or have another name there. */
const NAMED_OTHERWISE: Readonly<Record<string, RegExp>> = {
  TypedChartBuilder: /^Embedded\w+ChartBuilder$/,
};

interface Declared {
  readonly members: Set<string>;
  readonly parents: Set<string>;
}

/** Says of `Class.member` whether Google's reference has it, inherited members included. */
export function referenceMembers(): (className: string, member: string) => boolean {
  const declared = new Map<string, Declared>();
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.d.ts'));
  for (const file of files) {
    const { program } = parse(readFileSync(join(FOLDER, file), 'utf8'), {
      sourceType: 'module',
      plugins: [['typescript', { dts: true }]],
    });
    readStatements(program.body, declared);
  }
  const has = (name: string, member: string): boolean => {
    const found = declared.get(name);
    if (found === undefined) return false;
    return found.members.has(member) || [...found.parents].some((parent) => has(parent, member));
  };
  return (className, member) => {
    const pattern = NAMED_OTHERWISE[className];
    const names =
      pattern === undefined ? [className] : [...declared.keys()].filter((name) => pattern.test(name));
    return names.some((name) => has(name, member));
  };
}

function readStatements(statements: readonly Statement[], declared: Map<string, Declared>): void {
  for (const statement of statements) {
    if (statement.type === 'TSInterfaceDeclaration') readInterface(statement, declared);
    else if (statement.type === 'TSModuleDeclaration' && statement.body.type === 'TSModuleBlock')
      readStatements(statement.body.body, declared);
    else if (statement.type === 'ExportNamedDeclaration' && statement.declaration)
      readStatements([statement.declaration], declared);
  }
}

function readInterface(node: TSInterfaceDeclaration, declared: Map<string, Declared>): void {
  const known = declared.get(node.id.name) ?? { members: new Set(), parents: new Set() };
  declared.set(node.id.name, known);
  for (const member of node.body.body) {
    if (member.type !== 'TSMethodSignature' && member.type !== 'TSPropertySignature') continue;
    if (member.key.type === 'Identifier') known.members.add(member.key.name);
  }
  for (const { expression } of node.extends ?? []) {
    if (expression.type === 'Identifier') known.parents.add(expression.name);
    else if (expression.type === 'TSQualifiedName') known.parents.add(expression.right.name);
  }
}
