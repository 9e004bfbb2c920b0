import { readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createContext, Script } from 'node:vm';
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
  const revived = (value) => {
    if (value === null || typeof value !== 'object') return value;
    if (typeof value.$date === 'number') return new Date(value.$date);
    if (value.$missing === true) return undefined;
    return Array.isArray(value) ? value.map(revived) : value;
  };
  return {
    exception: (message) => new Exception(message),
    date: (millis) => new Date(millis),
    parse: (text, areCells) => (areCells ? JSON.parse(text).map(revived) : JSON.parse(text)),
  };
}`);

interface Helpers {
  exception(message: string): Error;
  date(millis: number): Date;
  parse(text: string, areCells: boolean): unknown[];
}

/**
 * Names of the language that scripts use most, each as a variable beside the global object: Node asks a host function for
 * every property of a realm's global object, a twentieth of the time of most executions.
 */
const NEAR_NAMES = ['Array', 'Boolean', 'Error', 'JSON', 'Map', 'Math', 'Number', 'Object', 'Set', 'String'];
const nearNames = new Script(`let ${NEAR_NAMES.map((name) => `${name} = globalThis.${name}`).join(', ')};`);
const entry = new Script('run_()');

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

/** Real time after which a script without an end is cut off. */
const LOOP_TIMEOUT_MILLIS = 300_000;

/** Bare JavaScript with the emulated services and the built bundle, loaded by gas-local. */
export class Realm {
  readonly #context = createContext() as Record<string, unknown>;
  readonly #helpers: Helpers;
  #isLoaded = false;

  constructor(readonly bundle: Bundle) {
    const host = { now: () => running().now(), random: () => running().random() };
    this.#helpers = PRELUDE.runInContext(this.#context)(host) as Helpers;
    Object.assign(this.#context, globals);
    nearNames.runInContext(this.#context);
  }

  /** What Google's services throw; logs print it as `Exception: text`. */
  exception = (message: string): Error => this.#helpers.exception(message);
  date = (millis: number): Date => this.#helpers.date(millis);

  /** Runs one function of the script. @returns The outcome as this kind of caller sees it. */
  run(execution: Execution): Outcome {
    const { functionName, kind, args, edited } = execution.request;
    const given = this.#helpers.parse(JSON.stringify(args), kind === 'formula');
    if (edited !== undefined) Object.assign(given[0] as object, { range: range(edited) });
    this.#context.run_ = () => (this.#context[functionName] as (...args: unknown[]) => unknown)(...given);
    try {
      if (!this.#isLoaded)
        gasLocal.require(this.bundle.dist, this.#context, { filter: (path) => basename(path) === SCRIPT });
      this.#isLoaded = true;
      const value = entry.runInContext(this.#context, { timeout: LOOP_TIMEOUT_MILLIS });
      return { kind: 'returned', value: plainCopy(value, kind === 'sidebar' ? 'page' : undefined) ?? null };
    } catch (error) {
      return thrown(error);
    } finally {
      delete this.#context.run_;
    }
  }
}

function thrown(error: unknown): Outcome {
  if (typeof error !== 'object' || error === null) return { kind: 'threw', name: '', message: String(error) };
  const { name, message, code } = error as Error & { code?: string };
  if (code === 'ERR_SCRIPT_EXECUTION_TIMEOUT')
    return { kind: 'killed', message: 'Exceeded maximum execution time' };
  return { kind: 'threw', name: String(name), message: String(message) };
}

/** A built folder as it is now, and what Google Sheets can call in it. */
export interface Bundle {
  readonly dist: string;
  /** Tells it from all others, and from what stood there before. */
  readonly mark: string;
  /** Top-level functions without a trailing `_`. */
  readonly entryPoints: readonly string[];
}

const SCRIPT = 'Code.js';

export function readBundle(dist: string): Bundle {
  const file = join(dist, SCRIPT);
  const { mtimeMs, size, ino } = statSync(file);
  const functions = readFileSync(file, 'utf8').matchAll(/^function (\w*[A-Za-z0-9])\(/gm);
  const entryPoints = [...functions].map(([, name = '']) => name);
  return { dist, mark: `${file} ${mtimeMs} ${size} ${ino}`, entryPoints };
}

/** Realms that no execution uses, the newest last: loading takes most of an execution. */
const idle: Realm[] = [];
const MOST_IDLE = 4;

/** Runs one function in a realm whose execution has ended, or in a fresh one. */
export function runInRealm(bundle: Bundle, execution: Execution): Outcome {
  const place = idle.findLastIndex((realm) => realm.bundle.mark === bundle.mark);
  const [realm = new Realm(bundle)] = place < 0 ? [] : idle.splice(place, 1);
  execution.realm = realm;
  const outcome = runAs(execution, () => realm.run(execution));
  // What was cut off in the middle of its work is not used again.
  if (outcome.kind !== 'killed') idle.push(realm);
  if (idle.length > MOST_IDLE) idle.shift();
  return outcome;
}
