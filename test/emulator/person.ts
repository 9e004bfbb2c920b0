import type { FormulaArgument, Json } from './bridge';
import type { ExecutionRecord } from './execution-record';
import { type FormulaResult, formulaEvaluator, formulaRequest, formulaResult } from './formula-run';
import { simpleEvent } from './run-request';
import type { ScriptRunner } from './script-runner';
import { asSidebarCall, copyArguments, IllegalArgument } from './sidebar-arguments';
import { oauthTokenOf } from './world/oauth-token';
import { locate } from './world/spreadsheet/cell-view';
import { singleCell } from './world/spreadsheet/rectangle';
import type { SpreadsheetDocument } from './world/spreadsheet/spreadsheet-document';
import type { MenuItem, MenuStructure } from './world/ui-state';

/** What `google.script.run` hands to the page: to its success or to its failure handler. */
export type SidebarCallResult =
  | { readonly kind: 'success'; readonly value: Json }
  | { readonly kind: 'failure'; readonly message: string };

/** What the page gets of a finished call. The message carries the error's class, as the platform may add it (H8). */
export function sidebarResult(record: ExecutionRecord): SidebarCallResult {
  const { outcome } = record;
  if (outcome.kind === 'returned') return { kind: 'success', value: outcome.value };
  if (outcome.kind === 'killed') return { kind: 'failure', message: outcome.message };
  return {
    kind: 'failure',
    message: outcome.name === '' ? outcome.message : `${outcome.name}: ${outcome.message}`,
  };
}

/** A person at the keyboard of one spreadsheet. Each act ends before the method returns. */
export class Person {
  readonly email: string;
  readonly #document: SpreadsheetDocument;
  readonly #runner: ScriptRunner;

  constructor(email: string, document: SpreadsheetDocument, runner: ScriptRunner) {
    this.email = email;
    this.#document = document;
    this.#runner = runner;
  }

  /** Opens the spreadsheet: `onOpen` runs unless the person may only view. @returns The menus it made. */
  open(): readonly MenuStructure[] {
    const { world } = this.#runner;
    world.ui.clearMenus(this.#document.id, this.email);
    if (this.#document.rights.viewers.has(this.email)) return [];
    const isNone = world.installation === 'add-on' && world.switches.onOpenMode === 'NONE';
    this.#simpleTrigger('onOpen', isNone ? 'open-none' : 'open-limited');
    return this.menus();
  }

  /** Installs the add-on from within the spreadsheet. */
  install(): ExecutionRecord | null {
    return this.#simpleTrigger('onInstall', 'install');
  }

  /** What `ScriptApp.getOAuthToken` gives this person now. */
  oauthToken(): string {
    return oauthTokenOf(this.#runner.world, this.email);
  }

  /** The menus on this person's screen. */
  menus(): readonly MenuStructure[] {
    return this.#runner.world.ui.menusOf(this.#document.id, this.email);
  }

  /** Clicks a menu item, by its caption. @throws {Error} when no menu shows it. */
  clickMenu(caption: string): ExecutionRecord {
    const item = this.menus()
      .flatMap(({ items }) => flatten(items))
      .find((candidate) => candidate.caption === caption);
    if (item === undefined) throw new Error(`No menu shows an item "${caption}"`);
    return this.#run('menu', item.functionName, []);
  }

  /** Calls a function as the page in the sidebar does. Arguments that cannot cross fail before anything runs. */
  callFromSidebar(called: string, ...given: readonly unknown[]): SidebarCallResult {
    const [name, args] = asSidebarCall(this.#runner, called, given);
    if (this.#runner.entryPoint(name, 'exact') === null) {
      return { kind: 'failure', message: `google.script.run.${name} is not a function` };
    }
    try {
      return sidebarResult(this.#run('sidebar', name, copyArguments(args)));
    } catch (error) {
      if (error instanceof IllegalArgument) return { kind: 'failure', message: error.message };
      throw error;
    }
  }

  /** Answers Google's question for permissions, or changes the answer in the account's settings: these, and no others. */
  consent(scopes: readonly string[]): void {
    this.#runner.world.consents.set(this.email, scopes);
  }

  /**
   * Selects cells, as with the mouse: their sheet is then the active one, their first cell has the keyboard.
   *
   * @param a1 For example `Overview!B4:C9`; without a sheet, in the active one.
   */
  select(a1: string): void {
    const document = this.#document;
    const { sheet, block } = locate(document.workbook, a1);
    document.edit((workbook) => {
      workbook.activeSheetId = sheet.id;
    });
    const cell = singleCell(block.row, block.column);
    this.#runner.world.ui.select(document.id, this.email, { sheetId: sheet.id, block, cell });
  }

  /** Types into a cell; formulas that depend on it run. */
  enter(a1: string, text: string): void {
    this.#document.editor.type(a1, text, this.email);
    this.#document.recalculate(formulaEvaluator(this.#runner, this.#document, this.email));
  }

  /** Runs a custom function with no cell involved. An unknown name is the error `#NAME?`. */
  runFormula(name: string, args: readonly FormulaArgument[]): FormulaResult {
    const functionName = this.#runner.entryPoint(name, 'ignore-case');
    if (functionName === null) return { kind: 'error', message: '#NAME?' };
    return formulaResult(this.#runner.run(formulaRequest(this.#document, this.email, functionName, args)));
  }

  /** A simple trigger runs only if the script has it. */
  #simpleTrigger(name: string, kind: 'open-none' | 'open-limited' | 'install'): ExecutionRecord | null {
    if (this.#runner.entryPoint(name, 'exact') === null) return null;
    return this.#run(kind, name, simpleEvent(kind));
  }

  #run(kind: ExecutionRecord['kind'], functionName: string, args: readonly Json[]): ExecutionRecord {
    return this.#runner.run({ kind, functionName, user: this.email, document: this.#document, args });
  }
}

function flatten(items: readonly MenuItem[]): Extract<MenuItem, { kind: 'item' }>[] {
  return items.flatMap((item) => {
    if (item.kind === 'item') return [item];
    return item.kind === 'menu' ? flatten(item.items) : [];
  });
}
