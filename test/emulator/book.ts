import { formulaEvaluator } from './formula-run';
import { Person } from './person';
import type { ScriptRunner } from './script-runner';
import type { CellView } from './world/spreadsheet/cell-view';
import type { SpreadsheetDocument } from './world/spreadsheet/spreadsheet-document';

/** One spreadsheet and the people in it. */
export class Book {
  readonly document: SpreadsheetDocument;
  readonly #runner: ScriptRunner;

  constructor(document: SpreadsheetDocument, runner: ScriptRunner) {
    this.document = document;
    this.#runner = runner;
  }

  get id(): string {
    return this.document.id;
  }

  /** A person at the keyboard, by email address. */
  as(user: string): Person {
    return new Person(user, this.document, this.#runner);
  }

  /** Runs the formulas whose arguments changed (`all`: every one), as the owner would. @returns How many ran. */
  recalculate(which: 'changed' | 'all' = 'changed'): number {
    return this.document.recalculate(
      formulaEvaluator(this.#runner, this.document, this.document.owner),
      which,
    );
  }

  /** One cell as a person sees it, for example `Sheet1!A3`. */
  cell(a1: string): CellView {
    return this.document.cell(a1);
  }

  /** Values of a block; dates as serial numbers. */
  values(a1: string): (string | number | boolean)[][] {
    return this.document.values(a1);
  }
}
