import { type ExecutionKind, grantedScopes, oauthTokenOf } from './access';
import type { Book } from './book';
import type { Emulator } from './emulator';
import type { ExecutionRecord } from './execution';
import { singleCell } from './spreadsheet/a1';
import { outputOf } from './spreadsheet/formulas';
import { locate, type Place } from './spreadsheet/workbook';
import type { FormulaArgument } from './values';
import type { Menu } from './world';

/** One execution that a person sets off. */
export interface Task {
  readonly book: Book;
  /** The person at the keyboard; of a trigger, its creator. */
  readonly user: string;
  readonly kind: ExecutionKind;
  /** Function to call; a formula's name ignores case. */
  readonly name: string;
  /** Of a formula or a sidebar call; of a trigger its event. @default none */
  readonly args?: readonly unknown[];
  /** The cell of a formula. */
  readonly cell?: Place | undefined;
  /** The cells of an edit, of which the event tells as its `range`. */
  readonly edited?: Place;
}

/** What to run for it: the function by its own name. */
export function requestOf(task: Task, emulator: Emulator): Task {
  const { kind, name, args = [] } = task;
  if (kind === 'formula') return { ...task, name: emulator.entryPoint(name) ?? name };
  // `sidebarSaveReport` is the endpoint `saveReport` of the bundle's `sidebarCall`, where it has one.
  const [, first = '', rest = ''] = /^sidebar([A-Z])(?!all$)(.*)$/.exec(name) ?? [];
  const isEndpoint = first !== '' && emulator.entryPoint('sidebarCall') !== undefined;
  if (kind !== 'sidebar' || !isEndpoint) return task;
  return { ...task, name: 'sidebarCall', args: [first.toLowerCase() + rest, args] };
}

/** What a cell would show: rows of values, or the text of its error. */
export type FormulaResult =
  | { readonly kind: 'values'; readonly values: (string | number | boolean | Date)[][] }
  | { readonly kind: 'error'; readonly message: string };

/** What `google.script.run` hands to the page: to its success or to its failure handler. */
export type SidebarCallResult =
  | { readonly kind: 'success'; readonly value: unknown }
  | { readonly kind: 'failure'; readonly message: string };

/** A person at the keyboard of one spreadsheet. Each act ends before the method returns. */
export class Person {
  constructor(
    readonly email: string,
    private readonly book: Book,
    private readonly emulator: Emulator,
  ) {}

  /**
   * Opens the spreadsheet: `onOpen` runs unless the person may only view.
   *
   * @param isEnabled Whether the add-on is enabled in this spreadsheet.
   * @returns The menu it made.
   */
  open(isEnabled = true): Menu {
    this.emulator.ui.menus.delete(`${this.book.id}:${this.email}`);
    if (!this.book.viewers.has(this.email)) this.#run(isEnabled ? 'open-limited' : 'open-none', 'onOpen');
    return this.menu();
  }

  /** Installs the add-on from within the spreadsheet. */
  install(): ExecutionRecord {
    return this.#run('install', 'onInstall');
  }

  /** What `ScriptApp.getOAuthToken` gives this person now. */
  oauthToken(): string {
    return oauthTokenOf(this.emulator, this.email);
  }

  /** The add-on's menu on this person's screen. */
  menu(): Menu {
    return this.emulator.ui.menus.get(`${this.book.id}:${this.email}`) ?? [];
  }

  /** Clicks a menu item, by its caption. @throws {Error} when no menu shows it. */
  clickMenu(caption: string): ExecutionRecord {
    const item = this.menu().find((candidate) => candidate.caption === caption);
    if (item === undefined) throw new Error(`No menu shows an item "${caption}"`);
    return this.#run('menu', item.functionName);
  }

  /** Calls a function as the page in the sidebar does. */
  callFromSidebar(name: string, ...args: readonly unknown[]): SidebarCallResult {
    const request = requestOf(
      { book: this.book, user: this.email, kind: 'sidebar', name, args },
      this.emulator,
    );
    if (this.emulator.entryPoint(request.name) === undefined)
      return { kind: 'failure', message: `google.script.run.${request.name} is not a function` };
    const { outcome } = this.emulator.runTask(request);
    if (outcome.kind === 'returned') return { kind: 'success', value: outcome.value };
    // The message carries the error's class, as the platform may add it.
    const className = outcome.kind === 'threw' && outcome.name !== '' ? `${outcome.name}: ` : '';
    return { kind: 'failure', message: className + outcome.message };
  }

  /** Answers Google's question for permissions, or changes the answer in the account's settings: these, and no others. */
  consent(scopes: readonly string[]): void {
    this.emulator.consents.byUser.set(this.email, scopes);
  }

  /** Takes one permission back. */
  withhold(scope: string): void {
    this.consent(grantedScopes(this.emulator, this.email).filter((each) => each !== scope));
  }

  /**
   * Selects cells, as with the mouse: their sheet is then the active one, their first cell has the keyboard.
   *
   * @param a1 For example `Overview!B4:C9`; without a sheet, in the active one.
   */
  select(a1: string): void {
    const { sheet, block } = locate(this.book.workbook, a1);
    this.book.edit((workbook) => {
      workbook.activeSheetId = sheet.id;
    });
    const cell = { sheetId: sheet.id, ...singleCell(block.row, block.column) };
    this.emulator.ui.selections.set(`${this.book.id}:${this.email}`, cell);
  }

  /** Types into a cell; formulas that depend on it run, then edit triggers. */
  enter(a1: string, text: string): void {
    this.book.editor.type(a1, text, this.email);
    this.book.recalculate(this.email);
    for (const task of this.book.answersTo(a1)) this.emulator.runTask(task);
  }

  /** Runs a custom function with no cell involved. An unknown name is the error `#NAME?`. */
  runFormula(name: string, args: readonly FormulaArgument[]): FormulaResult {
    if (this.emulator.entryPoint(name) === undefined) return { kind: 'error', message: '#NAME?' };
    const rows = outputOf(this.#run('formula', name, args));
    if ('code' in rows) return { kind: 'error', message: rows.message };
    const values = rows.map((row) => row.map((value) => value ?? ''));
    return { kind: 'values', values };
  }

  #run(kind: Task['kind'], name: string, args?: readonly unknown[]): ExecutionRecord {
    return this.emulator.runTask({ book: this.book, user: this.email, kind, name, ...(args && { args }) });
  }
}
