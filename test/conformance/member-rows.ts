import { emulatedMembers } from '../emulator/emulated-members';
import { type Fact, MARKS, type Mark } from './fact';
import { referenceMembers } from './reference-members';
import { testedFact } from './tested-facts';
import type { TouchedMembers } from './touched-members';

/** One emulated member and what speaks for it. */
export interface MemberRow {
  readonly className: string;
  readonly member: string;
  readonly mark: Mark;
  /** The facts that speak of it, the surest first. */
  readonly facts: readonly Fact[];
  /** Where its mark comes from. */
  readonly source: string;
}

/** Observations that touch members on the way to something else. */
const ABOUT_THE_LANGUAGE = new Set(['J1', 'J2']);

/**
 * One row for each emulated member: those the emulator lists, and those its objects were seen to have beyond that.
 * A member has the mark of the surest fact that speaks of it. Without any fact it is documented when Google's
 * reference has it, which vouches for its name alone, and assumed when it has not.
 */
export function memberRows(
  facts: readonly Fact[],
  touched: ReadonlyMap<string, TouchedMembers>,
): MemberRow[] {
  const isInReference = referenceMembers();
  const all = allMembers(touched);
  const spoken = facts.map((fact) => ({ fact, members: membersOf(fact, touched) }));
  return [...all].flatMap(([className, members]) =>
    [...members].sort().map((member) => {
      const name = `${className}.${member}`;
      const speaking = spoken
        .filter(({ members: named }) => named.some((each) => isSame(each, name, all)))
        .map(({ fact }) => fact);
      const sorted = speaking.sort((a, b) => MARKS.indexOf(a.mark) - MARKS.indexOf(b.mark));
      const without = isInReference(className, member)
        ? { mark: 'doc' as const, source: `${className} reference: its name; no fact` }
        : { mark: 'asm' as const, source: 'not in the reference; no fact' };
      const [surest] = sorted;
      const found = surest && { mark: surest.mark, source: sourceOf(surest) };
      return { className, member, facts: sorted, ...(found ?? without) };
    }),
  );
}

/** The members of which a fact speaks. */
export function membersOf(fact: Fact, touched: ReadonlyMap<string, TouchedMembers>): readonly string[] {
  if (ABOUT_THE_LANGUAGE.has(fact.no)) return [];
  if (fact.observation !== undefined) return touched.get(fact.id)?.members ?? [];
  return (
    testedFact(fact)
      ?.members.split(' ')
      .filter((name) => name !== '') ?? []
  );
}

function allMembers(touched: ReadonlyMap<string, TouchedMembers>): ReadonlyMap<string, ReadonlySet<string>> {
  const listed = new Map([...emulatedMembers()].map(([name, members]) => [name, new Set(members)]));
  for (const { present } of touched.values()) {
    for (const [className, member] of present.map((name) => name.split('.'))) {
      const isTyped =
        listed.get('TypedChartBuilder')?.has(member ?? '') && className === 'EmbeddedChartBuilder';
      if (!isTyped) listed.get(className ?? '')?.add(member ?? '');
    }
  }
  return listed;
}

/** A typed chart builder has its own members and those of the plain one, and says that it is the plain one. */
function isSame(seen: string, name: string, all: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  if (seen === name) return true;
  const [className, member = ''] = seen.split('.');
  const isTyped = className === 'EmbeddedChartBuilder' && !all.get(className)?.has(member);
  return isTyped && name === `TypedChartBuilder.${member}`;
}

function sourceOf({ source, file }: Fact): string {
  return source === '' ? `platform-facts/${file}` : source;
}
