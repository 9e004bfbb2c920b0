import type { Edition } from '../../build/edition';

/** Tells the tests where the bundle under test was built. */
export const DIST_VARIABLE = 'SHIFT_REPORTS_DIST';

/** Where a test run builds it, below the folder of all that it prepares. */
export const ADD_ON_FOLDER = 'add-on';

/** The folder of the bundle under test; what `npm run build` made where no test run has built one. */
export function builtBundle(edition: Edition = 'sheets'): string {
  const dist = process.env[DIST_VARIABLE] ?? 'build/dist';
  return edition === 'sheets' ? dist : editionFolder(dist, edition);
}

/** Where another edition than that of a folder is built. */
export function editionFolder(dist: string, edition: Edition): string {
  return `${dist}-${edition}`;
}
