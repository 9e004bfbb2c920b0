import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readServiceAddresses } from '../../build/addresses';
import { buildAddOn } from '../../build/bundle';
import { checkBundle } from '../../build/check-bundle';

const ROOT = process.cwd();
const ADDRESSES = readServiceAddresses(resolve(ROOT, 'build/service-addresses.json'));

const folder = mkdtempSync(join(tmpdir(), 'shift-reports-product-'));

beforeAll(async () => {
  await buildAddOn({ addresses: ADDRESSES, outDir: join(folder, 'bound') });
  await buildAddOn({ addresses: ADDRESSES, outDir: join(folder, 'add-on'), installation: 'add-on' });
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('the built product', () => {
  test.each(['bound', 'add-on'])('passes every check when installed as %s', (name) => {
    expect(checkBundle(join(folder, name), { addresses: ADDRESSES, environment: process.env })).toEqual([]);
  });

  test('differs between the two installations in the script only', () => {
    const read = (build: string, name: string) => readFileSync(join(folder, build, name), 'utf8');
    expect(read('bound', 'Sidebar.html')).toBe(read('add-on', 'Sidebar.html'));
    expect(read('bound', 'Code.js')).not.toBe(read('add-on', 'Code.js'));
  });
});
