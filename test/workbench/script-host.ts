import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Book } from '../emulator/book';
import type { Emulator } from '../emulator/emulator';
import type { ExecutionRecord } from '../emulator/execution-record';
import { sidebarResult } from '../emulator/person';
import { IllegalArgument } from '../emulator/sidebar-arguments';
import type { WorkerTask } from '../emulator/workers/worker-task';
import { isVolatileFormula } from '../emulator/world/spreadsheet/formula-call';
import type { ShownMessage, ShownWindow } from '../emulator/world/ui-state';
import type { ActionLog } from './action-log';
import { formulaArgument, functionAnswer } from './formula-exchange';
import { readFunctionHelp } from './function-help';
import { functionAt, menuViews } from './menu-views';
import type {
  FunctionAnswer,
  FunctionCall,
  FunctionHelp,
  MenuItemView,
  RunAnswer,
  RunCall,
  WorkbenchEvent,
} from './protocol';

/** The name under which an add-on's menu stands in Extensions: in Google Sheets, the name of its listing. */
const ADD_ON_NAME = 'Shift Reports';

/** E13; facts F3 and F4. */
const VOLATILE: FunctionAnswer = {
  kind: 'error',
  code: '#ERROR!',
  message: 'This function is not allowed to reference a cell with NOW(), RAND(), RANDARRAY(), or RANDBETWEEN()',
};

/** What the page can set off, each in an execution of the real bundle in a thread of its own. */
export class ScriptHost {
  /** Help for every custom function of the bundle. */
  readonly functions: readonly FunctionHelp[];
  readonly #emulator: Emulator;
  readonly #book: Book;
  readonly #person: string;
  readonly #actions: ActionLog;
  readonly #tell: (event: WorkbenchEvent) => void;
  readonly #endings: (() => void)[];
  #sidebar: ShownWindow | null = null;
  #sidebarVersion = 0;

  /** Opens the spreadsheet for the person, so that its menus are there. */
  constructor(
    options: { readonly dist: string; readonly emulator: Emulator; readonly book: Book; readonly person: string },
    actions: ActionLog,
    tell: (event: WorkbenchEvent) => void,
  ) {
    this.functions = readFunctionHelp(readFileSync(path.join(options.dist, 'Code.js'), 'utf8'));
    this.#emulator = options.emulator;
    this.#book = options.book;
    this.#person = options.person;
    this.#actions = actions;
    this.#tell = tell;
    this.#book.as(this.#person).open();
    this.#endings = [
      this.#emulator.onExecution((record) => actions.add(record)),
      this.#emulator.onWindow((window) => this.#show(window)),
      this.#emulator.onMessage((message) => this.#say(message)),
    ];
  }

  /** The menus as the page shows them. */
  menu(): MenuItemView[] {
    return menuViews(this.#book.as(this.#person).menus(), ADD_ON_NAME);
  }

  /** The clock's time, milliseconds since 1970. */
  nowMillis(): number {
    return this.#emulator.clock.now();
  }

  /** The page of the sidebar that was opened last; null when none was. */
  sidebarHtml(): string | null {
    return this.#sidebar?.html ?? null;
  }

  /** Tells a page that has just begun what is on the screen beside the cells. */
  tellCurrent(): void {
    if (this.#sidebar) this.#tellSidebar(this.#sidebar);
  }

  /** Calculates one cell's custom function. Never rejects for what the script does. */
  async calculate({ name, args, formula, batch, ...cell }: FunctionCall): Promise<FunctionAnswer> {
    if (this.#emulator.entryPoint(name, 'ignore-case') === null) {
      return { kind: 'error', code: '#NAME?', message: `Unknown function: '${name}'.` };
    }
    if (isVolatileFormula(formula)) return VOLATILE;
    const settings = this.#book.document.settings;
    this.#actions.begin(`formulas, calculation ${batch}`, true);
    const values = args.map((argument) => formulaArgument(argument, settings));
    const { outcome } = await this.#run({ kind: 'formula', name, args: values, cell });
    if (outcome.kind === 'returned') return functionAnswer(outcome.value, settings);
    return { kind: 'error', code: '#ERROR!', message: outcome.message };
  }

  /** Calls a function as the sidebar's page does. */
  async runFromSidebar({ name, arguments: args }: RunCall): Promise<RunAnswer> {
    if (this.#emulator.entryPoint(name, 'exact') === null) {
      return { kind: 'failure', message: `google.script.run.${name} is not a function` };
    }
    this.#actions.begin(`sidebar, ${name}`);
    try {
      return sidebarResult(await this.#run({ kind: 'sidebar', name, args }));
    } catch (error) {
      if (error instanceof IllegalArgument) return { kind: 'failure', message: error.message };
      throw error;
    }
  }

  /** Clicks a menu item; a failure is shown as Google Sheets shows it. @param labels From the bar down. */
  async choose(labels: readonly string[]): Promise<void> {
    const functionName = functionAt(this.#book.as(this.#person).menus(), ADD_ON_NAME, labels);
    if (functionName === undefined) throw new Error(`There is no menu item ${labels.join(' ▸ ')}.`);
    this.#actions.begin(`menu, ${labels.at(-1)}`);
    const { outcome } = await this.#run({ kind: 'menu', name: functionName });
    if (outcome.kind !== 'returned') this.#tell({ kind: 'alert', title: 'Script error', message: outcome.message });
  }

  /** Pushes the clock forward; triggers that fall due run before this resolves. */
  async advance(hours: number): Promise<void> {
    this.#actions.begin(hours === 1 ? 'clock pushed 1 hour' : `clock pushed ${hours} hours`);
    await this.#emulator.advanceInWorkers({ hours });
    this.#tell({ kind: 'clock', nowMillis: this.nowMillis() });
  }

  /** Stops listening to the emulator. */
  dispose(): void {
    for (const end of this.#endings) end();
  }

  #run(task: Omit<WorkerTask, 'book' | 'user'>): Promise<ExecutionRecord> {
    return this.#emulator.runInWorker({ book: this.#book, user: this.#person, ...task });
  }

  #show(window: ShownWindow): void {
    if (window.kind !== 'sidebar' || window.bookId !== this.#book.id || window.user !== this.#person) return;
    this.#sidebar = window;
    this.#sidebarVersion++;
    this.#tellSidebar(window);
  }

  #tellSidebar({ title }: ShownWindow): void {
    this.#tell({ kind: 'sidebar', title: title || ADD_ON_NAME, version: this.#sidebarVersion });
  }

  #say({ kind, text, title, bookId }: ShownMessage): void {
    if (bookId !== this.#book.id) return;
    this.#tell({ kind: kind === 'toast' ? 'toast' : 'alert', title, message: text });
  }
}
