import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { recordFigure } from '../support/record-figure';

interface LockedPackage {
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
    const figure = `${packages.length} of ${packages.length}`;
    recordFigure({
      requirement: 'P2',
      what: 'packages with version and checksum',
      n: packages.length,
      figure,
    });
  });

  test('is for a project that asks for exact versions', () => {
    const { dependencies, devDependencies } = read('package.json');
    const asked = Object.entries<string>({ ...dependencies, ...devDependencies });

    expect(asked.filter(([, version]) => !EXACT.test(version))).toEqual([]);
    expect(asked.length).toBeGreaterThan(10);
  });
});
