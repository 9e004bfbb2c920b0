import { type Program, parse } from 'acorn';
import type { Fact } from './fact';

/**
 * How an observation begins before it comes to its subject: the leading statements that more than half of its group
 * share. Never its last statement, which is the subject itself.
 */
export function setUpOf(fact: Fact, facts: readonly Fact[]): string {
  const own = leadingStatements(fact.observation?.observe ?? '');
  const group = facts
    .filter(({ observation }) => observation?.group === fact.observation?.group)
    .map(({ observation }) => leadingStatements(observation?.observe ?? ''));
  let length = 0;
  while (length < own.length - 1) {
    const sharing = group.filter((other) => beginsAlike(own, other, length + 1));
    if (sharing.length <= group.length / 2) break;
    length++;
  }
  return own.slice(0, length).join('\n');
}

function beginsAlike(one: readonly string[], other: readonly string[], length: number): boolean {
  return one.slice(0, length).every((statement, index) => statement === other[index]);
}

/** The statements of a function's body, as written. */
function leadingStatements(body: string): string[] {
  const before = 'function observe() {';
  const program: Program = parse(`${before}${body}}`, { ecmaVersion: 2019 });
  const [observe] = program.body;
  if (observe?.type !== 'FunctionDeclaration') return [];
  return observe.body.body.map(({ start, end }) => body.slice(start - before.length, end - before.length));
}
