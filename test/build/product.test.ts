import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { buildAddOn } from '../../build/bundle';
import { checkBundle, listDifferences } from '../../build/check-bundle';
import { readServiceAddresses } from '../../build/service-addresses';

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

  test('is built with the same bytes again', async () => {
    await buildAddOn({ addresses: ADDRESSES, outDir: join(folder, 'again') });
    expect(listDifferences(join(folder, 'bound'), join(folder, 'again'))).toEqual([]);
  });

  test('differs between the two installations in the script only', () => {
    expect(listDifferences(join(folder, 'bound'), join(folder, 'add-on'))).toEqual(['Code.js']);
  });
});
