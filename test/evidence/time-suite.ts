import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SuiteEvidence } from './saved-evidence';
import { sourceState } from './source-state';

/** What Jest says at its end. */
const FILES = /^Test Suites: (?:.*, )?([\d]+) passed, \d+ total$/m;
const TESTS = /^Tests: +(?:.*, )?([\d]+) passed, \d+ total$/m;
const TIME = /^Time: +([\d.]+) s/m;

/**
 * Installs and tests the commit that is checked out, in a new clone, and takes the time: no test can time the suite that
 * it is part of. Takes some twenty minutes.
 *
 * @throws {Error} when something fails, or Jest says otherwise than expected how it ended.
 */
export function timeSuite(root: string): Omit<SuiteEvidence, 'date' | 'machine'> {
  const clone = join(mkdtempSync(join(tmpdir(), 'suite-')), 'clone');
  try {
    run(root, 'git', ['clone', '--quiet', root, clone]);
    const begun = performance.now();
    run(clone, 'npm', ['ci']);
    const said = run(clone, 'npm', ['test']);
    const seconds = Math.round((performance.now() - begun) / 1000);
    return { ...readJestEnd(said), seconds, ...sourceState(clone) };
  } finally {
    rmSync(join(clone, '..'), { recursive: true, force: true });
  }
}

/** What passed and how long Jest took, from its last lines. @throws {Error} where they are not there. */
export function readJestEnd(said: string): Pick<SuiteEvidence, 'files' | 'tests' | 'jestSeconds'> {
  const [files, tests, jestSeconds] = [FILES, TESTS, TIME].map((pattern) => Number(pattern.exec(said)?.[1]));
  if (!files || !tests || !jestSeconds)
    throw new Error('Jest does not say how many tests passed, and in what time.');
  return { files, tests, jestSeconds };
}

/** The output of a command, which is shown as well. @throws {Error} when it fails. */
function run(folder: string, command: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(command, [...args], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 1e9,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  process.stdout.write(stdout);
  process.stderr.write(stderr);
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed.`);
  return stdout + stderr;
}
