import type { Book } from '../book';
import type { LineChange } from './a1';
import type { Cell } from './cells';
import * as edits from './edits';
import { locate, type Place, type Sheet, type Workbook } from './workbook';

/** What the owner does at the keyboard; see `editorOf`. */
export type DocumentEditor = ReturnType<typeof editorOf>;

/**
 * What the owner does at the keyboard, outside any execution, permanent at once. Blocks are A1 notation with the sheet's
 * name. Rows and columns count from 1, places among the sheets from 0.
 */
export function editorOf(book: Book) {
  const inSheet = <Result>(name: string, change: (sheet: Sheet, workbook: Workbook) => Result): Result =>
    book.edit((workbook) => {
      const sheet = workbook.sheetNamed(name);
      if (sheet === undefined) throw new RangeError(`There is no sheet named ${name}`);
      return change(sheet, workbook);
    });
  const inBlock = (a1: string, change: (sheet: Sheet, block: Place, workbook: Workbook) => void): void =>
    book.edit((workbook) => {
      const { sheet, block } = locate(workbook, a1);
      change(sheet, block, workbook);
    });
  const decorate = (a1: string, looks: Partial<Cell>): void =>
    inBlock(a1, ({ grid }, block) => grid.update(block, (cell) => ({ ...cell, ...looks })));
  /** Types rows of texts, the first at the block's first cell. */
  const paste = (a1: string, rows: readonly (readonly string[])[], user = book.owner): void =>
    inBlock(a1, (sheet, { row, column }) => {
      const block = { row, column, rows: rows.length, columns: rows[0]?.length ?? 0 };
      book.checkEditable(user, sheet, block);
      edits.writeInputs(sheet, block, rows, book.settings);
    });
  const changeLines = (name: string, axis: LineChange['axis'], at: number, count: number): void =>
    inSheet(name, (sheet, workbook) => edits.changeLines(workbook, sheet, { axis, at, count }));
  return {
    /** Types a text into a cell: formulas, numbers and dates are recognised. @param user Instead of the owner. */
    type: (a1: string, text: string, user?: string) => paste(a1, [[text]], user),
    paste,
    /** Empties cells (the Delete key). */
    clear: (a1: string) => inBlock(a1, edits.clearContents),
    setNote: (a1: string, note: string) => decorate(a1, { note }),
    setNumberFormat: (a1: string, format: string) => decorate(a1, { format }),
    merge: (a1: string) => inBlock(a1, edits.mergeBlock),
    unmerge: (a1: string) => inBlock(a1, edits.unmergeBlock),
    /** Puts a filter on a block whose first row is its heading, in place of any other of the sheet. */
    filter: (a1: string) => inBlock(a1, (sheet, filter) => Object.assign(sheet, { filter })),
    /** Sorts the rows of a block by one column of the sheet. */
    sort: (a1: string, column: number, isAscending = true) =>
      inBlock(a1, (sheet, block) => edits.sortBlock(sheet, block, column, isAscending)),
    nameRange: (name: string, a1: string) =>
      inBlock(a1, (_, block, workbook) => edits.nameBlock(workbook, name, block)),
    deleteName: (name: string) =>
      book.edit(({ names }) => {
        if (!names.delete(name)) throw new RangeError(`There is no name ${name}`);
      }),
    /** Lets only the owner edit a block. It does not grow; see `protectSheet`. */
    protect: (a1: string) =>
      inBlock(a1, (sheet, block) => {
        sheet.protections = [...sheet.protections, block];
      }),
    protectSheet: (name: string) => inSheet(name, (sheet) => Object.assign(sheet, { isProtected: true })),
    /** Sets data validation that rejects all but these texts. */
    validate: (a1: string, offered: readonly string[]) =>
      inBlock(a1, (sheet, block) => {
        sheet.validations = [...sheet.validations, { ...block, offered, isStrict: true }];
      }),
    /** Adds a sheet. @returns Its ID. */
    createSheet: (name: string, index?: number) =>
      book.edit((workbook) => edits.addSheet(workbook, name, index).id),
    renameSheet: (name: string, newName: string) =>
      inSheet(name, (sheet, workbook) => edits.renameSheet(workbook, sheet, newName)),
    deleteSheet: (name: string) => inSheet(name, (sheet, workbook) => edits.removeSheet(workbook, sheet)),
    /** @param index Place among the sheets, counted without the moved one. */
    moveSheet: (name: string, index: number) =>
      inSheet(name, (sheet, { sheets }) => {
        sheets.splice(sheets.indexOf(sheet), 1);
        sheets.splice(index, 0, sheet);
      }),
    hideSheet: (name: string) => inSheet(name, (sheet, workbook) => edits.hideSheet(workbook, sheet)),
    /** Puts empty rows in before a row. */
    insertRows: (name: string, before: number, count = 1) => changeLines(name, 'row', before, count),
    deleteRows: (name: string, first: number, count = 1) => changeLines(name, 'row', first, -count),
    /** Puts empty columns in before a column. */
    insertColumns: (name: string, before: number, count = 1) => changeLines(name, 'column', before, count),
    deleteColumns: (name: string, first: number, count = 1) => changeLines(name, 'column', first, -count),
  };
}
