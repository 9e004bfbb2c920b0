import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { checkLayers, LAYERS } from '../../build/layers';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shift-reports-layers-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Checks a tree of files. What they import is made, if it is not there. */
function check(files: Readonly<Record<string, string>>): string[] {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return checkLayers(folder).map(({ where, message }) => `${where}: ${message}`);
}

test('the layers are kept by every source file', () => {
  expect(checkLayers(resolve('src'))).toEqual([]);
});

test('the table names only layers that exist, and runs in no circle', () => {
  const names = LAYERS.map(({ name }) => name);
  const packages = ['preact', 'valibot', 'fastest-levenshtein'];
  const below = new Map(LAYERS.map(({ name, mayImport }) => [name, mayImport.split(' ').filter(Boolean)]));
  const all = (name: string): string[] => (below.get(name) ?? []).flatMap((next) => [next, ...all(next)]);
  for (const name of names) {
    expect(all(name).filter((each) => !names.includes(each) && !packages.includes(each))).toEqual([]);
    expect(all(name)).not.toContain(name);
  }
});

describe('the check', () => {
  const target = 'export type X = string;\nexport const x = 1;\n';

  test.each([
    ['calendar/day.ts', 'figures/sum.ts'],
    ['figures/sum.ts', 'answers/answer.ts'],
    ['reports/table.ts', 'platform/fetch.ts'],
    ['reports/table.ts', 'dashboards/plan.ts'],
    ['warehouse/send.ts', 'summaries/page.ts'],
    ['alerts/list.ts', 'dashboards/plan.ts'],
    ['functions/hours.ts', 'compose/writing.ts'],
    ['sidebar/endpoints.ts', 'triggers/refresh.ts'],
    ['sidebar/page/page.tsx', 'sidebar/endpoints.ts'],
    ['contract/form.ts', 'figures/sum.ts'],
    ['main.ts', 'calendar/day.ts'],
  ])(
    'finds that %s imports %s: as a value, a type, in the middle of code, or to re-export it',
    (file, to) => {
      const up = '../'.repeat(file.split('/').length - 1) || './';
      const specifier = `${up}${to.replace(/\.tsx?$/, '')}`;
      for (const line of [
        `import { x } from '${specifier}';`,
        `import type { X } from '${specifier}';`,
        `export { x } from '${specifier}';`,
        `export type Y = import('${specifier}').X;`,
      ]) {
        expect(check({ [file]: line, [to]: target })).toContainEqual(
          expect.stringContaining(`${file}: It imports ${to}, but `),
        );
      }
    },
  );

  test.each([
    ['functions/hours.ts', 'valibot'],
    ['reports/table.ts', 'preact'],
    ['reports/table.ts', 'node:fs'],
    ['calendar/day.ts', '@scope/name'],
  ])('finds that %s imports the package %s', (file, name) => {
    expect(check({ [file]: `import { x } from '${name}/part';` })).toEqual([
      expect.stringContaining(`${file}: It imports ${name}, but `),
    ]);
  });

  test.each([
    ['reports/table.ts', 'export const now = () => Utilities.getUuid();', 1],
    ['functions/hours.ts', 'export const cell = () => SpreadsheetApp.getActiveRange();', 1],
    ['sidebar/endpoints.ts', 'export type Sheet = GoogleAppsScript.Spreadsheet.Sheet;', 1],
    ['sidebar/page/page.tsx', 'google.script.run.sidebarCall();', 1],
    ['reports/table.ts', "// SpreadsheetApp\nexport const name = 'Utilities';", 0],
    ['platform/fetch.ts', 'export const now = () => Utilities.getUuid();', 0],
  ])('finds in %s the name of a service of Google: %s', (file, line, count) => {
    expect(check({ [file]: line })).toHaveLength(count);
  });

  test('finds a formula that reaches a writer through others, and lets it know the type of one', () => {
    const through = (word: string) => ({
      'functions/hours.ts': "import { x } from '../compose/reading';",
      'compose/reading.ts': `import ${word}{ X } from '../platform/sheet-writer';\nexport const x = 1;`,
      'platform/sheet-writer.ts': 'export class X {}',
    });
    expect(check(through(''))).toEqual([
      expect.stringContaining(
        'functions/hours.ts: It reaches platform/sheet-writer.ts, but a formula may not write',
      ),
    ]);
    expect(check(through('type '))).toEqual([]);
  });

  test('finds circles of files and of folders, of types too', () => {
    expect(
      check({
        'reports/a.ts': "import type { B } from './b';\nexport type A = B;",
        'reports/b.ts': "import type { C } from './c';\nexport type B = C;",
        'reports/c.ts': "import type { A } from './a';\nexport type C = A;",
      }),
    ).toHaveLength(3);
    rmSync(folder, { recursive: true });
    expect(
      check({
        'reports/one/a.ts': "import { b } from '../two/b';\nexport const a = b;",
        'reports/two/b.ts': 'export const b = 1;',
        'reports/two/c.ts': "import type { D } from '../one/d';\nexport const c: D = 1;",
        'reports/one/d.ts': 'export type D = number;',
      }),
    ).toEqual([
      'reports/one: It imports reports/two, which leads back to it.',
      'reports/two: It imports reports/one, which leads back to it.',
    ]);
  });

  test('finds a file that belongs nowhere', () => {
    expect(check({ 'helpers/text.ts': target })).toEqual([
      'helpers/text.ts: It belongs to no layer; give it a place in build/layers.ts.',
    ]);
  });
});
