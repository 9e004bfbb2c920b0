import { resolve } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { checkLayers } from '../../build/check-layers';
import { LAYERS } from '../../build/layers';
import { removeTrees, withLines, writeTree } from './source-tree';

afterEach(removeTrees);

const check = (changes: Record<string, string>) =>
  checkLayers(writeTree(changes)).map(({ where, message }) => `${where}: ${message}`);

/** Imports that the layers forbid: the file, what it names, and the file that this is. */
const FORBIDDEN: readonly (readonly [file: string, specifier: string, target: string])[] = [
  ['calendar/day.ts', '../employer-api/ports', 'employer-api/ports.ts'],
  ['employer-api/ports.ts', '../reports/table', 'reports/table.ts'],
  ['figures/sum.ts', '../answers/answer', 'answers/answer.ts'],
  ['figures/sum.ts', '../reports/table', 'reports/table.ts'],
  ['reports/table.ts', '../platform/url-fetch-transport', 'platform/url-fetch-transport.ts'],
  ['reports/table.ts', '../functions/hours', 'functions/hours.ts'],
  ['reports/table.ts', '../triggers/scheduled-refresh', 'triggers/scheduled-refresh.ts'],
  ['reports/table.ts', '../dashboards/plan', 'dashboards/plan.ts'],
  ['reports/table.ts', '../alerts/digest', 'alerts/digest.ts'],
  ['reports/table.ts', '../summaries/page', 'summaries/page.ts'],
  ['reports/table.ts', '../warehouse/send', 'warehouse/send.ts'],
  ['warehouse/send.ts', '../summaries/page', 'summaries/page.ts'],
  ['warehouse/send.ts', '../platform/url-fetch-transport', 'platform/url-fetch-transport.ts'],
  ['functions/hours.ts', '../compose/edition', 'compose/edition.ts'],
  ['compose/edition-warehouse.ts', './writing', 'compose/writing.ts'],
  ['dashboards/plan.ts', '../summaries/page', 'summaries/page.ts'],
  ['alerts/digest.ts', '../dashboards/plan', 'dashboards/plan.ts'],
  ['reports/table.ts', '../explanations/cell', 'explanations/cell.ts'],
  ['reports/table.ts', '../sample/service', 'sample/service.ts'],
  ['reports/table.ts', '../sidebar/endpoints', 'sidebar/endpoints.ts'],
  ['reports/table.ts', '../compose/reading', 'compose/reading.ts'],
  ['platform/url-fetch-transport.ts', '../compose/reading', 'compose/reading.ts'],
  ['compose/reading.ts', './writing', 'compose/writing.ts'],
  ['functions/hours.ts', '../compose/writing', 'compose/writing.ts'],
  ['functions/hours.ts', '../compose/person', 'compose/person.ts'],
  ['functions/hours.ts', '../triggers/scheduled-refresh', 'triggers/scheduled-refresh.ts'],
  ['functions/hours.ts', '../platform/url-fetch-transport', 'platform/url-fetch-transport.ts'],
  ['functions/hours.ts', '../sidebar/endpoints', 'sidebar/endpoints.ts'],
  ['sidebar/endpoints.ts', '../functions/hours', 'functions/hours.ts'],
  ['sidebar/endpoints.ts', '../triggers/scheduled-refresh', 'triggers/scheduled-refresh.ts'],
  ['sidebar/endpoints.ts', '../platform/sheet-table-writer', 'platform/sheet-table-writer.ts'],
  ['triggers/scheduled-refresh.ts', '../sidebar/endpoints', 'sidebar/endpoints.ts'],
  ['triggers/on-open.ts', '../calendar/day', 'calendar/day.ts'],
  ['sidebar/page/page.tsx', '../../calendar/day', 'calendar/day.ts'],
  ['sidebar/page/page.tsx', '../endpoints', 'sidebar/endpoints.ts'],
  ['contract/sidebar.ts', '../calendar/day', 'calendar/day.ts'],
  ['limits.ts', './calendar/day', 'calendar/day.ts'],
  ['budget.ts', './contract/sidebar', 'contract/sidebar.ts'],
  ['contract/sidebar.ts', '../limits', 'limits.ts'],
  ['main.ts', './calendar/day', 'calendar/day.ts'],
  ['main.ts', './limits', 'limits.ts'],
  ['main-warehouse.ts', './calendar/day', 'calendar/day.ts'],
];

