import { accessError, readsDocument } from './access';
import type { BridgeCall, BridgeReply, CallContext } from './bridge';
import { type CallNotes, priceCall, priceCommit } from './call-pricing';
import { estimateStart, isWireCall } from './costs';
import * as texts from './error-texts';
import { type ExecutionKind, KIND_RULES } from './execution-kinds';
import type { CallRecord, ExecutionRecord, Outcome } from './execution-record';
import { type Fault, FaultPlan } from './fault';
import { handlers } from './handlers/all-handlers';
import { HostError } from './host-errors';
import { summarise } from './summary';
import { translate } from './translated-texts';
import { after, type Eventual, type Waits } from './waits';
import type { SpreadsheetDocument } from './world/spreadsheet/spreadsheet-document';
import type { World } from './world/world';

/** What to run, for whom. */
export interface ExecutionRequest {
  readonly kind: ExecutionKind;
  readonly functionName: string;
  /** Person at the keyboard; of a trigger, its creator. */
  readonly user: string;
  readonly document: SpreadsheetDocument | null;
  /** The cell of a formula. */
  readonly cell?: { readonly sheetId: number; readonly row: number; readonly column: number } | undefined;
  readonly fault: Fault | null;
}

/** One run of the script, host side: judges, answers and records its service calls. */
export class Execution {
  readonly record: ExecutionRecord;
  readonly startedAt: number;
  readonly cell: ExecutionRequest['cell'];
  readonly kind: ExecutionKind;
  readonly world: World;
  readonly waits: Waits;
  /** Whose user store the script gets: in a formula, the spreadsheet owner's. */
  readonly storeUser: string;
  readonly scriptId: string;
  readonly document: SpreadsheetDocument | null;
  #killed: string | null = null;
  readonly #faults: FaultPlan;
  /** The newest refusal that is for want of a permission. */
  #withheld: string | null = null;
  #notes: CallNotes = {};

  constructor(id: number, request: ExecutionRequest, world: World, waits: Waits) {
    this.kind = request.kind;
    this.document = request.document;
    this.cell = request.cell;
    this.world = world;
    this.waits = waits;
    this.startedAt = world.clock.now();
    this.#faults = new FaultPlan(request.fault);
    if (request.kind === 'formula' && request.document !== null) world.formulas.begin(request.document.id);
    this.scriptId = world.scriptIdOf(request.document);
    this.storeUser = request.kind === 'formula' ? (request.document?.owner ?? '') : request.user;
    this.record = {
      id,
      kind: request.kind,
      functionName: request.functionName,
      user: request.user,
      bookId: request.document?.id ?? null,
      outcome: { kind: 'returned', value: null },
      calls: [],
      wireCalls: 0,
      fetches: 0,
      cellsRead: 0,
      cellsWritten: 0,
      estimateMillis: estimateStart(request.kind === 'sidebar'),
      virtualMillis: 0,
      sleptMillis: 0,
    };
  }

  /** Instant at which the platform ends this execution. */
  get deadline(): number {
    return this.startedAt + KIND_RULES[this.kind].limitMillis;
  }

  get isKilled(): boolean {
    return this.#killed !== null;
  }

