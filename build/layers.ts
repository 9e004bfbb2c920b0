import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative } from 'node:path';
import type { Finding } from './check-bundle';
import { resolveImport } from './source-code';

/** A group of source files that obey the same rules. */
export interface Layer {
  readonly name: string;
  /** Which files, relative to `src/`. The first layer that matches a file has it. */
  readonly files: RegExp;
  /** The layers and packages that its files may import, besides its own. */
  readonly mayImport: string;
  /** Why it is so. */
  readonly reason: string;
}

const CORES = 'reports targets answers figures employer-api calendar contract limits';
/** What is made of reports: each rests on them and knows nothing of the others, but summaries, which show dashboards. */
const PRODUCTS = 'dashboards alerts explanations warehouse summaries';

const layer = (name: string, files: RegExp, mayImport: string, reason: string): Layer => ({
  name,
  files,
  mayImport,
  reason,
});
const product = (name: string, more = '') =>
  layer(name, new RegExp(`^${name}/`), `${CORES} valibot ${more}`, 'reports know it through ports only');

/** Who may import whom. One line per arrow of the picture in `CONTRIBUTING.md`. */
export const LAYERS: readonly Layer[] = [
  layer('main', /^main\.ts$/, 'functions sidebar window triggers menu', 'it holds no logic'),
  layer('functions', /^functions\//, `compose/reading ${CORES}`, 'a formula may not write'),
  layer('page', /^sidebar\/page\//, 'contract limits preact', 'it knows the script by its contract only'),
  layer('window', /^sidebar\/open-sidebar\.ts$/, `compose ${CORES}`, 'it only opens the window'),
  layer(
    'sidebar',
    /^sidebar\/[^/]+\.ts$/,
    `compose/writing compose/edition compose/reading compose ${PRODUCTS} ${CORES} valibot`,
    'a surface gets its objects from compose, and surfaces never import each other',
  ),
  layer('menu', /^triggers\/on-open\.ts$/, '', 'onOpen also runs without authorisation'),
  layer(
    'triggers',
    /^triggers\//,
    `menu compose/writing compose/reading compose ${CORES}`,
    'a surface gets its objects from compose, and surfaces never import each other',
  ),
  layer('compose/reading', /^compose\/reading/, `compose platform sample ${CORES}`, 'it is for formulas'),
  layer(
    'compose/writing',
    /^compose\/writing/,
    `compose/edition compose/reading compose platform ${PRODUCTS} ${CORES}`,
    'it adds what writes to sheets',
  ),
  layer(
    'compose/edition',
    /^compose\/edition/,
    `compose/reading compose platform warehouse ${CORES}`,
    'it adds what an edition has, which compose/writing takes in',
  ),
  layer('compose', /^compose\//, `platform ${CORES}`, 'it serves reading and writing alike'),
  layer('platform', /^platform\//, `${PRODUCTS} ${CORES}`, 'it implements the ports of the cores'),
  ...['dashboards', 'alerts', 'explanations', 'warehouse'].map((name) => product(name)),
  product('summaries', 'dashboards'),
  layer(
    'reports',
    /^reports\//,
    'targets answers figures employer-api calendar contract limits valibot',
    'it gets everything else through ports',
  ),
  layer(
    'targets',
    /^targets\//,
    'answers figures employer-api calendar contract limits valibot',
    'it is what the cells of the targets sheet say, whoever reads them',
  ),
  layer('answers', /^answers\//, 'figures employer-api calendar contract limits', 'it is what was asked'),
  layer(
    'figures',
    /^figures\//,
    'employer-api calendar contract limits valibot fastest-levenshtein',
    'it is what rows mean, wherever they come from and are shown',
  ),
  layer('sample', /^sample\//, 'employer-api calendar contract limits', 'it takes the place of the service'),
  layer(
    'employer-api',
    /^employer-api\//,
    'calendar contract limits valibot',
    "it is the service's protocol",
  ),
  layer('calendar', /^calendar\//, '', 'days rest on nothing'),
  layer('contract', /^contract\//, 'calendar valibot', 'it runs in the script and in the page'),
  layer('limits', /^(?:limits|budget)\.ts$/, '', 'numbers rest on nothing'),
];

/** What may not be reached by imports of values, not even through others. */
const UNREACHABLE: readonly (readonly [from: RegExp, target: RegExp, reason: string])[] = [
  [
    /^functions\//,
    /^platform\/(?:sheet-|dashboard-|mailer|warehouse-|[^/]*trigger)|^compose\/writing/,
    'a formula may not write to a sheet or set up triggers; Google Sheets refuses both',
  ],
  [
    /^triggers\/on-open\.ts$/,
    /^(?:platform|compose)\//,
    'before authorisation every service but the menu is refused',
  ],
];

/** Google's services, which these files alone may name: adapters, the menu, the window, and the page's call. */
const GOOGLE_NAMES =
  /\b(?:CacheService|Charts|GoogleAppsScript|HtmlService|LockService|MailApp|PropertiesService|ScriptApp|SpreadsheetApp|UrlFetchApp|Utilities|google\.script)\b/;
const MAY_NAME_GOOGLE =
  /^platform\/|^triggers\/on-open\.ts$|^sidebar\/(?:open-sidebar|page\/call-script)\.ts$/;

/** One import or re-export in a source file. */
interface ImportEdge {
  /** Relative to the source folder. */
  readonly from: string;
  /** The imported file in the same form, or the name of a package. */
  readonly to: string;
  readonly isPackage: boolean;
  /** Whether only types are taken, so that nothing of it runs. */
  readonly typeOnly: boolean;
}

/**
 * Checks every source file below a folder: which files and packages it imports, types too, what it reaches through others,
 * and that files and folders never import each other in a circle.
 *
 * @param folder `src/`, or a tree made like it.
 */
export function checkLayers(folder: string): Finding[] {
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'))
    .sort();
  const edges = sources.flatMap((file) => importsOf(folder, file));
  const inside = edges.filter(({ isPackage }) => !isPackage);
  const folders = inside
    .map((edge) => ({ ...edge, from: posix.dirname(edge.from), to: posix.dirname(edge.to) }))
    .filter(({ from, to }) => !isWithin(from, to) && !isWithin(to, from));
  return [
    ...sources
      .filter((file) => layerOf(file) === undefined)
      .map((where) => ({ where, message: 'It belongs to no layer; give it a place in build/layers.ts.' })),
    ...edges.flatMap(checkEdge),
    ...findCircles(inside),
    ...findCircles(folders),
    ...sources
      .filter((file) => !MAY_NAME_GOOGLE.test(file) && GOOGLE_NAMES.test(codeOf(join(folder, file))))
      .map((where) => ({ where, message: "It names a service of Google's, but only platform/ may." })),
    ...UNREACHABLE.flatMap(([from, target, reason]) =>
      sources
        .filter((file) => from.test(file))
        .flatMap((where) =>
          [
            ...reachedFrom(
              inside.filter(({ typeOnly }) => !typeOnly),
              where,
            ),
          ]
            .filter((reached) => target.test(reached))
            .map((reached) => ({ where, message: `It reaches ${reached}, but ${reason}.` })),
        ),
    ),
  ];
}

/** The text of a source without comments and plain texts. */
function codeOf(file: string): string {
  return readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*|'(?:[^'\\\n]|\\.)*'/g, '');
}

function layerOf(file: string): Layer | undefined {
  return LAYERS.find(({ files }) => files.test(file));
}

/** The imports of a source, as the formatter writes them: statements that end in `from '…'`, and `import('…')`. */
const IMPORT = /^(?:import|export)\s+(type\s)?[^;]*?from '([^']+)'|\bimport\('([^']+)'\)/gm;

function importsOf(folder: string, from: string): ImportEdge[] {
  const file = join(folder, from);
  return [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(([, type, named, inline]) => {
    const specifier = named ?? inline ?? '';
    const target = resolveImport(file, specifier);
    // `preact/hooks` belongs to `preact`, `@scope/name/part` to `@scope/name`.
    const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
    const to = target === undefined ? name : relative(folder, target).replaceAll('\\', '/');
    return { from, to, isPackage: target === undefined, typeOnly: type !== undefined };
  });
}

function checkEdge({ from, to, isPackage }: ImportEdge): Finding[] {
  const own = layerOf(from);
  if (own === undefined) return [];
  const target = isPackage ? to : layerOf(to)?.name;
  const isAllowed = target === own.name || own.mayImport.split(' ').includes(target ?? '');
  return isAllowed ? [] : [{ where: from, message: `It imports ${to}, but ${own.reason}.` }];
}

function isWithin(folder: string, other: string): boolean {
  return other === '.' || folder === other || folder.startsWith(`${other}/`);
}

/** Everything that imports lead to, however many steps away. */
function reachedFrom(edges: readonly Pick<ImportEdge, 'from' | 'to'>[], start: string): Set<string> {
  const reached = new Set<string>();
  const waiting = [start];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    for (const { from, to } of edges) {
      if (from !== at || reached.has(to)) continue;
      reached.add(to);
      waiting.push(to);
    }
  }
  return reached;
}

/** Each import from which a way leads back. */
function findCircles(edges: readonly Pick<ImportEdge, 'from' | 'to'>[]): Finding[] {
  const unique = [...new Map(edges.map((edge) => [`${edge.from} ${edge.to}`, edge])).values()];
  const reached = new Map<string, Set<string>>();
  return unique
    .filter(({ from, to }) => {
      const all = reached.get(to) ?? reachedFrom(unique, to);
      reached.set(to, all);
      return to === from || all.has(from);
    })
    .map(({ from, to }) => ({ where: from, message: `It imports ${to}, which leads back to it.` }));
}
