import type { CallContext, CellInput, HostHandlers } from '../bridge';
import { HostError } from '../host-errors';
import { alike, decorateCells } from '../world/spreadsheet/edit-cells';
import { changeLines, linesTouch } from '../world/spreadsheet/edit-lines';
import { hideSheet, renameSheet } from '../world/spreadsheet/edit-sheets';
import type { LineChange } from '../world/spreadsheet/rectangle';
import type { Sheet } from '../world/spreadsheet/sheet';
import { clearContents, writeInputs } from '../world/spreadsheet/write-inputs';
import {
  checkBlockEditable,
  committed,
  documentOf,
  editBlock,
  editDocument,
  editSheet,
  type SheetTarget,
  viewOf,
} from './document-access';
import { rangeByNumbers, rangeByText } from './range-address';
import { sheetLookHandlers } from './sheet-look';

/** Sheet. */
export const sheetHandlers: HostHandlers = {
  'Sheet.getSheetId': (context, { sheetId }: SheetTarget) => viewOf(context).sheet(sheetId).id,
  'Sheet.getName': (context, target) => reading(context, target).name,
  'Sheet.setName': (context, target, name: string) =>
    editSheet(context, target, (workbook, sheet) => renameSheet(workbook, sheet, name)),
  'Sheet.getIndex': (context, { sheetId }: SheetTarget) =>
    committed(context).sheets.findIndex(({ id }) => id === sheetId) + 1,
  'Sheet.getMaxRows': (context, target) => reading(context, target).grid.maxRows,
  'Sheet.getMaxColumns': (context, target) => reading(context, target).grid.maxColumns,
  'Sheet.getLastRow': (context, target) => reading(context, target).grid.lastRow(),
  'Sheet.getLastColumn': (context, target) => reading(context, target).grid.lastColumn(),
  'Sheet.getRange': (context, target: SheetTarget, ...address: (string | number)[]) => {
    const workbook = viewOf(context);
    const sheet = workbook.sheet(target.sheetId);
    const [first, column, rows, columns] = address;
    if (typeof first === 'string') return { ...rangeByText(workbook, sheet, first) };
    return { ...rangeByNumbers(sheet, Number(first), Number(column), numberOr1(rows), numberOr1(columns)) };
  },
  'Sheet.getRangeList': (context, target: SheetTarget, notations: string[]) => {
    const workbook = viewOf(context);
    const sheet = workbook.sheet(target.sheetId);
    return notations.map((notation) => ({ ...rangeByText(workbook, sheet, notation) }));
  },
  'Sheet.getDataRange': (context, target) => {
    const sheet = reading(context, target);
    const rows = Math.max(1, sheet.grid.lastRow());
    return { ...rangeByNumbers(sheet, 1, 1, rows, Math.max(1, sheet.grid.lastColumn())) };
  },
  'Sheet.insertRowsBefore': (context, target, before: number, count: number) =>
    insertLines(context, target, 'row', before, count),
  'Sheet.insertRowsAfter': (context, target, after: number, count: number) =>
    insertLines(context, target, 'row', after + 1, count),
  'Sheet.insertColumnsBefore': (context, target, before: number, count: number) =>
    insertLines(context, target, 'column', before, count),
  'Sheet.insertColumnsAfter': (context, target, after: number, count: number) =>
    insertLines(context, target, 'column', after + 1, count),
  'Sheet.deleteRows': (context, target, first: number, count: number) =>
    deleteLines(context, target, 'row', first, count),
  'Sheet.deleteColumns': (context, target, first: number, count: number) =>
    deleteLines(context, target, 'column', first, count),
  'Sheet.hideSheet': (context, target) => editSheet(context, target, hideSheet),
  'Sheet.showSheet': (context, target) =>
    editSheet(context, target, (workbook, sheet) => {
      sheet.isHidden = false;
      workbook.noteChange(sheet.id);
    }),
  'Sheet.isSheetHidden': (context, target) => reading(context, target).isHidden,
  'Sheet.activate': (context, target: SheetTarget) => activate(context, target.sheetId),
  ...sheetLookHandlers,
  'Sheet.clear': (context, target) => clearSheet(context, target, true, true),
  'Sheet.clearContents': (context, target) => clearSheet(context, target, true, false),
  'Sheet.clearFormats': (context, target) => clearSheet(context, target, false, true),
  'Sheet.appendRow': (context, target: SheetTarget, values: CellInput[]) =>
    appendRow(context, target, values),
};

