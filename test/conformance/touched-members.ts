import { scriptWorld } from '../contract/platform-facts/script-world';
import type { Fact } from './fact';
import { MEMBER_RECORDER, SERVICES } from './member-recorder';
import { scriptHelp } from './script-help';
import { setUpOf } from './set-up';

/** What an observation gave, and how often it touched each `Class.member`. */
interface Recording {
  readonly observed: unknown;
  readonly touched: Readonly<Record<string, number>>;
  readonly present: readonly string[];
}

/** What a fact was seen to speak of. */
export interface TouchedMembers {
  readonly observed: unknown;
  /** `Range.setValue` and the like, without those that only set the scene. */
  readonly members: readonly string[];
  /** All members of the objects it got hold of. */
  readonly present: readonly string[];
}

/**
 * Runs each observation in the emulator and notes which members it touches beyond its set-up. Costs two executions a
 * fact.
 *
 * @throws {Error} When an observation throws.
 */
export function touchedMembers(facts: readonly Fact[]): ReadonlyMap<string, TouchedMembers> {
  const parameters = SERVICES.join(', ');
  const functions = facts.flatMap((fact, index) => [
    `function fact${index}() { return observed_(function (${parameters}) { ${fact.observation?.observe} }); }`,
    `function setUp${index}() { return observed_(function (${parameters}) { ${setUpOf(fact, facts)} }); }`,
  ]);
  const world = scriptWorld([scriptHelp(), MEMBER_RECORDER, ...functions].join('\n'));
  const run = (name: string): Recording => {
    const result = world.ann.callFromSidebar(name);
    if (result.kind === 'failure') throw new Error(`${name}: ${result.message}`);
    return JSON.parse(String(result.value));
  };
  try {
    return new Map(
      facts.map((fact, index) => {
        const before = run(`setUp${index}`).touched;
        const { observed, touched, present } = run(`fact${index}`);
        const members = Object.keys(touched).filter((name) => (touched[name] ?? 0) > (before[name] ?? 0));
        return [fact.id, { observed, members, present }];
      }),
    );
  } finally {
    world.dispose();
  }
}
