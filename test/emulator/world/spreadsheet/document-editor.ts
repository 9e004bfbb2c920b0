import { locate } from './cell-view';
import { alike, decorateCells } from './edit-cells';
import { changeLines } from './edit-lines';
import { addSheet, hideSheet, moveSheet, removeSheet, renameSheet } from './edit-sheets';
import { checkEditable, checkMayEdit, checkSheetEditable } from './editing-rights';
import { filterColumn, hideRows, putFilter, removeFilter } from './hidden-rows';
import { mergeBlock, unmergeBlock } from './merge-block';
import { cutBlock, moveRows } from './move-cells';
import { nameBlock, removeName } from './named-ranges';
import type { LineChange } from './rectangle';
import type { Sheet } from './sheet';
import { sortBlock } from './sort-block';
import type { SpreadsheetDocument } from './spreadsheet-document';
import type { AcceptedInput } from './validation';
import type { Workbook } from './workbook';
import { clearContents, writeInputs } from './write-inputs';

/**
 * What people do at the keyboard, outside any execution. Blocks are A1 notation with the sheet's name.
 *
 * Everything is permanent at once. `user` is the person's email address; without one it is the owner.
 */
export class DocumentEditor {
  readonly #document: SpreadsheetDocument;

  constructor(document: SpreadsheetDocument) {
    this.#document = document;
  }

