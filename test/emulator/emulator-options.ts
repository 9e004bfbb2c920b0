import type { Switches } from './switches';
import type { ExchangeAtOnce } from './sync-http/http-exchange';
import type { ReadDataSource } from './world/spreadsheet/data-source';

/** How a script is installed, and the world it finds. */
export interface EmulatorOptions {
  /** The built folder: `Code.js`, `Sidebar.html`, `appsscript.json`. */
  readonly dist: string;
  /** `real`: time passes by itself and waits take their time. @default 'virtual' */
  readonly clock?: 'virtual' | 'real';
  /** ISO 8601 instant. @default 2026-03-10T09:00:00Z, or now for a real clock */
  readonly startAt?: string;
  /** From an `https://` origin to a loopback one; every other host is a DNS error. */
  readonly hosts?: Readonly<Record<string, string>>;
  /**
   * Answers in this thread what would go over HTTP to an address of `hosts`; all limits and records of requests stay. What it
   * doesn't know (`undefined`) goes over HTTP. @default real HTTP for all
   */
  readonly exchange?: ExchangeAtOnce;
  /**
   * Whether each request carries this world's time in `X-Virtual-Now`, which the api-server takes for its own: the two clocks
   * then agree however far this one is pushed. @default false
   */
  readonly sharesClock?: boolean;
  /** Reads the tables that data source sheets show. @default No table is found */
  readonly dataSources?: ReadDataSource;
  /** @default 'add-on' */
  readonly installation?: 'add-on' | 'bound';
  readonly switches?: Partial<Switches>;
  /**
   * Whether each execution has a realm of its own, in which all top-level code runs again, as on the platform. Loading takes
   * most of an execution: only where top-level state is what is tested. @default false
   */
  readonly freshRealms?: boolean;
  /** Of `Math.random`, UUIDs and everything the platform chooses freely. @default 1 */
  readonly seed?: number;
  /** Real time after which an exchange that never ends is given up. @default 10 s; with a real clock 360 s */
  readonly realTimeoutMillis?: number;
  /** Real time that a script may compute without a service call. @default a minute, in threads half of that */
  readonly loopTimeoutMillis?: number;
}

/** What a new spreadsheet is made of. */
export interface SpreadsheetOptions {
  readonly owner: string;
  /** IANA name. */
  readonly zone: string;
  readonly locale?: string;
  readonly name?: string;
  /** Anyone not named as a viewer may edit; the list documents the scene. */
  readonly editors?: readonly string[];
  readonly viewers?: readonly string[];
}

/** A stretch of time; the parts add up. */
export interface TimeSpan {
  readonly minutes?: number;
  readonly hours?: number;
  readonly days?: number;
}

/** The length of a stretch of time. */
export function millisOf({ minutes = 0, hours = 0, days = 0 }: TimeSpan): number {
  return 60_000 * (minutes + 60 * hours + 1440 * days);
}
