import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { SeededRandom } from '../support/seeded-random';
import { Book, type BookOptions } from './book';
import { Execution, type ExecutionRecord, type Fault, type ServiceCall } from './execution';
import { requestOf, type Task } from './person';
import { type Bundle, readBundle, runInRealm } from './realm';
import type { ReadDataSource } from './services/data-source';
import type { Exchange } from './services/url-fetch-app';
import {
  type Mail,
  type Manifest,
  newScreens,
  newSwitches,
  type SentRequest,
  type Switches,
  type Trigger,
  VirtualClock,
} from './world';

/** How a script is installed, and the world it finds. */
export interface EmulatorOptions {
  /** The built folder: `Code.js`, `Sidebar.html`, `appsscript.json`. */
  readonly dist: string;
  /** `real`: time passes by itself; waits move it on instead of taking theirs. @default 'virtual' */
  readonly clock?: 'virtual' | 'real';
  /** ISO 8601 instant. @default 2026-03-10T09:00:00Z */
  readonly startAt?: string;
  /** Answers requests. A host that it doesn't know is a DNS error. */
  readonly exchange?: Exchange;
  /** Reads the tables that data source sheets show. @default No table is found */
  readonly dataSources?: ReadDataSource;
  /** @default 'add-on' */
  readonly installation?: 'add-on' | 'bound';
  readonly switches?: Partial<Switches>;
  /** Of `Math.random`, UUIDs and everything the platform chooses freely. @default 1 */
  readonly seed?: number;
}

/** Most service calls that an execution makes before another one goes on. */
const LONGEST_TURN = 8;

/**
 * Google Sheets with one script installed, on this machine: all that outlives an execution, plain to look into. It tells of each
 * execution at its end, and of each call just before it takes effect.
 */
export class Emulator extends EventEmitter<{ execution: [ExecutionRecord]; call: [ServiceCall] }> {
  readonly clock: VirtualClock;
  readonly random: SeededRandom;
  readonly manifest: Manifest;
  readonly bundle: Bundle;
  readonly switches: Switches;
  readonly installation: 'add-on' | 'bound';

  readonly books = new Map<string, Book>();
  /** Entries and pairs by scope; `services/stores.ts` has their rules. */
  readonly caches = new Map<string, Map<string, { readonly value: string; readonly expiresAt: number }>>();
  readonly properties = new Map<string, Map<string, string>>();
  /** There is one lock per scope: the number of the execution that holds it; a test may hold one by a number below 0. */
  readonly locks = new Map<string, number>();
  readonly triggers: Trigger[] = [];
  readonly ui = newScreens();
  readonly consents = {
    /** Google's questions as they stood on someone's screen, the newest last: what was not granted, a check box each. */
    questions: [] as { readonly user: string; readonly scopes: readonly string[] }[],
    /** The check boxes that a person has ticked, or what is left of them in the account's settings. */
    byUser: new Map<string, readonly string[]>(),
  };
  readonly mails: Mail[] = [];
  readonly requests: SentRequest[] = [];
  readonly logs: string[] = [];
  readonly executions: ExecutionRecord[] = [];
  /** Applied to the next execution, then forgotten; with `forever`, to all until set to null. */
  fault: Fault | null = null;
  /** Faults of the emulator itself; a test run ends with none. */
  readonly internalErrors: unknown[] = [];
  /** Formulas that run at this moment. */
  formulasRunning = 0;
  /** How many executions there have been. */
  begun = 0;

  constructor(readonly options: EmulatorOptions) {
    super();
    const base = options.clock === 'real' ? Date.now : () => 0;
    this.clock = new VirtualClock(Date.parse(options.startAt ?? '2026-03-10T09:00:00Z') - base(), base);
    this.random = new SeededRandom(options.seed ?? 1);
    const dist = resolve(options.dist);
    this.manifest = JSON.parse(readFileSync(join(dist, 'appsscript.json'), 'utf8')) as Manifest;
    this.bundle = readBundle(dist);
    this.switches = { ...newSwitches(), ...options.switches };
    this.installation = options.installation ?? 'add-on';
  }

  createSpreadsheet(options: Omit<BookOptions, 'id'>): Book {
    const book = new Book(this, { ...options, id: `spreadsheet-${this.books.size + 1}` });
    this.books.set(book.id, book);
    return book;
  }

  /** File ▸ Make a copy: cells, formulas, names and, when bound, code; no properties, no triggers. */
  copySpreadsheet({ name, settings, workbook }: Book, { owner }: { readonly owner: string }): Book {
    const copy = this.createSpreadsheet({ ...settings, owner, name: `Copy of ${name}` });
    copy.settings.idsGiven = settings.idsGiven;
    copy.workbook = workbook.copy(copy.settings);
    return copy;
  }

