import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { REQUIREMENTS } from '../faults/requirements';
import { EVIDENCE_PAGE, readAllEvidence } from './read-all';
import { renderEvidence } from './render';
import { readEvidence, saveEvidence, thisMachine } from './saved-evidence';
import { isOlder, sourceState } from './source-state';
import { timeSuite } from './time-suite';

// npm run evidence [-- --older | --time-suite]: makes the page of evidence from what the other commands have saved.
// --older makes nothing: it lists what was measured on other source than that which stands there now, with the seconds
// that each took, the quick ones first. --time-suite first times `npm ci` and `npm test` of the commit, in a new clone.
const { older, 'time-suite': timesSuite } = parseArgs({
  options: {
    older: { type: 'boolean', default: false },
    'time-suite': { type: 'boolean', default: false },
  },
}).values;
const root = process.cwd();
const state = sourceState(root);
if (older) {
  listOlder();
} else {
  const date = new Date().toISOString();
  if (timesSuite) saveEvidence(root, 'suite', { date, machine: thisMachine(), ...timeSuite(root) });
  saveEvidence(root, 'page', { date, ...state });
  writeFileSync(join(root, EVIDENCE_PAGE), renderEvidence(readAllEvidence(root)));
  console.log(`${EVIDENCE_PAGE} is made.`);
}

function listOlder(): void {
  const rows = new Map((readEvidence(root, 'faults')?.rows ?? []).map((row) => [row.id, row]));
  const lines = REQUIREMENTS.filter(({ files }) => files.length > 0).flatMap(({ id }) => {
    const row = rows.get(id);
    if (row === undefined) return [{ row: id, why: 'never measured', commit: '', seconds: 0 }];
    const why = isOlder(row, state) ? 'older' : row.isDirty ? 'with changes' : undefined;
    return why === undefined ? [] : [{ row: id, why, commit: row.commit, seconds: row.seconds }];
  });
  lines.sort((one, other) => one.seconds - other.seconds);
  // Test files that several rows name run once for all of them, so this is the most that it takes.
  let sum = 0;
  console.table(
    lines.map((line) => {
      sum += line.seconds;
      return { ...line, 'seconds so far': sum };
    }),
  );
  const [bench, coverage, suite] = [
    readEvidence(root, 'bench'),
    readEvidence(root, 'coverage'),
    readEvidence(root, 'suite'),
  ];
  const others = [
    ...Object.entries({ bench, coverage, suite }).filter(
      ([, one]) => one === undefined || isOlder(one, state),
    ),
    ...(readEvidence(root, 'mutation')?.groups ?? [])
      .filter((group) => isOlder(group, state))
      .map((group) => [`mutation, group ${group.group}`, group] as const),
  ];
  for (const [name, one] of others)
    console.log(`${name}: ${one === undefined ? 'never measured' : `older, ${one.commit}`}`);
  console.log(`npm run faults -- --only ${lines.map(({ row }) => row).join(',')} --save`);
}
