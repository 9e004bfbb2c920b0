import { type ArgumentType, callHost, checkArguments, refuseUnknownMembers } from '../realm';
import { block, createRange, type RangeHandle, rangeHandleOf } from './range';
import { createSheet, sheetIdOf } from './sheet';

/** Members that answer with a plain value. */
const GETTERS: readonly string[] = [
  'getId',
  'getName',
  'getUrl',
  'getSpreadsheetTimeZone',
  'getSpreadsheetLocale',
  'getNumSheets',
];

/** The script's `Spreadsheet`: there is no other one it may open. */
export function createSpreadsheet(): object {
  return refuseUnknownMembers('Spreadsheet', {
    toString: () => 'Spreadsheet',
    ...getters(),
    ...sheets,
    ...names,
    getRange(notation: string) {
      checkArguments('SpreadsheetApp.Spreadsheet.getRange', arguments, ['string']);
      return createRange(callHost('Spreadsheet.getRange', null, [notation]));
    },
    getActiveRange() {
      checkArguments('SpreadsheetApp.Spreadsheet.getActiveRange', arguments, []);
      return createRange(callHost('Spreadsheet.getActiveRange', null, []));
    },
    toast(text: string, title?: string, seconds?: number) {
      checkArguments('SpreadsheetApp.Spreadsheet.toast', arguments, ['string', 'string?', 'any?']);
      callHost('Spreadsheet.toast', null, [text, title, seconds]);
    },
  });
}

function getters() {
  const members: { [member: string]: () => unknown } = {};
  for (const member of GETTERS) {
    members[member] = function () {
      checkArguments(`SpreadsheetApp.Spreadsheet.${member}`, arguments, []);
      return callHost(`Spreadsheet.${member}`, null, []);
    };
  }
  return members;
}

function sheetOrNull(handle: { readonly sheetId: number } | null): object | null {
  return handle === null ? null : createSheet(handle.sheetId);
}

const INSERT_SHEET: readonly (readonly ArgumentType[])[] = [[], ['string'], ['number'], ['string', 'number']];

const sheets = {
  getSheetById(id: number) {
    checkArguments('SpreadsheetApp.Spreadsheet.getSheetById', arguments, ['number']);
    return sheetOrNull(callHost('Spreadsheet.getSheetById', null, [id]));
  },
  getSheetByName(name: string) {
    checkArguments('SpreadsheetApp.Spreadsheet.getSheetByName', arguments, ['string']);
    return sheetOrNull(callHost('Spreadsheet.getSheetByName', null, [name]));
  },
  getSheets(): object[] {
    checkArguments('SpreadsheetApp.Spreadsheet.getSheets', arguments, []);
    return callHost('Spreadsheet.getSheets', null, []).map(sheetOrNull);
  },
  getActiveSheet() {
    checkArguments('SpreadsheetApp.Spreadsheet.getActiveSheet', arguments, []);
    return sheetOrNull(callHost('Spreadsheet.getActiveSheet', null, []));
  },
  setActiveSheet(sheet: object) {
    const name = 'SpreadsheetApp.Spreadsheet.setActiveSheet';
    checkArguments(name, arguments, ['object']);
    callHost('Spreadsheet.setActiveSheet', null, [{ sheetId: sheetIdOf(sheet, name) }]);
    return sheet;
  },
  insertSheet(...args: unknown[]) {
    checkArguments('SpreadsheetApp.Spreadsheet.insertSheet', args, ...INSERT_SHEET);
    const name = typeof args[0] === 'string' ? args[0] : null;
    const index = typeof args[0] === 'number' ? args[0] : args[1];
    return sheetOrNull(callHost('Spreadsheet.insertSheet', null, [name, index]));
  },
  deleteSheet(sheet: object) {
    const name = 'SpreadsheetApp.Spreadsheet.deleteSheet';
    checkArguments(name, arguments, ['object']);
    callHost('Spreadsheet.deleteSheet', null, [{ sheetId: sheetIdOf(sheet, name) }]);
  },
  moveActiveSheet(position: number) {
    checkArguments('SpreadsheetApp.Spreadsheet.moveActiveSheet', arguments, ['number']);
    callHost('Spreadsheet.moveActiveSheet', null, [position]);
  },
};

const names = {
  setNamedRange(name: string, range: object) {
    const method = 'SpreadsheetApp.Spreadsheet.setNamedRange';
    checkArguments(method, arguments, ['string', 'object']);
    callHost('Spreadsheet.setNamedRange', null, [name, block(rangeHandleOf(range, method))]);
  },
  removeNamedRange(name: string) {
    checkArguments('SpreadsheetApp.Spreadsheet.removeNamedRange', arguments, ['string']);
    callHost('Spreadsheet.removeNamedRange', null, [name]);
  },
  getRangeByName(name: string) {
    checkArguments('SpreadsheetApp.Spreadsheet.getRangeByName', arguments, ['string']);
    const handle = callHost('Spreadsheet.getRangeByName', null, [name]);
    return handle === null ? null : createRange(handle);
  },
  getNamedRanges(): object[] {
    checkArguments('SpreadsheetApp.Spreadsheet.getNamedRanges', arguments, []);
    return callHost('Spreadsheet.getNamedRanges', null, []).map(createNamedRange);
  },
};

function createNamedRange({ name, range }: { readonly name: string; readonly range: RangeHandle }): object {
  return refuseUnknownMembers('NamedRange', {
    getName: () => name,
    getRange: () => createRange(range),
    remove() {
      checkArguments('SpreadsheetApp.NamedRange.remove', arguments, []);
      callHost('NamedRange.remove', name, []);
    },
  });
}