  /** The script a spreadsheet runs: one for all as an add-on, one each when bound. */
  scriptIdOf({ id }: Book): string {
    return this.installation === 'add-on' ? 'add-on-script' : `bound-script-${id}`;
  }

  /** The entry point's own spelling of a name. Case does not matter, as in formulas. */
  entryPoint(name: string): string | undefined {
    return this.bundle.entryPoints.find((entry) => entry.toLowerCase() === name.toLowerCase());
  }

  /** Runs what a person sets off; it has ended when this returns. */
  runTask(task: Task): ExecutionRecord {
    const { fault } = this;
    const execution = this.#begun(task, fault);
    if (!fault?.forever) this.fault = null;
    return this.#keep(execution.finish(runInRealm(this.bundle, execution)));
  }

  /**
   * Runs executions side by side; the same seed gives the same run. The clock moves only when all wait or fetch, and then to
   * the earliest moment at which one can go on. One that is halted begins again from its start when its turn comes, with the
   * answers that it had, so that the script needs no thread of its own.
   *
   * @param order Its seed decides who goes next, and for how many service calls; the others begin after so many of the first.
   * @returns Their records, in the order of the tasks.
   */
  interleave(
    tasks: readonly Task[],
    order: { readonly seed: number; readonly after?: number },
  ): ExecutionRecord[] {
    const random = new SeededRandom(order.seed);
    const executions = tasks.map((task) => this.#begun(task, null, this.random.below(2 ** 31)));
    const [first] = executions;
    const active = [...executions];
    while (active.length > 0) {
      const left = first && active[0] === first ? (order.after ?? 0) - first.record.calls.length : 0;
      const begun = left > 0 ? active.slice(0, 1) : active;
      const ready = begun.filter(({ wait }) => wait === null);
      const next = ready[random.below(ready.length)];
      if (next === undefined) {
        this.clock.advanceTo(Math.min(...begun.map(({ wait }) => wait?.until ?? 0)));
        continue;
      }
      const turn = 1 + random.below(LONGEST_TURN);
      next.resume(left > 0 ? Math.min(turn, left) : turn);
      const outcome = runInRealm(this.bundle, next);
      if (next.isHalted) continue;
      next.finish(outcome);
      active.splice(active.indexOf(next), 1);
    }
    return executions.map(({ record }) => this.#keep(record));
  }

  /** Moves the clock by the sum of its parts, and runs the triggers that fall due, in order. */
  advance({ minutes = 0, hours = 0, days = 0 }): ExecutionRecord[] {
    const records: ExecutionRecord[] = [];
    const end = this.clock.now() + 60_000 * (minutes + 60 * hours + 1440 * days);
    for (;;) {
      // The earliest that is due; of equal ones the first created.
      const [due] = this.triggers
        .filter(({ nextRunAt }) => nextRunAt <= end)
        .sort((a, b) => a.nextRunAt - b.nextRunAt);
      if (due === undefined) break;
      this.clock.advanceTo(due.nextRunAt);
      due.nextRunAt = this.clock.now() + due.everyMillis;
      const book = this.books.get(due.bookId);
      if (book && !book.isHeld(due.owner)) records.push(this.runTask(book.triggered(due)));
    }
    this.clock.advanceTo(end);
    return records;
  }

  /**
   * Remembers everything that outlives an execution, so that many runs can begin in the same prepared world. Spreadsheets made
   * later are gone once it is put back, and the numbers of executions begin again.
   *
   * @returns What puts it back, as often as wanted; cheap, since workbooks and cells are shared until they change.
   */
  savePoint(): () => void {
    const { caches, properties, locks, triggers, ui, consents, mails, requests, logs, begun } = this;
    const world = { caches, properties, locks, triggers, ui, consents, mails, requests, logs, begun };
    const kept = structuredClone({ ...world, switches: this.switches });
    const { executions, clock, random } = this;
    const [records, { offsetMillis }, { state }] = [executions.slice(), { ...clock }, { ...random }];
    const books = [...this.books.values()].map((book) => [book, book.state()] as const);
    return () => {
      Object.assign(this, structuredClone(kept), { executions: records.slice(), fault: null });
      Object.assign(clock, { offsetMillis });
      Object.assign(random, { state });
      this.removeAllListeners('call').books.clear();
      for (const [book, before] of books) this.books.set(book.id, Object.assign(book, before()));
    };
  }

  #begun(task: Task, fault: Fault | null, seed?: number): Execution {
    this.begun += 1;
    return new Execution(this.begun, requestOf(task, this), this, fault, seed);
  }

  #keep(record: ExecutionRecord): ExecutionRecord {
    this.executions.push(record);
    this.emit('execution', record);
    return record;
  }
}