  /** Types a text into a cell, as a person does: formulas, numbers and dates are recognised. */
  type(a1: string, text: string, user?: string): void {
    this.#inBlock(a1, user, (workbook, sheet, block) => {
      const first = { ...block, rows: 1, columns: 1 };
      writeInputs(workbook, sheet, first, [[text]]);
    });
  }

  /** Types rows of texts, the first at the block's first cell. */
  paste(a1: string, rows: readonly (readonly string[])[], user?: string): void {
    this.#inBlock(a1, user, (workbook, sheet, { row, column }) => {
      const block = { row, column, rows: rows.length, columns: rows[0]?.length ?? 0 };
      checkEditable(this.#document.rights, this.#person(user), sheet, block);
      writeInputs(workbook, sheet, block, rows);
    });
  }

  /** Empties cells (the Delete key). */
  clear(a1: string, user?: string): void {
    this.#inBlock(a1, user, clearContents);
  }

  setNote(a1: string, note: string, user?: string): void {
    this.#inBlock(a1, user, (workbook, sheet, block) =>
      decorateCells(
        workbook,
        sheet,
        block,
        alike((cell) => ({ ...cell, note })),
      ),
    );
  }

  setNumberFormat(a1: string, format: string, user?: string): void {
    this.#inBlock(a1, user, (workbook, sheet, block) =>
      decorateCells(
        workbook,
        sheet,
        block,
        alike((cell) => ({ ...cell, format })),
      ),
    );
  }

  merge(a1: string, user?: string): void {
    this.#inBlock(a1, user, mergeBlock);
  }

  unmerge(a1: string, user?: string): void {
    this.#inBlock(a1, user, unmergeBlock);
  }

  /** Puts a filter on a block whose first row is its heading, in place of any other of the sheet. */
  filter(a1: string, user?: string): void {
    this.#inBlock(a1, user, putFilter);
  }

  /** Has the sheet's filter hide rows by what a column shows; none of the texts to hide none. Columns count from 1. */
  filterOut(name: string, column: number, texts: readonly string[], user?: string): void {
    this.#inSheet(name, user, (workbook, sheet) => filterColumn(workbook, sheet, column, texts));
  }

  removeFilter(name: string, user?: string): void {
    this.#inSheet(name, user, removeFilter);
  }

  hideRows(name: string, first: number, count = 1, user?: string): void {
    this.#inSheet(name, user, (workbook, sheet) => hideRows(workbook, sheet, first, count));
  }

  /** Cuts a block and pastes it in its sheet, its first cell in `row` and `column`. */
  cut(a1: string, to: { readonly row: number; readonly column: number }, user?: string): void {
    this.#inBlock(a1, user, (workbook, sheet, block) => cutBlock(workbook, sheet, block, to));
  }

  /** Drags whole rows to before another row. */
  moveRows(name: string, first: number, count: number, before: number, user?: string): void {
    this.#inSheet(name, user, (workbook, sheet) => moveRows(workbook, sheet, first, count, before));
  }

  /** Sorts the rows of a block by one column, counted from 1 in the sheet. */
  sort(a1: string, column: number, ascending = true, user?: string): void {
    this.#inBlock(a1, user, (workbook, sheet, block) => sortBlock(workbook, sheet, block, column, ascending));
  }

  /** Gives a block a name. */
  nameRange(name: string, a1: string, user?: string): void {
    this.#inBlock(a1, user, (workbook, sheet, block) => nameBlock(workbook, name, sheet, block));
  }

  /** Takes a name away. */
  deleteName(name: string): void {
    this.#document.edit((workbook) => removeName(workbook, name));
  }

  /** Lets only some people edit a block, besides the owner. `Sheet1!1:1000` and the like do not grow; see `protectSheet`. */
  protect(a1: string, editors: readonly string[] = []): void {
    this.#inBlock(a1, undefined, (_workbook, sheet, block) => {
      sheet.protections = [...sheet.protections, { block, editors, wholeSheet: false }];
    });
  }

  /** Lets only some people edit a sheet, besides the owner. */
  protectSheet(name: string, editors: readonly string[] = []): void {
    this.#inSheet(name, undefined, (_workbook, sheet) => {
      sheet.protections = [...sheet.protections, { block: sheet.bounds, editors, wholeSheet: true }];
    });
  }

  /** Sets data validation that rejects what it does not accept. */
  validate(a1: string, accepts: AcceptedInput): void {
    this.#inBlock(a1, undefined, (_workbook, sheet, block) => {
      sheet.validations = [...sheet.validations, { block, accepts }];
    });
  }

  /** Adds a sheet; see `addSheet`. @returns Its ID. */
  createSheet(name?: string, index?: number, user?: string): number {
    checkMayEdit(this.#document.rights, this.#person(user));
    return this.#document.edit((workbook) => addSheet(workbook, name, index).id);
  }

  renameSheet(name: string, newName: string, user?: string): void {
    this.#inSheet(name, user, (workbook, sheet) => renameSheet(workbook, sheet, newName));
  }

  deleteSheet(name: string, user?: string): void {
    this.#inSheet(name, user, removeSheet);
  }

  /** @param index Place from 0, counted without the moved sheet. */
  moveSheet(name: string, index: number, user?: string): void {
    this.#inSheet(name, user, (workbook, sheet) => moveSheet(workbook, sheet, index));
  }

  hideSheet(name: string, user?: string): void {
    this.#inSheet(name, user, hideSheet);
  }

  /** Makes a sheet the active one. */
  activate(name: string): void {
    this.#inSheet(name, undefined, (workbook, sheet) => {
      workbook.activeSheetId = sheet.id;
      sheet.isHidden = false;
      workbook.noteChange(sheet.id);
    });
  }

  /** Puts empty rows in before a row. */
  insertRows(name: string, before: number, count = 1, user?: string): void {
    this.#changeLines(name, user, { axis: 'row', at: before, count });
  }

  deleteRows(name: string, first: number, count = 1, user?: string): void {
    this.#changeLines(name, user, { axis: 'row', at: first, count: -count });
  }

  /** Puts empty columns in before a column, counted from 1. */
  insertColumns(name: string, before: number, count = 1, user?: string): void {
    this.#changeLines(name, user, { axis: 'column', at: before, count });
  }

  deleteColumns(name: string, first: number, count = 1, user?: string): void {
    this.#changeLines(name, user, { axis: 'column', at: first, count: -count });
  }

  #changeLines(name: string, user: string | undefined, change: LineChange): void {
    this.#inSheet(name, user, (workbook, sheet) => changeLines(workbook, sheet, change));
  }

  #person(user: string | undefined): string {
    return user ?? this.#document.owner;
  }

  #inSheet(name: string, user: string | undefined, change: (workbook: Workbook, sheet: Sheet) => void): void {
    this.#document.edit((workbook) => {
      const sheet = workbook.sheetNamed(name);
      if (sheet === undefined) throw new RangeError(`There is no sheet named ${name}`);
      checkSheetEditable(this.#document.rights, this.#person(user), sheet);
      change(workbook, sheet);
    });
  }

  #inBlock(a1: string, user: string | undefined, change: BlockChange): void {
    this.#document.edit((workbook) => {
      const { sheet, block } = locate(workbook, a1);
      checkEditable(this.#document.rights, this.#person(user), sheet, block);
      change(workbook, sheet, block);
    });
  }
}

type BlockChange = (workbook: Workbook, sheet: Sheet, block: ReturnType<typeof locate>['block']) => void;