/** As a value, a type, in the middle of code, and to re-export it. */
const FORMS: readonly ((specifier: string, number: number) => string)[] = [
  (specifier, number) => `import { x as x${number} } from '${specifier}';`,
  (specifier, number) => `import type { X as X${number} } from '${specifier}';`,
  (specifier, number) => `export { x as x${number} } from '${specifier}';`,
  (specifier) => `export * from '${specifier}';`,
  (specifier, number) => `export type Y${number} = import('${specifier}').X;`,
  (specifier, number) => `export const load${number} = () => import('${specifier}');`,
];

let findingsOfForms: string[][] | undefined;

/** What is found in a tree with every forbidden import in one form: a list for each form. */
function inEachForm(): readonly string[][] {
  findingsOfForms ??= FORMS.map((form) => {
    const lines = new Map<string, string[]>();
    FORBIDDEN.forEach(([file, specifier], number) => {
      lines.set(file, [...(lines.get(file) ?? []), form(specifier, number)]);
    });
    return check(Object.assign({}, ...[...lines].map(([file, added]) => withLines(file, added.join('\n')))));
  });
  return findingsOfForms;
}

describe('the layers of the product', () => {
  test('are kept by every source file', () => {
    expect(checkLayers(resolve(process.cwd(), 'src'))).toEqual([]);
  });
});

