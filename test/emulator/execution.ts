import { SeededRandom } from '../support/seeded-random';
import { accessError, askConsent, isRead, isWireCall, limitMillis } from './access';
import type { Emulator } from './emulator';
import type { Task } from './person';
import { HostError } from './values';
import { WriteBuffer } from './write-buffer';

/** How an execution ended. */
export type Outcome =
  /** `value` as a copy, since nothing of the script leaves it. */
  | { readonly kind: 'returned'; readonly value: unknown }
  | { readonly kind: 'threw'; readonly name: string; readonly message: string }
  /** Ended by the platform: nothing after that moment had an effect. */
  | { readonly kind: 'killed'; readonly message: string };

/** A service call, as the script makes it. */
export interface ServiceCall {
  readonly method: string;
  readonly args: readonly unknown[];
}

/** One service call that was made. */
export interface CallRecord {
  /** From 1: the number that a fault is aimed at. */
  readonly index: number;
  readonly method: string;
  readonly wire: boolean;
  cells?: number;
}

/** Of one run of the script, from its start to its outcome. */
const newRecord = (id: number, { kind, name: functionName, user, book }: Task) => ({
  id,
  kind,
  functionName,
  /** The person at the keyboard; for a trigger, its creator. */
  user,
  bookId: book.id,
  outcome: { kind: 'returned', value: null } as Outcome,
  calls: [] as CallRecord[],
  wireCalls: 0,
  /** Requests sent; each of a batch counts. */
  fetches: 0,
  cellsRead: 0,
  cellsWritten: 0,
  /** Time on the emulator's clock. */
  virtualMillis: 0,
  /** Part of that spent in `Utilities.sleep`. */
  sleptMillis: 0,
});
export type ExecutionRecord = ReturnType<typeof newRecord>;

/** What goes wrong in an execution to come. Calls are counted from 1, in each execution anew. */
export interface Fault {
  /** The execution ends just before this call takes effect. */
  readonly killAtCall?: number;
  /** Of the sheet operations not yet flushed, how many survive the kill. @default 0 */
  readonly keepUnflushed?: number;
  /** This call throws the platform's passing error and has no effect. */
  readonly throwAtCall?: number;
  /** The call takes effect before it throws: the answer was lost on its way back. @default false */
  readonly afterEffect?: boolean;
  /** All later calls throw too. @default false */
  readonly forever?: boolean;
  /** Text of the thrown error. @default that of a passing failure */
  readonly message?: string;
  /** Counts only these calls. @default all */
  readonly match?: (call: ServiceCall) => boolean;
}

/** The passing failure that any service may answer with. */
const SERVER_ERROR = "We're sorry, a server error occurred. Please wait a bit and try again.";

/** What a halted execution waits for. */
interface Wait {
  readonly until: number;
  /** What ends it earlier; absent where only time does. */
  readonly condition?: () => boolean;
}

/** How a call was answered: gives its value, or throws. */
type Answer = () => unknown;

const refused = (why: string) => (): never => {
  throw new HostError(why);
};

/** One run of the script, host side: judges, answers and records its service calls. */
export class Execution {
  readonly record: ExecutionRecord;
  readonly writes: WriteBuffer;
  random: () => number;
  readonly #startedAt: number;
  #killed: string | null = null;
  /** Calls that count for the fault. */
  #counted = 0;
  /** The newest refusal that is for want of a permission. */
  #withheld: string | null = null;
  #pause = 0;
  /** `now`: what the script's clock shows after the call. */
  readonly #answers: { readonly give: Answer; readonly now: number }[] = [];
  /** Calls since it began, and new ones until the next halt. */
  #at = 0;
  #left = Number.POSITIVE_INFINITY;
  #isHalted = false;
  #wait: Wait | null = null;

  /**
   * @param seed Of its chance, where it runs side by side with others: it is halted, and begins again with the answers of before
   *   and the same numbers.
   */
  constructor(
    id: number,
    readonly request: Task,
    readonly world: Emulator,
    private readonly fault: Fault | null = null,
    private readonly seed: number | null = null,
  ) {
    this.#startedAt = world.clock.now();
    this.writes = new WriteBuffer(request.book);
    this.random = () => world.random.next();
    if (request.kind === 'formula') world.formulasRunning += 1;
    this.record = newRecord(id, request);
  }

