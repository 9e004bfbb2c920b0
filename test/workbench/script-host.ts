import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Book } from '../emulator/book';
import type { Emulator } from '../emulator/emulator';
import type { ExecutionRecord } from '../emulator/execution';
import type { Task } from '../emulator/person';
import { type Rectangle, rangeName, singleCell } from '../emulator/spreadsheet/a1';
import type { InlineImage, Mail, SentRequest } from '../emulator/world';
import { quoteSheetName } from './document-record';
import { formulaArgument, functionAnswer, writtenArguments } from './formula-exchange';
import { readFunctionHelp } from './function-help';
import type {
  Edit,
  EditedCell,
  ExecutionView,
  FunctionAnswer,
  FunctionCall,
  FunctionHelp,
  MailView,
  RunAnswer,
  RunCall,
  SelectionCall,
  WorkbenchEvent,
} from './protocol';

/** The name under which an add-on's menu stands in Extensions: in Google Sheets, the name of its listing. */
const ADD_ON_NAME = 'Shift Reports';

/** A call whose result changes without any cell changing. As Sheets says it; TODAY is assumed to be refused too. */
const VOLATILE = /\b(?:NOW|TODAY|RAND|RANDARRAY|RANDBETWEEN)\s*\(/i;
const VOLATILE_ARGUMENT =
  'This function is not allowed to reference a cell with NOW(), RAND(), RANDARRAY(), or RANDBETWEEN()';

/** Which script runs, in which spreadsheet, for whom. */
export interface ScriptHostOptions {
  /** Holds the built `Code.js`, whose docblocks give the formula help. */
  readonly dist: string;
  /** Runs that bundle. Its clock should be the real one. */
  readonly emulator: Emulator;
  readonly book: Book;
  /** Email address of the person at the keyboard. */
  readonly person: string;
}

/** What the page can set off, each in an execution of the real bundle. */
export class ScriptHost {
  /** Help for every custom function of the bundle. */
  readonly functions: readonly FunctionHelp[];
  readonly #emulator: Emulator;
  readonly #book: Book;
  readonly #person: string;
  readonly #tell: (event: WorkbenchEvent) => void;
  #sidebarHtml: string | null = null;
  #sidebarVersion = 0;
  #isSkipping = false;
  #mailsTold = 0;
  /** What the person did last, for the list of service calls. */
  #doing = '';

  /** Opens the spreadsheet for the person, so that its menus are there. */
  constructor(options: ScriptHostOptions, tell: (event: WorkbenchEvent) => void) {
    this.functions = readFunctionHelp(readFileSync(path.join(options.dist, 'Code.js'), 'utf8'));
    this.#emulator = options.emulator;
    this.#book = options.book;
    this.#person = options.person;
    this.#tell = tell;
    this.#book.as(this.#person).open();
    this.#mailsTold = this.mails().length;
    this.#emulator.on('execution', this.#ended);
  }

  /** Captions of the add-on's menu items. */
  menu(): string[] {
    const menu = this.#book.as(this.#person).menu();
    return menu.map(({ caption }) => caption);
  }

  /** The clock's time, milliseconds since 1970. */
  nowMillis(): number {
    return this.#emulator.clock.now();
  }

  /** All mail that scripts sent, oldest first. */
  mails(): MailView[] {
    return this.#emulator.mails.map(mailView);
  }

  /** The page of the sidebar that was opened last; null when none was. */
  sidebarHtml(): string | null {
    return this.#sidebarHtml;
  }

  /** Calculates one cell's custom function. Never rejects for what the script does. */
  async calculate({ name, args, formula, ...cell }: FunctionCall): Promise<FunctionAnswer> {
    if (this.#emulator.entryPoint(name) === undefined) {
      return { kind: 'error', code: '#NAME?', message: `Unknown function: '${name}'.` };
    }
    if (VOLATILE.test(formula.replace(/"(?:[^"]|"")*"/g, '""')))
      return { kind: 'error', code: '#ERROR!', message: VOLATILE_ARGUMENT };
    const settings = this.#book.settings;
    this.#doing = 'formula';
    const calculated = args.map((argument) => formulaArgument(argument, settings));
    const values = writtenArguments(formula, name, calculated);
    const { outcome } = await this.#run({
      kind: 'formula',
      name,
      args: values,
      cell: { ...cell, rows: 1, columns: 1 },
    });
    if (outcome.kind === 'returned') return functionAnswer(outcome.value, settings);
    return { kind: 'error', code: '#ERROR!', message: outcome.message };
  }

  /** Calls a function as the sidebar's page does. */
  async runFromSidebar({ name, arguments: args }: RunCall): Promise<RunAnswer> {
    this.#doing = `sidebar, ${name === 'sidebarCall' ? args[0] : name}`;
    return this.#atKeyboard(() => this.#book.as(this.#person).callFromSidebar(name, ...args));
  }

  /** Runs the edit triggers of what someone did in the grid. */
  async answer(edits: readonly Edit[]): Promise<void> {
    for (const edit of edits) {
      if (edit.kind !== 'cells' || edit.cells.length === 0) continue;
      const sheet = this.#book.workbook.sheet(edit.sheetId);
      const tasks = this.#book.answersTo(`${quoteSheetName(sheet.name)}!${rangeName(blockOf(edit.cells))}`);
      this.#doing = 'edit';
      for (const task of tasks) await this.#run(task);
    }
  }

  /** Clicks a menu item; a failure is shown as Google Sheets shows it. */
  async choose(chosen: string): Promise<void> {
    this.#doing = `menu, ${chosen}`;
    const { outcome } = await this.#atKeyboard(() => this.#book.as(this.#person).clickMenu(chosen));
    if (outcome.kind !== 'returned')
      this.#tell({ kind: 'alert', title: 'Script error', message: outcome.message });
  }

  /** Keeps what the person has selected: the script of a menu or a sidebar may ask for it. */
  select({ sheetId, row, column }: SelectionCall): void {
    const cell = { sheetId, ...singleCell(row, column) };
    this.#emulator.ui.selections.set(`${this.#book.id}:${this.#person}`, cell);
  }

  /**
   * Skips hours; triggers that fall due run before this resolves. Pages are told of each hour as it begins; the caller tells
   * them when it is over.
   *
   * @throws {Error} When a skip is under way.
   */
  async advance(hours: number): Promise<void> {
    if (this.#isSkipping) throw new Error('Wait until the clock stands still: it is skipping already.');
    this.#isSkipping = true;
    this.#doing = 'clock';
    try {
      const records: ExecutionRecord[] = [];
      for (let done = 0; done < hours; done += 1) {
        this.#tell({ kind: 'clock', nowMillis: this.nowMillis(), skipped: { done, total: hours } });
        await nextTurn();
        records.push(...this.#emulator.advance({ hours: 1 }));
      }
      const failed = records.filter(({ outcome }) => outcome.kind !== 'returned').length;
      if (records.length > 0) {
        const runs = records.length === 1 ? '1 scheduled run' : `${records.length} scheduled runs`;
        const message = failed === 0 ? `${runs} finished.` : `${runs} finished, ${failed} with an error.`;
        this.#tell({ kind: 'toast', title: 'Schedule', message });
      }
    } finally {
      this.#isSkipping = false;
    }
  }

  /** Tells the pages what time it is, unless a skip under way does. */
  tellTime(): void {
    if (!this.#isSkipping) this.#tell({ kind: 'clock', nowMillis: this.nowMillis(), skipped: null });
  }

  /** Stops listening to the emulator. */
  dispose(): void {
    this.#emulator.off('execution', this.#ended);
  }

  readonly #ended = (record: ExecutionRecord): void => {
    const { windows, messages } = this.#emulator.ui;
    for (const { title, html } of windows.splice(0)) {
      this.#sidebarHtml = html;
      this.#sidebarVersion++;
      this.#tell({ kind: 'sidebar', title: title || ADD_ON_NAME, version: this.#sidebarVersion });
    }
    for (const { title, text } of messages.splice(0)) this.#tell({ kind: 'toast', title, message: text });
    const execution = executionView(this.#doing, record, this.#emulator.requests);
    this.#tell({ kind: 'execution', execution });
    const mails = this.mails().slice(this.#mailsTold);
    this.#mailsTold += mails.length;
    if (mails.length > 0) this.#tell({ kind: 'mails', mails });
  };

  /** One execution after another; between two of them the pages hear what the first one did. */
  async #run(task: Omit<Task, 'book' | 'user'>): Promise<ExecutionRecord> {
    await nextTurn();
    return this.#emulator.runTask({ book: this.#book, user: this.#person, ...task });
  }

  /** What the person sees follows: a sheet that the script puts in or activates, and the cell that it makes current. */
  async #atKeyboard<Result>(act: () => Result): Promise<Result> {
    const before = this.#book.workbook.activeSheetId;
    const current = this.#selected();
    await nextTurn();
    const result = act();
    // What a script wrote last is told of in the next turn; the page must know a sheet before it can go there.
    await nextTurn();
    const sheetId = this.#book.workbook.activeSheetId;
    if (sheetId !== before) this.#tell({ kind: 'active-sheet', sheetId });
    const selected = this.#selected();
    if (selected !== undefined && selected !== current)
      this.#tell({
        kind: 'current-cell',
        cell: { sheetId: selected.sheetId, row: selected.row, column: selected.column },
      });
    return result;
  }

  #selected() {
    return this.#emulator.ui.selections.get(`${this.#book.id}:${this.#person}`);
  }
}

