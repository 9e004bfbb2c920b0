import { parseArgs } from 'node:util';
import { readEvidence, saveEvidence, thisMachine } from '../evidence/saved-evidence';
import { REQUIREMENTS } from './requirements';
import { judge, mergeRows } from './rows';
import { runTests, type TestRun } from './run-tests';
import { groupFiles } from './test-files';

// npm run faults [-- --only A1,A2] [--short] [--save]: the tests of each promise at full size, and what they found.
// Ends with 1 when a test failed or a figure is missing. All of it at full size takes hours.

const { only, short, save } = parseArgs({
  options: {
    only: { type: 'string' },
    short: { type: 'boolean', default: false },
    save: { type: 'boolean', default: false },
  },
}).values;
const root = process.cwd();
const order = REQUIREMENTS.map(({ id }) => id);
const wanted = only?.split(',') ?? order;
const unknown = wanted.filter((id) => !order.includes(id));
if (unknown.length > 0) {
  console.error(`There is no requirement ${unknown.join(', ')}. Choose from: ${order.join(', ')}.`);
  process.exit(1);
}
const chosen = REQUIREMENTS.filter(({ id }) => wanted.includes(id));
const runs = groupFiles(chosen, root, short).map((group) => runTests(group, root));
const run: TestRun = {
  files: runs.flatMap(({ files }) => files),
  figures: runs.flatMap(({ figures }) => figures),
};
const date = new Date().toISOString();
const judged = chosen.flatMap((requirement) => judge(requirement, run, { root, isShort: short, date }) ?? []);
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
// A run that failed proves nothing: what was saved before stays.
if (save && problems.length === 0) {
  const rows = mergeRows(
    readEvidence(root, 'faults')?.rows ?? [],
    judged.map(({ row }) => row),
    order,
  );
  saveEvidence(root, 'faults', { date, machine: thisMachine(), rows });
}
process.exitCode = problems.length > 0 ? 1 : 0;
