import { readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { constants, createContext } from 'node:vm';
import gasLocal from 'gas-local';
import { dateBy } from '../support/date-by';
import type { Execution, Outcome } from './execution';
import { runAs, running } from './services/kind';
import { htmlService, mailApp, scriptApp } from './services/people';
import { charts, range, spreadsheetApp } from './services/spreadsheet-app';
import { cacheService, lockService, propertiesService } from './services/stores';
import { urlFetchApp } from './services/url-fetch-app';
import { consoleService, utilities } from './services/utilities';

/** What Apps Script puts beside the language, as far as the product uses it. */
export const globals: Readonly<Record<string, object>> = {
  CacheService: cacheService,
  Charts: charts,
  HtmlService: htmlService,
  LockService: lockService,
  MailApp: mailApp,
  PropertiesService: propertiesService,
  ScriptApp: scriptApp,
  SpreadsheetApp: spreadsheetApp,
  UrlFetchApp: urlFetchApp,
  Utilities: utilities,
  console: consoleService,
};

type Realm = typeof globalThis & Readonly<Record<string, unknown>>;

/** Bare JavaScript with the emulated services and the built bundle, loaded by gas-local. */
function newRealm(dist: string): Realm {
  const realm = createContext(constants.DONT_CONTEXTIFY) as Realm;
  Object.assign(realm, globals, { Date: dateBy(() => running().now(), realm.Date) });
  realm.Math.random = () => running().random();
  gasLocal.require(dist, realm, { filter: (path) => basename(path) === SCRIPT });
  return realm;
}

/** A built folder as it is now, and what Google Sheets can call in it. */
export interface Bundle {
  readonly dist: string;
  /** Top-level functions without a trailing `_`. */
  readonly entryPoints: readonly string[];
  /** Realms that no execution uses: loading takes most of an execution. */
  readonly idle: Realm[];
}

const SCRIPT = 'Code.js';
/** All worlds share what is loaded, as long as the file stays as it is. */
const bundles = new Map<string, Bundle>();

export function readBundle(dist: string): Bundle {
  const file = join(dist, SCRIPT);
  const { mtimeMs, size, ino } = statSync(file);
  const mark = [file, mtimeMs, size, ino].join();
  const functions = readFileSync(file, 'utf8').matchAll(/^function (\w*[A-Za-z0-9])\(/gm);
  const bundle = bundles.get(mark) ?? {
    dist,
    entryPoints: [...functions].map(([, name = '']) => name),
    idle: [],
  };
  bundles.set(mark, bundle);
  return bundle;
}

/** Runs one function in a realm whose execution has ended, or in a fresh one. @returns How it ended. */
export function runInRealm(bundle: Bundle, execution: Execution): Outcome {
  const { name, args = [], edited } = execution.request;
  const given: unknown[] = structuredClone([...args]);
  if (edited !== undefined) Object.assign(given[0] as object, { range: range(edited) });
  return runAs(execution, () => {
    const realm = bundle.idle.pop() ?? newRealm(bundle.dist);
    try {
      const value = (realm[name] as (...args: unknown[]) => unknown)(...given);
      return { kind: 'returned', value: structuredClone(value) ?? null };
    } catch (error) {
      const thrown = error as Error;
      return { kind: 'threw', name: thrown.name, message: thrown.message };
    } finally {
      bundle.idle.push(realm);
    }
  });
}
