import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from '@babel/parser';
import type { Node, ObjectExpression } from '@babel/types';
import { handlers } from './handlers/all-handlers';

const SERVICES = 'test/emulator/services';

/**
 * Members of each emulated class: what has a handler, and what the services' own objects list. Everything else is
 * refused by name.
 */
export function emulatedMembers(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, Set<string>>();
  const add = (className: string, member: string) => {
    found.set(className, (found.get(className) ?? new Set()).add(member));
  };
  for (const method of Object.keys(handlers)) {
    const [className = '', member = ''] = method.split('.');
    add(className, member);
  }
  for (const file of readdirSync(SERVICES, { recursive: true, encoding: 'utf8' })) {
    if (file.endsWith('.ts')) readObjects(readFileSync(join(SERVICES, file), 'utf8'), add);
  }
  const sorted = [...found].sort(([a], [b]) => a.localeCompare(b));
  return new Map(sorted.map(([className, members]) => [className, [...members].sort()]));
}

/** The table of the README. */
export function membersTable(): string {
  const rows = [...emulatedMembers()].map(
    ([className, members]) => `| ${className} | ${members.join(', ')} |`,
  );
  return ['| class | members |', '| --- | --- |', ...rows].join('\n');
}

/** Finds `refuseUnknownMembers('Class', { … })` and names what the object holds, spread constants included. */
function readObjects(code: string, add: (className: string, member: string) => void): void {
  const program = parse(code, { sourceType: 'module', plugins: ['typescript'] });
  const constants = new Map<string, ObjectExpression>();
  walk(program, (node) => {
    if (node.type !== 'VariableDeclarator' || node.id.type !== 'Identifier') return;
    if (node.init?.type === 'ObjectExpression') constants.set(node.id.name, node.init);
  });
  walk(program, (node) => {
    if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier') return;
    if (node.callee.name !== 'refuseUnknownMembers') return;
    const [className, object] = node.arguments;
    if (className?.type !== 'StringLiteral' || object?.type !== 'ObjectExpression') return;
    for (const member of memberNames(object, constants)) add(className.value, member);
  });
}

function memberNames(object: ObjectExpression, constants: ReadonlyMap<string, ObjectExpression>): string[] {
  return object.properties.flatMap((property) => {
    if (property.type !== 'SpreadElement')
      return property.key.type === 'Identifier' ? [property.key.name] : [];
    const spread =
      property.argument.type === 'Identifier' ? constants.get(property.argument.name) : undefined;
    return spread === undefined ? [] : memberNames(spread, constants);
  });
}

function walk(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) {
    for (const member of value) walk(member, visit);
  } else if (typeof value === 'object' && value !== null && 'type' in value) {
    visit(value as Node);
    for (const [key, member] of Object.entries(value)) if (!/Comments$/.test(key)) walk(member, visit);
  }
}
