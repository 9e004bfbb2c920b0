import { readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { constants, createContext, Script } from 'node:vm';
import gasLocal from 'gas-local';
import type { Execution, Outcome } from './execution';
import { runAs, running } from './services/kind';
import { htmlService, mailApp, scriptApp } from './services/people';
import { charts, range, spreadsheetApp } from './services/spreadsheet-app';
import { cacheService, lockService, propertiesService } from './services/stores';
import { urlFetchApp } from './services/url-fetch-app';
import { consoleService, utilities } from './services/utilities';
import { plainCopy } from './values';

/**
 * Evaluated in each realm: its clock, its chance, and what the host needs of it. Errors and dates that the script gets
 * must be of its own realm.
 */
const PRELUDE = new Script(`(host) => {
  const SystemDate = Date;
  globalThis.Date = class Date extends SystemDate {
    constructor(...parts) {
      if (parts.length === 0) super(host.now());
      else super(...parts);
    }
    static now() { return host.now(); }
  };
  Math.random = () => host.random();
  class Exception extends Error {
    get name() { return 'Exception'; }
  }
  const revived = (_, value) => {
    if (value?.$missing === true) return undefined;
    return typeof value?.$date === 'number' ? new Date(value.$date) : value;
  };
  return {
    exception: (message) => new Exception(message),
    date: (millis) => new Date(millis),
    parse: (text, areCells) => JSON.parse(text, areCells ? revived : undefined),
  };
}`);

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
export class Realm {
  readonly #global = createContext(constants.DONT_CONTEXTIFY) as Record<string, unknown>;
  /** What Google's services throw, which logs print as `Exception: text`; and the realm's dates. */
  readonly exception: (message: string) => Error;
  readonly date: (millis: number) => Date;
  readonly #parse: (text: string, areCells: boolean) => unknown[];
  #isLoaded = false;

  constructor(private readonly dist: string) {
    const host = { now: () => running().now(), random: () => running().random() };
    const { exception, date, parse } = PRELUDE.runInContext(this.#global)(host);
    [this.exception, this.date, this.#parse] = [exception, date, parse];
    Object.assign(this.#global, globals);
  }

  /** Runs one function of the script. @returns The outcome as this kind of caller sees it. */
  run(execution: Execution): Outcome {
    const { name, kind, args, edited } = execution.request;
    const given = this.#parse(JSON.stringify(args), kind === 'formula');
    if (edited !== undefined) Object.assign(given[0] as object, { range: range(edited) });
    try {
      if (!this.#isLoaded)
        gasLocal.require(this.dist, this.#global, { filter: (path) => basename(path) === SCRIPT });
      this.#isLoaded = true;
      const value = (this.#global[name] as (...args: unknown[]) => unknown)(...given);
      return { kind: 'returned', value: plainCopy(value, kind === 'sidebar' ? 'page' : undefined) ?? null };
    } catch (error) {
      if (typeof error !== 'object' || error === null)
        return { kind: 'threw', name: '', message: String(error) };
      const { name, message } = error as Error;
      return { kind: 'threw', name: String(name), message: String(message) };
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
  execution.realm = realm;
  const outcome = runAs(execution, () => realm.run(execution));
  bundle.idle.push(realm);
  return outcome;
}