/** The smallest block that has all these cells. */
function blockOf(cells: readonly EditedCell[]): Rectangle {
  const [rows, columns] = [cells.map(({ row }) => row), cells.map(({ column }) => column)];
  const [row, column] = [Math.min(...rows), Math.min(...columns)];
  return { row, column, rows: Math.max(...rows) - row + 1, columns: Math.max(...columns) - column + 1 };
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** Of requests the address and outcome only: headers and bodies hold the secret and the token, a query may hold a key. */
function executionView(
  doing: string,
  { id, functionName, outcome, calls, wireCalls, cellsRead, cellsWritten }: ExecutionRecord,
  requests: readonly SentRequest[],
): ExecutionView {
  const counts = new Map<string, number>();
  for (const { method } of calls) counts.set(method, (counts.get(method) ?? 0) + 1);
  const sent = requests
    .filter(({ executionId }) => executionId === id)
    .map((one) => `${one.method} ${one.url.replace(/\?.*$/s, '?…')}: ${one.outcome}`);
  const cost = `${wireCalls} service calls, ${sent.length} requests, ${cellsRead} cells read, ${cellsWritten} written`;
  return {
    title: `${doing}: ${functionName}, ${cost}`,
    lines: [
      ...(outcome.kind === 'returned' ? [] : [outcome.message]),
      ...[...counts].sort(([, a], [, b]) => b - a).map(([method, count]) => `${count} × ${method}`),
      ...sent,
    ],
  };
}

/** A mail as its reader's mail program shows it. */
function mailView({ to, subject, body, options, sender, sentAt }: Mail): MailView {
  const name = text(options.name);
  return {
    from: name === '' ? sender : `${name} <${sender}>`,
    to,
    subject,
    text: body,
    html: withImages(text(options.htmlBody), options.inlineImages),
    sentMillis: sentAt,
  };
}

/** A mail program shows inline images where the HTML names them by `cid:`. */
function withImages(html: string, inlineImages: unknown): string {
  const images = Object.entries((inlineImages ?? {}) as Readonly<Record<string, InlineImage>>);
  return images.reduce(
    (text, [name, { contentType, base64 }]) =>
      text.replaceAll(`"cid:${name}"`, `"data:${contentType};base64,${base64}"`),
    html,
  );
}

function text(option: unknown): string {
  return typeof option === 'string' ? option : '';
}
