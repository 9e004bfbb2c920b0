import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { OPEN_POLICY, readServiceAddresses } from '../../build/addresses';
import { buildManifest } from '../../build/bundle';
import type { ServiceAddresses } from '../../src/employer-api/connection';
import type { Policy } from '../../src/reports/ports';
import { builtBundle, RUN_VARIABLE } from './built-bundle';

/** What an operator or administrator may settle when the add-on is built, and what tests change besides. */
export interface BuildSettings {
  /** Where the reports without a published address stand. */
  readonly reports?: ServiceAddresses['reports'];
  readonly policy?: Policy;
  /** The largest table, in cells, that is written directly instead of staged and copied. */
  readonly directWriteCells?: number;
}

const made = new Map<string, string>();

/**
 * The add-on under test as it would be built with other settings: only the constants that stand for them are replaced.
 *
 * @returns The folder, for `dist` of an emulator. It goes with the test run.
 */
export function builtWith(settings: BuildSettings): string {
  const key = JSON.stringify(settings);
  const folder = made.get(key) ?? make(settings);
  made.set(key, folder);
  return folder;
}

function make({ reports = {}, policy = OPEN_POLICY, directWriteCells }: BuildSettings): string {
  const addresses = { ...readServiceAddresses(path.resolve('build/service-addresses.json')), reports };
  const folder = mkdtempSync(path.join(process.env[RUN_VARIABLE] ?? tmpdir(), 'built-with-'));
  cpSync(builtBundle(), folder, { recursive: true });
  const code = replacing(readFileSync(path.join(folder, 'Code.js'), 'utf8'), [
    ['define_SERVICE_ADDRESSES_default', addresses],
    ['define_POLICY_default', policy],
    ['directWriteCells', directWriteCells],
  ]);
  writeFileSync(path.join(folder, 'Code.js'), code);
  const manifest = buildManifest(readFileSync('appsscript.json', 'utf8'), addresses, policy);
  writeFileSync(path.join(folder, 'appsscript.json'), manifest);
  return folder;
}

/** @throws {Error} when the bundle has no such constant, or several. */
function replacing(code: string, constants: readonly (readonly [name: string, value: unknown])[]): string {
  return constants.reduce((text, [name, value]) => {
    if (value === undefined) return text;
    const parts = text.split(new RegExp(`(?<=^ *var ${name} = ).*(?=;$)`, 'm'));
    if (parts.length !== 2) throw new Error(`The bundle has ${parts.length - 1} constants ${name}.`);
    return parts.join(JSON.stringify(value));
  }, code);
}
