import { parseArgs } from 'node:util';
import { buildAndCheck } from '../../build/check-bundle';
import { measureActions } from './actions';
import { compare } from './held';
import { measureGrowth, measureShipped } from './processor-time';

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

const { rows, improved, problems } = compare(await measureActions(sizes));
show('Calls, requests and cells of each action (exact)', rows);
show('Growth of processor time (least of 7 fresh processes)', measureGrowth(root));
show('What ships (load: least processor time of 7 fresh processes)', measureShipped(root));
for (const sentence of improved) console.log(sentence);
for (const sentence of problems) console.error(sentence);
process.exitCode = problems.length > 0 ? 1 : 0;
