import type { Manifest } from '../manifest';
import { SeededRandom } from '../random';
import type { Switches } from '../switches';
import type { VirtualClock } from '../virtual-clock';
import { CacheStore } from './cache-store';
import { Consents } from './consents';
import type { SentRequest } from './fetch-log';
import { FormulaActivity } from './formula-activity';
import { LockTable } from './lock-table';
import type { Mail } from './mailbox';
import { PropertyStore } from './property-store';
import { QuotaLedger } from './quota-ledger';
import type { ReadDataSource } from './spreadsheet/data-source';
import type { SpreadsheetDocument } from './spreadsheet/spreadsheet-document';
import { TriggerTable } from './trigger-table';
import { UiState } from './ui-state';

/** What is fixed for the life of a world. */
export interface WorldOptions {
  readonly clock: VirtualClock;
  readonly manifest: Manifest;
  readonly dist: string;
  readonly freshRealms: boolean;
  readonly installation: 'add-on' | 'bound';
  /** From an `https://` origin to a `http://127.0.0.1:port` one. */
  readonly hosts: Readonly<Record<string, string>>;
  readonly sharesClock: boolean;
  /** Reads what data source sheets show. */
  readonly dataSources: ReadDataSource;
  readonly switches: Switches;
  readonly seed: number;
  /** Real time after which an exchange that never ends is given up. */
  readonly realTimeoutMillis: number;
}

/** Everything that outlives an execution, in one place, plain to look into. */
export class World {
  readonly clock: VirtualClock;
  readonly manifest: Manifest;
  readonly dist: string;
  readonly freshRealms: boolean;
  readonly installation: 'add-on' | 'bound';
  readonly hosts: Readonly<Record<string, string>>;
  readonly sharesClock: boolean;
  readonly dataSources: ReadDataSource;
  readonly switches: Switches;
  readonly random: SeededRandom;
  readonly realTimeoutMillis: number;
  readonly documents = new Map<string, SpreadsheetDocument>();
  /** In the bin: their triggers still fire. */
  readonly deletedDocuments = new Map<string, SpreadsheetDocument>();
  readonly consents: Consents;
  readonly caches = new CacheStore();
  readonly properties = new PropertyStore();
  readonly formulas = new FormulaActivity();
  readonly locks = new LockTable();
  readonly triggers = new TriggerTable();
  readonly quotas = new QuotaLedger();
  readonly ui = new UiState();
  readonly mails: Mail[] = [];
  readonly requests: SentRequest[] = [];
  readonly logs: string[] = [];
  /** Faults of the emulator itself; a test run ends with none. */
  readonly internalErrors: unknown[] = [];

  constructor(options: WorldOptions) {
    this.clock = options.clock;
    this.manifest = options.manifest;
    this.dist = options.dist;
    this.freshRealms = options.freshRealms;
    this.installation = options.installation;
    this.hosts = options.hosts;
    this.sharesClock = options.sharesClock;
    this.dataSources = options.dataSources;
    this.switches = options.switches;
    this.consents = new Consents(options.manifest, options.switches);
    this.random = new SeededRandom(options.seed);
    this.realTimeoutMillis = options.realTimeoutMillis;
  }

  /** The script a document runs: one for all documents as an add-on, one each when bound. */
  scriptIdOf(document: SpreadsheetDocument | null): string {
    if (this.installation === 'add-on' || document === null) return 'add-on-script';
    return `bound-script-${document.id}`;
  }
}
