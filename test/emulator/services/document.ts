import { covers, type Rectangle } from '../spreadsheet/a1';
import type { SpreadsheetDocument, WorkbookEdit } from '../spreadsheet/document';
import { outsideSheet } from '../spreadsheet/edits';
import type { Sheet, Workbook } from '../spreadsheet/workbook';
import { HostError } from '../values';
import { running } from './kind';

/* How the running execution sees and edits its spreadsheet. */

/** A block of cells, and the sheet that it is of. */
export interface Place extends Rectangle {
  readonly sheetId: number;
}

/** Makes a Sheet of an ID: `spreadsheet-app.ts`, which needs what this folder's other files make, says how. */
export const sheets = {
  make: (id: number): object => {
    throw new Error(`No sheets yet: ${id}`);
  },
};

/** The spreadsheet of the script. @throws {HostError} when it was deleted. */
export function documentOf(): SpreadsheetDocument {
  const { request, world } = running();
  const { id } = request.document;
  if (world.documents.has(id)) return request.document;
  throw new HostError(`Document ${id} is missing (perhaps it was deleted, or you don't have read access?)`);
}

/** The workbook as this execution made it, without committing anything: for handles. */
export function viewOf(): Workbook {
  documentOf();
  return running().writes.view;
}

/** The workbook for a read, which first makes this execution's writes permanent. */
export function committed(): Workbook {
  documentOf();
  running().writes.flush();
  return documentOf().workbook;
}

/** Makes an edit that concerns the spreadsheet as a whole. */
export function editDocument(edit: WorkbookEdit): void {
  documentOf().checkEditable(running().user);
  running().writes.add(edit);
}

/** Makes an edit that concerns a sheet as such. */
export function editSheet(sheetId: number, edit: (workbook: Workbook, sheet: Sheet) => void): void {
  documentOf().checkEditable(running().user, viewOf().sheet(sheetId));
  running().writes.add((workbook) => edit(workbook, workbook.sheet(sheetId)));
}

/** Changes the cells of a block. @throws {HostError} beyond the sheet, and where they are protected. */
export function editBlock(
  place: Place,
  edit: (workbook: Workbook, sheet: Sheet, block: Rectangle) => void,
): void {
  const { sheetId } = place;
  const block = checkedBlock(place);
  documentOf().checkEditable(running().user, viewOf().sheet(sheetId), block);
  running().cells(0, block.rows * block.columns);
  running().writes.add((workbook) => edit(workbook, workbook.sheet(sheetId), block));
}

/** The block of a range, as long as the sheet still has its cells. @throws {HostError} otherwise. */
export function checkedBlock({ sheetId, row, column, rows, columns }: Place): Rectangle {
  const block = { row, column, rows, columns };
  if (!covers(viewOf().sheet(sheetId).bounds, block)) throw outsideSheet();
  return block;
}
