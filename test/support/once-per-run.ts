import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
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

/**
 * A text that is dear to make: made by the first test file of a run that needs it, and read by all others. Outside of
 * test runs it is made each time.
 *
 * @param name Of the file that keeps it; it must tell apart all that can be made in one run.
 */
export function oncePerRun(name: string, make: () => string): string {
  const kept = fileOfRun(name);
  if (kept !== undefined) return readFileSync(kept, 'utf8');
  const text = make();
  const folder = process.env[RUN_VARIABLE];
  if (folder === undefined) return text;
  // Two processes may make it at the same time: nobody may read half a file.
  const unfinished = join(folder, `${name}.${process.pid}`);
  writeFileSync(unfinished, text);
  renameSync(unfinished, join(folder, name));
  return text;
}
