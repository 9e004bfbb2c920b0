import type { LineChange, Rectangle } from './a1';
import type { SpreadsheetDocument } from './document';
import * as edits from './edits';
import { locate, type Sheet, type Workbook } from './workbook';

/** What a cell with data validation accepts. */
type AcceptedInput =
  | { readonly kind: 'one-of'; readonly values: readonly unknown[] }
  | { readonly kind: 'number-between'; readonly least: number; readonly most: number };

/** What the owner does at the keyboard; see `editorOf`. */
export type DocumentEditor = ReturnType<typeof editorOf>;

/**
 * What the owner does at the keyboard, outside any execution, permanent at once. Blocks are A1 notation with the sheet's
 * name; rows, columns and indexes of `moveSheet` count from 1 and from 0.
 */
export function editorOf(document: SpreadsheetDocument) {
  const inSheet = <Result>(name: string, change: (workbook: Workbook, sheet: Sheet) => Result): Result =>
    document.edit((workbook) => {
      const sheet = workbook.sheetNamed(name);
      if (sheet === undefined) throw new RangeError(`There is no sheet named ${name}`);
      return change(workbook, sheet);
    });
  const inBlock = (a1: string, change: (workbook: Workbook, sheet: Sheet, block: Rectangle) => void): void =>
    document.edit((workbook) => {
      const { sheet, block } = locate(workbook, a1);
      change(workbook, sheet, block);
    });
  const changeLines = (name: string, axis: LineChange['axis'], at: number, count: number): void =>
    inSheet(name, (workbook, sheet) => edits.changeLines(workbook, sheet, { axis, at, count }));
  return {
    /** Types a text into a cell: formulas, numbers and dates are recognised. @param user Instead of the owner. */
    type: (a1: string, text: string, user = document.owner) =>
      inBlock(a1, (workbook, sheet, { row, column }) => {
        const place = { row, column, rows: 1, columns: 1 };
        document.checkEditable(user, sheet, place);
        edits.writeInputs(workbook, sheet, place, [[text]]);
      }),
    /** Types rows of texts, the first at the block's first cell. */
    paste: (a1: string, rows: readonly (readonly string[])[]) =>
      inBlock(a1, (workbook, sheet, { row, column }) => {
        const block = { row, column, rows: rows.length, columns: rows[0]?.length ?? 0 };
        edits.writeInputs(workbook, sheet, block, rows);
      }),
    /** Empties cells (the Delete key). */
    clear: (a1: string) => inBlock(a1, edits.clearContents),
    setNote: (a1: string, note: string) =>
      inBlock(a1, (workbook, sheet, block) =>
        edits.decorateCells(workbook, sheet, block, (cell) => ({ ...cell, note })),
      ),
    setNumberFormat: (a1: string, format: string) =>
      inBlock(a1, (workbook, sheet, block) =>
        edits.decorateCells(workbook, sheet, block, (cell) => ({ ...cell, format })),
      ),
    merge: (a1: string) => inBlock(a1, edits.mergeBlock),
    unmerge: (a1: string) => inBlock(a1, edits.unmergeBlock),
    /** Puts a filter on a block whose first row is its heading, in place of any other of the sheet. */
    filter: (a1: string) => inBlock(a1, edits.putFilter),
    /** Has the sheet's filter hide rows by what a column shows. */
    filterOut: (name: string, column: number, texts: readonly string[]) =>
      inSheet(name, (workbook, sheet) => edits.filterColumn(workbook, sheet, column, texts)),
    hideRows: (name: string, first: number, count = 1) =>
      inSheet(name, (workbook, sheet) => {
        for (let row = first; row < first + count; row += 1) sheet.hiddenRows.add(row);
        workbook.noteChange(sheet.id);
      }),
    /** Cuts a block and pastes it in its sheet, its first cell in `row` and `column`. */
    cut: (a1: string, to: { readonly row: number; readonly column: number }) =>
      inBlock(a1, (workbook, sheet, block) => edits.cutBlock(workbook, sheet, block, to)),
    /** Drags whole rows to before another row. */
    moveRows: (name: string, first: number, count: number, before: number) =>
      inSheet(name, (workbook, sheet) => edits.moveRows(workbook, sheet, first, count, before)),
    /** Sorts the rows of a block by one column of the sheet. */
    sort: (a1: string, column: number, isAscending = true) =>
      inBlock(a1, (workbook, sheet, block) => edits.sortBlock(workbook, sheet, block, column, isAscending)),
    nameRange: (name: string, a1: string) =>
      inBlock(a1, (workbook, sheet, block) => edits.nameBlock(workbook, name, sheet, block)),
    deleteName: (name: string) => document.edit((workbook) => edits.removeName(workbook, name)),
    /** Lets only some people edit a block, besides the owner. It does not grow; see `protectSheet`. */
    protect: (a1: string, editors: readonly string[] = []) =>
      inBlock(a1, (_, sheet, block) => {
        sheet.protections = [...sheet.protections, { block, editors, wholeSheet: false }];
      }),
    /** Lets only some people edit a sheet, besides the owner. */
    protectSheet: (name: string, editors: readonly string[] = []) =>
      inSheet(name, (_, sheet) => {
        sheet.protections = [...sheet.protections, { block: sheet.bounds, editors, wholeSheet: true }];
      }),
    /** Sets data validation that rejects what it does not accept. */
    validate: (a1: string, accepted: AcceptedInput) =>
      inBlock(a1, (_, sheet, block) => {
        const accepts = (value: unknown) =>
          accepted.kind === 'one-of'
            ? accepted.values.includes(value)
            : typeof value === 'number' && value >= accepted.least && value <= accepted.most;
        sheet.validations = [...sheet.validations, { block, accepts }];
      }),
    /** Adds a sheet. @returns Its ID. */
    createSheet: (name?: string, index?: number) =>
      document.edit((workbook) => edits.addSheet(workbook, name, index).id),
    renameSheet: (name: string, newName: string) =>
      inSheet(name, (workbook, sheet) => edits.renameSheet(workbook, sheet, newName)),
    deleteSheet: (name: string) => inSheet(name, edits.removeSheet),
    /** @param index Place among the sheets, counted without the moved one. */
    moveSheet: (name: string, index: number) =>
      inSheet(name, (workbook, sheet) => {
        workbook.sheets.splice(workbook.sheets.indexOf(sheet), 1);
        workbook.sheets.splice(index, 0, sheet);
        workbook.noteChange(sheet.id);
      }),
    hideSheet: (name: string) => inSheet(name, edits.hideSheet),
    /** Puts empty rows in before a row. */
    insertRows: (name: string, before: number, count = 1) => changeLines(name, 'row', before, count),
    deleteRows: (name: string, first: number, count = 1) => changeLines(name, 'row', first, -count),
    /** Puts empty columns in before a column. */
    insertColumns: (name: string, before: number, count = 1) => changeLines(name, 'column', before, count),
    deleteColumns: (name: string, first: number, count = 1) => changeLines(name, 'column', first, -count),
  };
}
