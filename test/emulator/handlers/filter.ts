import type { HostHandlers } from '../bridge';
import { HostError } from '../host-errors';
import { committed, editSheet, type RangeTarget, type SheetTarget } from './document-access';

/** The filter of a Sheet: there is one at most. What it hides is not emulated. */
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
      sheet.filter = block;
      workbook.noteChange(sheet.id);
    });
  },
  'Filter.remove': (context, target: SheetTarget) =>
    editSheet(context, target, (workbook, sheet) => {
      sheet.filter = undefined;
      workbook.noteChange(sheet.id);
    }),
};
