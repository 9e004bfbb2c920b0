import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildAddOn } from '../../build/bundle';
import { readServiceAddresses } from '../../build/service-addresses';
import { ASSUMED_REPORTS } from '../api-server/assumed-reports';

/**
 * Builds the add-on as an operator would who knows where the two reports without a published address stand: with the
 * api-server's assumed paths.
 *
 * @returns The folder, for `dist` of an emulator. The caller removes it.
 */
export async function buildConfiguredBundle(): Promise<string> {
  const outDir = mkdtempSync(path.join(tmpdir(), 'shift-reports-configured-'));
  const addresses = readServiceAddresses(path.resolve('build/service-addresses.json'));
  await buildAddOn({
    addresses: { ...addresses, reports: ASSUMED_REPORTS },
    outDir,
  });
  return outDir;
}