function reading(context: CallContext, { sheetId }: SheetTarget): Sheet {
  return committed(context).sheet(sheetId);
}

function numberOr1(value: string | number | undefined): number {
  return value === undefined ? 1 : Number(value);
}

/** Makes a sheet the active one; a hidden sheet is shown. */
export function activate(context: CallContext, sheetId: number): undefined {
  editDocument(context, (workbook) => {
    const sheet = workbook.sheet(sheetId);
    workbook.activeSheetId = sheet.id;
    sheet.isHidden = false;
    workbook.noteChange(sheet.id);
  });
}

function insertLines(
  context: CallContext,
  target: SheetTarget,
  axis: LineChange['axis'],
  at: number,
  count: number,
): undefined {
  const { maxRows, maxColumns } = viewOf(context).sheet(target.sheetId).grid;
  const lines = axis === 'row' ? maxRows : maxColumns;
  if (at < 1 || at > lines + 1) throw new HostError(`Those ${axis}s are out of bounds.`);
  if (count < 1) throw new HostError(`The number of ${axis}s to insert must be at least 1.`);
  resize(context, target, { axis, at, count });
}

function deleteLines(
  context: CallContext,
  target: SheetTarget,
  axis: LineChange['axis'],
  first: number,
  count: number,
): undefined {
  const { maxRows, maxColumns } = viewOf(context).sheet(target.sheetId).grid;
  const lines = axis === 'row' ? maxRows : maxColumns;
  if (first < 1 || count < 1 || first + count - 1 > lines)
    throw new HostError(`Those ${axis}s are out of bounds.`);
  resize(context, target, { axis, at: first, count: -count });
}

/** Protected cells may move, but not be taken out or pulled apart (assumed). */
function resize(context: CallContext, target: SheetTarget, change: LineChange): undefined {
  for (const { block } of viewOf(context).sheet(target.sheetId).protections) {
    if (linesTouch(block, change)) checkBlockEditable(context, target.sheetId, block);
  }
  editSheet(context, target, (workbook, sheet) => changeLines(workbook, sheet, change));
}

function clearSheet(
  context: CallContext,
  target: SheetTarget,
  contents: boolean,
  formats: boolean,
): undefined {
  const { bounds, grid } = viewOf(context).sheet(target.sheetId);
  checkBlockEditable(context, target.sheetId, bounds);
  const used = { ...bounds, rows: Math.max(1, grid.touchedRows()) };
  editBlock(
    context,
    { sheetId: target.sheetId, ...used },
    (workbook, sheet, block) => {
      if (contents) clearContents(workbook, sheet, block);
      if (!formats) return;
      decorateCells(
        workbook,
        sheet,
        block,
        alike((cell) => ({ ...cell, format: '', style: undefined })),
      );
    },
    'whole',
  );
}

/** Adds a row below the last one with content; the sheet grows when it is full. */
function appendRow(context: CallContext, { sheetId }: SheetTarget, values: CellInput[]): undefined {
  const row = viewOf(context).sheet(sheetId).grid.lastRow() + 1;
  context.cells(0, values.length);
  checkBlockEditable(context, sheetId, { row, column: 1, rows: 1, columns: values.length });
  documentOf(context)
    .bufferOf(context.execution)
    .add(values.length, (workbook) => {
      const sheet = workbook.sheet(sheetId);
      const { maxRows, maxColumns } = sheet.grid;
      if (row > maxRows) changeLines(workbook, sheet, { axis: 'row', at: maxRows + 1, count: 1 });
      const missing = values.length - maxColumns;
      if (missing > 0) changeLines(workbook, sheet, { axis: 'column', at: maxColumns + 1, count: missing });
      writeInputs(workbook, sheet, { row, column: 1, rows: 1, columns: values.length }, [values]);
    });
}
