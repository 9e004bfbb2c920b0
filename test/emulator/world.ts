import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExecutionKind } from './access';
import type { ExecutionRecord } from './execution';
import type { ExchangeAtOnce } from './http';
import { SeededRandom } from './random';
import type { Bundle } from './realm';
import type { ReadDataSource } from './services/data-source';
import type { CheckedRequest } from './services/url-fetch-app';
import type { Rectangle } from './spreadsheet/a1';
import type { SpreadsheetDocument } from './spreadsheet/document';
import { HostError } from './values';

/** What one user may do in the 24 hours after the first use. */
interface DailyQuotas {
  fetchCalls: number;
  /** Property reads and writes. */
  propertyOperations: number;
  mailRecipients: number;
}

/** What the platform leaves open, or what may go wrong. All may be changed between two executions. */
export interface Switches {
  /** `null`: `getDocumentProperties`, `getDocumentCache` and `getDocumentLock` answer null. */
  documentStores: 'present' | 'null';
  /** Authorisation of `onOpen` in an add-on: NONE while it is not enabled in the spreadsheet. */
  onOpenMode: 'NONE' | 'LIMITED';
  /** User cache in a formula: none, or one that all users' formulas share. */
  userCacheInFormulas: 'null' | 'shared';
  /** Error texts in the user's language instead of English. */
  translatedTexts: boolean;
  /** Scopes, in full, that nobody has granted. What one person has granted: `Person.consent`. */
  missingScopes: string[];
  /** Whether a formula needs what the person at the keyboard has granted. `asked` is the worst that was reported. */
  formulaConsent: 'none' | 'asked';
  quotas: DailyQuotas;
}

/** The friendliest platform that the documentation promises, with the quotas of a consumer account. */
export function defaultSwitches(): Switches {
  return {
    documentStores: 'present',
    onOpenMode: 'LIMITED',
    userCacheInFormulas: 'null',
    translatedTexts: false,
    missingScopes: [],
    formulaConsent: 'none',
    quotas: {
      fetchCalls: 20_000,
      propertyOperations: 50_000,
      mailRecipients: 100,
    },
  };
}

/** What the emulator reads from `appsscript.json`. */
export interface Manifest {
  readonly timeZone: string;
  /** Absent in the file: the platform detects what the code needs, so nothing is refused. */
  readonly oauthScopes: readonly string[] | null;
  readonly urlFetchWhitelist: readonly string[] | null;
}

/** Reads the manifest of a built folder. @throws {Error} when it is missing or not JSON. */
export function readManifest(dist: string): Manifest {
  const parsed = JSON.parse(readFileSync(join(dist, 'appsscript.json'), 'utf8')) as Partial<Manifest>;
  return {
    timeZone: parsed.timeZone ?? 'Etc/UTC',
    oauthScopes: parsed.oauthScopes ?? null,
    urlFetchWhitelist: parsed.urlFetchWhitelist ?? null,
  };
}

/** The emulator's time. It moves only when told to, unless it follows the real clock. */
export class VirtualClock {
  #offsetMillis: number;

  /** @param start Milliseconds since 1970. @param base The clock underneath; a constant for virtual time. */
  constructor(
    start: number,
    private readonly base: () => number = () => 0,
  ) {
    this.#offsetMillis = start - base();
  }

  /** Milliseconds since 1970. */
  now(): number {
    return this.base() + this.#offsetMillis;
  }

  /** Moves forward. Time never runs backwards: @throws {RangeError} on a negative step. */
  advance(millis: number): void {
    if (!(millis >= 0)) throw new RangeError(`A clock cannot advance by ${millis} ms`);
    this.#offsetMillis += millis;
  }

  /** Moves forward to an instant; stays where it is when that has passed. */
  advanceTo(instantMillis: number): void {
    this.advance(Math.max(0, instantMillis - this.now()));
  }

