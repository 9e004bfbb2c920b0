import { resolve } from 'node:path';
import { Book, requestOf, type Task } from './book';
import { Execution, type ExecutionRecord, type Fault, type RunRequest } from './execution';
import type { ExchangeAtOnce } from './http';
import { SeededRandom } from './random';
import { readBundle, runInRealm } from './realm';
import type { DataSourceAnswer, ReadDataSource } from './services/data-source';
import { SpreadsheetDocument } from './spreadsheet/document';
import {
  defaultSwitches,
  GOOGLE_SENDER,
  type Happening,
  listPoint,
  type Mail,
  readManifest,
  type SentRequest,
  type Switches,
  type Trigger,
  VirtualClock,
  World,
} from './world';

/** How a script is installed, and the world it finds. */
export interface EmulatorOptions {
  /** The built folder: `Code.js`, `Sidebar.html`, `appsscript.json`. */
  readonly dist: string;
  /** `real`: time passes by itself; waits move it on instead of taking theirs. @default 'virtual' */
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
   * then agree however far this one is ahead. @default false
   */
  readonly sharesClock?: boolean;
  /** Reads the tables that data source sheets show. @default No table is found */
  readonly dataSources?: ReadDataSource;
  /** @default 'add-on' */
  readonly installation?: 'add-on' | 'bound';
  readonly switches?: Partial<Switches>;
  /** Of `Math.random`, UUIDs and everything the platform chooses freely. @default 1 */
  readonly seed?: number;
  /** Real time after which an exchange that never ends is given up. @default 10 s; with a real clock 360 s */
  readonly realTimeoutMillis?: number;
}

/** What a new spreadsheet is made of. */
interface SpreadsheetOptions {
  readonly owner: string;
  /** IANA name. */
  readonly zone: string;
  readonly locale?: string;
  readonly name?: string;
  /** Anyone else may edit. */
  readonly viewers?: readonly string[];
}

/** A stretch of time; the parts add up. */
interface TimeSpan {
  readonly minutes?: number;
  readonly hours?: number;
  readonly days?: number;
}

/** In which order executions side by side go on. */
export interface Interleaving {
  /** Decides who goes next, and for how many service calls. */
  readonly seed: number;
  /**
   * One task that begins only after the others have made so many calls. From then on they go on only where it waits for
   * something that they have, such as a lock; for its requests and pauses the clock moves.
   */
  readonly rush?: { readonly task: number; readonly afterSteps: number };
}

/** Most service calls that an execution makes before another one goes on. */
const LONGEST_TURN = 8;

/** What data source sheets show where no tables are given. */
const NO_TABLE: DataSourceAnswer = { kind: 'error', code: 'OTHER', message: 'Table not found.' };

/** Google Sheets with one script installed, on this machine. */
export class Emulator {
  readonly world: World;
  readonly clock: VirtualClock;
  readonly switches: Switches;
  readonly executions: ExecutionRecord[] = [];
  /** Applied to the next execution, then forgotten; with `forever`, to all until set to null. */
  fault: Fault | null = null;
  #executionsStarted = 0;
  #documentsMade = 0;

  constructor(options: EmulatorOptions) {
    const isReal = options.clock === 'real';
    const start = options.startAt ?? (isReal ? null : '2026-03-10T09:00:00Z');
    this.clock = new VirtualClock(
      start === null ? Date.now() : Date.parse(start),
      isReal ? Date.now : undefined,
    );
    this.switches = { ...defaultSwitches(), ...options.switches };
    const dist = resolve(options.dist);
    this.world = new World(
      {
        clock: this.clock,
        manifest: readManifest(dist),
        bundle: readBundle(dist),
        installation: options.installation ?? 'add-on',
        hosts: options.hosts ?? {},
        exchange: options.exchange,
        sharesClock: options.sharesClock ?? false,
        dataSources: options.dataSources ?? (() => NO_TABLE),
        switches: this.switches,
        realTimeoutMillis: options.realTimeoutMillis ?? (isReal ? 360_000 : 10_000),
      },
      options.seed ?? 1,
    );
  }

