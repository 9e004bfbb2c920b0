import { join } from 'node:path';

/** The folder of what a coverage run has prepared, told to its processes. */
const FOLDER_VARIABLE = 'SHIFT_REPORTS_COVERAGE';

/** What is counting, told to its processes; also the name of the Jest project. */
const WHERE_VARIABLE = 'SHIFT_REPORTS_COUNTING';

/**
 * Where branches are counted: in the modules that unit tests import, in the script that integration tests run, or in
 * the page that a browser shows.
 */
export type Where = (typeof WHERE)[number];

const WHERE = ['unit', 'integration', 'browser'] as const;

/** What a process needs to know of the coverage run that it is part of. */
export interface CoverageRun {
  readonly where: Where;
  /** Instrumented modules, laid out like the project. */
  readonly modulesFolder: string;
  /** How many branches each module has, as JSON. */
  readonly countsFile: string;
  /** Each test file adds a file of what it took. */
  readonly takenFolder: string;
}

/** The run that this process is part of; `undefined` where nobody measures. */
export function thisCoverageRun(): CoverageRun | undefined {
  const { [FOLDER_VARIABLE]: folder, [WHERE_VARIABLE]: name } = process.env;
  const where = WHERE.find((one) => one === name);
  return folder === undefined || where === undefined ? undefined : coverageRun(folder, where);
}

/** Lays out the folder of a run. */
export function coverageRun(folder: string, where: Where): CoverageRun {
  return {
    where,
    modulesFolder: join(folder, 'modules'),
    countsFile: join(folder, 'branch-counts.json'),
    takenFolder: join(folder, `taken-${where}`),
  };
}

/** Tells processes of the run that they are part of. */
export function environmentOf(folder: string, where: Where): Record<string, string> {
  return { [FOLDER_VARIABLE]: folder, [WHERE_VARIABLE]: where };
}
