import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import {
  describeLicences,
  findForbidden,
  type PackageLicence,
  readLicences,
  readNotices,
} from '../../build/licences';

const lockFile = readFileSync(resolve('package-lock.json'), 'utf8');
const one = (licence: string, use: PackageLicence['use'] = 'development'): PackageLicence => ({
  name: 'a',
  version: '1.0.0',
  licence,
  use,
});

describe('licences', () => {
  test('two packages ship, both under MIT', () => {
    const shipped = readLicences(lockFile).filter(({ use }) => use === 'shipped');
    expect(shipped.map(({ name, licence }) => [name, licence])).toEqual([
      ['preact', 'MIT'],
      ['valibot', 'MIT'],
    ]);
  });

  test('every package of the lock file has a licence that allows what is done with it', () => {
    const licences = readLicences(lockFile);
    expect(licences.length).toBeGreaterThan(500);
    expect(findForbidden(licences)).toEqual([]);
  });

  test.each(['GPL-3.0', 'AGPL-3.0-only', 'UNLICENSED', '', 'MIT AND GPL-2.0'])(
    '%s is forbidden',
    (licence) => {
      expect(findForbidden([one(licence)])).toHaveLength(1);
    },
  );

  test('one of several licences is enough', () => {
    expect(findForbidden([one('(MIT OR GPL-3.0)'), one('GPL-3.0 OR Apache-2.0')])).toEqual([]);
  });

  test('what ships may ask for no more than a notice', () => {
    expect(findForbidden([one('MPL-2.0', 'shipped'), one('MPL-2.0')])).toEqual([one('MPL-2.0', 'shipped')]);
  });

  test('the page lists what ships first', () => {
    const page = describeLicences([one('MIT'), { ...one('ISC', 'shipped'), name: 'b' }]);
    expect(page.indexOf('| b | 1.0.0 | ISC |')).toBeLessThan(page.indexOf('| a | 1.0.0 | MIT |'));
    expect(page.indexOf('| b |')).toBeGreaterThan(0);
  });

  test('the notices hold the licence text of all that ships', () => {
    const notices = readNotices(resolve('.'), readLicences(lockFile));
    expect(notices).toMatch(/^preact \d.*\n\nThe MIT License/);
    expect(notices).toMatch(/^valibot \d/m);
  });

  test('a package that ships without a licence text stops the release', () => {
    expect(() => readNotices(resolve('.'), [{ ...one('MIT', 'shipped'), name: 'not-installed' }])).toThrow(
      'Find the licence text of not-installed: its package has no licence file.',
    );
  });
});
