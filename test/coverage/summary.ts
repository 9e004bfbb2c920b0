import type { CoverageFile, CoverageKind, CoverageLayer } from '../evidence/saved-evidence';
import type { BranchKind } from './instrument';
import type { Branches } from './prepare';
import type { Taken } from './run-counting-tests';

/** What is counted of a run; all hold the same modules with the same branches. */
export interface Counted {
  readonly branches: Branches;
  /** By the modules that unit tests import. */
  readonly unit: Taken;
  /** By the script that integration tests run. */
  readonly script: Taken;
  /** By the page that browser tests show. */
  readonly page: Taken;
}

/** A branch that no test took. */
export interface UntakenBranch {
  readonly file: string;
  readonly line: number;
  readonly kind: BranchKind;
}

/** Files with a smaller part of their branches taken are listed. */
const LISTED_BELOW = 0.9;

/** The page is a program of its own: its modules are not in the script, and hardly any other is in the page. */
const PAGE = 'sidebar/page';

/** For each layer, the first folder of `src`, how many of its branches were taken; then for all of them. */
export function summarizeLayers(counted: Counted): CoverageLayer[] {
  const files = Object.keys(counted.branches);
  const layers = [...new Set(files.map(layerOf))].sort();
  return [
    ...layers.map((layer) =>
      summarize(
        layer,
        files.filter((file) => layerOf(file) === layer),
        counted,
      ),
    ),
    summarize('all', files, counted),
  ];
}

/** The files whose branches are taken too seldom, by all tests together, each with what is missing. */
export function filesBelow(counted: Counted): CoverageFile[] {
  const untaken = untakenBranches(counted);
  return Object.entries(counted.branches).flatMap(([file, { length }]) => {
    const missing = untaken.filter((one) => one.file === file);
    if (length - missing.length >= LISTED_BELOW * length) return [];
    return [
      {
        file,
        taken: share(length - missing.length, length),
        untaken: missing.map(({ line, kind }) => `${line} ${kind}`).join(', '),
      },
    ];
  });
}

/** Every branch that nothing took, in the order of files and lines. */
export function untakenBranches(counted: Counted): UntakenBranch[] {
  return Object.entries(counted.branches).flatMap(([file, all]) =>
    all
      .filter((_, branch) => !isTaken(counted, file, branch))
      .map(({ line, kind }) => ({ file, line, kind }))
      .sort((one, other) => one.line - other.line),
  );
}

/** How many branches of each kind nothing took, the most frequent first. */
export function countKinds(untaken: readonly UntakenBranch[]): CoverageKind[] {
  const kinds = [...new Set(untaken.map(({ kind }) => kind))];
  return kinds
    .map((kind) => ({ kind, untaken: untaken.filter((one) => one.kind === kind).length }))
    .sort((one, other) => other.untaken - one.untaken);
}

function isTaken({ unit, script, page }: Counted, file: string, branch: number): boolean {
  return [unit, script, page].some((taken) => taken[file]?.[branch] === true);
}

function summarize(layer: string, files: readonly string[], counted: Counted): CoverageLayer {
  const { branches, unit, script, page } = counted;
  const part = (some: readonly string[], isCounted: (file: string, branch: number) => boolean) => {
    const all = some.flatMap((file) => (branches[file] ?? []).map((_, branch) => isCounted(file, branch)));
    return all.length === 0 ? '' : share(all.filter(Boolean).length, all.length);
  };
  const by = (taken: Taken) => (file: string, branch: number) => taken[file]?.[branch] === true;
  return {
    layer,
    branches: files.reduce((sum, file) => sum + (branches[file]?.length ?? 0), 0),
    unit: part(files, by(unit)),
    script: part(
      files.filter((file) => layerOf(file) !== PAGE),
      by(script),
    ),
    page: part(
      files.filter((file) => layerOf(file) === PAGE),
      by(page),
    ),
    any: part(files, (file, branch) => isTaken(counted, file, branch)),
  };
}

function layerOf(file: string): string {
  return file.startsWith(`src/${PAGE}/`) ? PAGE : (file.split('/')[1] ?? '');
}

/** Rounded down: a share that is short of its goal must not look as if it reached it. */
function share(taken: number, all: number): string {
  return `${taken} of ${all} (${(Math.floor((1000 * taken) / all) / 10).toFixed(1)} %)`;
}
