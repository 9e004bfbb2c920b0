import { join, posix } from 'node:path';
import type { Finding } from './finding';
import { findCircles, findReachable, type ImportEdge, listSources, readImportGraph } from './import-graph';
import { LAYERS, type Layer, UNREACHABLE } from './layers';
import { listFreeNames } from './names-in-code';
import { parseSource } from './source-module';

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
  const ast = parseSource(join(folder, file));
  return listFreeNames(ast)
    .filter(({ name }) => GOOGLE_NAMES.has(name))
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
