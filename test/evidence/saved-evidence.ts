import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { SourceState } from './source-state';

/** Where the commands leave what they measured, from the root of the project. */
export const EVIDENCE_FOLDER = 'docs/proof/evidence';

/** What something was measured on. */
export interface Machine {
  readonly cores: number;
  readonly node: string;
}

/** What was found out about one requirement, in one run. */
export interface FaultsRow extends SourceState {
  readonly id: string;
  readonly promise: string;
  /** How many cases ran of each figure, in its order, as the tests counted them; without figures, how many tests. */
  readonly n: string;
  readonly figure: string;
  readonly seed: string;
  readonly passed: number;
  readonly total: number;
  readonly seconds: number;
  readonly command: string;
  /** ISO 8601; rows of one file may come from several days. */
  readonly date: string;
}

/** `docs/proof/evidence/faults.json`. */
export interface FaultsEvidence {
  readonly date: string;
  readonly machine: Machine;
  readonly rows: readonly FaultsRow[];
}

/** `docs/proof/evidence/bench.json`: the tables as `npm run bench` prints them. */
export interface BenchEvidence extends SourceState {
  readonly date: string;
  readonly machine: Machine;
  readonly tables: readonly { readonly title: string; readonly rows: readonly object[] }[];
}

/** `docs/proof/evidence/mutation.json`. */
export interface MutationEvidence {
  readonly date: string;
  readonly machine: Machine;
  readonly groups: readonly MutationScore[];
  readonly survivors: readonly MutationSurvivor[];
}

/** What the unit tests noticed of the changes of one group of modules; groups may come from several runs. */
export interface MutationScore extends SourceState {
  readonly group: string;
  readonly mutants: number;
  readonly noticed: number;
  readonly score: string;
}

/** A change of the code that no unit test noticed. */
export interface MutationSurvivor {
  readonly group: string;
  /** `src/calendar/calendar-date.ts:12:5`. */
  readonly place: string;
  readonly change: string;
  /** Why it may survive; empty where nobody has said so. */
  readonly reason: string;
}

/** `docs/proof/evidence/coverage.json`. */
export interface CoverageEvidence extends SourceState {
  readonly date: string;
  readonly machine: Machine;
  /** The last is that of all layers. */
  readonly layers: readonly CoverageLayer[];
  /** What was not taken. */
  readonly kinds: readonly CoverageKind[];
  /** Those with few branches taken. */
  readonly files: readonly CoverageFile[];
}

/** How many branches of a layer were taken; each figure as `95 of 100 (95.0 %)`. */
export interface CoverageLayer {
  readonly layer: string;
  readonly branches: number;
  /** By unit tests. */
  readonly unit: string;
  /** By the script that ships, under integration tests. */
  readonly script: string;
  /** By the page that ships, under browser tests. */
  readonly page: string;
  /** By any of them. */
  readonly any: string;
}

/** How many branches of one kind nothing took. */
export interface CoverageKind {
  readonly kind: string;
  readonly untaken: number;
}

/** A file with branches that nothing takes. */
export interface CoverageFile {
  readonly file: string;
  readonly taken: string;
  /** Line and kind of each that is missing. */
  readonly untaken: string;
}

/** `docs/proof/evidence/suite.json`: one run of everything, in a new clone. */
export interface SuiteEvidence extends SourceState {
  readonly date: string;
  readonly machine: Machine;
  /** Of `npm ci` and `npm test` together. */
  readonly seconds: number;
  /** Of Jest alone. */
  readonly jestSeconds: number;
  /** Test files and tests that passed; those that did not end the run, which is not saved then. */
  readonly files: number;
  readonly tests: number;
}

/** `docs/proof/evidence/page.json`: the state in which the page was made, and by which rows are older. */
export interface PageEvidence extends SourceState {
  readonly date: string;
}

interface EvidenceFiles {
  readonly page: PageEvidence;
  readonly suite: SuiteEvidence;
  readonly faults: FaultsEvidence;
  readonly bench: BenchEvidence;
  readonly mutation: MutationEvidence;
  readonly coverage: CoverageEvidence;
}

/** The machine that this runs on. */
export function thisMachine(): Machine {
  return { cores: availableParallelism(), node: process.version };
}

/** Reads what a command has saved; `undefined` where it never has. */
export function readEvidence<Name extends keyof EvidenceFiles>(
  root: string,
  name: Name,
): EvidenceFiles[Name] | undefined {
  const file = join(root, EVIDENCE_FOLDER, `${name}.json`);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** Saves what a command has measured, in the place of what it saved before. */
export function saveEvidence<Name extends keyof EvidenceFiles>(
  root: string,
  name: Name,
  evidence: EvidenceFiles[Name],
): void {
  mkdirSync(join(root, EVIDENCE_FOLDER), { recursive: true });
  writeFileSync(join(root, EVIDENCE_FOLDER, `${name}.json`), `${JSON.stringify(evidence, null, 2)}\n`);
}
