import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';

interface LockedPackage {
  readonly hasInstallScript?: boolean;
  readonly version?: string;
  readonly integrity?: string;
}

const read = (name: string) => JSON.parse(readFileSync(resolve(name), 'utf8'));
const EXACT = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/;

describe('the lock file', () => {
  test('has an exact version and a checksum for every package', () => {
    const packages = Object.entries<LockedPackage>(read('package-lock.json').packages).filter(
      ([path]) => path !== '',
    );
    const bare = packages
      .filter(([, { version = '', integrity = '' }]) => !EXACT.test(version) || !/^sha512-/.test(integrity))
      .map(([path]) => path);

    expect(bare).toEqual([]);
    expect(packages.length).toBeGreaterThan(100);
  });

  test('has install scripts in no package that is not decided on, so that an installation ends without a question', () => {
    const withScripts = Object.entries<LockedPackage>(read('package-lock.json').packages)
      .filter(([, { hasInstallScript }]) => hasInstallScript === true)
      .map(([path]) => path.replace(/^.*node_modules\//, ''));

    // None is needed: the binaries that two of them look for come as packages of their own.
    const decided = Object.entries(read('package.json').allowScripts);
    expect(decided).toEqual([...new Set(withScripts)].sort().map((name) => [name, false]));
  });

  test('is for a project that asks for exact versions', () => {
    const { dependencies, devDependencies } = read('package.json');
    const asked = Object.entries<string>({ ...dependencies, ...devDependencies });

    expect(asked.filter(([, version]) => !EXACT.test(version))).toEqual([]);
    expect(asked.length).toBeGreaterThan(10);
  });
});
