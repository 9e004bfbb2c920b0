import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { saveEvidence, thisMachine } from '../evidence/saved-evidence';
import { requireSame, sourceState } from '../evidence/source-state';
import { coverageRun, type Where } from './coverage-run';
import { instrumentSources } from './prepare';
import { type CountedRun, runCountingTests } from './run-counting-tests';
import { countKinds, filesBelow, summarizeLayers, untakenBranches } from './summary';

// npm run coverage [-- --untaken] [--save] [FILES]: which branches of `src` the unit tests take in modules, the
// integration tests in the script that ships, and the browser tests in the page. FILES, as for Jest, leaves out the
// other tests. Ends with 1 when a test failed.

const { values, positionals } = parseArgs({
  options: {
    save: { type: 'boolean', default: false },
    untaken: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
if (values.save && positionals.length > 0) {
  console.error('What some of the tests take is not saved.');
  process.exit(1);
}
const root = process.cwd();
const began = sourceState(root);
const folder = resolve('build/cache/coverage');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const { modulesFolder, countsFile } = coverageRun(folder, 'unit');
const branches = instrumentSources(root, modulesFolder);
const counts = Object.fromEntries(Object.entries(branches).map(([file, { length }]) => [file, length]));
writeFileSync(countsFile, JSON.stringify(counts));
const [unit, script, page] = [run('unit'), run('integration'), run('browser')];
const counted = { branches, unit: unit.taken, script: script.taken, page: page.taken };
const untaken = untakenBranches(counted);
const tables = { layers: summarizeLayers(counted), kinds: countKinds(untaken), files: filesBelow(counted) };
console.table(tables.layers);
console.table(tables.kinds);
for (const { file, taken, untaken: rest } of tables.files) console.log(`${file}, ${taken}, not: ${rest}`);
if (values.untaken) {
  for (const { file, line, kind } of untaken) console.log(`${file}:${line} ${kind}`);
}
const hasPassed = [unit, script, page].every((one) => one.hasPassed);
// A run that failed proves nothing: what was saved before stays.
if (values.save && hasPassed) {
  requireSame(root, began);
  const measured = { date: new Date().toISOString(), machine: thisMachine(), ...began };
  saveEvidence(root, 'coverage', { ...measured, ...tables });
}
process.exitCode = hasPassed ? 0 : 1;

function run(where: Where): CountedRun {
  return runCountingTests(where, folder, counts, positionals);
}
