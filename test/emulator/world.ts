import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { SeededRandom } from '../support/seeded-random';
import { Consents } from './access';
import type { EmulatorOptions } from './emulator';
import type { ExecutionRecord, Fault } from './execution';
import { type Bundle, readBundle } from './realm';
import type { SpreadsheetDocument } from './spreadsheet/document';
import type { Place } from './spreadsheet/workbook';
import { HostError } from './values';

/**
 * What the platform leaves open, or what may go wrong: at first the friendliest platform that the documentation promises. All may
 * be changed between two executions.
 */
const newSwitches = () => ({
  /** `null`: `getDocumentProperties`, `getDocumentCache` and `getDocumentLock` answer null. */
  documentStores: 'present' as 'present' | 'null',
  /** User cache in a formula: none, or one that all users' formulas share. */
  userCacheInFormulas: 'null' as 'null' | 'shared',
  /** Error texts in the user's language instead of English. */
  translatedTexts: false,
  /** Whether a formula needs what the person at the keyboard has granted. `asked` is the worst that was reported. */
  formulaConsent: 'none' as 'none' | 'asked',
  /** What a user may do in the 24 hours after the first use, by the service's name in error texts: a consumer account's. */
  quotas: { urlfetch: 20_000, properties: 50_000, email: 100 },
});
export type Switches = ReturnType<typeof newSwitches>;

/** What the emulator reads from `appsscript.json`. A list that is absent restricts nothing: the platform finds out itself. */
export interface Manifest {
  readonly oauthScopes?: readonly string[];
  readonly urlFetchWhitelist?: readonly string[];
}

/** The emulator's time. It moves only when told to, unless it follows the real clock. */
class VirtualClock {
  offsetMillis: number;

  /** @param start Milliseconds since 1970. @param base The clock underneath; a constant for virtual time. */
  constructor(
    start: number,
    private readonly base: () => number,
  ) {
    this.offsetMillis = start - base();
  }

  /** Milliseconds since 1970. */
  now(): number {
    return this.base() + this.offsetMillis;
  }

  /** Moves forward. Time never runs backwards: @throws {RangeError} on a negative step. */
  advance(millis: number): void {
    if (!(millis >= 0)) throw new RangeError(`A clock cannot advance by ${millis} ms`);
    this.offsetMillis += millis;
  }

  /** Moves forward to an instant; stays where it is when that has passed. */
  advanceTo(instantMillis: number): void {
    this.advance(Math.max(0, instantMillis - this.now()));
  }
}

/** One request as it was sent. */
export interface SentRequest {
  /** The address that the script used: `https`, not the local port. */
  readonly url: string;
  readonly method: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  readonly executionId: number;
  readonly sentAt: number;
  /** Status of the answer, or how it failed. */
  readonly outcome: number | 'timeout' | 'unreachable';
}

/** Who mails the owner of a trigger about runs that failed. */
export const GOOGLE_SENDER = 'noreply-apps-scripts-notifications@google.com';

/** A picture inside a message. */
export interface InlineImage {
  readonly contentType: string;
  readonly base64: string;
}

/** One message handed to `MailApp`. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly body: string;
  readonly options: Readonly<Record<string, unknown>>;
  /** Whose quota it used. */
  readonly sender: string;
  readonly sentAt: number;
}

/** One installable trigger: of an hour interval, or of edits, which never falls due. */
export interface Trigger {
  readonly uniqueId: string;
  readonly on: 'clock' | 'edit';
  readonly handler: string;
  /** Its creator: runs as them, seen by them only. */
  readonly owner: string;
  readonly bookId: string;
  readonly everyMillis: number;
  /** Instant of the next run. */
  nextRunAt: number;
  /** False: the platform starts no run (uninstalled, disabled, deployment replaced). */
  enabled: boolean;
}

/** The add-on's menu, in the Extensions menu under its name. */
export type Menu = readonly { readonly caption: string; readonly functionName: string }[];

/** A sidebar or a toast on a person's screen. */
interface Shown {
  readonly title: string;
  readonly user: string;
  readonly bookId: string;
}
export type ShownWindow = Shown & { readonly html: string };
export type ShownMessage = Shown & { readonly text: string };

/** What those who follow a world are told of: each execution at its end, each sidebar and toast at once. */
export type Happening =
  | { readonly kind: 'execution'; readonly record: ExecutionRecord }
  | { readonly kind: 'window'; readonly window: ShownWindow }
  | { readonly kind: 'message'; readonly message: ShownMessage };

/** Everything that outlives an execution, in one place, plain to look into. */
export class World {
  readonly clock: VirtualClock;
  readonly random: SeededRandom;
  readonly manifest: Manifest;
  readonly bundle: Bundle;
  readonly switches: Switches;
  readonly consents: Consents;
  readonly installation: 'add-on' | 'bound';

