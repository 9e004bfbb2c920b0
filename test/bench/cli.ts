import { buildAndCheck } from '../../build/release';
import { type ActionCost, measureActions } from './actions';
import { measureBundle, measureCache, measureRowsToCells } from './cpu';
import { measureInFreshProcesses } from './fresh-processes';

// npm run bench: the performance table. Ends with 1 when an exact count exceeds its goal; never for a time.
const root = process.cwd();
await buildAndCheck({ root, installation: 'bound' });

console.log(
  'Service calls per action (exact; seconds are estimates from published timings: low / middle / high)',
);
const actions = await measureActions();
console.table(actions);
console.log('Rows to cells (ratio of the fastest of 15 samples, taken in turn)');
console.table(measureRowsToCells());
console.log(
  'Groups (week × venue × role, the 13 published measures) and formula results (least processor time of 7 fresh processes)',
);
console.table(measureInFreshProcesses(root));
console.log('Rows in the cache');
console.table(measureCache());
console.log('What ships');
console.table(measureBundle(root));

const exceeding: readonly ActionCost[] = actions.filter(({ calls, goal }) => calls > goal);
for (const { action, calls, goal } of exceeding)
  console.error(`${action}: ${calls} calls, the goal is ${goal}.`);
process.exitCode = exceeding.length > 0 ? 1 : 0;
