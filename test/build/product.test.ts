import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { buildAddOn } from '../../build/bundle';
import { checkBundle, listDifferences } from '../../build/check-bundle';
import { ENTRY_POINTS } from '../../build/entry-point-names';
import { readServiceAddresses } from '../../build/service-addresses';
import { parseSource } from '../../build/source-module';

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

  test('has the endpoints that the page may ask for, and no others', () => {
    const contract = parseSource(resolve(ROOT, 'src/sidebar/contract.ts')).program.body;
    const members = contract.flatMap((statement) => {
      const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : null;
      if (declaration?.type !== 'TSInterfaceDeclaration' || declaration.id.name !== 'SidebarEndpoints')
        return [];
      return declaration.body.body.map((member) =>
        'key' in member && 'name' in member.key ? member.key.name : '',
      );
    });
    const listed = Object.entries(ENTRY_POINTS).filter(([, kind]) => kind === 'sidebar');
    expect(members.sort()).toEqual(listed.map(([name]) => name).sort());
  });
});