  readonly documents = new Map<string, SpreadsheetDocument>();
  /** Entries and pairs by scope; `services/stores.ts` has their rules. */
  readonly caches = new Map<string, Map<string, { readonly value: string; readonly expiresAt: number }>>();
  readonly properties = new Map<string, Map<string, string>>();
  /** There is one lock per scope: the number of the execution that holds it; a test may hold one by a number below 0. */
  readonly locks = new Map<string, number>();
  readonly triggers: Trigger[] = [];
  /** What people see beside the cells, and the cell that has their keyboard; by spreadsheet and person. */
  readonly ui = {
    menus: new Map<string, Menu>(),
    selections: new Map<string, Place>(),
    windows: [] as ShownWindow[],
    messages: [] as ShownMessage[],
  };
  readonly mails: Mail[] = [];
  readonly requests: SentRequest[] = [];
  readonly logs: string[] = [];
  readonly executions: ExecutionRecord[] = [];
  /** Applied to the next execution, then forgotten; with `forever`, to all until set to null. */
  fault: Fault | null = null;
  readonly #listeners = new Set<(happened: Happening) => void>();
  /** Faults of the emulator itself; a test run ends with none. */
  readonly internalErrors: unknown[] = [];
  /** Formulas that run at this moment. */
  formulasRunning = 0;
  /** How many there have been. */
  readonly made = { executions: 0, documents: 0 };
  /** What each user has used of a quota. */
  readonly spent = new Map<string, { readonly since: number; readonly used: number }>();

  constructor(readonly options: EmulatorOptions) {
    const isReal = options.clock === 'real';
    const start = options.startAt ?? (isReal ? new Date().toISOString() : '2026-03-10T09:00:00Z');
    this.clock = new VirtualClock(Date.parse(start), isReal ? Date.now : () => 0);
    this.random = new SeededRandom(options.seed ?? 1);
    const dist = resolve(options.dist);
    this.manifest = JSON.parse(readFileSync(join(dist, 'appsscript.json'), 'utf8')) as Manifest;
    this.bundle = readBundle(dist);
    this.switches = { ...newSwitches(), ...options.switches };
    this.consents = new Consents(this.manifest, this.switches);
    this.installation = options.installation ?? 'add-on';
  }

  /** The script a document runs: one for all documents as an add-on, one each when bound. */
  scriptIdOf(document: SpreadsheetDocument): string {
    return this.installation === 'add-on' ? 'add-on-script' : `bound-script-${document.id}`;
  }

  tell(happened: Happening): void {
    if (happened.kind === 'window') this.ui.windows.push(happened.window);
    if (happened.kind === 'message') this.ui.messages.push(happened.message);
    for (const listener of [...this.#listeners]) listener(happened);
  }

  /** Calls a listener at the end of each execution, and for each sidebar and toast. @returns What ends that. */
  on(listener: (happened: Happening) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Ends what an execution holds. */
  releaseLocks(execution: number): void {
    for (const [scope, holder] of this.locks) if (holder === execution) this.locks.delete(scope);
  }

  removeTrigger(uniqueId: string): void {
    const index = this.triggers.findIndex((trigger) => trigger.uniqueId === uniqueId);
    if (index >= 0) this.triggers.splice(index, 1);
  }

  /** Uses some of a quota, which resets 24 hours after the first use. @throws {HostError} past the limit. */
  spend(user: string, quota: keyof Switches['quotas'], amount: number): void {
    const now = this.clock.now();
    const name = `${quota}:${user}`;
    const { since, used } = this.spent.get(name) ?? { since: now, used: 0 };
    const account = now - since < 86_400_000 ? { since, used: used + amount } : { since: now, used: amount };
    if (account.used > this.switches.quotas[quota])
      throw new HostError(`Service invoked too many times for one day: ${quota}.`);
    this.spent.set(name, account);
  }

  /**
   * Remembers everything that outlives an execution, so that many runs can begin in the same prepared world. Spreadsheets made
   * later are gone once it is put back, and the numbers of executions begin again.
   *
   * @returns What puts it back, as often as wanted; cheap, since workbooks and cells are shared until they change.
   */
  savePoint(): () => void {
    const { documents, caches, properties, locks, triggers, mails, requests, logs, internalErrors } = this;
    const { ui, spent, clock, random, switches, made, consents } = this;
    const executions = this.executions.slice();
    const put = savePointOf([
      ...[documents, caches, properties, locks, triggers, mails, requests, logs, internalErrors],
      ...[ui, spent, clock, random, switches, made, consents.questions, consents.byUser],
    ]);
    return () => {
      put();
      this.fault = null;
      this.executions.splice(0, Number.POSITIVE_INFINITY, ...executions);
    };
  }
}

/** What gives a map, a list or a plain object back, down to its last member, what it holds now. */
function savePointOf<T>(value: T): () => T {
  if (typeof value !== 'object' || value === null) return () => value;
  const own = 'savePoint' in value ? (value.savePoint as () => () => void).call(value) : undefined;
  const members = own ? [] : value instanceof Map ? [...value] : Object.entries(value);
  const kept = members.map(([key, member]) => [key, savePointOf(member)] as const);
  return () => {
    own?.();
    if (value instanceof Map) value.clear();
    if (Array.isArray(value)) value.length = 0;
    for (const [key, put] of kept) {
      if (value instanceof Map) value.set(key, put());
      else Object.assign(value, { [key]: put() });
    }
    return value;
  };
}
