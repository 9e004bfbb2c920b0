import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { FULL_SIZE_MILLIS } from '../support/full-size';
import { FIGURES_VARIABLE, type Figure } from '../support/record-figure';
import type { TestGroup } from './test-files';

/** How the tests of one file ended. */
export interface FileResult {
  readonly file: string;
  readonly passed: number;
  readonly total: number;
  readonly seconds: number;
  /** A file that cannot be loaded has failed without a test. */
  readonly hasFailed: boolean;
}

/** What a run of test files brought. */
export interface TestRun {
  readonly files: readonly FileResult[];
  readonly figures: readonly Figure[];
}

/** What Jest writes with `--json`, as far as it is read here. Source: Jest's `FormattedTestResults`. */
interface JestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly startTime: number;
    readonly endTime: number;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

/**
 * Runs the tests of a group with Jest, in a process of its own; their output goes to the terminal.
 *
 * @throws {Error} when Jest ends without a report.
 */
export function runTests({ environment, files }: TestGroup, root: string): TestRun {
  const folder = mkdtempSync(join(tmpdir(), 'faults-'));
  try {
    const report = join(folder, 'report.json');
    const figures = join(folder, 'figures.jsonl');
    const jest = [join(root, 'node_modules/jest/bin/jest.js'), '--json', `--outputFile=${report}`];
    spawnSync(
      process.execPath,
      [...jest, `--testTimeout=${FULL_SIZE_MILLIS}`, '--runTestsByPath', ...files],
      {
        cwd: root,
        env: { ...process.env, ...environment, [FIGURES_VARIABLE]: figures },
        stdio: 'inherit',
      },
    );
    if (!existsSync(report)) throw new Error(`Jest made no report of ${files.join(', ')}.`);
    return {
      files: readReport(JSON.parse(readFileSync(report, 'utf8')), root),
      figures: existsSync(figures) ? readFigures(readFileSync(figures, 'utf8')) : [],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Reads Jest's report; a skipped test counts among all, and not among those that passed. */
export function readReport({ testResults }: JestReport, root: string): FileResult[] {
  return testResults.map(({ name, status, startTime, endTime, assertionResults }) => ({
    file: relative(root, name),
    passed: assertionResults.filter((one) => one.status === 'passed').length,
    total: assertionResults.length,
    seconds: Math.max(0, endTime - startTime) / 1000,
    hasFailed: status !== 'passed',
  }));
}

function readFigures(lines: string): Figure[] {
  return lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}
