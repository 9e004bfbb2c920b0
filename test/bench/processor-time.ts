import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildSync } from 'esbuild';
import { SIZE_BUDGET_BYTES } from '../../build/check-bundle';

/** Of each sample the least processor time counts: each runs in a fresh process, as an execution of Apps Script does. */
const SAMPLES = 7;
const SIZES = [1000, 10_000, 100_000] as const;
/** Set before the code was written: ten times the rows take at most so many times as long. */
const GOAL = 15;

/** The name of a task's twin ends so. */
const LOOP = ', in one loop';

/** A formula as many times as the same work in one loop that checks nothing: at 10,000 and 100,000 rows. */
const FORMULA_GOALS: Readonly<Record<string, readonly number[]>> = {
  'formula, cold': [2, 1.8],
  'formula, warm': [1, 1],
};

/** How processor time grows with the rows, for each task of `sample.ts`; of whole formulas, how it compares. */
export function measureGrowth(root: string): object[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'samples-'));
  const program = path.join(folder, 'sample.cjs');
  const options = { bundle: true, platform: 'node', target: 'es2019' } as const;
  // As the add-on is built: fields are assigned, not defined, which would cost a call each.
  const tsconfigRaw = { compilerOptions: { alwaysStrict: true, useDefineForClassFields: false } };
  buildSync({
    entryPoints: [path.join(root, 'test/bench/sample.ts')],
    ...options,
    tsconfigRaw,
    outfile: program,
  });
  try {
    const tasks = (JSON.parse(run([program, 'tasks'])) as string[]).filter((task) => !task.endsWith(LOOP));
    return tasks.map((task) => {
      const compared = FORMULA_GOALS[task] && `${task}${LOOP}`;
      // One thread, so that collecting garbage is counted once and where it is caused.
      const programs = [task, ...(compared ? [compared] : [])].flatMap((name) =>
        SIZES.map((rows) => ['--single-threaded', program, name, String(rows)]),
      );
      const least = leastOf(programs);
      const [, middle = 1, large = 0, , loopMiddle = 1, loopLarge = 1] = least;
      const ratios = [middle / loopMiddle, large / loopLarge].map((ratio) => ratio.toFixed(2)).join(' and ');
      const each = SIZES.map((rows, at) => [
        `microseconds a row, ${rows}`,
        ((1000 * (least[at] ?? 0)) / rows).toFixed(2),
      ]);
      return {
        what: task,
        ...Object.fromEntries(each),
        'time of 100,000 to 10,000 rows': (large / middle).toFixed(1),
        goal: GOAL,
        'times one loop, 10,000 and 100,000': compared ? ratios : '',
        'its goal': FORMULA_GOALS[task]?.join(' and ') ?? '',
      };
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Loads a script in a fresh realm, and prints the milliseconds of processor time. */
const LOADER = `
const vm = require('node:vm');
const code = require('node:fs').readFileSync(process.argv[1], 'utf8');
const realm = vm.createContext({});
const start = process.cpuUsage();
new vm.Script(code).runInContext(realm);
const { user, system } = process.cpuUsage(start);
console.log((user + system) / 1000);
`;

/** Sizes of what `build/dist` holds, and how long `Code.js` takes to load. */
export function measureShipped(root: string): object[] {
  return (['Code.js', 'Sidebar.html'] as const).map((file) => {
    const place = path.join(root, 'build/dist', file);
    const load = file === 'Code.js' ? leastOf([['-e', LOADER, place]])[0]?.toFixed(2) : '';
    return { file, bytes: readFileSync(place).byteLength, budget: SIZE_BUDGET_BYTES[file], 'load, ms': load };
  });
}

/** The least that each program prints; they take turns. */
function leastOf(programs: readonly (readonly string[])[]): number[] {
  const rounds = Array.from({ length: SAMPLES }, () => programs.map((words) => Number(run(words))));
  return programs.map((_, at) => Math.min(...rounds.map((round) => round[at] ?? 0)));
}

function run(words: readonly string[]): string {
  return execFileSync(process.execPath, words, { encoding: 'utf8' });
}
