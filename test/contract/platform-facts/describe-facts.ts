import { afterAll, describe, expect, test } from '@jest/globals';
import { type ScriptWorldOptions, scriptWorld } from './script-world';

/** One row of the list of facts that a script can observe by itself, from Google's globals alone. */
export interface Fact {
  /** Number in the list, for example `C1`. */
  readonly no: string;
  /** How sure it is: recorded, recorded at second hand, documented, assumed. */
  readonly mark: 'rec' | 'rec2' | 'doc' | 'asm';
  readonly source: string;
  readonly title: string;
  /** Body of a function that returns something JSON can hold. `thrown(f)` gives the message that `f` throws. */
  readonly observe: string;
  readonly expected: unknown;
}

const SCRIPT_HELP = `
function thrown(action) {
  try { action(); } catch (error) { return error.name + ': ' + error.message; }
  return 'nothing thrown';
}
`;

/** Runs each row as a sidebar call, which has full authorisation: the same text could run on a real account. */
export function describeFacts(service: string, facts: readonly Fact[], options?: ScriptWorldOptions): void {
  describe(`${service} behaves as recorded or documented`, () => {
    const functions = facts.map(
      ({ observe }, index) =>
        `function fact${index}() { return JSON.stringify((function () { ${observe} })()); }`,
    );
    const world = scriptWorld([SCRIPT_HELP, ...functions].join('\n'), options);
    afterAll(() => world.dispose());

    const rows = facts.map((fact, index) => ({ ...fact, index }));
    test.each(rows)('[$no $mark] $title ($source)', ({ index, expected }) => {
      const result = world.ann.callFromSidebar(`fact${index}`);
      expect(result.kind === 'success' ? JSON.parse(String(result.value)) : result).toEqual(expected);
    });
  });
}
