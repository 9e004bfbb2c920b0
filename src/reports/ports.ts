import type { CalendarDate } from '../calendar/calendar-date';
import type { Audience } from '../contract/connection';
import type { ServiceAddresses } from '../employer-api/connection';
import type { Budget, Clock, HttpTransport, MakeId } from '../employer-api/ports';
import type { Permission } from './permissions';
import type { CellBlock, GridSize, WrittenCell } from './sheet/cells';
import type { CellLook, CellRule } from './sheet/sheets';

/** Short-lived entries shared by all executions. Any read may miss; a failed write is a miss later. */
export interface SharedCache {
  /** The entries that are there; missing ones are left out. One service call. */
  getAll(keys: readonly string[]): Record<string, string>;
  /** Keeps all entries as long as the platform can or, where it refuses them, none. One service call. */
  putAll(entries: Readonly<Record<string, string>>): void;
}

/** Settings of a spreadsheet or a person: text by name. */
export type Properties = Readonly<Record<string, string>>;

/** The settings that live with a spreadsheet or a person: text by name. */
export interface PropertyStore {
  /** Everything in the store; empty where there is no store. One service call. */
  readAll(): Record<string, string>;
  /**
   * Sets these and leaves the others; an empty one counts as not set. One service call; up to two where it is refused.
   *
   * @throws {ReportError} `invalid_settings` when the store of the spreadsheet is full; `platform_unavailable`.
   */
  write(changes: Properties): void;
}

/** The one lock of a spreadsheet. */
export interface DocumentLock {
  /** Whether the lock was had within `waitMillis`. Where the platform has no lock the answer is yes. One service call. */
  acquire(waitMillis: number): boolean;
  /** Lets others have it; nothing where it was not had. One service call. */
  release(): void;
}

/** Days in the spreadsheet's time zone. */
export interface SpreadsheetCalendar {
  /** The spreadsheet's time zone, an IANA name. One service call; remembered for the execution. */
  zone(): string;
  /** The day that the zone's calendar shows now. No service call that counts. */
  today(zone: string): CalendarDate;
  /** A moment as the zone's clock shows it: `21 Nov 2026, 14:05`. */
  text(millis: number, zone: string): string;
  /** A moment as the zone's clock shows it: a serial number with the time of day as its fraction. */
  serial(millis: number, zone: string): number;
}

/** Text in and out of a small, safe form for the cache. */
export interface TextPacker {
  /** Compresses to ASCII text. */
  pack(text: string): string;
  /** @returns `undefined` when the text was not made by `pack`. */
  unpack(packed: string): string | undefined;
}

/** A SHA-256 of UTF-8 text, as hexadecimal digits. */
export type Digest = (text: string) => string;

/**
 * A sheet that belongs to a report, or may come to. Rows and columns count from 1. Each method is one service call unless
 * it says otherwise. What writes is repeated once where it fails, and throws `sheet_blocked` if it fails again.
 */
export interface ReportSheet {
  readonly id: number;
  /** The name on its tab, which people may change. */
  name(): string;
  /** Gives it another name, at the first try. @throws {ReportError} `platform_unavailable` where Google refuses. */
  rename(name: string): void;
  /** The last row with a cell in use; 0 for an empty sheet. */
  lastRow(): number;
  /**
   * How far its grid reaches. No service call that counts: no cell is read, so it waits for no formula and may be asked
   * under the lock.
   */
  gridSize(): GridSize;
  /** Adds rows and columns at its ends until there are so many: no cell moves. Two service calls for rows, one for columns. */
  grow(size: GridSize): void;
  /** Inserts rows before a row; all cells from there on move down. */
  insertRows(before: number, count: number): void;
  /** The values of a block; days and times come as `Date`, empty cells as `''`. */
  readBlock(row: number, column: number, rows: number, columns: number): readonly (readonly unknown[])[];
  /** The values of a block as they are shown. */
  readTexts(block: CellBlock): readonly (readonly string[])[];
  /** The formulas of a block in A1 notation; `''` for a cell without one. */
  readFormulas(block: CellBlock): readonly (readonly string[])[];
  /** The first cell of a block in use, if only by a formula that shows nothing, in A1 notation. Up to three service calls. */
  firstUsed(block: CellBlock): string | undefined;
  /** The merged cells of which at least one lies in a block, each with all of its cells; rows beyond the grid have none. */
  mergedCells(block: CellBlock): readonly CellBlock[];
  /** The number formats of a block, in the notation of Google Sheets; rows beyond the grid are refused. */
  numberFormats(block: CellBlock): readonly (readonly string[])[];
  /** Whether a filter lies over cells of the sheet, which may hide rows. */
  hasFilter(): boolean;
  /** Writes a block, as if typed. @param column Its first column. @default 1 */
  write(row: number, cells: readonly (readonly WrittenCell[])[], column?: number): void;
  /**
   * Copies the values of cells of another sheet to a block, those from a row and column A on. Texts stay texts; the formats
   * of the block stay as they are.
   */
  copyValues(from: Pick<ReportSheet, 'id'>, row: number, to: CellBlock): void;
  /** Empties all of its cells. */
  blank(): void;
  /** Sets what cells look like. One service call for each part of the look, three for a heading, and one for each width. */
  dress(look: CellLook): void;
  /** Sets the conditional formats of a new sheet. */
  setRules(rules: readonly CellRule[]): void;
  /**
   * Puts a hover note on each heading of a new sheet, and offers texts below some of them as drop-downs, in which others may
   * be typed. Two service calls and one for each drop-down.
   */
  guide(columns: readonly { readonly note: string; readonly offers: readonly string[] }[]): void;
  /** Gives a block a name that formulas may use, or moves the name to it. */
  nameBlock(name: string, block: CellBlock): void;
}

