import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildAddOn } from '../../build/bundle';
import { readServiceAddresses } from '../../build/service-addresses';

/**
 * Builds the add-on with a low limit for direct writes, so that small tables are staged and copied as large ones are.
 *
 * @param directWriteCells The largest table, in cells, that is still written directly.
 * @returns The folder, for `dist` of an emulator. The caller removes it.
 */
export async function buildStagingBundle(directWriteCells: number): Promise<string> {
  const outDir = mkdtempSync(path.join(tmpdir(), 'shift-reports-staging-'));
  const addresses = readServiceAddresses(path.resolve('build/service-addresses.json'));
  await buildAddOn({
    addresses,
    installation: 'bound',
    outDir,
    directWriteCells,
  });
  return outDir;
}
