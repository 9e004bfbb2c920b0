import type { CallContext } from '../bridge';
import { HostError } from '../host-errors';
import { checkEditable, checkMayEdit, checkSheetEditable } from '../world/spreadsheet/editing-rights';
import { covers, type Rectangle } from '../world/spreadsheet/rectangle';
import type { Sheet } from '../world/spreadsheet/sheet';
import type { SpreadsheetDocument } from '../world/spreadsheet/spreadsheet-document';
import type { Workbook } from '../world/spreadsheet/workbook';
import type { WorkbookEdit, WriteBuffer } from '../world/spreadsheet/write-buffer';

/** A sheet as the realm names it. */
export interface SheetTarget {
  readonly sheetId: number;
}

/** A block of cells as the realm names it. */
export interface RangeTarget extends SheetTarget, Rectangle {}

/**
 * The spreadsheet of the script.
 *
 * @throws {HostError} E36 when it was deleted.
 */
export function documentOf({ document, world }: CallContext): SpreadsheetDocument {
  if (document === null) throw new HostError('The script is not attached to a spreadsheet.');
  if (!world.documents.has(document.id)) throw missingDocument(document.id);
  return document;
}

/** E36. */
export function missingDocument(id: string): HostError {
  return new HostError(`Document ${id} is missing (perhaps it was deleted, or you don't have read access?)`);
}

function bufferOf(context: CallContext): WriteBuffer {
  return documentOf(context).bufferOf(context.execution);
}

/** The workbook as this execution made it, without committing anything: for handles. */
export function viewOf(context: CallContext): Workbook {
  return bufferOf(context).view;
}

/** The workbook for a read, which first makes this execution's writes permanent (fact S19). */
export function committed(context: CallContext): Workbook {
  bufferOf(context).flush();
  return documentOf(context).workbook;
}

/** Makes this execution's writes permanent and notes how many cells that concerned. */
export function flush(context: CallContext): undefined {
  const buffer = bufferOf(context);
  context.execution.note({ cells: buffer.pendingCells() });
  buffer.flush();
}

/** Makes an edit that concerns the spreadsheet as a whole. */
export function editDocument(context: CallContext, edit: WorkbookEdit): undefined {
  checkMayEdit(documentOf(context).rights, context.user);
  bufferOf(context).add(0, edit);
}

/** Makes an edit that concerns a sheet as such. */
export function editSheet(
  context: CallContext,
  { sheetId }: SheetTarget,
  edit: (workbook: Workbook, sheet: Sheet) => void,
): undefined {
  checkSheetEditable(documentOf(context).rights, context.user, viewOf(context).sheet(sheetId));
  bufferOf(context).add(0, (workbook) => edit(workbook, workbook.sheet(sheetId)));
}

/** A change of cells that can be made in parts. */
type BlockEdit = (workbook: Workbook, sheet: Sheet, block: Rectangle) => void;

/**
 * Changes the cells of a block.
 *
 * @param tearing `whole` for an edit that cannot be made in parts, whatever the emulator is told.
 * @throws {HostError} E32 where they are protected.
 */
export function editBlock(
  context: CallContext,
  target: RangeTarget,
  edit: BlockEdit,
  tearing: 'torn' | 'whole' = 'torn',
): undefined {
  const block = checkedBlock(context, target);
  checkBlockEditable(context, target.sheetId, block);
  const cells = block.rows * block.columns;
  context.cells(0, cells);
  bufferOf(context).addAll(
    cells,
    (tearing === 'whole' ? [block] : partsOf(context, block)).map(
      (part) => (workbook) => edit(workbook, workbook.sheet(target.sheetId), part),
    ),
  );
}

/** Refuses an edit of protected cells. @throws {HostError} E32. */
export function checkBlockEditable(context: CallContext, sheetId: number, block: Rectangle): void {
  checkEditable(documentOf(context).rights, context.user, viewOf(context).sheet(sheetId), block);
}

/** Parts of one write that a kill may separate, when the emulator is told to tear big writes. */
const TORN_PARTS = 4;

function partsOf({ world }: CallContext, block: Rectangle): readonly Rectangle[] {
  if (world.switches.bigWrite === 'whole' || block.rows < TORN_PARTS) return [block];
  const size = Math.ceil(block.rows / TORN_PARTS);
  const parts: Rectangle[] = [];
  for (let offset = 0; offset < block.rows; offset += size) {
    parts.push({ ...block, row: block.row + offset, rows: Math.min(size, block.rows - offset) });
  }
  return parts;
}

/** The block of a range, as long as the sheet still has its cells. @throws {HostError} E30 otherwise. */
export function checkedBlock(context: CallContext, target: RangeTarget): Rectangle {
  const { row, column, rows, columns } = target;
  const block = { row, column, rows, columns };
  if (!covers(viewOf(context).sheet(target.sheetId).bounds, block)) throw outsideSheet();
  return block;
}

/** E30. */
export function outsideSheet(): HostError {
  return new HostError('The coordinates of the range are outside the dimensions of the sheet.');
}
