import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readServiceAddresses } from '../../build/addresses';
import { buildAddOn } from '../../build/bundle';
import { checkBundle } from '../../build/check-bundle';

/** The files that only the warehouse edition has, relative to `src`. */
const WAREHOUSE_FILES = /^warehouse(?:\/|$)|warehouse[^/]*\.tsx?$|^platform\/connected-/;

const ROOT = process.cwd();
const ADDRESSES = readServiceAddresses(resolve(ROOT, 'build/service-addresses.json'));
const NAMES = ['Code.js', 'Sidebar.html', 'appsscript.json'] as const;

const folder = mkdtempSync(join(tmpdir(), 'shift-reports-edition-'));
const without = join(folder, 'without');

beforeAll(async () => {
  for (const part of ['src', 'appsscript.json', 'package.json'])
    cpSync(join(ROOT, part), join(without, part), { recursive: true });
  for (const name of readdirSync(join(without, 'src'), { recursive: true, encoding: 'utf8' })) {
    const path = name.replaceAll('\\', '/');
    if (WAREHOUSE_FILES.test(path)) rmSync(join(without, 'src', path), { recursive: true, force: true });
  }
  // Packages are found from the folder of the importing file upwards.
  for (const name of ['preact', 'valibot', 'fastest-levenshtein'])
    cpSync(join(ROOT, 'node_modules', name), join(without, 'node_modules', name), { recursive: true });
  await buildAddOn({ addresses: ADDRESSES, root: without, outDir: join(folder, 'plain') });
  await buildAddOn({ addresses: ADDRESSES, outDir: join(folder, 'off') });
  await buildAddOn({ addresses: ADDRESSES, outDir: join(folder, 'warehouse'), edition: 'warehouse' });
}, 60_000);

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const read = (build: string, name: string) => readFileSync(join(folder, build, name), 'utf8');
const manifestOf = (build: string) =>
  JSON.parse(read(build, 'appsscript.json')) as { oauthScopes: string[]; urlFetchWhitelist: string[] };

describe('the sheets edition', () => {
  test('has the same bytes as a build of sources without the warehouse', () => {
    const left = readdirSync(join(without, 'src'), { recursive: true, encoding: 'utf8' });
    expect(left.filter((name) => /warehouse/i.test(name))).toEqual([]);
    for (const name of NAMES) expect(read('plain', name)).toBe(read('off', name));
  });

  test.each(NAMES)('does not name the warehouse in %s', (name) => {
    expect(read('off', name)).not.toMatch(/warehouse|bigquery/i);
  });
});

describe('the warehouse edition', () => {
  test('passes every check as what it is, and not as the sheets edition', () => {
    const expected = { addresses: ADDRESSES, environment: process.env };
    const found = checkBundle(join(folder, 'warehouse'), { ...expected, edition: 'warehouse' });
    expect(found).toEqual([]);
    const asSheets = checkBundle(join(folder, 'warehouse'), expected);
    expect(asSheets).toContainEqual(expect.stringContaining('urlFetchWhitelist must be'));
  });

  test('adds two scopes and one host to the manifest, and nothing else', () => {
    const [plain, warehouse] = [manifestOf('off'), manifestOf('warehouse')];
    const isNew = (known: string[]) => (one: string) => !known.includes(one);
    expect(warehouse.oauthScopes.filter(isNew(plain.oauthScopes))).toEqual([
      'https://www.googleapis.com/auth/bigquery',
      'https://www.googleapis.com/auth/bigquery.readonly',
    ]);
    expect(warehouse.urlFetchWhitelist.filter(isNew(plain.urlFetchWhitelist))).toEqual([
      'https://bigquery.googleapis.com/',
    ]);
    expect([...warehouse.oauthScopes].sort()).toEqual(warehouse.oauthScopes);
    const rest = { oauthScopes: [], urlFetchWhitelist: [] };
    expect({ ...warehouse, ...rest }).toEqual({ ...plain, ...rest });
    expect(plain.oauthScopes.filter(isNew(warehouse.oauthScopes))).toEqual([]);
  });
});
