import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { accountScript } from './account-script';
import { joinMembers, readConformance } from './conformance';
import { CONFORMANCE_PAGE, renderConformance } from './page';
import { judge, parseResults } from './results';
import { RESULTS_FILE, readSavedResults, saveResults } from './saved-results';
import type { PortableScript } from './script-text';

// npm run conformance [-- --script | --results FILE [--save]]: what the emulator rests on, and how to check it.

const SCRIPT_FOLDER = 'build/conformance';
const QUESTIONS_FOLDER = 'build/questions';

const { script, results, save } = parseArgs({
  options: {
    script: { type: 'boolean', default: false },
    results: { type: 'string' },
    save: { type: 'boolean', default: false },
  },
}).values;
try {
  if (script) writeScript();
  else if (results !== undefined) readResults(results);
  else if (save) throw new Error('--save belongs to --results FILE.');
  else writePage();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

function writePage(): void {
  writeFileSync(CONFORMANCE_PAGE, renderConformance(joinMembers(readConformance(), readSavedResults())));
  console.log(`${CONFORMANCE_PAGE} is written.`);
}

function writeScript(): void {
  const conformance = readConformance();
  writeFiles(SCRIPT_FOLDER, conformance.script);
  console.log(`${SCRIPT_FOLDER} holds the script with ${conformance.asked.length} questions.`);
  console.log(`How to run it, and what it leaves out: ${CONFORMANCE_PAGE}.`);
  writeFiles(QUESTIONS_FOLDER, accountScript());
  console.log(`${QUESTIONS_FOLDER} holds the script for an hour with an account: docs/account-hour.md.`);
}

function writeFiles(folder: string, files: PortableScript): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
}

function readResults(file: string): void {
  const pasted = parseResults(readFileSync(file, 'utf8'));
  const judged = judge(readConformance().asked, pasted);
  for (const { id, title, verdict, expected, observed } of judged) {
    if (verdict === 'agrees') continue;
    console.log(`${verdict.toUpperCase()} ${id}: ${title}`);
    if (verdict !== 'differs') continue;
    console.log(`  expected ${JSON.stringify(expected)}\n  observed ${JSON.stringify(observed)}`);
  }
  const agreeing = judged.filter(({ verdict }) => verdict === 'agrees');
  console.log(`Agreeing: ${agreeing.map(({ id }) => id).join(' ')}`);
  console.log(
    `${pasted.header.platform}, ${pasted.header.at}: ${agreeing.length} of ${judged.length} facts agree.`,
  );
  if (agreeing.length < judged.length) process.exitCode = 1;
  if (!save) return;
  saveResults(pasted, judged);
  console.log(`${RESULTS_FILE} is written.`);
  writePage();
}