describe('the check of layers', () => {
  test('finds nothing in a tree that uses every allowed arrow', () => {
    expect(check({})).toEqual([]);
  });

  test.each(FORBIDDEN)('finds that %s imports %s, in each form', (file, _, target) => {
    const found = expect.stringContaining(`${file}: It imports ${target}, but `);
    for (const findings of inEachForm()) expect(findings).toContainEqual(found);
  });

  test.each([
    ['functions/hours.ts', 'valibot'],
    ['platform/url-fetch-transport.ts', 'valibot'],
    ['reports/table.ts', 'preact'],
    ['reports/table.ts', 'node:fs'],
    ['sidebar/page/page.tsx', 'valibot'],
    ['triggers/scheduled-refresh.ts', 'valibot'],
    ['calendar/day.ts', '@scope/name'],
  ])('finds that %s imports the package %s', (file, name) => {
    expect(check(withLines(file, `import { x } from '${name}';`))).toEqual([
      expect.stringContaining(`${file}: It imports ${name}, but `),
    ]);
  });

  test('finds a formula that reaches a sheet writer through others, and says how', () => {
    const changes = {
      ...withLines('functions/hours.ts', "import { fill } from '../reports/fill';"),
      'reports/fill.ts': "export { writeTable as fill } from '../platform/sheet-table-writer';",
    };
    expect(check(changes)).toContain(
      'functions/hours.ts: It reaches reports/fill.ts -> platform/sheet-table-writer.ts, but a formula may not write to a sheet or set up triggers; Google Sheets refuses both.',
    );
  });

  test('finds a formula that reaches the triggers', () => {
    const changes = withLines(
      'compose/reading.ts',
      "import { schedule } from '../platform/trigger-schedule';",
    );
    expect(check(changes)).toEqual([
      expect.stringContaining(
        'functions/hours.ts: It reaches compose/reading.ts -> platform/trigger-schedule.ts, but',
      ),
    ]);
  });

  test('lets a formula know the type of a writer', () => {
    const changes = withLines(
      'compose/reading.ts',
      "import type { writeTable } from '../platform/sheet-table-writer';",
    );
    expect(check(changes)).toEqual([]);
  });

  test.each([
    ['reports/table.ts', 'export const now = () => Utilities.getUuid();', 'Utilities'],
    ['functions/hours.ts', 'export const cell = () => SpreadsheetApp.getActiveRange();', 'SpreadsheetApp'],
    ['compose/reading.ts', 'export const cache = CacheService;', 'CacheService'],
    ['sidebar/endpoints.ts', 'export type Sheet = GoogleAppsScript.Spreadsheet.Sheet;', 'GoogleAppsScript'],
    ['sidebar/page/page.tsx', 'google.script.run.sidebarState();', 'google'],
    ['triggers/scheduled-refresh.ts', 'ScriptApp.getProjectTriggers();', 'ScriptApp'],
  ])('finds that %s names a Google global: %s', (file, line, name) => {
    expect(check(withLines(file, line))).toEqual([
      `${file}:1: It names ${name}, but only platform/, the menu and the sidebar's window may name Google's globals.`,
    ]);
  });

  test('finds folders beside each other that import in a circle, of types too', () => {
    const changes = {
      'reports/fetching/window.ts': "import { b } from '../saved/record';\nexport const a = b;",
      'reports/saved/record.ts': "import { c } from '../writing/cell';\nexport const b = c;",
      'reports/writing/cell.ts': "export type { D as C } from '../fetching/plan';\nexport const c = 1;",
      'reports/fetching/plan.ts': 'export type D = string;',
    };
    expect(check(changes)).toEqual([
      'reports/fetching: It imports reports/saved, which leads back: reports/saved -> reports/writing -> reports/fetching.',
      'reports/saved: It imports reports/writing, which leads back: reports/writing -> reports/fetching -> reports/saved.',
      'reports/writing: It imports reports/fetching, which leads back: reports/fetching -> reports/saved -> reports/writing.',
    ]);
  });

  test.each([
    ['values', "import { b } from './b';", "import { a } from './a';"],
    ['types', "import type { B } from './b';", "import type { A } from './a';"],
    ['types beside values', "import { type B, b } from './b';", "export type { A } from './a';"],
    ['types in the middle of code', "export type C = import('./b').B;", "import type { A } from './a';"],
  ])('finds two files that import each other: %s', (_, inA, inB) => {
    expect(check({ 'reports/a.ts': inA, 'reports/b.ts': inB })).toEqual([
      'reports/a.ts: It imports itself through others, if only as types: reports/a.ts -> reports/b.ts -> reports/a.ts.',
    ]);
  });

  test('finds a circle of three files, and no circle where two ways lead to one file', () => {
    const circle = {
      'reports/a.ts': "import type { B } from './b';",
      'reports/b.ts': "import type { C } from './c';",
      'reports/c.ts': "import type { A } from './a';",
    };
    expect(check(circle)).toEqual([expect.stringContaining('reports/a.ts -> reports/b.ts -> reports/c.ts')]);
    const diamond = {
      'reports/a.ts': "import type { B } from './b';\nimport type { C } from './c';",
      'reports/b.ts': "import type { C } from './c';",
      'reports/c.ts': 'export type C = string;',
    };
    expect(check(diamond)).toEqual([]);
  });

  test('finds a file that belongs nowhere', () => {
    expect(check({ 'helpers/text.ts': 'export const a = 1;' })).toEqual([
      'helpers/text.ts: It belongs to no layer; give it a place in build/layers.ts.',
    ]);
  });

  test('finds logic in main.ts', () => {
    expect(check(withLines('main.ts', 'const day = 1;'))).toEqual([
      'main.ts:1: main.ts only re-exports by name; put the logic into a surface.',
    ]);
  });
});

describe('the table of layers', () => {
  test('names only layers that exist, and runs in no circle', () => {
    const names = LAYERS.map(({ name }) => name);
    expect(LAYERS.flatMap(({ mayImport }) => mayImport).filter((name) => !names.includes(name))).toEqual([]);
    const below = (name: string): string[] =>
      (LAYERS.find((layer) => layer.name === name)?.mayImport ?? []).flatMap((next) => [
        next,
        ...below(next),
      ]);
    expect(names.filter((name) => below(name).includes(name))).toEqual([]);
  });
});
