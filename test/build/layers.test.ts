import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import { build } from 'esbuild';

/* Who may import whom: the picture in CONTRIBUTING.md. tsc keeps the runtimes apart, and Biome finds circles of files. */

const CORES = 'reports answers figures employer-api calendar contract limits';
/** What is made of reports: each rests on them and knows nothing of the others, but dashboards are shown and explained. */
const PRODUCTS = 'dashboards alerts explanations warehouse summaries';

/** Each layer: the files it has, of those that no earlier line has; the layers and packages that these may import. */
const LAYERS: readonly (readonly [name: string, files: RegExp, mayImport: string])[] = [
  ['main', /^main\.ts/, 'functions sidebar window triggers menu'],
  ['functions', /^functions\//, `compose/reading ${CORES}`],
  ['page', /^sidebar\/page\//, 'sidebar contract limits preact'],
  ['window', /^sidebar\/open-sidebar/, `compose ${CORES}`],
  [
    'sidebar',
    /^sidebar\//,
    `compose/writing compose/edition compose/reading compose ${PRODUCTS} ${CORES} valibot`,
  ],
  ['menu', /^triggers\/on-open/, ''],
  ['triggers', /^triggers\//, `menu compose/writing compose/reading compose ${CORES}`],
  ['compose/reading', /^compose\/reading/, `compose platform sample ${CORES}`],
  [
    'compose/writing',
    /^compose\/writing/,
    `compose/edition compose/reading compose platform ${PRODUCTS} ${CORES}`,
  ],
  ['compose/edition', /^compose\/edition/, `compose/reading compose platform warehouse ${CORES}`],
  ['compose', /^compose\//, `platform ${CORES}`],
  ['platform', /^platform\//, `${PRODUCTS} ${CORES}`],
  ...['summaries', 'explanations'].map(
    (name) => [name, new RegExp(`^${name}/`), `dashboards ${CORES} valibot`] as const,
  ),
  ...['dashboards', 'alerts', 'warehouse'].map(
    (name) => [name, new RegExp(`^${name}/`), `${CORES} valibot`] as const,
  ),
  ['reports', /^reports\//, 'answers figures employer-api calendar contract limits valibot'],
  ['answers', /^answers\//, 'figures employer-api calendar contract limits'],
  ['figures', /^figures\//, 'employer-api calendar contract limits valibot fastest-levenshtein'],
  ['sample', /^sample\//, 'employer-api calendar contract limits'],
  ['employer-api', /^employer-api\//, 'calendar contract limits valibot'],
  ['calendar', /^calendar\//, ''],
  ['contract', /^contract\//, 'calendar valibot'],
  ['limits', /^limits\.ts/, ''],
];

const SRC = resolve('src');
const FILES = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
const read = (file: string) => readFileSync(join(SRC, file), 'utf8');
const layerOf = (file: string) => LAYERS.find(([, files]) => files.test(file));

/** What a file imports: files by their path without ending, packages by their name. Types count too. */
function importsOf(file: string): string[] {
  const imports = read(file).matchAll(/^(?:import|export)\s[^;]*?from '([^']+)'|\bimport\('([^']+)'\)/gm);
  return [...imports].map(([, named, inline]) => {
    const specifier = named ?? inline ?? '';
    return specifier.startsWith('.')
      ? relative(SRC, resolve(SRC, file, '..', specifier))
      : (specifier.split('/')[0] ?? '');
  });
}

test('every file has a layer and imports only what its layer may', () => {
  const wrong = FILES.flatMap((file) => {
    const [own = 'none', , mayImport = ''] = layerOf(file) ?? [];
    const allowed = [own, ...mayImport.split(' ')];
    return importsOf(file)
      .filter((to) => !allowed.includes(layerOf(`${to}.ts`)?.[0] ?? to))
      .map((to) => `${file} (${own}) imports ${to}`);
  });
  expect(wrong).toEqual([]);
  expect(FILES.flatMap(importsOf).length).toBeGreaterThan(FILES.length);
});

test('the layers run in no circle', () => {
  const below = new Map(LAYERS.map(([name, , mayImport]) => [name, mayImport.split(' ')]));
  const all = (name: string): string[] => (below.get(name) ?? []).flatMap((next) => [next, ...all(next)]);
  expect(LAYERS.map(([name]) => name).filter((name) => all(name).includes(name))).toEqual([]);
});

test('only adapters, the menu, the window, the call of the page and an edit name services of Google', () => {
  const services =
    /\b(?:CacheService|Charts|GoogleAppsScript|HtmlService|LockService|MailApp|PropertiesService|ScriptApp|SpreadsheetApp|UrlFetchApp|Utilities|google\.script)\b/;
  const mayName = /^platform\/|^triggers\/(?:on-open|answer)|^sidebar\/(?:open-sidebar|page\/call-script)/;
  const code = (file: string) => read(file).replace(/\/\*[\s\S]*?\*\/|\/\/.*|'(?:[^'\\\n]|\\.)*'/g, '');
  expect(FILES.filter((file) => !mayName.test(file) && services.test(code(file)))).toEqual([]);
});

test.each([
  ['functions', /^src\/platform\/(?!script-services)|^src\/compose\/writing/],
  ['triggers/on-open.ts', /^src\/(?:platform|compose)\//],
  // Of the script the page takes only types.
  ['sidebar/page/page.tsx', /^src\/(?!sidebar\/page|contract|calendar|limits)/],
])('%s reaches nothing that it can’t call where it runs, not even through others', async (from, refused) => {
  const path = join(SRC, from);
  const entryPoints = /\.tsx?$/.test(from) ? [path] : readdirSync(path).map((name) => join(path, name));
  const options = { bundle: true, write: false, outdir: 'out', metafile: true, logLevel: 'silent' } as const;
  const { metafile } = await build({ entryPoints, ...options });
  expect(Object.keys(metafile.inputs).filter((name) => refused.test(name))).toEqual([]);
});
