import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildSync } from 'esbuild';

/** A ratio of times: of the product to its reference, or of many rows to few. */
export interface TimeRatio {
  readonly what: string;
  readonly 'compared with': string;
  /** The least processor time of both. */
  readonly milliseconds: string;
  readonly ratio: string;
  readonly goal: number | 'none';
}

/** A task of `samples/cli.ts` and how many rows it gets. */
interface Sample {
  readonly task: string;
  readonly rows: number;
}

/** What is timed, beside what, and the ratio that it should not exceed. */
type Comparison = readonly [one: Sample, other: Sample, goal?: number];

const SAMPLES = 7;
const MANY = 1_000_000;

const COMPARISONS: readonly Comparison[] = [
  [{ task: 'groups', rows: MANY }, { task: 'groups, reference', rows: MANY }, 2],
  // Figures are made when they are read. The reference makes no intervals, so this has no goal.
  [
    { task: 'groups, every figure read', rows: MANY },
    { task: 'groups, reference', rows: MANY },
  ],
  [{ task: 'groups', rows: 100_000 }, { task: 'groups', rows: 10_000 }, 15],
  [{ task: 'table', rows: 100_000 }, { task: 'table, reference', rows: 100_000 }, 1.5],
  [{ task: 'table', rows: 100_000 }, { task: 'table', rows: 10_000 }, 15],
];

/**
 * Times grouping and the result of a formula, beside their plain, tight forms and on ten times the rows.
 *
 * Each sample is a process of its own, as each execution of Apps Script is; the two that are compared take turns.
 * A ratio over its goal is measured once more with twice the samples.
 */
export function measureInFreshProcesses(root: string): TimeRatio[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'samples-'));
  const program = path.join(folder, 'samples.cjs');
  try {
    const entry = path.join(root, 'test/bench/samples/cli.ts');
    buildSync({ entryPoints: [entry], bundle: true, platform: 'node', target: 'es2019', outfile: program });
    return COMPARISONS.map((comparison) => measure(program, comparison));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function measure(program: string, [one, other, goal]: Comparison): TimeRatio {
  let [first, second] = fastest(program, one, other, SAMPLES);
  if (first / second > (goal ?? Number.POSITIVE_INFINITY))
    [first, second] = fastest(program, one, other, 2 * SAMPLES);
  return {
    what: `${one.task}, ${one.rows} rows`,
    'compared with': `${other.task}, ${other.rows} rows`,
    milliseconds: `${first.toFixed(1)} / ${second.toFixed(1)}`,
    ratio: (first / second).toFixed(2),
    goal: goal ?? 'none',
  };
}

function fastest(program: string, one: Sample, other: Sample, samples: number): [number, number] {
  let [first, second] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let sample = 0; sample < samples; sample++) {
    first = Math.min(first, run(program, one));
    second = Math.min(second, run(program, other));
  }
  return [first, second];
}

function run(program: string, { task, rows }: Sample): number {
  // One thread, so that collecting garbage is counted once and where it is caused.
  const words = ['--single-threaded', program, task, String(rows)];
  return Number(execFileSync(process.execPath, words, { encoding: 'utf8' }));
}
