import { SeededRandom } from '../support/seeded-random';
import { Book, requestOf, type Task } from './book';
import { Execution, type ExecutionRecord, type Fault, type Outcome } from './execution';
import { runInRealm } from './realm';
import type { ReadDataSource } from './services/data-source';
import type { Exchange } from './services/url-fetch-app';
import { type DocumentOptions, SpreadsheetDocument } from './spreadsheet/document';
import { GOOGLE_SENDER, type Switches, type Trigger, World } from './world';

/** How a script is installed, and the world it finds. */
export interface EmulatorOptions {
  /** The built folder: `Code.js`, `Sidebar.html`, `appsscript.json`. */
  readonly dist: string;
  /** `real`: time passes by itself; waits move it on instead of taking theirs. @default 'virtual' */
  readonly clock?: 'virtual' | 'real';
  /** ISO 8601 instant. @default 2026-03-10T09:00:00Z, or now for a real clock */
  readonly startAt?: string;
  /** From an `https://` origin to what `exchange` knows it by; every other host is a DNS error. */
  readonly hosts?: Readonly<Record<string, string>>;
  /** Answers the requests to `hosts`. What it doesn't know is unreachable. */
  readonly exchange?: Exchange;
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
}

/** A stretch of time; the parts add up. */
interface TimeSpan {
  readonly minutes?: number;
  readonly hours?: number;
  readonly days?: number;
}

/** Most service calls that an execution makes before another one goes on. */
const LONGEST_TURN = 8;

/** Google Sheets with one script installed, on this machine: its world, and what people do in it. */
export class Emulator extends World {
  createSpreadsheet(options: Omit<DocumentOptions, 'id'>): Book {
    return this.#adopt((id) => new SpreadsheetDocument({ id, ...options }));
  }

  /** File ▸ Make a copy: cells and, when bound, code; no properties, no triggers. */
  copySpreadsheet(book: Book, options: { readonly owner: string }): Book {
    return this.#adopt((id) => book.document.copy(id, options.owner));
  }

  /** Moves a spreadsheet to the bin. */
  deleteSpreadsheet({ document }: Book): void {
    document.isDeleted = true;
  }

  /** Runs what a person sets off; it has ended when this returns. */
  runTask(task: Task): ExecutionRecord {
    const { fault } = this;
    const execution = this.#begun(task, fault);
    if (!fault?.forever) this.fault = null;
    return this.#keep(execution.finish(this.#outcomeOf(execution)));
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
    const executions = tasks.map((task) => this.#begun(task, null));
    const [first] = executions;
    for (const execution of executions) execution.haltable(this.random.below(2 ** 31));
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
      const outcome = this.#outcomeOf(next);
      if (next.isHalted) continue;
      next.finish(outcome);
      active.splice(active.indexOf(next), 1);
    }
    return executions.map(({ record }) => this.#keep(record));
  }

  /** Moves the clock and runs the triggers that fall due, in order. */
  advance({ minutes = 0, hours = 0, days = 0 }: TimeSpan): ExecutionRecord[] {
    const records: ExecutionRecord[] = [];
    const end = this.clock.now() + 60_000 * (minutes + 60 * hours + 1440 * days);
    for (;;) {
      // The earliest that is due; of equal ones the first created.
      const [due] = this.triggers
        .filter(({ enabled, nextRunAt }) => enabled && nextRunAt <= end)
        .sort((a, b) => a.nextRunAt - b.nextRunAt);
      if (due === undefined) break;
      this.clock.advanceTo(due.nextRunAt);
      due.nextRunAt = this.clock.now() + due.everyMillis;
      const document = this.documents.get(due.bookId);
      const book = document && new Book(document, this);
      if (book && !book.isHeld(due.owner)) records.push(this.#fire(due, book));
    }
    this.clock.advanceTo(end);
    return records;
  }

  /** The entry point's own spelling of a name, or null. Formulas ignore case, the others do not. */
  entryPoint(name: string, how: 'exact' | 'ignore-case'): string | null {
    const { entryPoints } = this.bundle;
    if (how === 'exact') return entryPoints.includes(name) ? name : null;
    return entryPoints.find((entry) => entry.toLowerCase() === name.toLowerCase()) ?? null;
  }

  #begun(task: Task, fault: Fault | null): Execution {
    this.made.executions += 1;
    return new Execution(this.made.executions, requestOf(task, this), this, fault);
  }

  /** A menu item, a trigger or a page names a function by text: what is no entry point is not found. */
  #outcomeOf(execution: Execution): Outcome {
    const { functionName } = execution.request;
    if (this.entryPoint(functionName, 'exact') !== null) return runInRealm(this.bundle, execution);
    return { kind: 'threw', name: 'Exception', message: `Script function not found: ${functionName}` };
  }

  /** A bound script's owner gets a mail about a failure, an add-on's gets none. */
  #fire({ handler, owner, uniqueId }: Trigger, book: Book): ExecutionRecord {
    const args = [{ triggerUid: uniqueId }];
    const record = this.runTask({ book, user: owner, kind: 'trigger', name: handler, args });
    if (this.installation === 'add-on' || record.outcome.kind === 'returned') return record;
    this.mails.push({
      to: owner,
      subject: 'Summary of failures for Apps Script',
      body: `${handler}: ${record.outcome.message}`,
      options: {},
      sender: GOOGLE_SENDER,
      sentAt: this.clock.now(),
    });
    return record;
  }

  #keep(record: ExecutionRecord): ExecutionRecord {
    this.executions.push(record);
    this.tell({ kind: 'execution', record });
    return record;
  }

  #adopt(make: (id: string) => SpreadsheetDocument): Book {
    this.made.documents += 1;
    const document = make(`spreadsheet-${this.made.documents}`);
    this.documents.set(document.id, document);
    return new Book(document, this);
  }
}
