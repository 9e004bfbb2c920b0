import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { checkBundle, listDifferences } from '../../build/check-bundle';
import { ADDRESSES, makeBundle, type Planted } from './sound-bundle';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shift-reports-check-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function write(name: string, planted: Planted = {}): string {
  const target = join(folder, name);
  mkdirSync(target);
  for (const [file, text] of Object.entries(makeBundle(planted).texts))
    writeFileSync(join(target, file), text);
  return target;
}

/** The small bundle lacks most entry points; those findings are other tests' matter. */
const check = (target: string) =>
  checkBundle(target, { addresses: ADDRESSES })
    .filter(({ message }) => !/entry point|build\/entry-point-names/.test(message))
    .map(({ where, message }) => `${where}: ${message}`);

describe('the check of a built folder', () => {
  test('finds nothing but the missing entry points of a small bundle', () => {
    expect(check(write('dist'))).toEqual([]);
  });

  test('lists the findings of every check', () => {
    const target = write('dist', {
      inside: 'function use(sheet) { sheet.deleteRow(1); fetch("https://evil.test"); }',
      markup: '<iframe></iframe>',
    });
    expect(check(target)).toEqual([
      'Code.js:10: It uses fetch: Apps Script does not have it.',
      'Code.js:10: It uses .deleteRow: it moves or removes cells that are not ours.',
      'Code.js: It holds the address https://evil.test, which is not one of the service.',
      'Sidebar.html: It has an element that loads something or moves addresses.',
    ]);
  });

  test('finds a fourth file, also one in a folder', () => {
    const target = write('dist');
    mkdirSync(join(target, 'old'));
    writeFileSync(join(target, 'old/Code.gs'), '');
    expect(check(target)).toEqual(['old/Code.gs: It does not belong there; exactly three files are pushed.']);
  });

  test('finds a missing file', () => {
    const target = write('dist');
    rmSync(join(target, 'Sidebar.html'));
    expect(check(target)).toContain('Sidebar.html: It is missing.');
  });

  test.each([
    ['Code.js', { inside: `const long = "${'x'.repeat(1_200_000)}";` }, 1_200_000],
    ['Sidebar.html', { markup: 'x'.repeat(130_000) }, 130_000],
  ])('finds %s above its budget', (name, planted, budget) => {
    const pattern = new RegExp(`^${name}: It has \\d+ bytes; its budget is ${budget}\\.$`);
    expect(check(write('dist', planted))).toEqual([expect.stringMatching(pattern)]);
  });

  test('finds a source map', () => {
    expect(check(write('dist', { atTop: '//# sourceMappingURL=data:application/json;base64,e30=' }))).toEqual(
      ['Code.js: It carries a source map, which is for measuring coverage only.'],
    );
  });

  test('stops at scripts that cannot be read', () => {
    expect(check(write('dist', { atTop: 'class A { #x = 1; }', inside: 'fetch();' }))).toEqual([
      expect.stringContaining('It cannot be read as JavaScript of 2019'),
    ]);
  });
});

describe('the comparison of two built folders', () => {
  test('finds nothing between equal ones', () => {
    expect(listDifferences(write('one'), write('other'))).toEqual([]);
  });

  test('names the files that differ or stand on one side only', () => {
    const other = write('other', { inside: 'const builtAt = 1;' });
    writeFileSync(join(other, 'More.html'), '');
    expect(listDifferences(write('one'), other)).toEqual(['Code.js', 'More.html']);
  });
});
