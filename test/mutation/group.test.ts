import { describe } from '@jest/globals';

/** Set by `cli.ts`: the group's test files, relative to `test/unit/`. */
declare const GROUP_TESTS: readonly string[];

// One file for Jest: setting up its world costs more than all tests of a group, and each change needs a new world.
for (const name of GROUP_TESTS) {
  // Hooks at the top of a file stay with its tests.
  describe(name, () => {
    require(`../unit/${name}.test.ts`);
  });
}
