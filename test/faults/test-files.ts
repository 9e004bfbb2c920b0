import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Requirement } from './requirement';

/** Test files that run together, because they read the same sizes. */
export interface TestGroup {
  readonly environment: Readonly<Record<string, string>>;
  readonly files: readonly string[];
}

/**
 * The files that a requirement names, in alphabetical order, without doubles.
 *
 * @throws {Error} when a pattern finds none: a promise that looks proven would not be.
 */
export function filesOf(requirement: Requirement, root: string): string[] {
  const found = requirement.files.flatMap((pattern) => {
    const files = pattern.includes('*') ? matching(pattern, root) : [pattern];
    if (files.length === 0 || files.some((file) => !existsSync(join(root, file))))
      throw new Error(`${requirement.id} names ${pattern}, which is not there.`);
    return files;
  });
  return [...new Set(found)].sort();
}

/**
 * Groups files by the environment that they need; each file stands in one group, whatever the number of its
 * requirements.
 *
 * @param isShort Leaves all sizes at the defaults of the tests.
 * @throws {Error} when two requirements want different sizes of one file.
 */
export function groupFiles(
  requirements: readonly Requirement[],
  root: string,
  isShort: boolean,
): TestGroup[] {
  const sizes = new Map<string, Record<string, string>>();
  for (const requirement of requirements) {
    for (const file of filesOf(requirement, root)) {
      const size = sizes.get(file) ?? {};
      sizes.set(file, size);
      for (const [name, value] of Object.entries(isShort ? {} : (requirement.full ?? {}))) {
        if ((size[name] ?? value) !== value)
          throw new Error(
            `${requirement.id} wants ${name}=${value} of ${file}, another wants ${size[name]}.`,
          );
        size[name] = value;
      }
    }
  }
  const groups = new Map<string, { environment: Record<string, string>; files: string[] }>();
  for (const [file, environment] of sizes) {
    const key = JSON.stringify(Object.entries(environment).sort());
    const group = groups.get(key) ?? { environment, files: [] };
    groups.set(key, group);
    group.files.push(file);
  }
  return [...groups.values()];
}

/** A requirement, and those of its tests that no earlier one has run. */
export interface PlannedRun {
  readonly requirement: Requirement;
  readonly groups: readonly TestGroup[];
}

/**
 * Puts requirements one after the other, so that each can be judged and saved as soon as its own tests have run; a file
 * that several name runs once, with the first of them.
 *
 * @param isShort Leaves all sizes at the defaults of the tests.
 * @throws {Error} when two requirements want different sizes of one file.
 */
export function planRuns(requirements: readonly Requirement[], root: string, isShort: boolean): PlannedRun[] {
  const groups = groupFiles(requirements, root, isShort);
  const planned = new Set<string>();
  return requirements.map((requirement) => {
    const own = filesOf(requirement, root).filter((file) => !planned.has(file));
    for (const file of own) planned.add(file);
    const parts = groups.map(({ environment, files }) => ({
      environment,
      files: files.filter((file) => own.includes(file)),
    }));
    return { requirement, groups: parts.filter(({ files }) => files.length > 0) };
  });
}

function matching(pattern: string, root: string): string[] {
  const folder = dirname(pattern);
  const [start = '', end = ''] = pattern.slice(folder.length + 1).split('*');
  return readdirSync(join(root, folder))
    .filter((name) => name.startsWith(start) && name.endsWith(end))
    .map((name) => `${folder}/${name}`);
}
