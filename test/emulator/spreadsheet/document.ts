import { type EvaluateFormula, type FormulaOutcome, HostError } from '../values';
import { cellName, intersects, type Rectangle } from './a1';
import { type Cell, effectiveFormat, isCellError, scalarOf } from './cells';
import { type DocumentEditor, editorOf } from './editor';
import { forgetCalculations, nextCalculation, settleCalculation } from './formulas';
import { displayText } from './typed-text';
import { locate, Sheet, Workbook, type WorkbookChange, type WorkbookSettings } from './workbook';

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
  readonly viewers: ReadonlySet<string>;
  readonly settings: WorkbookSettings;
  /** What people do at the keyboard. */
  readonly editor: DocumentEditor;
  #workbook: Workbook;
  readonly #buffers = new Map<object, WriteBuffer>();
  readonly #listeners = new Set<(changes: readonly WorkbookChange[]) => void>();

  constructor(options: DocumentOptions) {
    this.id = options.id;
    this.name = options.name;
    this.owner = options.owner;
    this.viewers = new Set(options.viewers);
    this.settings = { zone: options.zone, locale: options.locale ?? 'en_GB', sheetsMade: 1, chartsMade: 1 };
    this.#workbook = new Workbook(this.settings, [new Sheet(0, 'Sheet1')]);
    this.editor = editorOf(this);
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
    const { zone, locale, sheetsMade, chartsMade } = this.settings;
    const copy = new SpreadsheetDocument({ ...options, zone, locale });
    Object.assign(copy.settings, { sheetsMade, chartsMade });
    copy.#workbook = this.#workbook.copy(copy.settings);
    copy.#workbook.takeChanges();
    return copy;
  }

  /** @returns What puts everything back, with all buffers empty. Listeners stay, and are not told. */
  savePoint(): () => void {
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

  /**
   * Refuses what a person may not edit: a viewer nothing, others no protected cells of a block, or no sheet that is
   * protected as such (its name, its size, its removal). That viewers get the same text is assumed.
   */
  checkEditable(user: string, sheet?: Sheet, block?: Rectangle): void {
    const isMeant = ({ block: own, wholeSheet }: Sheet['protections'][number]) =>
      block === undefined ? wholeSheet : intersects(own, block);
    const isProtected = sheet?.protections.some((each) => isMeant(each) && !each.editors.includes(user));
    if (!this.viewers.has(user) && (user === this.owner || !isProtected)) return;
    throw new HostError(
      'You are trying to edit a protected cell or object. Please contact the spreadsheet owner to remove protection if you need to edit.',
    );
  }

  /** The write buffer of one execution; made when first asked for. */
  bufferOf(execution: object): WriteBuffer {
    const buffer = this.#buffers.get(execution) ?? new WriteBuffer(this);
    this.#buffers.set(execution, buffer);
    return buffer;
  }

  /** Ends one execution's writes: all of them, or the first `keep` of those not yet permanent, survive. */
  release(execution: object, keep?: number): void {
    const buffer = this.#buffers.get(execution);
    this.#buffers.delete(execution);
    buffer?.flush(keep);
  }

  /** Runs the custom functions whose arguments changed; `all` runs every one. @returns How many ran. */
  recalculate(evaluate: EvaluateFormula, which: 'changed' | 'all' = 'changed'): number {
    if (which === 'all') this.edit(forgetCalculations);
    for (let count = 0; ; count += 1) {
      const next = this.edit(nextCalculation);
      if (next === undefined) return count;
      const { sheetId, row, column, name, args } = next;
      const outcome: FormulaOutcome =
        count < MOST_CALCULATIONS
          ? evaluate(name, args, { sheetId, row, column })
          : { kind: 'error', message: 'Circular dependency detected.' };
      this.edit((workbook) => settleCalculation(workbook, next, outcome));
    }
  }

  /** One cell as a person sees it. @param a1 For example `Report!A3`; without a sheet, in the active one. */
  cell(a1: string): CellView {
    const { sheet, block } = locate(this.#workbook, a1);
    const cell = sheet.grid.cell(block.row, block.column);
    const error = isCellError(cell.value) ? cell.value.message : undefined;
    return {
      value: scalarOf(cell.value),
      formula: cell.formula,
      display: displayText(cell, this.locale),
      note: cell.note === '' ? (error ?? '') : cell.note,
      format: effectiveFormat(cell),
      ...(error === undefined ? {} : { error }),
    };
  }

  /** The values of a block, row by row; dates as serial numbers, errors as their code. */
  values(a1: string): (string | number | boolean)[][] {
    const { sheet, block } = locate(this.#workbook, a1);
    return sheet.grid.map(block, (cell) => scalarOf(cell.value));
  }

  /** The whole spreadsheet as plain data. Two that look and calculate alike give equal snapshots. */
  snapshot() {
    const names = [...this.#workbook.names.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
    return {
      sheets: this.#workbook.sheets.map(snapshotSheet),
      names: Object.fromEntries(names.map(({ name, sheetId, block }) => [name, { sheetId, block }])),
      activeSheetId: this.#workbook.activeSheetId,
    };
  }
}

/** One cell as a person sees it. */
export interface CellView {
  /** A date as its serial number, an error as its code, `''` when empty. */
  readonly value: string | number | boolean;
  readonly formula: string;
  readonly display: string;
  /** The cell's own note; without one, the message that an error shows when pointed at. */
  readonly note: string;
  readonly format: string;
  /** The message of an error; absent otherwise. */
  readonly error?: string;
}

/** One sheet, plain data throughout. */
export type SheetSnapshot = ReturnType<typeof snapshotSheet>;

function snapshotSheet(sheet: Sheet) {
  const cells: Record<string, CellSnapshot> = {};
  sheet.grid.forEach((cell, row, column) => {
    cells[cellName(row, column)] = snapshotCell(cell);
  });
  const { id, name, isHidden, frozenRows, merges, charts, conditionalFormats, filter } = sheet;
  const inOrder = (rows: ReadonlySet<number>) => [...rows].sort((a, b) => a - b);
  return {
    ...{ id, name, isHidden, frozenRows, merges, charts, conditionalFormats, filter },
    /** Touched cells by their A1 name. */
    cells,
    rows: sheet.grid.maxRows,
    columns: sheet.grid.maxColumns,
    columnWidths: Object.fromEntries(sheet.columnWidths),
    filteredRows: inOrder(sheet.filteredRows),
    hiddenRows: inOrder(sheet.hiddenRows),
  };
}

/** One touched cell, members left out where they are the default. */
type CellSnapshot = Partial<Omit<Cell, 'calculatedFormat'>>;

/** Cells that are one object are described by one: a formatted column is one cell many times over. */
const described = new WeakMap<Cell, CellSnapshot>();

function snapshotCell(cell: Cell): CellSnapshot {
  const { calculatedFormat: _, ...members } = { ...cell, format: effectiveFormat(cell) };
  const told = Object.entries(members).filter(
    ([, value]) => !['', false, undefined].includes(value as never),
  );
  const fresh = described.get(cell) ?? (Object.fromEntries(told) as CellSnapshot);
  described.set(cell, fresh);
  return fresh;
}

/** One change of a workbook. It may run twice: once for the execution's own eyes, once for all. */
export type WorkbookEdit = (workbook: Workbook) => void;

/**
 * The writes of one execution that are not permanent yet.
 *
 * Edits are made on a draft at once, so that a mistake is refused where it is made. A flush or a read makes them
 * permanent in order; a kill keeps a prefix of them. Other executions never see the draft.
 */
class WriteBuffer {
  #pending: WorkbookEdit[] = [];
  #draft: Workbook | undefined;
  /** The permanent workbook that the draft was made from. */
  #base: Workbook | undefined;

  constructor(private readonly document: SpreadsheetDocument) {}

  /** What the execution has made of the workbook so far. To be looked at only. */
  get view(): Workbook {
    return this.#draft ?? this.document.workbook;
  }

  /** Makes an edit on the draft and remembers it. @throws {HostError} when it is refused; then it is not kept. */
  add(apply: WorkbookEdit): void {
    if (this.#draft === undefined) this.#base = this.document.workbook;
    const draft = this.#draft ?? this.document.workbook.copy();
    try {
      apply(draft);
    } catch (error) {
      this.#draft = this.#replayed(this.#pending.length).workbook;
      throw error;
    }
    this.#draft = draft;
    this.#pending.push(apply);
  }

  /**
   * Makes all pending operations permanent.
   *
   * @param keep After a kill: the first few of them survive, the others are undone.
   * @throws {HostError} when another execution made one of the edits impossible; those before it are kept.
   */
  flush(keep?: number): void {
    const count = Math.min(keep ?? this.#pending.length, this.#pending.length);
    const isWhole = count === this.#pending.length && this.#base === this.document.workbook;
    const draft = count === 0 ? undefined : this.#draft;
    const { workbook, failure = undefined } =
      isWhole || draft === undefined ? { workbook: draft } : this.#replayed(count);
    this.#pending = [];
    this.#draft = undefined;
    if (workbook !== undefined) this.document.adopt(workbook);
    if (failure !== undefined && keep === undefined) throw failure;
  }

  /** Repeats edits on the workbook as it is now, up to the first that has become impossible. */
  #replayed(count: number): { readonly workbook: Workbook | undefined; readonly failure?: unknown } {
    let workbook = this.document.workbook.copy();
    for (const apply of this.#pending.slice(0, count)) {
      const next = workbook.copy();
      try {
        apply(next);
      } catch (failure) {
        return { workbook, failure };
      }
      workbook = next;
    }
    return { workbook };
  }
}
