import type { HttpRequest } from './services/url-fetch-app';
import type { Place } from './spreadsheet/workbook';

/* What outlives an execution, and what those who follow a world are told of. */

/**
 * What the platform leaves open, or what may go wrong: at first the friendliest platform that the documentation promises. All may
 * be changed between two executions.
 */
export const newSwitches = () => ({
  /** `null`: `getDocumentProperties`, `getDocumentCache` and `getDocumentLock` answer null. */
  documentStores: 'present' as 'present' | 'null',
  /** User cache in a formula: none, or one that all users' formulas share. */
  userCacheInFormulas: 'null' as 'null' | 'shared',
  /** Error texts in the user's language instead of English. */
  translatedTexts: false,
  /** Whether a formula needs what the person at the keyboard has granted. `asked` is the worst that was reported. */
  formulaConsent: 'none' as 'none' | 'asked',
  /** Requests that are left of a consumer account's day, whoever makes them; a day later a test gives new ones. */
  fetchesLeft: 20_000,
});
export type Switches = ReturnType<typeof newSwitches>;

/** What the emulator reads from `appsscript.json`. */
export interface Manifest {
  readonly oauthScopes: readonly string[];
  readonly urlFetchWhitelist: readonly string[];
}

/** The emulator's time. It moves only when told to, unless it follows the real clock. */
export class VirtualClock {
  /** @param base The clock underneath, in milliseconds since 1970; a constant for virtual time. */
  constructor(
    public offsetMillis: number,
    private readonly base: () => number,
  ) {}

  /** Milliseconds since 1970. */
  now(): number {
    return this.base() + this.offsetMillis;
  }

  /** Moves forward: time never runs backwards. */
  advance(millis: number): void {
    this.offsetMillis += Math.max(0, millis);
  }

  /** Moves forward to an instant; stays where it is when that has passed. */
  advanceTo(instantMillis: number): void {
    this.advance(instantMillis - this.now());
  }
}

/** One request as it was sent. */
export interface SentRequest extends Omit<HttpRequest, 'timeoutMillis'> {
  readonly executionId: number;
  /** Status of the answer, or how it failed. */
  readonly outcome: number | string;
}

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
  /** Instant of the next run; none where the platform starts none (uninstalled, disabled, deployment replaced): `Infinity`. */
  nextRunAt: number;
}

/** The add-on's menu, in the Extensions menu under its name. */
export type Menu = readonly { readonly caption: string; readonly functionName: string }[];

/** What people see beside the cells, and the cell that has their keyboard; by spreadsheet and person. */
export const newScreens = () => ({
  menus: new Map<string, Menu>(),
  selections: new Map<string, Place>(),
  /** Sidebars and toasts that were shown, the newest last. */
  windows: [] as { readonly title: string; readonly html: string }[],
  messages: [] as { readonly title: string; readonly text: string }[],
});