  /** What the script's clock shows. */
  now(): number {
    const [answers, at] = [this.#answers, this.#at];
    return at < answers.length ? (answers[at - 1]?.now ?? this.#startedAt) : this.world.clock.now();
  }

  /** Answers one call of the script. @throws What the script is to catch. */
  call<T>(method: string, args: readonly unknown[], perform: () => T): T {
    if (this.#killed !== null || this.#isHalted) throw new HostError(this.#killed ?? 'Halted');
    const known = this.#answers[this.#at];
    this.#at += 1;
    if (known !== undefined) return known.give() as T;
    // A call that waited is already on record.
    const isWaiting = this.#wait !== null;
    if (!isWaiting && this.#left <= 0) this.#halt({ until: 0 });
    this.#left -= 1;
    const record = isWaiting ? (this.record.calls.at(-1) as CallRecord) : this.#begin(method);
    const give = this.#answer(record, args, perform);
    const { clock } = this.world;
    const then = Math.min(clock.now() + this.#pause, Math.max(clock.now(), this.#deadline + 1));
    [this.#pause, this.#wait] = [0, null];
    if (this.seed === null) clock.advanceTo(then);
    else {
      this.#answers.push({ now: then, give });
      if (then > clock.now()) this.#halt({ until: then });
    }
    if (this.#killed !== null) throw new HostError(this.#killed);
    return give() as T;
  }

  /** Counts the cells that the current call reads and writes. */
  cells(read: number, written: number): void {
    this.record.cellsRead += read;
    this.record.cellsWritten += written;
    const call = this.record.calls.at(-1) as CallRecord;
    call.cells = (call.cells ?? 0) + read + written;
  }

  /** Lets time pass before the current call answers, at most until the platform would end this execution. */
  pause(millis: number): void {
    this.#pause += Math.max(0, millis);
  }

  /**
   * Waits for a condition before the current call has any effect, at most `millis`.
   *
   * @returns Whether it holds. Alone, what does not hold now will not hold later.
   */
  waitUntil(condition: () => boolean, millis: number): boolean {
    if (condition()) return true;
    const until = Math.min(this.world.clock.now() + millis, this.#deadline + 1);
    if (this.seed === null) this.world.clock.advanceTo(until);
    else if (this.#wait === null) this.#halt({ until, condition });
    return condition();
  }

  /** Ends the execution: nothing it does from now on has an effect. */
  kill(keepUnflushed: number, why = 'Exceeded maximum execution time'): void {
    if (this.#killed !== null) return;
    this.#killed = why;
    this.writes.flush(keepUnflushed);
  }

  /** Closes the record. An outcome after a kill is dropped. */
  finish(outcome: Outcome): ExecutionRecord {
    const { world, record } = this;
    if (world.clock.now() > this.#deadline) this.kill(0);
    for (const [scope, holder] of world.locks) if (holder === record.id) world.locks.delete(scope);
    if (this.#killed === null) this.writes.flush();
    if (this.request.kind === 'formula') world.formulasRunning -= 1;
    // What the script does not catch, the platform answers with its question.
    if (outcome.kind === 'threw' && outcome.message === this.#withheld) askConsent(this);
    record.outcome = this.#killed === null ? outcome : { kind: 'killed', message: this.#killed };
    record.virtualMillis = world.clock.now() - this.#startedAt;
    return record;
  }

  /** Begins anew, to go on for some calls more. */
  resume(calls: number): void {
    [this.#at, this.#left, this.#isHalted] = [0, calls, false];
    // What only time ends has ended, and its call was answered.
    if (this.#wait?.condition === undefined) this.#wait = null;
    const numbers = new SeededRandom(this.seed ?? 0);
    this.random = () => numbers.next();
  }

  /** Whether the last run was cut off, to be resumed. */
  get isHalted(): boolean {
    return this.#isHalted && this.#killed === null;
  }

  /** What it waits for; null where it can go on. */
  get wait(): Wait | null {
    const wait = this.#wait;
    return wait === null || wait.until <= this.world.clock.now() || wait.condition?.() ? null : wait;
  }

  #halt(wait: Wait): never {
    [this.#wait, this.#isHalted] = [wait, true];
    throw new HostError('Halted');
  }

  #begin(method: string): CallRecord {
    const wire = isWireCall(method);
    const record = { index: this.record.calls.length + 1, method, wire };
    this.record.calls.push(record);
    if (wire) this.record.wireCalls += 1;
    return record;
  }

  #answer({ method }: CallRecord, args: readonly unknown[], perform: () => unknown): Answer {
    const { world, fault } = this;
    world.emit('call', { method, args });
    const strikes = this.#faultAt(method, args);
    if (strikes === 'kill') this.kill(fault?.keepUnflushed ?? 0);
    else if (world.clock.now() > this.#deadline) this.kill(0);
    if (this.#killed !== null) return refused(this.#killed);
    const thrown = refused(this.#inWords(fault?.message ?? SERVER_ERROR));
    if (strikes === 'throw' && !fault?.afterEffect) return thrown;
    // A read of the sheet waits until the spreadsheet's formulas have calculated; handles do not.
    if (this.request.kind !== 'formula' && isRead(method))
      this.waitUntil(() => world.formulasRunning === 0, Number.POSITIVE_INFINITY);
    const answer = this.#perform(method, perform);
    return strikes === 'throw' ? thrown : answer;
  }

  #faultAt(method: string, args: readonly unknown[]): 'none' | 'kill' | 'throw' {
    const { fault } = this;
    if (fault === null || fault.match?.({ method, args }) === false) return 'none';
    const { killAtCall, throwAtCall = Number.POSITIVE_INFINITY } = fault;
    this.#counted += 1;
    if (this.#counted === killAtCall) return 'kill';
    return this.#counted === throwAtCall || (fault.forever && this.#counted > throwAtCall) ? 'throw' : 'none';
  }

  #perform(method: string, perform: () => unknown): Answer {
    const refusal = accessError(method, this);
    if (refusal !== null) {
      this.#withheld = this.#inWords(refusal);
      return refused(this.#withheld);
    }
    try {
      const value = perform();
      return () => (this.seed === null ? value : copyOf(value));
    } catch (error) {
      if (this.isHalted) throw error;
      if (error instanceof HostError) return refused(this.#inWords(error.message));
      // A fault of the emulator itself must not look like one of the platform.
      this.world.internalErrors.push(error);
      return refused(`Emulator error: ${String(error)}`);
    }
  }

  get #deadline(): number {
    return this.#startedAt + limitMillis(this.request.kind);
  }

  /** In another language if the switch says so: other words; what stands behind a colon stays. */
  #inWords(message: string): string {
    return this.world.switches.translatedTexts ? message.replace(/^[^:]*/, 'Leider nicht') : message;
  }
}

/** Lists of values anew, since the script may change what it was given; objects of services as they are. */
function copyOf(value: unknown): unknown {
  return Array.isArray(value) ? value.map(copyOf) : value;
}
