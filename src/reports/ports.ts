import type { CalendarDate } from '../calendar/calendar-date';

/** Short-lived entries shared by all executions. Any read may miss; a failed write is a miss later. */
export interface SharedCache {
  /** The entries that are there; missing ones are left out. One service call. */
  getAll(keys: readonly string[]): Record<string, string>;
  /** One service call, all entries or (when the platform refuses them) none. */
  putAll(entries: Readonly<Record<string, string>>): void;
  remove(key: string): void;
  removeAll(keys: readonly string[]): void;
}

/** The settings that live with a spreadsheet or a person: text by name. */
export interface PropertyStore {
  /** Everything in the store; empty where there is no store. One service call. */
  readAll(): Record<string, string>;
  /** Sets these and leaves the others. One service call. @throws {ReportError} `platform_unavailable` */
  write(changes: Readonly<Record<string, string>>): void;
  remove(name: string): void;
}

/** The one lock of a spreadsheet. */
export interface DocumentLock {
  /** Whether the lock was had within `waitMillis`. Where the platform has no lock the answer is yes. */
  acquire(waitMillis: number): boolean;
  release(): void;
}

/** Days in the spreadsheet's time zone. */
export interface SpreadsheetCalendar {
  /** The spreadsheet's time zone, an IANA name. One service call; remembered for the execution. */
  zone(): string;
  today(zone: string): CalendarDate;
  /** A moment as the zone's clock shows it: `2026-11-21 14:05`. */
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

/** A sheet that belongs to a report, or may come to. Rows and columns count from 1. */
export interface ReportSheet {
  readonly id: number;
  /** The name on its tab, which people may change. One service call. */
  name(): string;
  /** The last row with a cell in use; 0 for an empty sheet. One service call. */
  lastRow(): number;
  /** The values of the first cells of a row. One service call. */
  readRow(row: number, columns: number): readonly unknown[];
  /**
   * Makes sure that rows exist and are free; grid rows are added at the end only. Up to five service calls.
   *
   * @returns `false` when a cell among them is in use; nothing has changed then.
   */
  claimRows(first: number, last: number, columns: number): boolean;
  /**
   * Writes a block from column A on, as if typed. One service call, repeated once when it fails.
   *
   * @throws {ReportError} `sheet_blocked`
   */
  write(row: number, cells: readonly (readonly (string | number)[])[]): void;
  /** Freezes the heading row and sets number formats by column letters. One service call each. */
  format(formats: readonly { readonly columns: readonly string[]; readonly format: string }[]): void;
  /** Gives a cell a name that formulas may use, unless the name is taken. Up to two service calls. */
  nameCell(name: string, row: number, column: number): void;
  /** Sets the width of all of the first columns, in pixels. One service call. */
  widen(columns: number, pixels: number): void;
}

/** The sheets of the spreadsheet. */
export interface ReportSheets {
  byId(id: number): ReportSheet | undefined;
  byName(name: string): ReportSheet | undefined;
  /** Adds a sheet at the end. @throws {ReportError} `sheet_blocked` */
  create(name: string): ReportSheet;
  /** Brings a sheet to the front for the person at the keyboard. */
  show(sheet: ReportSheet): void;
  /** Makes all writes certain. @throws {ReportError} `sheet_blocked` */
  flush(): void;
}

/** This person's time-driven triggers of this spreadsheet. */
export interface ScheduleTriggers {
  /** Removes this person's own, then makes one. @returns Its ID. @throws {ReportError} `permission_missing` */
  replace(every: 'hour' | 'day', hour: number, zone: string): string;
  /** Removes this person's own. @throws {ReportError} `permission_missing` */
  remove(): void;
}
