import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { ACCEPTED } from '../mutation/accepted';
import { MUTATION_GROUPS, modulesOf, modulesOutside, NOT_MUTATED, testsOf } from '../mutation/groups';

const ROOT = resolve('.');
const folderOf = (file: string) => file.slice(0, file.lastIndexOf('/') + 1);

describe('the groups of modules that are changed to see whether tests notice', () => {
  test('name modules and tests that are there, each module once', () => {
    const modules = MUTATION_GROUPS.flatMap((group) => modulesOf(group, ROOT));
    const tests = MUTATION_GROUPS.flatMap((group) => testsOf(group, ROOT));

    expect(modules.filter((file) => !existsSync(resolve(file)))).toEqual([]);
    expect(tests.filter((name) => !existsSync(resolve(`test/unit/${name}.test.ts`)))).toEqual([]);
    expect(modules.length).toBe(new Set(modules).size);
    expect(MUTATION_GROUPS.filter((group) => modulesOf(group, ROOT).length === 0)).toEqual([]);
  });

  test('have the tokens, the fetching, the guard and the explanations', () => {
    const modules = MUTATION_GROUPS.flatMap((group) => modulesOf(group, ROOT));

    expect(modules).toEqual(
      expect.arrayContaining([
        'src/reports/fetching/kept-tokens.ts',
        'src/reports/fetching/joined-report.ts',
        'src/reports/saved/shrink-guard.ts',
        'src/explanations/explain-formula.ts',
        'src/platform/sheet-writer.ts',
        'src/alerts/episodes.ts',
      ]),
    );
  });

  test('leave out only what a reason is given for', () => {
    const outside = modulesOutside(ROOT);
    const unexplained = outside.filter((file) => !(file in NOT_MUTATED) && !(folderOf(file) in NOT_MUTATED));

    expect(unexplained).toEqual([]);
    // A reason for what is not left out would hide that nobody looks at it any more.
    const used = new Set(outside.flatMap((file) => [file, folderOf(file)]));
    expect(Object.keys(NOT_MUTATED).filter((place) => !used.has(place))).toEqual([]);
  });
});

test('each accepted change begins in a line of its file, and has a reason', () => {
  const stale = Object.entries(ACCEPTED).flatMap(([file, changes]) => {
    const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
    const trimmed = new Set(lines.map((line) => line.trim()));
    return changes.filter(({ line, reason }) => reason === '' || !trimmed.has(line));
  });

  expect(stale).toEqual([]);
});
