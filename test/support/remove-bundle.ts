import { rmSync } from 'node:fs';
import { RUN_VARIABLE } from './once-per-run';

/** Jest's global teardown: removes what the tests ran. */
export default function removeBundle(): void {
  const folder = process.env[RUN_VARIABLE];
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
}
