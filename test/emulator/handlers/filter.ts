import type { HostHandlers } from '../bridge';
import { HostError } from '../host-errors';
import { filterColumn, hideRows, putFilter, removeFilter } from '../world/spreadsheet/hidden-rows';
import { covers, singleCell } from '../world/spreadsheet/rectangle';
import {
  committed,
  editSheet,
  outsideSheet,
  type RangeTarget,
  type SheetTarget,
  viewOf,
} from './document-access';

/** What hides rows of a Sheet: its filter, of which there is one at most, and people. */
export const filterHandlers: HostHandlers = {
  'Sheet.getFilter': (context, { sheetId }: SheetTarget) => {
    const { filter } = committed(context).sheet(sheetId);
    return filter === undefined ? null : { ...filter, sheetId };
  },
  'Range.createFilter': (context, { sheetId, ...block }: RangeTarget) => {
    editSheet(context, { sheetId }, (workbook, sheet) => {
      if (sheet.filter !== undefined) {
        throw new HostError("You can't create a filter in a sheet that already has a filter.");
      }
      putFilter(workbook, sheet, block);
    });
  },
  'Filter.remove': (context, target: SheetTarget) => editSheet(context, target, removeFilter),
  'Filter.setColumnFilterCriteria': (context, target: SheetTarget, column: number, hidden: string[]) => {
    const { filter } = viewOf(context).sheet(target.sheetId);
    if (filter === undefined || !covers(filter, singleCell(filter.row, column))) throw outsideSheet();
    return editSheet(context, target, (workbook, sheet) => filterColumn(workbook, sheet, column, hidden));
  },
  'Sheet.hideRows': (context, target: SheetTarget, first: number, count = 1) => {
    checkRows(viewOf(context).sheet(target.sheetId).grid.maxRows, first, count);
    return editSheet(context, target, (workbook, sheet) => hideRows(workbook, sheet, first, count));
  },
  'Sheet.showRows': (context, target: SheetTarget, first: number, count = 1) => {
    checkRows(viewOf(context).sheet(target.sheetId).grid.maxRows, first, count);
    return editSheet(context, target, (workbook, sheet) => hideRows(workbook, sheet, first, count, false));
  },
  'Sheet.isRowHiddenByFilter': (context, { sheetId }: SheetTarget, row: number) =>
    committed(context).sheet(sheetId).filteredRows.has(row),
  'Sheet.isRowHiddenByUser': (context, { sheetId }: SheetTarget, row: number) =>
    committed(context).sheet(sheetId).hiddenRows.has(row),
};

function checkRows(rows: number, first: number, count: number): void {
  if (first < 1 || count < 1 || first + count - 1 > rows) throw outsideSheet();
}