  /** Answers one call of the script. Never throws, never rejects. */
  handle(call: BridgeCall): Eventual<BridgeReply> {
    if (this.#killed !== null) return { error: this.#killed };
    const record = this.#begin(call);
    const verdict = this.#faults.judge(call);
    if (verdict.kind === 'kill') return this.kill(verdict.keep);
    if (verdict.kind === 'throw' && !verdict.afterEffect) return this.#refuse(verdict.message);
    const pendingCells = this.#pendingCells();
    const reply = after(this.#waitForFormulas(record), () =>
      this.world.clock.now() > this.deadline ? this.kill(0) : this.#perform(call),
    );
    return after(reply, (answer) => {
      priceCall(this.record, record, this.#notes);
      const committed = pendingCells > 0 && this.#pendingCells() === 0;
      // A read commits the write buffer first, and pays for it.
      if (committed && call.method !== 'SpreadsheetApp.flush') priceCommit(this.record, pendingCells, record);
      if (this.world.clock.now() > this.deadline) return this.kill(0);
      if (this.#killed !== null) return { error: this.#killed };
      return verdict.kind === 'throw' ? this.#refuse(verdict.message) : answer;
    });
  }

  /** Adds to what the record of the current call says. */
  note(notes: CallNotes): void {
    Object.assign(this.#notes, notes);
  }

  /** Lets time pass, at most until the platform would end this execution. */
  pause(millis: number): Eventual<void> {
    const rest = this.deadline - this.world.clock.now();
    return this.waits.pause(millis > rest ? rest + 1 : millis);
  }

  /** Waits for a condition, at most `millis` and at most until the platform would end this execution. */
  waitUntil(condition: () => boolean, millis: number): Eventual<boolean> {
    const rest = this.deadline - this.world.clock.now();
    return this.waits.until(condition, millis > rest ? rest + 1 : millis);
  }

  /** Ends the execution: nothing it does from now on has an effect. */
  kill(keepUnflushed: number, why = this.#killText()): { readonly error: string } {
    if (this.#killed === null) {
      this.#killed = why;
      this.document?.abandon(keepUnflushed, this);
      this.world.locks.releaseAll(this.record.id);
    }
    return { error: this.#killed };
  }

  /** Closes the record. An outcome after a kill is dropped. */
  finish(outcome: Outcome): ExecutionRecord {
    if (this.#killed === null && this.world.clock.now() > this.deadline) this.kill(0);
    this.world.locks.releaseAll(this.record.id);
    if (this.#killed === null) {
      priceCommit(this.record, this.#pendingCells(), null);
      this.document?.flush(this);
    }
    if (this.kind === 'formula' && this.document !== null) this.world.formulas.end(this.document.id);
    // Fact A3: what the script does not catch, the platform answers with its question.
    const isUncaught = outcome.kind === 'threw' && outcome.message === this.#withheld;
    if (isUncaught) this.world.consents.ask(this.record.user, this.kind);
    this.record.outcome = this.#killed === null ? outcome : { kind: 'killed', message: this.#killed };
    this.record.virtualMillis = this.world.clock.now() - this.startedAt;
    return this.record;
  }

  #begin(call: BridgeCall): CallRecord {
    this.#notes = {};
    const wire = isWireCall(call.method);
    const argumentsSummary = summarise(call);
    const record: CallRecord = {
      index: this.record.calls.length + 1,
      method: call.method,
      wire,
      estimateMillis: 0,
      ...(argumentsSummary === '' ? {} : { argumentsSummary }),
    };
    this.record.calls.push(record);
    if (wire) this.record.wireCalls++;
    return record;
  }

  /** A read of the sheet waits until the spreadsheet's formulas have calculated; handles do not (`costs.json`). */
  #waitForFormulas({ method, wire }: CallRecord): Eventual<boolean> {
    const { document, world } = this;
    if (document === null || this.kind === 'formula' || !wire || !readsDocument(method)) return true;
    if (world.formulas.isQuiet(document.id)) return true;
    return this.waitUntil(() => world.formulas.isQuiet(document.id), Number.POSITIVE_INFINITY);
  }

  #perform(call: BridgeCall): Eventual<BridgeReply> {
    const { world } = this;
    const refusal = accessError(call.method, this.kind, world.consents, this.record.user);
    if (refusal !== null) {
      const reply = this.#refuse(refusal.message);
      if (refusal.isConsent) this.#withheld = reply.error;
      return reply;
    }
    const handler = handlers[call.method];
    if (handler === undefined) return { error: `${call.method} is not emulated` };
    try {
      const result = handler(this.#context(), call.target, ...call.args);
      if (!(result instanceof Promise)) return { value: result ?? null };
      return result.then(
        (value) => ({ value: value ?? null }),
        (error) => this.#refuseError(error),
      );
    } catch (error) {
      return this.#refuseError(error);
    }
  }

  #context(): CallContext {
    const notes = this.#notes;
    return {
      world: this.world,
      document: this.document,
      user: this.kind === 'formula' ? '' : this.record.user,
      kind: this.kind,
      clock: this.world.clock,
      execution: this,
      cells: (read, written) => {
        this.record.cellsRead += read;
        this.record.cellsWritten += written;
        notes.cells = (notes.cells ?? 0) + read + written;
      },
    };
  }

  /** A fault of the emulator itself must not look like one of the platform: it is passed on as it is. */
  #refuseError(error: unknown): BridgeReply {
    if (error instanceof HostError) return this.#refuse(error.message);
    this.world.internalErrors.push(error);
    return {
      error: `Emulator error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    };
  }

  #refuse(message: string): { readonly error: string } {
    return { error: this.world.switches.translatedTexts ? translate(message) : message };
  }

  #pendingCells(): number {
    return this.document?.bufferOf(this).pendingCells() ?? 0;
  }

  #killText(): string {
    if (this.kind !== 'formula') return texts.RUN_TOO_LONG;
    return this.world.installation === 'add-on' ? texts.ADD_ON_FORMULA_TOO_LONG : texts.FORMULA_TOO_LONG;
  }
}
