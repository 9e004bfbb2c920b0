import { mergeWorksheetSnapshotWithDefault, type Worksheet } from '@univerjs/core';
import type { BlockView, NamedRangeView, SelectionCall, SheetView } from '../protocol';
import type { Grid } from './grid';
import type { SheetIds } from './sheet-ids';
import { cellMatrix, columnData, freezeOf, rowData, unitSheetId, worksheetData } from './workbook-data';

/** Shows what changed in the document of record. */
export class Patches {
  readonly #grid: Grid;
  readonly #ids: SheetIds;

  constructor(grid: Grid, ids: SheetIds) {
    this.#grid = grid;
    this.#ids = ids;
  }

  /** Puts cells in place: one mutation a block, whatever its size. */
  cells(blocks: readonly BlockView[]): void {
    const styles = this.#grid.workbook().getStyles();
    for (const block of blocks) {
      const subUnitId = this.#ids.unitSheet(block.sheetId);
      if (subUnitId === undefined) continue;
      const worksheet = this.#grid.worksheet(subUnitId);
      const cellValue = cellMatrix(
        block,
        (style) => styles.setValue(style) ?? style,
        (row, column) => worksheet?.getCellRaw(row, column),
      );
      this.#grid.run('sheet.mutation.set-range-values', { subUnitId, cellValue });
      const grown = rowData(block);
      if (Object.keys(grown).length > 0)
        this.#grid.run('sheet.mutation.set-row-data', { subUnitId, rowData: grown });
    }
  }

  /** Makes tabs, their names, sizes and frozen parts agree with the list. */
  sheets(sheets: readonly SheetView[]): void {
    for (const [index, sheet] of sheets.entries()) {
      const unitSheet = this.#ids.unitSheet(sheet.sheetId);
      if (unitSheet === undefined) this.#insert(sheet, index);
      else this.#update(unitSheet, sheet, index);
    }
    const kept = new Set(sheets.map((sheet) => sheet.sheetId));
    for (const worksheet of [...this.#grid.workbook().getSheets()]) {
      const subUnitId = worksheet.getSheetId();
      const sheetId = this.#ids.sheetId(subUnitId);
      if (sheetId === undefined || kept.has(sheetId)) continue;
      this.#ids.forget(subUnitId);
      this.#grid.run('sheet.mutation.remove-sheet', { subUnitId, subUnitName: worksheet.getName() });
    }
  }

  /** Brings a sheet to the front. */
  activate(sheetId: number): void {
    const subUnitId = this.#ids.unitSheet(sheetId);
    if (subUnitId !== undefined) this.#grid.run('sheet.operation.set-worksheet-active', { subUnitId });
  }

  /** Selects a cell of the sheet in front and brings it into view. */
  select({ row, column }: SelectionCall): void {
    const sheet = this.#grid.api.getActiveWorkbook()?.getActiveSheet();
    sheet?.getRange(row - 1, column - 1).activate();
    // With some cells before it: frozen ones would cover the first.
    sheet?.scrollToCell(Math.max(0, row - 6), Math.max(0, column - 4));
  }

  /** Makes the names that formulas may use agree with the list. The grid calculates what uses a changed one. */
  names(names: readonly NamedRangeView[]): void {
    const wanted = new Map(names.map(({ name, reference }) => [name, reference]));
    const book = this.#grid.api.getActiveWorkbook();
    for (const defined of book?.getDefinedNames() ?? []) {
      const reference = wanted.get(defined.getName());
      if (reference === undefined) defined.delete();
      else if (defined.getFormulaOrRefString() !== reference) defined.setFormula(reference);
      wanted.delete(defined.getName());
    }
    for (const [name, reference] of wanted) {
      this.#grid.forgetFormulasWith(name);
      book?.insertDefinedName(name, reference);
    }
  }

  #insert(sheet: SheetView, index: number): void {
    this.#ids.learn(unitSheetId(sheet.sheetId), sheet.sheetId);
    this.#grid.run('sheet.mutation.insert-sheet', {
      index,
      sheet: mergeWorksheetSnapshotWithDefault(worksheetData(sheet)),
    });
  }

  /** Lines that go are removed, not merely hidden beyond the edge: they would come back with their cells. */
  #resize(worksheet: Worksheet, { maxRows, maxColumns }: SheetView): void {
    const subUnitId = worksheet.getSheetId();
    const [rows, columns] = [worksheet.getRowCount(), worksheet.getColumnCount()];
    const whole = { startRow: 0, endRow: rows - 1, startColumn: 0, endColumn: columns - 1 };
    if (maxRows < rows) {
      this.#grid.run('sheet.mutation.remove-rows', { subUnitId, range: { ...whole, startRow: maxRows } });
    } else if (maxRows > rows) {
      this.#grid.run('sheet.mutation.set-worksheet-row-count', { subUnitId, rowCount: maxRows });
    }
    if (maxColumns < columns) {
      this.#grid.run('sheet.mutation.remove-col', {
        subUnitId,
        range: { ...whole, startColumn: maxColumns },
      });
    } else if (maxColumns > columns) {
      this.#grid.run('sheet.mutation.set-worksheet-column-count', { subUnitId, columnCount: maxColumns });
    }
  }

  #update(subUnitId: string, sheet: SheetView, index: number): void {
    const worksheet = this.#grid.worksheet(subUnitId);
    if (worksheet === undefined) return;
    const run = (mutation: string, params: object): void =>
      this.#grid.run(mutation, { subUnitId, ...params });
    if (worksheet.getName() !== sheet.name) run('sheet.mutation.set-worksheet-name', { name: sheet.name });
    if (Boolean(worksheet.isSheetHidden()) !== sheet.hidden) {
      run('sheet.mutation.set-worksheet-hidden', { hidden: Number(sheet.hidden) });
    }
    this.#resize(worksheet, sheet);
    if (sheet.columnWidths.some(([column, pixels]) => worksheet.getColumnWidth(column - 1) !== pixels)) {
      run('sheet.mutation.set-col-data', { columnData: columnData(sheet) });
    }
    const freeze = freezeOf(sheet);
    const shown = worksheet.getFreeze();
    if (shown.xSplit !== freeze.xSplit || shown.ySplit !== freeze.ySplit)
      run('sheet.mutation.set-frozen', freeze);
    const place = this.#grid.workbook().getSheetIndex(worksheet);
    if (place !== index) run('sheet.mutation.set-worksheet-order', { fromOrder: place, toOrder: index });
  }
}
