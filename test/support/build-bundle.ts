import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { RUN_VARIABLE } from './built-bundle';

/** Jest's global setup: the tests run what `npm run build` makes, made anew in a folder of their own. */
export default function buildBundle(): void {
  const folder = mkdtempSync(path.join(tmpdir(), 'shift-reports-tests-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  execFileSync(process.execPath, ['--import', 'tsx', 'test/support/build-into.ts', folder], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  process.env[RUN_VARIABLE] = folder;
}
