import { parseArgs } from 'node:util';
import { type FaultsRow, readEvidence, saveEvidence, thisMachine } from '../evidence/saved-evidence';
import { isOlder, requireSame, sourceState } from '../evidence/source-state';
import type { Figure } from '../support/record-figure';
import { REQUIREMENTS } from './requirements';
import { type JudgedRow, judge, mergeRows } from './rows';
import { type FileResult, runTests } from './run-tests';

import { planRuns } from './test-files';

// npm run faults [-- --only A1,A2] [--older] [--short] [--save]: the tests of each promise at full size, and what they
// found. One promise after the other, the quick ones first; with --save each row is saved as soon as it is there, so that
// a run may be stopped. --older leaves out what was measured on the source as it is. Ends with 1 when a test failed or a
// figure is missing. All of it at full size takes hours.

const { only, older, short, save } = parseArgs({
  options: {
    only: { type: 'string' },
    older: { type: 'boolean', default: false },
    short: { type: 'boolean', default: false },
    save: { type: 'boolean', default: false },
  },
}).values;
const root = process.cwd();
const state = sourceState(root);
const order = REQUIREMENTS.map(({ id }) => id);
const wanted = only?.split(',') ?? order;
const unknown = wanted.filter((id) => !order.includes(id));
if (unknown.length > 0) {
  console.error(`There is no requirement ${unknown.join(', ')}. Choose from: ${order.join(', ')}.`);
  process.exit(1);
}
const before = new Map((readEvidence(root, 'faults')?.rows ?? []).map((row) => [row.id, row]));
const chosen = REQUIREMENTS.filter(({ id }) => wanted.includes(id) && (!older || needsRun(before.get(id))));
const quickFirst = [...chosen].sort((one, other) => secondsOf(one.id) - secondsOf(other.id));
const files: FileResult[] = [];
const figures: Figure[] = [];
const judged: JudgedRow[] = [];
for (const { requirement, groups } of planRuns(quickFirst, root, short)) {
  for (const group of groups) {
    const run = runTests(group, root);
    files.push(...run.files);
    figures.push(...run.figures);
  }
  const date = new Date().toISOString();
  const one = judge(requirement, { files, figures }, { root, isShort: short, date, state });
  if (one === undefined) continue;
  judged.push(one);
  console.log(`${one.row.id}: ${one.problem || `${one.row.figure} (n = ${one.row.n})`}`);
  // A run that failed proves nothing: what was saved before stays.
  if (save && one.problem === '') saveRow(one.row);
}
console.table(
  judged.map(({ row: { id, promise, n, figure, seed, passed, total, seconds, command } }) => ({
    id,
    promise,
    n,
    figure,
    seed,
    tests: `${passed} of ${total}`,
    seconds,
    command,
  })),
);
for (const { id, gap } of chosen) if (gap !== undefined) console.log(`${id}, not proven: ${gap}`);
const problems = judged.filter(({ problem }) => problem !== '');
for (const { row, problem } of problems) console.error(`${row.id}: ${problem}.`);
process.exitCode = problems.length > 0 ? 1 : 0;

/** Puts a row in the place of the older one; read anew each time, since others may save meanwhile. */
function saveRow(row: FaultsRow): void {
  requireSame(root, state);
  const rows = mergeRows(readEvidence(root, 'faults')?.rows ?? [], [row], order);
  saveEvidence(root, 'faults', { date: row.date, machine: thisMachine(), rows });
}

function needsRun(row: FaultsRow | undefined): boolean {
  return row === undefined || row.isDirty || isOlder(row, state);
}

/** How long its tests took last time; nobody knows of one that never ran. */
function secondsOf(id: string): number {
  return before.get(id)?.seconds ?? 0;
}