  /** @returns What puts the time back. */
  savePoint(): () => void {
    const kept = this.#offsetMillis;
    return () => {
      this.#offsetMillis = kept;
    };
  }
}

/** Google's question for permissions, as it stood on someone's screen. */
interface ConsentQuestion {
  readonly user: string;
  /** What was not granted at that moment, in the order of the manifest: one check box each. */
  readonly scopes: readonly string[];
}

/** What each person has granted. A person whom nobody spoke of has granted everything. */
export class Consents {
  /** The questions that were shown, the newest last. */
  readonly questions: ConsentQuestion[] = [];
  readonly byUser = new Map<string, ReadonlySet<string>>();

  constructor(
    private readonly manifest: Manifest,
    private readonly switches: Switches,
  ) {}

  /** Sets what a person has granted: the check boxes ticked, or what is left of them in the account's settings. */
  set(user: string, scopes: readonly string[]): void {
    this.byUser.set(user, new Set(scopes));
  }

  /** The scopes of the manifest that a person has not granted. */
  missing(user: string): string[] {
    const granted = this.byUser.get(user);
    const { missingScopes } = this.switches;
    return (this.manifest.oauthScopes ?? []).filter(
      (scope) => missingScopes.includes(scope) || granted?.has(scope) === false,
    );
  }

  /** The scopes of the manifest that a person has granted. */
  granted(user: string): string[] {
    const missing = this.missing(user);
    return (this.manifest.oauthScopes ?? []).filter((scope) => !missing.includes(scope));
  }

  /** Whether a call that needs a scope may go on. A formula asks nobody, unless the switch says otherwise. */
  allows(scope: string, user: string, kind: ExecutionKind): boolean {
    const { oauthScopes } = this.manifest;
    // The wide scope includes the narrow one.
    const wide = scope.replace(/\.(currentonly|readonly)$/, '');
    const allowing = oauthScopes?.filter((each) => each === scope || each === wide) ?? [scope];
    if (allowing.length > 0 && kind === 'formula' && this.switches.formulaConsent === 'none') return true;
    const missing = [...this.missing(user), ...this.switches.missingScopes];
    return allowing.some((each) => !missing.includes(each));
  }

  /** Shows the question, where one can be shown: to a person who chose a menu item. */
  ask(user: string, kind: ExecutionKind): void {
    if (kind === 'menu') this.questions.push({ user, scopes: this.missing(user) });
  }
}

/** The text before the first dot of Google's access tokens. */
const TOKEN_PREFIX = 'ya29';

/**
 * The access token that `ScriptApp.getOAuthToken` gives a person: the same text as long as they grant the same scopes.
 *
 * What it allows can be read in it, so that a server on this machine can judge it without asking this world.
 */
export function oauthTokenOf({ consents }: World, user: string): string {
  const grant = { user, scopes: consents.granted(user) };
  return `${TOKEN_PREFIX}.${Buffer.from(JSON.stringify(grant), 'utf8').toString('base64url')}`;
}

/**
 * Ends the test, and not only the script, if a request would carry a token of Google's to a host that is not Google's:
 * whatever the test is about. The platform itself would send it.
 *
 * @throws {Error}
 */
