import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readServiceAddresses } from '../../build/addresses';
import { buildAddOn } from '../../build/bundle';

/* The same sources make the same bytes, wherever they stand and whatever the machine is set to. */

const ROOT = process.cwd();
const FILES = ['Code.js', 'Sidebar.html', 'appsscript.json'];
/** All that a build reads: sources, the manifest, the addresses, and the packages that ship. */
const SOURCES = [
  'package.json',
  'src',
  'appsscript.json',
  'build/service-addresses.json',
  'node_modules/fastest-levenshtein',
  'node_modules/preact',
  'node_modules/valibot',
];
/** Whose clock and language differ from those of the tests. */
const ELSEWHERE = { TZ: 'Pacific/Kiritimati', LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR.UTF-8' };

const folder = mkdtempSync(join(tmpdir(), 'shift-reports-reproducible-'));
const copy = join(folder, 'another name/much deeper/ö (1)/project');

beforeAll(() => {
  mkdirSync(copy, { recursive: true });
  for (const name of SOURCES) cpSync(join(ROOT, name), join(copy, name), { recursive: true });
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Builds what stands in a folder, in a process of its own with other settings. */
function buildElsewhere(root: string, name: string): string {
  const outDir = join(root, 'out', name);
  const urlOf = (file: string) => JSON.stringify(pathToFileURL(file).href);
  const script = `
    import { buildAddOn } from ${urlOf(join(ROOT, 'build/bundle.ts'))};
    import { readServiceAddresses } from ${urlOf(join(ROOT, 'build/addresses.ts'))};
    const addresses = readServiceAddresses('build/service-addresses.json');
    await buildAddOn({ addresses, outDir: ${JSON.stringify(outDir)} });
  `;
  const loader = pathToFileURL(createRequire(join(ROOT, 'package.json')).resolve('tsx')).href;
  execFileSync(process.execPath, ['--import', loader, '--input-type=module', '--eval', script], {
    cwd: root,
    env: { ...process.env, ...ELSEWHERE },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return outDir;
}

test('builds from another folder, in another time zone and another language have the same bytes', async () => {
  const addresses = readServiceAddresses(join(ROOT, 'build/service-addresses.json'));
  const { outDir } = await buildAddOn({ addresses, outDir: join(folder, 'here') });
  const elsewhere = buildElsewhere(copy, 'of another');
  const read = (from: string) => FILES.map((name) => readFileSync(join(from, name), 'utf8'));
  expect(read(elsewhere)).toEqual(read(outDir));
});

test('the other settings are in force: the process has another day and another decimal sign', () => {
  const script = 'console.log(new Date("2026-03-10T12:00Z").getDate(), (1.5).toLocaleString())';
  const said = execFileSync(process.execPath, ['-e', script], {
    env: { ...process.env, ...ELSEWHERE },
    encoding: 'utf8',
  });
  expect(said).toBe('11 1,5\n');
});
