import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildAddOn } from '../../build/bundle';
import { parsePolicy } from '../../build/policy';
import { readServiceAddresses } from '../../build/service-addresses';

/**
 * Builds the add-on for an administrator who allows Google Chat.
 *
 * @returns The folder, for `dist` of an emulator. The caller removes it.
 */
export async function buildChatBundle(): Promise<string> {
  const outDir = mkdtempSync(path.join(tmpdir(), 'shift-reports-chat-'));
  const addresses = readServiceAddresses(path.resolve('build/service-addresses.json'));
  const policy = parsePolicy({ mailDomains: [], chat: true });
  await buildAddOn({ addresses, policy, outDir });
  return outDir;
}
