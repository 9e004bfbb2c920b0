import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BranchCounts, layOut } from './counter-memory';
import { coverageRun, environmentOf, type Where } from './coverage-run';

/** The longest that one test may take: counting takes its time too. */
const LONGEST_TEST_MILLIS = 900_000;

/** For each module, whether each of its branches was taken. */
export type Taken = Readonly<Record<string, readonly boolean[]>>;

/** What one run of tests took, and whether its tests passed: what failed may have taken what nobody asserts. */
export interface CountedRun {
  readonly taken: Taken;
  readonly hasPassed: boolean;
}

/**
 * Runs the tests of one kind with Jest, in a process of its own; their output goes to the terminal.
 *
 * @param files Leave it empty for all.
 */
export function runCountingTests(
  where: Where,
  folder: string,
  counts: BranchCounts,
  files: readonly string[],
): CountedRun {
  const { takenFolder } = coverageRun(folder, where);
  mkdirSync(takenFolder, { recursive: true });
  const jest = ['node_modules/jest/bin/jest.js', '--config', 'test/coverage/jest.config.mjs'];
  const { status } = spawnSync(
    process.execPath,
    [...jest, `--testTimeout=${LONGEST_TEST_MILLIS}`, '--passWithNoTests', ...files],
    { env: { ...process.env, ...environmentOf(folder, where) }, stdio: 'inherit' },
  );
  const memories = readdirSync(takenFolder).map((name) => readFileSync(join(takenFolder, name)));
  return { taken: addUp(memories, counts), hasPassed: status === 0 };
}

/** A branch was taken when any of the test files took it. */
export function addUp(memories: readonly Uint8Array[], counts: BranchCounts): Taken {
  const taken = Object.fromEntries(
    Object.entries(counts).map(([file, count]) => [file, Array.from({ length: count }, () => false)]),
  );
  for (const memory of memories) {
    // A copy, for a file's bytes may begin anywhere in a memory.
    for (const [file, counters] of Object.entries(layOut(new Uint8Array(memory).buffer, counts))) {
      counters.forEach((times, branch) => {
        if (times !== 0 && taken[file]) taken[file][branch] = true;
      });
    }
  }
  return taken;
}
