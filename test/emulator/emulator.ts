import { resolve } from 'node:path';
import { Book } from './book';
import { type EmulatorOptions, millisOf, type SpreadsheetOptions, type TimeSpan } from './emulator-options';
import { type EntryPoint, readEntryPoints } from './entry-points';
import { functionNotFound } from './error-texts';
import type { ExecutionRecord } from './execution-record';
import type { Fault } from './fault';
import { readManifest } from './manifest';
import type { RunRequest } from './run-request';
import type { ScriptRunner } from './script-runner';
import { SequentialRunner } from './sequential-runner';
import { defaultSwitches, type Switches } from './switches';
import { type TriggerProgress, TriggerRunner } from './trigger-runner';
import { VirtualClock } from './virtual-clock';
import type { Interleaving } from './workers/interleaved-run';
import { type FaultyRequest, WorkerRunner } from './workers/worker-runner';
import { taskRequest, type WorkerTask } from './workers/worker-task';
import type { SentRequest } from './world/fetch-log';
import type { Mail } from './world/mailbox';
import { listPoint, savePoint } from './world/save-point';
import type { DataSourceAnswer } from './world/spreadsheet/data-source';
import { SpreadsheetDocument } from './world/spreadsheet/spreadsheet-document';
import type { ShownMessage, ShownWindow } from './world/ui-state';
import { World } from './world/world';

export type { EmulatorOptions, SpreadsheetOptions, TimeSpan };

/** What data source sheets show where no tables are given. */
const NO_TABLE: DataSourceAnswer = { kind: 'error', code: 'OTHER', message: 'Table not found.' };

/** Google Sheets with one script installed, on this machine. */
export class Emulator implements ScriptRunner {
  readonly world: World;
  readonly clock: VirtualClock;
  readonly switches: Switches;
  readonly executions: ExecutionRecord[] = [];
  /** Applied to the next execution, then forgotten; with `forever`, to all until set to null. */
  fault: Fault | null = null;
  readonly #sequential: SequentialRunner;
  readonly #workers: WorkerRunner;
  readonly #triggers: TriggerRunner;
  /** What Google Sheets can call. */
  readonly entryPoints: readonly EntryPoint[];
  readonly #listeners = new Set<(record: ExecutionRecord) => void>();
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
    this.world = new World({
      clock: this.clock,
      manifest: readManifest(dist),
      dist,
      freshRealms: options.freshRealms ?? false,
      installation: options.installation ?? 'add-on',
      hosts: options.hosts ?? {},
      sharesClock: options.sharesClock ?? false,
      dataSources: options.dataSources ?? (() => NO_TABLE),
      switches: this.switches,
      seed: options.seed ?? 1,
      realTimeoutMillis: options.realTimeoutMillis ?? (isReal ? 360_000 : 10_000),
    });
    this.entryPoints = readEntryPoints(dist);
    this.#sequential = new SequentialRunner(this.world, isReal, options.loopTimeoutMillis, options.exchange);
    this.#workers = new WorkerRunner(this.world, options, () => ++this.#executionsStarted);
    this.#triggers = new TriggerRunner(this.world, (request) => this.run(request));
  }

  createSpreadsheet(options: SpreadsheetOptions): Book {
    const document = new SpreadsheetDocument({
      id: this.#nextDocumentId(),
      name: options.name ?? 'Untitled spreadsheet',
      owner: options.owner,
      zone: options.zone,
      locale: options.locale ?? 'en_GB',
      viewers: options.viewers ?? [],
      now: () => this.clock.now(),
    });
    return this.#adopt(document);
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

  /** Moves the clock and runs the triggers that fall due, in order. */
  advance(span: TimeSpan): ExecutionRecord[] {
    return this.#triggers.runUntil(this.clock.now() + millisOf(span));
  }

  /**
   * Remembers the whole world between two executions. Spreadsheets made later are gone once it is put back, and the
   * numbers of executions begin again.
   *
   * @returns What puts it back, as often as wanted.
   */
  savePoint(): () => void {
    const putWorld = savePoint(this.world);
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

  /** Runs one execution in this thread; it has ended when this returns. */
  run(request: RunRequest): ExecutionRecord {
    const checked = this.#checkName(request);
    return this.#keep(this.#sequential.run(++this.#executionsStarted, checked, this.#takeFault()));
  }

  /**
   * Runs executions side by side, halted at each service call; the seed decides who goes next. Records in the order
   * of the tasks.
   */
  async interleave(tasks: readonly WorkerTask[], options: Interleaving): Promise<ExecutionRecord[]> {
    const requests = tasks.map((task) => this.#faulty(task));
    const records = await this.#workers.interleave(requests, options);
    return records.map((record) => this.#keep(record));
  }

  /** Runs one execution in a thread of its own, at the same time as others. */
  async runInWorker(task: WorkerTask): Promise<ExecutionRecord> {
    return this.#keep(await this.#workers.run(this.#faulty(task)));
  }

  /**
   * `advance` for a caller that must not be blocked: the triggers run in threads, one after another. Their pauses take no
   * real time either.
   *
   * @param onProgress Told before each run and after the last one.
   */
  advanceInWorkers(
    span: TimeSpan,
    onProgress?: (progress: TriggerProgress) => void,
  ): Promise<ExecutionRecord[]> {
    const run = async (request: RunRequest) =>
      this.#keep(await this.#workers.run({ request: this.#checkName(request), fault: this.#takeFault() }));
    return this.#triggers.runUntilLater(this.clock.now() + millisOf(span), run, onProgress);
  }

  /** The entry point's own spelling of a name, or null. Formulas ignore case, the others do not. */
  entryPoint(name: string, how: 'exact' | 'ignore-case'): string | null {
    const wanted = name.toLowerCase();
    const found = this.entryPoints.find((entry) =>
      how === 'exact' ? entry.name === name : entry.name.toLowerCase() === wanted,
    );
    return found?.name ?? null;
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

  /** Calls a listener at the end of each execution. @returns What ends that. */
  onExecution(listener: (record: ExecutionRecord) => void): () => void {
    return listen(this.#listeners, listener);
  }

  /** Calls a listener for each sidebar and dialog shown. @returns What ends that. */
  onWindow(listener: (window: ShownWindow) => void): () => void {
    return listen(this.world.ui.windowListeners, listener);
  }

  /** Calls a listener for each alert, prompt and toast shown. @returns What ends that. */
  onMessage(listener: (message: ShownMessage) => void): () => void {
    return listen(this.world.ui.messageListeners, listener);
  }

  /** Ends the threads. */
  dispose(): void {
    this.#workers.dispose();
  }

  /** A menu item or trigger names its handler by text: what is no entry point is not found. */
  #checkName(request: RunRequest): RunRequest {
    if (this.entryPoint(request.functionName, 'exact') !== null) return request;
    return { refusal: functionNotFound(request.functionName), ...request };
  }

  #faulty(task: WorkerTask): FaultyRequest {
    return { request: taskRequest(task, this), fault: task.fault ?? this.#takeFault() };
  }

  #takeFault(): Fault | null {
    const { fault } = this;
    if (!fault?.forever) this.fault = null;
    return fault;
  }

  #keep(record: ExecutionRecord): ExecutionRecord {
    this.executions.push(record);
    for (const listener of [...this.#listeners]) listener(record);
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

function listen<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
