import type { CellInput, EvaluateFormula, FormulaOutcome } from '../../values';
import { setCalculated } from './calculated-value';
import { type Calculation, CIRCULAR_OUTCOME, readyCalculations, settleCalculation } from './calculation';
import { type CellView, viewCell, viewValues } from './cell-view';
import { markAllFormulas } from './dependents';
import { DocumentEditor } from './document-editor';
import type { EditingRights } from './editing-rights';
import { Sheet } from './sheet';
import { takeSnapshot, type WorkbookSnapshot } from './snapshot';
import { Workbook, type WorkbookChange, type WorkbookSettings } from './workbook';
import { WriteBuffer } from './write-buffer';

/** What a new spreadsheet is made of. */
interface DocumentOptions {
  readonly id: string;
  readonly name: string;
  /** Email address. */
  readonly owner: string;
  /** IANA name. */
  readonly zone: string;
  /** @default 'en_GB' */
  readonly locale?: string;
  readonly viewers?: readonly string[];
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Calculations of one recalculation after which formulas are taken to feed each other for ever. */
const MOST_CALCULATIONS = 10_000;

/**
 * A spreadsheet: the document of record behind `SpreadsheetApp` and the workbench.
 *
 * People edit it through `editor`, scripts through a write buffer of their execution. The workbook is replaced by each
 * edit, never changed in place, so a reference to it is a copy that stays.
 */
export class SpreadsheetDocument {
  readonly id: string;
  name: string;
  readonly owner: string;
  readonly rights: EditingRights;
  readonly settings: WorkbookSettings;
  /** What people do at the keyboard. */
  readonly editor: DocumentEditor;
  #workbook: Workbook;
  #buffers = new Map<object, WriteBuffer>();
  readonly #listeners = new Set<(changes: readonly WorkbookChange[]) => void>();

  constructor(options: DocumentOptions) {
    this.id = options.id;
    this.name = options.name;
    this.owner = options.owner;
    this.rights = { owner: options.owner, viewers: new Set(options.viewers) };
    this.settings = {
      zone: options.zone,
      locale: options.locale ?? 'en_GB',
      now: options.now,
      sheetsMade: 1,
      chartsMade: 1,
    };
    this.#workbook = new Workbook(this.settings, [new Sheet(0, 'Sheet1')]);
    this.editor = new DocumentEditor(this);
  }

  /** The IANA name of the zone that its dates are in. */
  get zone(): string {
    return this.settings.zone;
  }

  get locale(): string {
    return this.settings.locale;
  }

  /** All that is permanent. Not to be changed by callers. */
  get workbook(): Workbook {
    return this.#workbook;
  }

  /** A spreadsheet with the same cells, formulas and names, for another owner (File ▸ Make a copy). */
  copy(options: Pick<DocumentOptions, 'id' | 'owner' | 'name'>): SpreadsheetDocument {
    const { zone, locale, now, sheetsMade, chartsMade } = this.settings;
    const copy = new SpreadsheetDocument({ ...options, zone, locale, now });
    Object.assign(copy.settings, { sheetsMade, chartsMade });
    copy.#workbook = this.#workbook.copy(copy.settings);
    copy.#workbook.takeChanges();
    return copy;
  }

  /**
   * @returns What puts everything back, with all buffers empty. Listeners stay, and are not told.
   * @throws {Error} while an execution has writes that are not permanent.
   */
  savePoint(): () => void {
    if (this.pendingCount() > 0) throw new Error('An execution is still writing.');
    const [workbook, name, settings] = [this.#workbook, this.name, { ...this.settings }];
    return () => {
      this.#workbook = workbook;
      this.name = name;
      Object.assign(this.settings, settings);
      this.#buffers.clear();
    };
  }

  /** Makes a workbook the permanent one and tells the listeners what changed. */
  adopt(workbook: Workbook): void {
    this.#workbook = workbook;
    const changes = workbook.takeChanges();
    if (changes.length > 0) for (const listener of [...this.#listeners]) listener(changes);
  }

  /** Makes an edit that is permanent at once, whole or not at all. */
  edit<Result>(change: (workbook: Workbook) => Result): Result {
    const draft = this.#workbook.copy();
    const result = change(draft);
    this.adopt(draft);
    return result;
  }

  /** Calls a listener after each permanent edit. @returns What ends that. */
  onChange(listener: (changes: readonly WorkbookChange[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The write buffer of one execution; made when first asked for. */
  bufferOf(execution: object): WriteBuffer {
    let buffer = this.#buffers.get(execution);
    if (buffer === undefined) {
      buffer = new WriteBuffer(this);
      this.#buffers.set(execution, buffer);
    }
    return buffer;
  }

  /** Operations of all executions that are not permanent yet. */
  pendingCount(): number {
    return [...this.#buffers.values()].reduce((sum, buffer) => sum + buffer.pendingCount(), 0);
  }

  /** Makes the writes of one execution permanent, its buffer is forgotten. */
  flush(execution: object): void {
    this.#release(execution)?.flush();
  }

  /** Ends one execution's writes: the first `keep` of those not yet permanent survive. */
  abandon(keep: number, execution: object): void {
    this.#release(execution)?.abandon(keep);
  }

  #release(execution: object): WriteBuffer | undefined {
    const buffer = this.#buffers.get(execution);
    this.#buffers.delete(execution);
    return buffer;
  }

  /** Runs the custom functions whose arguments changed; `all` runs every one. @returns How many ran. */
  recalculate(evaluate: EvaluateFormula, which: 'changed' | 'all' = 'changed'): number {
    if (which === 'all') this.edit((workbook) => markAllFormulas(workbook, 'forget'));
    for (let count = 0; ; ) {
      const batch = this.readyCalculations();
      if (batch.length === 0) return count;
      for (const calculation of batch) {
        const { sheetId, row, column, name, args } = calculation;
        const isEndless = ++count > MOST_CALCULATIONS;
        this.settle(
          calculation,
          isEndless ? CIRCULAR_OUTCOME : evaluate(name, args, { sheetId, row, column }),
        );
      }
    }
  }

  /** The calculations that may start now, for callers that run them side by side. Each wants `settle`. */
  readyCalculations(): readonly Calculation[] {
    return this.edit(readyCalculations);
  }

  /** Puts the outcome of a calculation into its cell, unless the cell changed meanwhile. */
  settle(calculation: Calculation, outcome: FormulaOutcome): void {
    this.edit((workbook) => settleCalculation(workbook, calculation, outcome));
  }

  /** Puts in what a grid outside calculated for a formula cell: one value, or rows that spill. */
  setCalculated(a1: string, value: CellInput | readonly (readonly CellInput[])[]): void {
    this.edit((workbook) => setCalculated(workbook, a1, value));
  }

  /** One cell as a person sees it. @param a1 For example `Report!A3`; without a sheet, in the active one. */
  cell(a1: string): CellView {
    return viewCell(this.#workbook, a1);
  }

  /** The values of a block; dates as serial numbers, errors as their code. */
  values(a1: string): (string | number | boolean)[][] {
    return viewValues(this.#workbook, a1);
  }

  /** The whole spreadsheet as plain data. */
  snapshot(): WorkbookSnapshot {
    return takeSnapshot(this.#workbook);
  }
}
