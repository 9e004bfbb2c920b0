import type { CallContext, HostHandlers } from '../bridge';
import { covers, singleCell } from '../world/spreadsheet/rectangle';
import type { Sheet } from '../world/spreadsheet/sheet';
import { documentOf, type RangeTarget, type SheetTarget, viewOf } from './document-access';
import { activate } from './sheet';

/** What the person at the keyboard has selected. */
export const selectionHandlers: HostHandlers = {
  'Spreadsheet.getActiveSheet': (context) => ({ sheetId: activeSheet(context).id }),
  'Spreadsheet.getActiveRange': (context) => activeRange(context, activeSheet(context)),
  'Spreadsheet.getCurrentCell': (context) => currentCell(context, activeSheet(context)),
  'Sheet.getActiveRange': (context, { sheetId }: SheetTarget) =>
    activeRange(context, viewOf(context).sheet(sheetId)),
  'Sheet.getCurrentCell': (context, { sheetId }: SheetTarget) =>
    currentCell(context, viewOf(context).sheet(sheetId)),
  'Range.activate': (context, { sheetId, ...block }: RangeTarget) => {
    activate(context, sheetId);
    const cell = singleCell(block.row, block.column);
    context.world.ui.select(documentOf(context).id, context.user, { sheetId, block, cell });
  },
};

/** In a formula the sheet of its own cell. Fact F11. */
function activeSheet(context: CallContext): Sheet {
  const workbook = viewOf(context);
  return workbook.sheet(context.execution.cell?.sheetId ?? workbook.activeSheetId);
}

function activeRange(context: CallContext, sheet: Sheet): { [member: string]: number } {
  return { ...(ownCell(context, sheet) ?? selected(context, sheet).block), sheetId: sheet.id };
}

function currentCell(context: CallContext, sheet: Sheet): { [member: string]: number } {
  return { ...(ownCell(context, sheet) ?? selected(context, sheet).cell), sheetId: sheet.id };
}

/** In a formula its own cell (fact F11). */
function ownCell({ execution }: CallContext, sheet: Sheet) {
  const { cell } = execution;
  return cell?.sheetId === sheet.id ? singleCell(cell.row, cell.column) : undefined;
}

/** The first cell of a sheet in which nobody selected anything, or whose selected cells are gone (assumed). */
function selected(context: CallContext, sheet: Sheet) {
  const selection = context.world.ui.selectionOf(documentOf(context).id, context.user);
  const isThere = selection?.sheetId === sheet.id && covers(sheet.bounds, selection.block);
  return isThere ? selection : { block: singleCell(1, 1), cell: singleCell(1, 1) };
}
