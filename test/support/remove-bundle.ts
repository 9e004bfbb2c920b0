import { rmSync } from 'node:fs';
import { DIST_VARIABLE } from './built-bundle';

/** Jest's global teardown: removes the bundle that the tests ran. */
export default function removeBundle(): void {
  const folder = process.env[DIST_VARIABLE];
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
}
