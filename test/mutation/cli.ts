import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import {
  type MutationScore,
  type MutationSurvivor,
  readEvidence,
  saveEvidence,
  thisMachine,
} from '../evidence/saved-evidence';
import { requireSame, sourceState } from '../evidence/source-state';
import { reasonFor } from './accepted';
import {
  MUTATION_GROUPS,
  type MutationGroup,
  modulesOf,
  modulesOutside,
  NOT_MUTATED,
  testsOf,
} from './groups';

// npm run mutation [-- --group NAME] [--save] [--outside]: changes the cores, one place at a time, and counts what the unit tests
// notice. --outside changes nothing: it lists the modules that are in no group, and why.

type MutantResult = Awaited<ReturnType<Stryker['runMutationTest']>>[number];

/** Of a long change this much is shown. */
const LONGEST_EXCERPT = 80;

const { group, save, outside } = parseArgs({
  options: {
    group: { type: 'string' },
    save: { type: 'boolean', default: false },
    outside: { type: 'boolean', default: false },
  },
}).values;
if (outside) {
  for (const file of modulesOutside(process.cwd())) {
    const folder = file.slice(0, file.lastIndexOf('/') + 1);
    console.log(`${file}: ${NOT_MUTATED[file] ?? NOT_MUTATED[folder] ?? 'no reason is given'}`);
  }
  process.exit(0);
}
const groups = MUTATION_GROUPS.filter(({ name }) => group === undefined || name === group);
if (groups.length === 0) {
  console.error(`Choose one of: ${MUTATION_GROUPS.map(({ name }) => name).join(', ')}.`);
  process.exit(1);
}
// A test is found again by its title, and the titles of random tests hold their seed.
process.env.TEST_SEED ??= '20260320';
mkdirSync('build/cache/mutation', { recursive: true });
const began = sourceState(process.cwd());
const table: MutationScore[] = [];
const survivors: MutationSurvivor[] = [];
for (const one of groups) {
  const sources = readSources();
  const results = await mutate(one);
  const noticed = count(results, ['Killed', 'Timeout']);
  // What could not be tried counts as missed: it shows that something is wrong with the run.
  const missed = results.filter(({ status }) => !['Killed', 'Timeout', 'Ignored'].includes(status));
  const judged = noticed + missed.length;
  for (const mutant of missed) {
    const file = relative(process.cwd(), mutant.fileName);
    const { line, column } = mutant.location.start;
    const source = sourceOf(mutant, sources);
    const change = `${excerpt(source.text)} → ${excerpt(mutant.replacement ?? '')}`;
    const survivor = {
      group: one.name,
      place: `${file}:${line}:${column}`,
      change: `${mutant.mutatorName}: ${change}`,
      reason: reasonFor(file, source.line, change),
    };
    console.log(mutant.status, survivor.place, survivor.reason || JSON.stringify([source.line, change]));
    survivors.push(survivor);
  }
  table.push({
    group: one.name,
    mutants: judged,
    noticed,
    score: `${((100 * noticed) / judged).toFixed(1)} %`,
    ...began,
  });
  writeFileSync(`build/cache/mutation/${one.name}.json`, JSON.stringify({ judged, noticed }));
  // All groups take hours: what is there is saved at once.
  if (save) saveTable();
}
console.table(table);

/** Saves the groups that have run in the place of what was saved of them before; other groups stay. */
function saveTable(): void {
  const root = process.cwd();
  requireSame(root, began);
  const saved = readEvidence(root, 'mutation');
  const names = new Set(table.map((one) => one.group));
  const isOther = (entry: { readonly group: string }) => !names.has(entry.group);
  saveEvidence(root, 'mutation', {
    date: new Date().toISOString(),
    machine: thisMachine(),
    groups: [...(saved?.groups ?? []).filter(isOther), ...table],
    survivors: [...(saved?.survivors ?? []).filter(isOther), ...survivors],
  });
}

function mutate(group: MutationGroup): Promise<MutantResult[]> {
  const root = process.cwd();
  const stryker = new Stryker({
    testRunner: 'jest',
    plugins: ['@stryker-mutator/jest-runner'],
    jest: {
      projectType: 'custom',
      config: {
        testEnvironment: fileURLToPath(new URL('first-failure.cjs', import.meta.url)),
        // Those of jest.config.mjs are read beneath this: all tests would run once for each of them.
        projects: [],
        // Each change begins with a look for test files: only here, and without asking for Watchman.
        roots: ['<rootDir>/test/mutation'],
        watchman: false,
        testMatch: ['<rootDir>/test/mutation/group.test.ts'],
        globals: { GROUP_TESTS: testsOf(group, root) },
        transform: { '\\.tsx?$': '<rootDir>/test/support/jest-esbuild-transform.cjs' },
        testTimeout: 60_000,
      },
      enableFindRelatedTests: false,
    },
    mutate: modulesOf(group, root),
    coverageAnalysis: 'perTest',
    ignoreStatic: true,
    disableTypeChecks: true,
    // TypeScript 7 has no interface for rewriting its settings, and the tests do not read them.
    tsconfigFile: 'none',
    concurrency: 2,
    // On a busy machine a slow test is no mutant that was noticed.
    timeoutMS: 30_000,
    reporters: ['progress-append-only'],
    tempDirName: 'build/cache/mutation/sandbox',
    ignorePatterns: ['build/dist', 'build/releases', 'docs/images'],
  });
  return stryker.runMutationTest();
}

function count(results: readonly MutantResult[], statuses: readonly MutantResult['status'][]): number {
  return results.filter(({ status }) => statuses.includes(status)).length;
}

/** The text of every module, by its whole path, as a run finds it: somebody may edit while it lasts. */
function readSources(): ReadonlyMap<string, string> {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  return new Map(files.map((name) => [resolve('src', name), readFileSync(resolve('src', name), 'utf8')]));
}

/** What stood where a mutant has its replacement, and the line in which that begins. */
function sourceOf(
  { fileName, location: { start, end } }: MutantResult,
  sources: ReadonlyMap<string, string>,
): { line: string; text: string } {
  const lines = (sources.get(fileName) ?? '').split('\n').slice(start.line - 1, end.line);
  const before = lines.slice(0, -1).reduce((length, line) => length + line.length + 1, 0);
  const text = lines.join('\n').slice(start.column - 1, before + end.column - 1);
  return { line: (lines[0] ?? '').trim(), text };
}

/** Text on one line, cut where it gets long. */
function excerpt(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > LONGEST_EXCERPT ? `${line.slice(0, LONGEST_EXCERPT)}…` : line;
}
