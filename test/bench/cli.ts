import { parseArgs } from 'node:util';
import { buildAndCheck } from '../../build/check-bundle';
import { measureActions } from './actions/measure-actions';
import { countRows, exceeding, improved, secondRows } from './actions/tables';
import { FreshProcesses } from './fresh-processes';
import { measureGrowth } from './growth';
import { measureShipped } from './shipped';

// npm run bench [-- --largest 10000]: the performance tables. Ends with 1 when an exact count exceeds what is
// held of it; never for a time.
const { largest } = parseArgs({ options: { largest: { type: 'string', default: '100000' } } }).values;
const root = process.cwd();
const sizes = [1000, 10_000, 100_000].filter((rows) => rows <= Number(largest));
await buildAndCheck(root, { installation: 'bound', edition: 'sheets' });

function show(title: string, rows: readonly object[]): void {
  console.log(title);
  console.table(rows);
}

const actions = await measureActions(sizes);
show('Calls, requests and cells of each action (exact)', countRows(actions));
show(
  'Seconds (estimated from published timings; a report is assumed to take the service 0.8 s, a token 0.15 s)',
  secondRows(actions),
);
const processes = new FreshProcesses(root);
try {
  show('Growth of processor time (least of 7 or more fresh processes)', measureGrowth(processes));
} finally {
  processes.close();
}
show('What ships (load: least processor time of 7 fresh processes)', measureShipped(root));

for (const sentence of improved(actions)) console.log(sentence);
const problems = exceeding(actions);
for (const sentence of problems) console.error(sentence);
process.exitCode = problems.length > 0 ? 1 : 0;