/** The cells that a name stands for. Google Sheets moves and grows them with inserted, deleted and moved rows and columns. */
export interface NamedBlock {
  readonly sheet: ReportSheet;
  readonly block: CellBlock;
}

/** The sheets of the spreadsheet. What writes is repeated once, and throws `sheet_blocked`. */
export interface ReportSheets {
  /** None without an ID. No service call that counts. */
  byId(id: number | null): ReportSheet | undefined;
  /** No service call that counts. */
  byName(name: string): ReportSheet | undefined;
  /** All of them, in their order. One service call. */
  all(): readonly ReportSheet[];
  /** The cells that a name stands for; `undefined` if there are none. One service call. */
  named(name: string): NamedBlock | undefined;
  /**
   * Adds a sheet at the end, or finds the one that has the name in other capitals: for Google Sheets such names are the
   * same, so it may hold something. Two service calls; up to five for a hidden one, which leaves in front what is there.
   */
  create(name: string, isHidden?: boolean): ReportSheet;
  /**
   * Brings a sheet to the front for the person at the keyboard. One service call, one more to select cells.
   *
   * @param selected In A1 notation; the first one is the current cell. @default none
   */
  show(sheet: ReportSheet, selected?: readonly string[]): void;
  /** Makes all writes certain. One service call. */
  flush(): void;
}

/**
 * The triggers of the person at the keyboard, by their IDs.
 *
 * Google lists a person's triggers over all spreadsheets of an add-on. So none is touched but those that are named, and
 * each spreadsheet names its own. Others' triggers cannot be seen: a name that is theirs is passed over.
 */
export interface ScheduleTriggers {
  /** All of theirs, of this spreadsheet and of others; empty where the person has not allowed it. One service call. */
  ownIds(): readonly string[];
  /**
   * Removes those named. One service call and one for each, or none where none is named.
   *
   * @returns The IDs of those that were theirs.
   * @throws {ReportError} `permission_missing`, nothing removed.
   */
  remove(named: readonly string[]): readonly string[];
  /**
   * Makes one that wakes once an hour, at a minute that Google picks. One service call, two where Google refuses.
   *
   * @returns Its ID.
   * @throws {ReportError} `platform_unavailable`, with the remedy; `permission_missing`.
   */
  make(): string;
  /**
   * The one of this person that is called for each edit of this spreadsheet; made where there is none. Up to two service
   * calls, one where none is known.
   *
   * @returns Its ID; undefined where Google makes none.
   */
  ownOrNewForEdits(isKnown: boolean): string | undefined;
}

/** What the person at the keyboard, or whose trigger runs, has allowed. */
export interface Authorization {
  /**
   * What they have not allowed of what is needed, and the address where they can; null where nothing is missing. One
   * service call. Nothing is missing where the platform gives no answer.
   */
  missing(needed: readonly Permission[]): {
    readonly missing: readonly Permission[];
    readonly url: string | null;
  };
}

/** A message. */
export interface Mail {
  /** One address. */
  readonly to: string;
  readonly subject: string;
  /** Plain text. */
  readonly body: string;
  /** The same as HTML, which shows the picture as `cid:picture`. */
  readonly html: string;
  /** The bytes of a PNG file, 0 to 255; none for a mail without a picture. */
  readonly picture: readonly number[];
}

/** Mail in the name of the person whose trigger runs. */
export interface Mailer {
  /** The name of the spreadsheet and its address, empty what cannot be read. Two service calls. */
  spreadsheet(): { readonly name: string; readonly address: string };
  /** One service call. @returns Whether the platform took it. */
  send(mail: Mail): boolean;
}

/** The properties of the person who runs, the ID of the spreadsheet, and the addresses that a secret may go to. */
export interface ConnectionStores {
  readonly user: PropertyStore;
  spreadsheetId(): string;
  readonly addresses: ServiceAddresses;
}

/** What an administrator decides when the add-on is built: `build/policy.json`. */
export interface Policy {
  /** The domains that mail may go to, in lower case; any where none is listed. A subdomain is a domain of its own. */
  readonly mailDomains: readonly string[];
  /** Where Google Chat takes messages, `https://…` without a path; null where summary emails may not go to Chat. */
  readonly chatOrigin: string | null;
}

/** `bound`: whoever edits the spreadsheet can also edit the script, and so read the secret. */
export type Installation = 'add-on' | 'bound';

/** All that the script has of its surroundings; each function says what of it it needs. */
export interface Services extends Policy {
  readonly document: PropertyStore;
  readonly lock: DocumentLock;
  readonly stores: ConnectionStores;
  readonly calendar: SpreadsheetCalendar;
  readonly clock: Clock;
  readonly makeId: MakeId;
  readonly digest: Digest;
  readonly packer: TextPacker;
  readonly budget: Budget;
  readonly fetchingFor: (audience: Audience) => FetchServices;
  readonly sheets: ReportSheets;
  /** Who writes: a spreadsheet may have both the add-on and a script of its own, and each knows only its own reports. */
  readonly installation: Installation;
  /** The largest table that is written directly, in cells. */
  readonly directWriteCells: number;
  readonly triggers: ScheduleTriggers;
  readonly authorization: Authorization;
  readonly mailer: Mailer;
}

/** What fetching needs. */
export interface FetchServices
  extends Pick<Services, 'lock' | 'clock' | 'makeId' | 'digest' | 'packer' | 'budget'> {
  readonly transport: HttpTransport;
  readonly cache: SharedCache;
}

/** What working on the tables of reports needs. */
export type TableServices = Omit<Services, keyof Policy | 'triggers' | 'authorization' | 'mailer'>;

/** What changing the properties of a spreadsheet needs. */
export type DocumentServices = Pick<Services, 'document' | 'lock'>;
