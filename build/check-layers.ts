import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative } from 'node:path';
import type { Finding } from './check-bundle';
import { LAYERS, type Layer, UNREACHABLE } from './layers';
import { namesIn, parseSource, resolveImport } from './source-code';

/** Globals of Apps Script, the namespace of their types, and `google` in the page. */
const GOOGLE_NAMES = new Set(
  [
    'Browser CacheService CalendarApp CardService Charts ConferenceDataService ContactsApp ContentService',
    'DataStudioApp DocumentApp DriveApp FormApp GmailApp GroupsApp HtmlService Jdbc LanguageApp',
    'LinearOptimizationService LockService Logger MailApp Maps PropertiesService ScriptApp Session SitesApp',
    'SlidesApp SpreadsheetApp UrlFetchApp Utilities XmlService GoogleAppsScript google',
  ].flatMap((line) => line.split(' ')),
);

/** The one file of the page that may name `google.script.run`. */
const PAGE_DOOR = 'sidebar/page/call-script.ts';

/**
 * Checks every source file below a folder against the layer tables: its imports, of types too, what it
 * reaches through others, and the Google globals it names.
 *
 * @param folder `src/`, or a tree made like it.
 */
export function checkLayers(folder: string): Finding[] {
  const sources = listSources(folder);
  const edges = readImportGraph(folder);
  return [
    ...sources
      .filter((file) => findLayer(file) === undefined)
      .map((file) => ({
        where: file,
        message: 'It belongs to no layer; give it a place in build/layers.ts.',
      })),
    ...edges.flatMap(checkEdge),
    ...findCircles(edges).map((way) => ({
      where: way[0] ?? '',
      message: `It imports itself through others, if only as types: ${way.join(' -> ')}.`,
    })),
    ...checkFolders(edges),
    ...sources.flatMap((file) => checkReach(edges, file)),
    ...sources.flatMap((file) => checkNames(folder, file)),
    ...sources
      .filter((file) => /^main(?:-[a-z]+)?\.ts$/.test(file))
      .flatMap((file) => checkMain(folder, file)),
  ];
}

function findLayer(file: string): Layer | undefined {
  return LAYERS.find(({ files }) => files.test(file));
}

function checkEdge({ from, to, isPackage }: ImportEdge): Finding[] {
  const layer = findLayer(from);
  if (layer === undefined) return [];
  const target = isPackage ? undefined : findLayer(to)?.name;
  const allowed = isPackage
    ? layer.packages.includes(to)
    : target === layer.name || layer.mayImport.includes(target ?? '');
  return allowed ? [] : [{ where: from, message: `It imports ${to}, but ${layer.reason}.` }];
}

/** Folders beside each other import one way, as layers do: each circle is told once for each folder on it. */
function checkFolders(edges: readonly ImportEdge[]): Finding[] {
  const between = edges
    .filter(({ isPackage }) => !isPackage)
    .map((edge) => ({ ...edge, from: posix.dirname(edge.from), to: posix.dirname(edge.to), typeOnly: false }))
    .filter(({ from, to }) => !isWithin(from, to) && !isWithin(to, from));
  return [...new Set(between.map(({ from }) => from))].flatMap((folder) =>
    between
      .filter(({ from, to }) => from === folder && findReachable(between, to).has(folder))
      .slice(0, 1)
      .map(({ to }) => ({
        where: folder,
        message: `It imports ${to}, which leads back: ${findReachable(between, to).get(folder)?.join(' -> ')}.`,
      })),
  );
}

function isWithin(folder: string, other: string): boolean {
  return other === '.' || folder === other || folder.startsWith(`${other}/`);
}

function checkReach(edges: readonly ImportEdge[], file: string): Finding[] {
  return UNREACHABLE.filter(({ from }) => from.test(file)).flatMap(({ target, reason }) =>
    [...findReachable(edges, file)]
      .filter(([reached]) => target.test(reached))
      .map(([, way]) => ({
        where: file,
        message: `It reaches ${way.slice(1).join(' -> ')}, but ${reason}.`,
      })),
  );
}

