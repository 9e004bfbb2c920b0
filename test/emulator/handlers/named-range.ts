import type { CallContext, HostHandlers } from '../bridge';
import { findName, nameBlock, removeName, renameName } from '../world/spreadsheet/named-ranges';
import type { NamedRange } from '../world/spreadsheet/workbook';
import { committed, editDocument, type RangeTarget } from './document-access';

/** Spreadsheet and NamedRange, as far as names of blocks go. */
export const namedRangeHandlers: HostHandlers = {
  'Spreadsheet.setNamedRange': (context, _target: null, name: string, place: RangeTarget) =>
    giveName(context, name, place),
  'Spreadsheet.removeNamedRange': (context, _target: null, name: string) =>
    editDocument(context, (workbook) => removeName(workbook, name)),
  'Spreadsheet.getRangeByName': (context, _target: null, name: string) => {
    const named = committed(context).names.get(name.toLowerCase());
    return named === undefined ? null : target(named);
  },
  'Spreadsheet.getNamedRanges': (context) => [...committed(context).names.values()].map(({ name }) => name),
  'NamedRange.getRange': (context, name: string) => target(findName(committed(context), name)),
  'NamedRange.setName': (context, name: string, newName: string) =>
    editDocument(context, (workbook) => renameName(workbook, name, newName)),
  'NamedRange.setRange': (context, name: string, place: RangeTarget) => giveName(context, name, place),
  'NamedRange.remove': (context, name: string) =>
    editDocument(context, (workbook) => removeName(workbook, name)),
};

function giveName(context: CallContext, name: string, { sheetId, ...place }: RangeTarget): undefined {
  const { row, column, rows, columns } = place;
  editDocument(context, (workbook) =>
    nameBlock(workbook, name, workbook.sheet(sheetId), { row, column, rows, columns }),
  );
}

/** A block as the realm takes it. */
function target({ sheetId, block }: NamedRange) {
  return { sheetId, ...block };
}
