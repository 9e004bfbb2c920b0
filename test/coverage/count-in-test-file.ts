import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';
import { countBranchesIn } from '../emulator/branch-counters';
import { makeCounters } from './counter-memory';
import { thisCoverageRun } from './coverage-run';

// Run by Jest before each test file: gives it counters, and keeps what they show at its end.
const run = thisCoverageRun();
if (run === undefined) throw new Error('Measure by `npm run coverage`.');
const { memory, counters } = makeCounters(JSON.parse(readFileSync(run.countsFile, 'utf8')));
countBranchesIn(counters);
// A file's own hooks come after this one: what only they take is not counted.
afterAll(() => writeFileSync(join(run.takenFolder, randomUUID()), Buffer.from(memory)));
