import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Edition } from '../../build/edition';

/** Where a test run builds it, below the folder of all that it prepares. */
export const ADD_ON_FOLDER = 'add-on';

/** The folder of the bundle under test; what `npm run build` made where no test run has built one. */
export function builtBundle(edition: Edition = 'sheets'): string {
  const dist = fileOfRun(ADD_ON_FOLDER) ?? 'build/dist';
  return edition === 'sheets' ? dist : editionFolder(dist, edition);
}

/** Where another edition than that of a folder is built. */
export function editionFolder(dist: string, edition: Edition): string {
  return `${dist}-${edition}`;
}

/** Tells the tests where a test run keeps what many of its files need. */
export const RUN_VARIABLE = 'SHIFT_REPORTS_RUN';

/** A file that this test run has made in its folder; undefined where it has none, and outside of test runs. */
export function fileOfRun(name: string): string | undefined {
  const folder = process.env[RUN_VARIABLE];
  if (folder === undefined) return undefined;
  const file = join(folder, name);
  return existsSync(file) ? file : undefined;
}
