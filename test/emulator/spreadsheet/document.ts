import { HostError } from '../values';
import { cellName, intersects, type Rectangle } from './a1';
import type { Cell } from './cells';
import { type DocumentEditor, editorOf } from './editor';
import { Sheet, Workbook, type WorkbookSettings } from './workbook';

/** What a new spreadsheet is made of. */
export interface DocumentOptions {
  readonly id: string;
  readonly name?: string;
  /** Email address. */
  readonly owner: string;
  /** IANA name. */
  readonly zone: string;
  /** @default 'en_GB' */
  readonly locale?: string;
}

/** Is told of a permanent edit: the workbook before it and after it. */
type ChangeListener = (before: Workbook, after: Workbook) => void;

/**
 * A spreadsheet: the document of record behind `SpreadsheetApp` and the workbench.
 *
 * People edit it through `editor`, scripts through a write buffer of their execution. The workbook is replaced by each
 * edit, never changed in place, so a reference to it is a copy that stays.
 */
export class SpreadsheetDocument {
  readonly id: string;
  readonly name: string;
  readonly owner: string;
  /** Those who may only view; anyone else may edit. */
  readonly viewers = new Set<string>();
  readonly settings: WorkbookSettings;
  /** What people do at the keyboard. */
  readonly editor: DocumentEditor;
  /** All that is permanent. Not to be changed by callers. */
  workbook: Workbook;
  /** Whether it lies in the bin: triggers still fire, and find no document. */
  isDeleted = false;
  readonly #listeners = new Set<ChangeListener>();

  constructor({ id, name = 'Untitled spreadsheet', owner, zone, locale = 'en_GB' }: DocumentOptions) {
    this.id = id;
    this.name = name;
    this.owner = owner;
    this.settings = { zone, locale, idsGiven: 0 };
    this.workbook = new Workbook(this.settings, [new Sheet(0, 'Sheet1')]);
    this.editor = editorOf(this);
  }

  /** A spreadsheet with the same cells, formulas and names, for another owner (File ▸ Make a copy). */
  copy(id: string, owner: string): SpreadsheetDocument {
    const copy = new SpreadsheetDocument({ id, owner, name: `Copy of ${this.name}`, ...this.settings });
    copy.settings.idsGiven = this.settings.idsGiven;
    copy.workbook = this.workbook.copy(copy.settings);
    return copy;
  }

  /** @returns What puts everything back. Listeners stay, and are not told. */
  savePoint(): () => void {
    const { workbook, isDeleted } = this;
    const settings = { ...this.settings };
    return () => {
      Object.assign(this, { workbook, isDeleted });
      Object.assign(this.settings, settings);
    };
  }

  /** Makes a workbook the permanent one and tells the listeners. */
  adopt(after: Workbook): void {
    const before = this.workbook;
    this.workbook = after;
    for (const listener of [...this.#listeners]) listener(before, after);
  }

  /** Makes an edit that is permanent at once, whole or not at all. */
  edit<Result>(change: (workbook: Workbook) => Result): Result {
    const draft = this.workbook.copy();
    const result = change(draft);
    this.adopt(draft);
    return result;
  }

  /** Calls a listener after each permanent edit. @returns What ends that. */
  onChange(listener: ChangeListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Refuses what a person may not edit: a viewer nothing, others no protected cells of a block, or no sheet that is
   * protected as such (its name, its size, its removal). That viewers get the same text is assumed.
   */
  checkEditable(user: string, sheet?: Sheet, block?: Rectangle): void {
    const isProtected = sheet?.protections.some(
      ({ block: own, wholeSheet, editors }) =>
        !editors.includes(user) && (block === undefined ? wholeSheet : intersects(own, block)),
    );
    if (!this.viewers.has(user) && (user === this.owner || !isProtected)) return;
    throw new HostError(
      'You are trying to edit a protected cell or object. Please contact the spreadsheet owner to remove protection if you need to edit.',
    );
  }

  /** The whole spreadsheet as plain data. Two that look and calculate alike give equal snapshots. */
  snapshot() {
    const { sheets, names, activeSheetId } = this.workbook;
    const named = Object.fromEntries([...names.values()].map(({ name, ...place }) => [name, place]));
    return { sheets: sheets.map(snapshotSheet), names: named, activeSheetId };
  }
}

/** One sheet, plain data throughout. */
export type SheetSnapshot = ReturnType<typeof snapshotSheet>;

function snapshotSheet({ grid, formulas: _, columnWidths, ...sheet }: Sheet) {
  /** Touched cells by their A1 name. */
  const cells: Record<string, Cell> = {};
  grid.forEach((cell, row, column) => {
    cells[cellName(row, column)] = cell;
  });
  const size = { rows: grid.maxRows, columns: grid.maxColumns };
  return { ...sheet, ...size, cells, columnWidths: Object.fromEntries(columnWidths) };
}

/** One change of a workbook. It may run twice: once for the execution's own eyes, once for all. */
export type WorkbookEdit = (workbook: Workbook) => void;

/**
 * The writes of one execution that are not permanent yet.
 *
 * Edits are made on a draft at once, so that a mistake is refused where it is made. A flush or a read makes them
 * permanent in order; a kill keeps a prefix of them. Other executions never see the draft.
 */
export class WriteBuffer {
  #pending: WorkbookEdit[] = [];
  /** What the execution has made of the workbook so far. */
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
    const next = this.view.copy();
    apply(next);
    this.#draft = next;
    this.#pending.push(apply);
  }

  /**
   * Makes all pending operations permanent.
   *
   * @param keep After a kill: the first few of them survive, the others are undone.
   * @throws {HostError} when another execution made one of the edits impossible; those before it are kept.
   */
  flush(keep = Number.POSITIVE_INFINITY): void {
    const [pending, draft] = [this.#pending.slice(0, keep), this.#draft];
    const isWhole = pending.length === this.#pending.length && this.#base === this.document.workbook;
    this.#pending = [];
    this.#draft = undefined;
    if (draft === undefined || pending.length === 0) return;
    if (isWhole) this.document.adopt(draft);
    else for (const apply of pending) this.document.edit(apply);
  }
}
