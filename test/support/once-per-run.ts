import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Tells the tests where a test run keeps what many of its files need. */
export const RUN_VARIABLE = 'SHIFT_REPORTS_RUN';

/** A file that this test run has made in its folder; undefined where it has none, and outside of test runs. */
export function fileOfRun(name: string): string | undefined {
  const folder = process.env[RUN_VARIABLE];
  if (folder === undefined) return undefined;
  const file = join(folder, name);
  return existsSync(file) ? file : undefined;
}
