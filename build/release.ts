import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BuildError } from './build-error';
import { type BuildResult, buildAddOn, type Installation } from './bundle';
import { checkBundle, listDifferences } from './check-bundle';
import type { Edition } from './edition';
import { readPolicy } from './policy';
import { readServiceAddresses } from './service-addresses';

/** Which project to build, and how it will be installed. */
export interface Release {
  /** The project's folder. */
  readonly root: string;
  readonly installation: Installation;
  /** @default 'sheets' */
  readonly edition?: Edition;
}

/**
 * Builds `build/dist`, checks it, and builds it once more elsewhere to see that the bytes are the same.
 *
 * @throws {BuildError} Every finding, one line each. The folder is left as it was built, to be looked at.
 */
export async function buildAndCheck({
  root,
  installation,
  edition = 'sheets',
}: Release): Promise<BuildResult> {
  const addresses = readServiceAddresses(join(root, 'build/service-addresses.json'));
  const policy = readPolicy(join(root, 'build/policy.json'));
  const options = { addresses, policy, installation, edition, root };
  const result = await buildAddOn({ ...options, outDir: join(root, 'build/dist') });
  const findings = checkBundle(result.outDir, { addresses, policy, edition, environment: process.env });
  const again = mkdtempSync(join(tmpdir(), 'shift-reports-build-'));
  try {
    await buildAddOn({ ...options, outDir: again });
    const differing = listDifferences(result.outDir, again);
    const lines = [
      ...findings.map(({ where, message }) => `${where}: ${message}`),
      ...differing.map((name) => `${name}: A second build of the same sources made other bytes.`),
    ];
    if (lines.length > 0) throw new BuildError(lines.join('\n'));
  } finally {
    rmSync(again, { recursive: true, force: true });
  }
  return result;
}