  createSpreadsheet(options: SpreadsheetOptions): Book {
    return this.#adopt(
      new SpreadsheetDocument({
        id: this.#nextDocumentId(),
        name: options.name ?? 'Untitled spreadsheet',
        owner: options.owner,
        zone: options.zone,
        locale: options.locale ?? 'en_GB',
        viewers: options.viewers ?? [],
      }),
    );
  }

  /** File ▸ Make a copy: cells and, when bound, code; no properties, no triggers. */
  copySpreadsheet(book: Book, options: { readonly owner: string }): Book {
    const name = `Copy of ${book.document.name}`;
    return this.#adopt(book.document.copy({ id: this.#nextDocumentId(), owner: options.owner, name }));
  }

  /** Moves a spreadsheet to the bin: triggers still fire, and find no document. */
  deleteSpreadsheet(book: Book): void {
    this.world.documents.delete(book.id);
    this.world.deletedDocuments.set(book.id, book.document);
  }

  /** Runs one execution; it has ended when this returns. */
  run(request: RunRequest): ExecutionRecord {
    const execution = new Execution(++this.#executionsStarted, request, this.world, this.#takeFault());
    return this.#keep(execution.finish(this.#refused(request) ?? runInRealm(this.world.bundle, execution)));
  }

  /** Runs what a person sets off. */
  runTask(task: Task): ExecutionRecord {
    return this.run(requestOf(task, this));
  }

  /**
   * Runs executions side by side; the same seed gives the same run. The clock moves only when all wait or fetch, and then to
   * the earliest moment at which one can go on. One that is halted begins again from its start when its turn comes, with the
   * answers that it had, so that the script needs no thread of its own.
   *
   * @returns Their records, in the order of the tasks.
   */
  interleave(tasks: readonly Task[], { seed, rush }: Interleaving): ExecutionRecord[] {
    const requests = tasks.map((task) => requestOf(task, this));
    const random = new SeededRandom(seed);
    const records: ExecutionRecord[] = [];
    const active = requests.map((request, task) => {
      const execution = new Execution(++this.#executionsStarted, request, this.world, null);
      const own = this.world.random.below(2 ** 31);
      execution.haltable(() => {
        const numbers = new SeededRandom(own);
        return () => numbers.next();
      });
      return { execution, task };
    });
    const callsOf = (all: typeof active) =>
      all.reduce((sum, one) => sum + one.execution.record.calls.length, 0);
    while (active.length > 0) {
      const others = active.filter(({ task }) => task !== rush?.task);
      const left = rush === undefined ? 0 : rush.afterSteps - callsOf(others);
      const first =
        left > 0 && others.length > 0 ? undefined : active.find(({ task }) => task === rush?.task);
      const ready = others.filter(({ execution }) => execution.wait === null);
      const isFirstReady = first !== undefined && first.execution.wait === null;
      const isFirstAsleep = first?.execution.wait != null && first.execution.wait.condition === undefined;
      const next = isFirstReady ? first : isFirstAsleep ? undefined : ready[random.below(ready.length)];
      if (next === undefined) {
        const asleep = isFirstAsleep ? [first] : active;
        this.clock.advanceTo(Math.min(...asleep.map(({ execution }) => execution.wait?.until ?? 0)));
        continue;
      }
      const turn = next === first ? Number.POSITIVE_INFINITY : 1 + random.below(LONGEST_TURN);
      next.execution.resume(left > 0 ? Math.min(turn, left) : turn);
      const { request } = next.execution;
      const outcome = this.#refused(request) ?? runInRealm(this.world.bundle, next.execution);
      if (next.execution.isHalted) continue;
      records[next.task] = next.execution.finish(outcome);
      active.splice(active.indexOf(next), 1);
    }
    for (const record of records) this.#keep(record);
    return records;
  }

  /** Moves the clock and runs the triggers that fall due, in order. */
  advance(span: TimeSpan): ExecutionRecord[] {
    const records: ExecutionRecord[] = [];
    for (const run of this.advancing(span)) records.push(run());
    return records;
  }

  /** The same, one run after another, for a caller that does something between them. */
  *advancing({ minutes = 0, hours = 0, days = 0 }: TimeSpan): Generator<() => ExecutionRecord> {
    const end = this.clock.now() + 60_000 * (minutes + 60 * hours + 1440 * days);
    for (let due = this.#due(end); due !== undefined; due = this.#due(end)) {
      const trigger = due;
      this.clock.advanceTo(trigger.nextRunAt);
      trigger.nextRunAt = this.clock.now() + trigger.everyMillis;
      // Triggers for editor add-ons: those of a bound script "don't execute at all" while anything is not authorized.
      const isHeld =
        this.world.installation === 'bound' && this.world.consents.missing(trigger.owner).length > 0;
      if (!isHeld) yield () => this.#fire(trigger);
    }
    this.clock.advanceTo(end);
  }

  /** How often triggers fall due in a span, as they stand now. */
  runsIn(millis: number): number {
    const end = this.clock.now() + millis;
    return this.world.triggers
      .filter(({ enabled, nextRunAt }) => enabled && nextRunAt <= end)
      .reduce((sum, { nextRunAt, everyMillis }) => sum + 1 + Math.floor((end - nextRunAt) / everyMillis), 0);
  }

  /**
   * Remembers the whole world between two executions. Spreadsheets made later are gone once it is put back, and the
   * numbers of executions begin again.
   *
   * @returns What puts it back, as often as wanted.
   */
  savePoint(): () => void {
    const putWorld = this.world.savePoint();
    const putExecutions = listPoint(this.executions);
    const [started, made] = [this.#executionsStarted, this.#documentsMade];
    return () => {
      putWorld();
      putExecutions();
      this.fault = null;
      this.#executionsStarted = started;
      this.#documentsMade = made;
    };
  }

  /** The entry point's own spelling of a name, or null. Formulas ignore case, the others do not. */
  entryPoint(name: string, how: 'exact' | 'ignore-case'): string | null {
    const { entryPoints } = this.world.bundle;
    if (how === 'exact') return entryPoints.includes(name) ? name : null;
    return entryPoints.find((entry) => entry.toLowerCase() === name.toLowerCase()) ?? null;
  }

  get logs(): readonly string[] {
    return this.world.logs;
  }

  get mails(): readonly Mail[] {
    return this.world.mails;
  }

  /** Every request as it was sent. */
  get requests(): readonly SentRequest[] {
    return this.world.requests;
  }

  clearExecutions(): void {
    this.executions.length = 0;
  }

  /** Calls a listener at the end of each execution, and for each sidebar and toast. @returns What ends that. */
  on(listener: (happened: Happening) => void): () => void {
    this.world.listeners.add(listener);
    return () => this.world.listeners.delete(listener);
  }

  /** A menu item, a trigger or a page names a function by text: what is no entry point is not found. */
  #refused({ functionName }: RunRequest) {
    if (this.entryPoint(functionName, 'exact') !== null) return undefined;
    const message = `Script function not found: ${functionName}`;
    return { kind: 'threw', name: 'Exception', message } as const;
  }

  /** The earliest trigger due at or before an instant; of equal ones the first created. */
  #due(end: number): Trigger | undefined {
    const due = this.world.triggers.filter(
      ({ enabled, nextRunAt, bookId }) => enabled && nextRunAt <= end && this.#document(bookId) !== undefined,
    );
    return due.sort((a, b) => a.nextRunAt - b.nextRunAt)[0];
  }

  /** A bound script's owner gets a mail about a failure, an add-on's gets none. */
  #fire({ handler, owner, bookId, uniqueId }: Trigger): ExecutionRecord {
    const { world } = this;
    const record = this.run({
      kind: 'trigger',
      functionName: handler,
      user: owner,
      document: this.#document(bookId) as SpreadsheetDocument,
      args: [{ triggerUid: uniqueId }],
    });
    if (world.installation === 'add-on' || record.outcome.kind === 'returned') return record;
    world.mails.push({
      to: owner,
      subject: 'Summary of failures for Apps Script',
      body: `${handler}: ${record.outcome.message}`,
      options: {},
      sender: GOOGLE_SENDER,
      sentAt: this.clock.now(),
    });
    return record;
  }

  #document(id: string): SpreadsheetDocument | undefined {
    return this.world.documents.get(id) ?? this.world.deletedDocuments.get(id);
  }

  #takeFault(): Fault | null {
    const { fault } = this;
    if (!fault?.forever) this.fault = null;
    return fault;
  }

  #keep(record: ExecutionRecord): ExecutionRecord {
    this.executions.push(record);
    this.world.tell({ kind: 'execution', record });
    return record;
  }

  #adopt(document: SpreadsheetDocument): Book {
    this.world.documents.set(document.id, document);
    return new Book(document, this);
  }

  #nextDocumentId(): string {
    return `spreadsheet-${++this.#documentsMade}`;
  }
}