function checkNames(folder: string, file: string): Finding[] {
  if (findLayer(file)?.namesGoogle === true || file === PAGE_DOOR) return [];
  return namesIn(parseSource(join(folder, file)))
    .free.filter(({ name }) => GOOGLE_NAMES.has(name))
    .map(({ name, line }) => ({
      where: `${file}:${line}`,
      message: `It names ${name}, but only platform/, the menu and the sidebar's window may name Google's globals.`,
    }));
}

function checkMain(folder: string, file: string): Finding[] {
  const odd = parseSource(join(folder, file)).program.body.filter(
    (statement) => statement.type !== 'ExportNamedDeclaration' || statement.source == null,
  );
  return odd.map((statement) => ({
    where: `${file}:${statement.loc?.start.line ?? 0}`,
    message: `${file} only re-exports by name; put the logic into a surface.`,
  }));
}

/** One import or re-export in a source file. */
interface ImportEdge {
  /** The importing file, relative to the source folder, with `/` between folders. */
  readonly from: string;
  /** The imported file in the same form, or the name of a package. */
  readonly to: string;
  readonly isPackage: boolean;
  /** Whether only types are taken, so that nothing of it runs. */
  readonly typeOnly: boolean;
}

/** The TypeScript sources below a folder, relative to it, in alphabetical order; declaration files left out. */
function listSources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'))
    .sort();
}

/** The imports of a source, as the formatter writes them: statements that end in `from '…'`, and `import('…')`. */
const IMPORT = /^(?:import|export)\s+(type\s)?[^;]*?from '([^']+)'|\bimport\('([^']+)'\)/gm;

/**
 * Reads every import of every source below a folder, of values and types.
 *
 * @throws {BuildError} When a relative import leads nowhere.
 */
function readImportGraph(folder: string): ImportEdge[] {
  return listSources(folder).flatMap((from) => {
    const file = join(folder, from);
    return [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(([, type, named, inline]) => {
      const specifier = named ?? inline ?? '';
      const target = resolveImport(file, specifier);
      const to =
        target === undefined ? packageName(specifier) : relative(folder, target).replaceAll('\\', '/');
      return { from, to, isPackage: target === undefined, typeOnly: type !== undefined };
    });
  });
}

/**
 * Follows imports of values from a file, however many steps.
 *
 * @returns The shortest way to each file it reaches, itself included: the file first, the reached one last.
 */
function findReachable(edges: readonly ImportEdge[], start: string): Map<string, readonly string[]> {
  const ways = new Map<string, readonly string[]>([[start, [start]]]);
  const waiting = [start];
  for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
    for (const { from, to, isPackage, typeOnly } of edges) {
      if (from !== file || isPackage || typeOnly || ways.has(to)) continue;
      ways.set(to, [...(ways.get(file) ?? []), to]);
      waiting.push(to);
    }
  }
  return ways;
}

/**
 * Finds files that import each other in a circle, of types too.
 *
 * @returns The ways of some circles, each from a file back to itself; none if there is no circle.
 */
function findCircles(edges: readonly ImportEdge[]): string[][] {
  const targets = new Map<string, string[]>();
  for (const { from, to, isPackage } of edges) {
    if (!isPackage) targets.set(from, [...(targets.get(from) ?? []), to]);
  }
  const done = new Set<string>();
  const circles: string[][] = [];
  const follow = (file: string, way: readonly string[]): void => {
    const start = way.indexOf(file);
    if (start >= 0) circles.push([...way.slice(start), file]);
    if (start >= 0 || done.has(file)) return;
    for (const target of targets.get(file) ?? []) follow(target, [...way, file]);
    done.add(file);
  };
  for (const file of targets.keys()) follow(file, []);
  return circles;
}

/** `preact/hooks` belongs to `preact`, `@scope/name/part` to `@scope/name`. */
function packageName(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}
