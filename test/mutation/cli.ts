import { mkdirSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { type MutationSurvivor, readEvidence, saveEvidence, thisMachine } from '../evidence/saved-evidence';
import { reasonFor } from './accepted';
import { MUTATION_GROUPS, type MutationGroup } from './groups';

// npm run mutation [-- --group NAME] [--again] [--save]: changes the cores, one place at a time, and counts what the unit
// tests notice. --again takes over from the last run on this machine what neither the modules nor the tests have changed.

type MutantResult = Awaited<ReturnType<Stryker['runMutationTest']>>[number];

/** Enough of the random cases to notice a change, few enough to try thousands of changes. */
process.env.TEST_RUNS ??= '200';

const { group, again, save } = parseArgs({
  options: {
    group: { type: 'string' },
    again: { type: 'boolean', default: false },
    save: { type: 'boolean', default: false },
  },
}).values;
const groups = MUTATION_GROUPS.filter(({ name }) => group === undefined || name === group);
if (groups.length === 0) {
  console.error(`Choose one of: ${MUTATION_GROUPS.map(({ name }) => name).join(', ')}.`);
  process.exit(1);
}
mkdirSync('build/cache/mutation', { recursive: true });
const table: { group: string; mutants: number; noticed: number; score: string }[] = [];
const survivors: MutationSurvivor[] = [];
for (const one of groups) {
  const results = await mutate(one);
  const noticed = count(results, ['Killed', 'Timeout']);
  const missed = results.filter(({ status }) => status === 'Survived' || status === 'NoCoverage');
  const judged = noticed + missed.length;
  for (const { fileName, location, mutatorName, replacement } of missed) {
    const place = `${relative(process.cwd(), fileName)}:${location.start.line}:${location.start.column}`;
    const change = `${mutatorName}: ${replacement ?? ''}`;
    console.log(`${place} ${change}`);
    survivors.push({ group: one.name, place, change, reason: reasonFor(place, change) });
  }
  table.push({
    group: one.name,
    mutants: judged,
    noticed,
    score: `${((100 * noticed) / judged).toFixed(1)} %`,
  });
  writeFileSync(`build/cache/mutation/${one.name}.json`, JSON.stringify({ judged, noticed }));
}
console.table(table);
if (save) saveTable();

/** Saves the groups of this run in the place of what was saved of them before; other groups stay. */
function saveTable(): void {
  const root = process.cwd();
  const saved = readEvidence(root, 'mutation');
  const names = new Set(groups.map(({ name }) => name));
  const isOther = (entry: { readonly group: string }) => !names.has(entry.group);
  saveEvidence(root, 'mutation', {
    date: new Date().toISOString(),
    machine: thisMachine(),
    groups: [...(saved?.groups ?? []).filter(isOther), ...table],
    survivors: [...(saved?.survivors ?? []).filter(isOther), ...survivors],
  });
}

function mutate({ name, modules, tests }: MutationGroup): Promise<MutantResult[]> {
  const stryker = new Stryker({
    testRunner: 'jest',
    plugins: ['@stryker-mutator/jest-runner'],
    jest: {
      projectType: 'custom',
      config: {
        testEnvironment: 'node',
        // Each change begins with a look for files: only where there may be any, and without asking for Watchman.
        roots: ['<rootDir>/src', '<rootDir>/test/unit', '<rootDir>/test/support'],
        watchman: false,
        testMatch: tests.map((pattern) => `<rootDir>/test/unit/${pattern}.test.ts`),
        transform: { '\\.tsx?$': '<rootDir>/test/support/jest-esbuild-transform.cjs' },
        testTimeout: 60_000,
      },
      enableFindRelatedTests: false,
    },
    mutate: [...modules],
    coverageAnalysis: 'perTest',
    ignoreStatic: true,
    disableTypeChecks: true,
    // TypeScript 7 has no interface for rewriting its settings, and the tests do not read them.
    tsconfigFile: 'none',
    concurrency: 2,
    incremental: true,
    incrementalFile: `build/cache/mutation/results/${name}.json`,
    force: !again,
    // On a busy machine a slow test is no mutant that was noticed.
    timeoutMS: 60_000,
    reporters: ['progress-append-only'],
    tempDirName: 'build/cache/mutation/sandbox',
    ignorePatterns: ['build/dist', 'build/releases', 'docs/images'],
  });
  return stryker.runMutationTest();
}

function count(results: readonly MutantResult[], statuses: readonly MutantResult['status'][]): number {
  return results.filter(({ status }) => statuses.includes(status)).length;
}