export function guardTokens({ url, headers, body }: CheckedRequest): void {
  if (/^https:\/\/[a-z]+\.googleapis\.com\//.test(url)) return;
  const sent = [url, ...headers.flat(), body === null ? '' : Buffer.from(body).toString('latin1')];
  if (sent.some((text) => text.includes(`${TOKEN_PREFIX}.`)))
    throw new Error(`A token of Google’s would go to ${new URL(url).host}.`);
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

/** A sidebar on a person's screen. */
export interface ShownWindow {
  readonly html: string;
  readonly title: string;
  readonly user: string;
  readonly bookId: string;
}

/** A toast on a person's screen. */
export interface ShownMessage {
  readonly text: string;
  readonly title: string;
  readonly user: string;
  readonly bookId: string;
}

/** The cell of a person that has the keyboard. */
interface Selection extends Rectangle {
  readonly sheetId: number;
}

/** What those who follow a world are told of. */
export type Happening =
  | { readonly kind: 'execution'; readonly record: ExecutionRecord }
  | { readonly kind: 'window'; readonly window: ShownWindow }
  | { readonly kind: 'message'; readonly message: ShownMessage };

/** What people see beside the cells; by spreadsheet and person. */
class UiState {
  readonly menus = new Map<string, Menu>();
  readonly selections = new Map<string, Selection>();
  readonly windows: ShownWindow[] = [];
  readonly messages: ShownMessage[] = [];
}

/** What is fixed for the life of a world. */
interface WorldOptions {
  readonly clock: VirtualClock;
  readonly manifest: Manifest;
  readonly bundle: Bundle;
  readonly installation: 'add-on' | 'bound';
  /** From an `https://` origin to a `http://127.0.0.1:port` one. */
  readonly hosts: Readonly<Record<string, string>>;
  readonly exchange: ExchangeAtOnce | undefined;
  readonly sharesClock: boolean;
  readonly dataSources: ReadDataSource;
  readonly switches: Switches;
  /** Real time after which an exchange that never ends is given up. */
  readonly realTimeoutMillis: number;
}

export interface World extends WorldOptions {}

/** Everything that outlives an execution, in one place, plain to look into. */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: its constructor takes them over.
export class World {
  readonly random: SeededRandom;
  readonly consents: Consents;
  readonly documents = new Map<string, SpreadsheetDocument>();
  /** In the bin: their triggers still fire. */
  readonly deletedDocuments = new Map<string, SpreadsheetDocument>();
  /** Entries and pairs by scope; `services/stores.ts` has their rules. */
  readonly caches = new Map<string, Map<string, { readonly value: string; readonly expiresAt: number }>>();
  readonly properties = new Map<string, Map<string, string>>();
  /** There is one lock per scope: the number of the execution that holds it; a test may hold one by a number below 0. */
  readonly locks = new Map<string, number>();
  readonly triggers: Trigger[] = [];
  readonly ui = new UiState();
  readonly mails: Mail[] = [];
  readonly requests: SentRequest[] = [];
  readonly logs: string[] = [];
  /** Told at the end of each execution, and of each sidebar and toast. */
  readonly listeners = new Set<(happened: Happening) => void>();
  /** Faults of the emulator itself; a test run ends with none. */
  readonly internalErrors: unknown[] = [];
  /** Formulas that run at this moment. */
  formulasRunning = 0;
  readonly #quotas = new Map<string, { readonly since: number; used: number }>();

  constructor(options: WorldOptions, seed: number) {
    Object.assign(this, options);
    this.consents = new Consents(options.manifest, options.switches);
    this.random = new SeededRandom(seed);
  }

  /** The script a document runs: one for all documents as an add-on, one each when bound. */
  scriptIdOf(document: SpreadsheetDocument): string {
    return this.installation === 'add-on' ? 'add-on-script' : `bound-script-${document.id}`;
  }

  show(window: ShownWindow): void {
    this.ui.windows.push(window);
    this.tell({ kind: 'window', window });
  }

  toast(message: ShownMessage): void {
    this.ui.messages.push(message);
    this.tell({ kind: 'message', message });
  }

  tell(happened: Happening): void {
    for (const listener of [...this.listeners]) listener(happened);
  }

  /** Ends what an execution holds. */
  releaseLocks(execution: number): void {
    for (const [scope, holder] of this.locks) if (holder === execution) this.locks.delete(scope);
  }

  removeTrigger(uniqueId: string): void {
    const index = this.triggers.findIndex((trigger) => trigger.uniqueId === uniqueId);
    if (index >= 0) this.triggers.splice(index, 1);
  }

  /** What a user has used of a quota, which resets 24 hours after the first use. */
  used(user: string, quota: keyof DailyQuotas): number {
    return this.#account(user, quota).used;
  }

  /** Uses some of a quota. @throws {HostError} when it would pass the limit. */
  spend(user: string, quota: keyof DailyQuotas, amount: number): void {
    const account = this.#account(user, quota);
    const service = {
      fetchCalls: 'urlfetch',
      propertyOperations: 'properties',
      mailRecipients: 'email',
    }[quota];
    if (account.used + amount > this.switches.quotas[quota])
      throw new HostError(`Service invoked too many times for one day: ${service}.`);
    account.used += amount;
  }

  /**
   * Remembers everything that outlives an execution, so that many runs can begin in the same prepared world.
   *
   * @returns What puts it back, as often as wanted; cheap, since workbooks, cells and pairs are shared until they change.
   */
  savePoint(): () => void {
    const { switches, ui, consents } = this;
    const documents = [...this.documents.values(), ...this.deletedDocuments.values()];
    const puts = [
      ...documents.map((document) => document.savePoint()),
      ...[this.documents, this.deletedDocuments, this.locks, consents.byUser].map((map) =>
        mapPoint<unknown>(map),
      ),
      ...[ui.menus, ui.selections].map((map) => mapPoint<unknown>(map)),
      ...[this.caches, this.properties].map((map) =>
        mapPoint<Map<string, unknown>>(map, (pairs) => new Map(pairs)),
      ),
      mapPoint(this.#quotas, (account) => ({ ...account })),
      listPoint(this.triggers, (trigger) => ({ ...trigger })),
      ...[this.mails, this.requests, this.logs, this.internalErrors].map((list) => listPoint<unknown>(list)),
      ...[ui.windows, ui.messages, consents.questions].map((list) => listPoint<unknown>(list)),
      this.clock.savePoint(),
      this.random.savePoint(),
      objectPoint(switches),
      objectPoint(switches.quotas),
    ];
    return () => {
      for (const put of puts) put();
    };
  }

  #account(user: string, quota: keyof DailyQuotas) {
    const now = this.clock.now();
    const name = `${quota}:${user}`;
    let account = this.#quotas.get(name);
    if (account === undefined || now - account.since >= 86_400_000) {
      account = { since: now, used: 0 };
      this.#quotas.set(name, account);
    }
    return account;
  }
}

/** What gives a map the entries back that it has now. */
function mapPoint<Value>(map: Map<string, Value>, copyOf = (value: Value) => value): () => void {
  const kept = [...map].map(([key, value]) => [key, copyOf(value)] as const);
  return () => {
    map.clear();
    for (const [key, value] of kept) map.set(key, copyOf(value));
  };
}

/** What gives a list the members back that it has now. */
export function listPoint<Item>(list: Item[], copyOf = (item: Item) => item): () => void {
  const kept = list.map(copyOf);
  return () => {
    list.length = 0;
    for (const item of kept) list.push(copyOf(item));
  };
}

function objectPoint<T extends object>(object: T): () => void {
  const kept = { ...object };
  return () => void Object.assign(object, kept);
}

/**
 * Whether an address is inside the manifest's whitelist. An entry is a prefix: `https://`, a full domain with at most one
 * leading `*.`, a path that is compared with regard to case.
 */
export function isWhitelisted({ urlFetchWhitelist }: Manifest, url: string): boolean {
  return urlFetchWhitelist?.some((entry) => covers(entry, url)) ?? true;
}

function covers(entry: string, url: string): boolean {
  const allowed = /^https:\/\/(\*\.)?([^/]+)(\/.*)$/.exec(entry);
  const asked = /^https:\/\/([^/?#]+)([/?#].*)?$/.exec(url);
  if (allowed === null || asked === null) return false;
  const host = (asked[1] ?? '').toLowerCase();
  const domain = (allowed[2] ?? '').toLowerCase();
  const hostFits = allowed[1] === undefined ? host === domain : host.endsWith(`.${domain}`);
  return hostFits && (asked[2] ?? '/').startsWith(allowed[3] ?? '/');
}
