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

/** Bare JavaScript with the emulated services and the built bundle, loaded by gas-local. */
class Realm {
  readonly #global = createContext(constants.DONT_CONTEXTIFY) as typeof globalThis & Record<string, unknown>;
  #isLoaded = false;

  constructor(private readonly dist: string) {
    Object.assign(this.#global, globals, { Date: dateBy(() => running().now(), this.#global.Date) });
    this.#global.Math.random = () => running().random();
  }

  /** Runs one function of the script. @returns How it ended. */
  run({ request: { name, args = [], edited } }: Execution): Outcome {
    const given: unknown[] = structuredClone([...args]);
    if (edited !== undefined) Object.assign(given[0] as object, { range: range(edited) });
    try {
      if (!this.#isLoaded)
        gasLocal.require(this.dist, this.#global, { filter: (path) => basename(path) === SCRIPT });
      this.#isLoaded = true;
      return {
        kind: 'returned',
        value: structuredClone((this.#global[name] as (...args: unknown[]) => unknown)(...given)) ?? null,
      };
    } catch (error) {
      const { name, message } = error as Error;
      return { kind: 'threw', name, message };
    }
  }
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

/** Runs one function in a realm whose execution has ended, or in a fresh one. */
export function runInRealm(bundle: Bundle, execution: Execution): Outcome {
  const realm = bundle.idle.pop() ?? new Realm(bundle.dist);
  const outcome = runAs(execution, () => realm.run(execution));
  bundle.idle.push(realm);
  return outcome;
}
