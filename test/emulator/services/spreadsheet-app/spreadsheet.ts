import { callHost, refuseUnknownMembers } from '../realm';
import { type BookObjects, place } from './book-objects';
import { checkedMethods, type Method, method } from './checked-methods';
import { createDataSourceSheet } from './data-source-sheet';
import { tableOf } from './data-source-spec';
import { createNamedRange } from './named-range';
import { createRange, rangeHandleOf } from './range';
import { createSheet, sheetIdOf } from './sheet';

const NAME = 'SpreadsheetApp.Spreadsheet';

/** The script's `Spreadsheet`: there is no other one it may open. */
export function createSpreadsheet(): object {
  return createBook().spreadsheet;
}

/** The script's `Spreadsheet`, with what makes its sheets and ranges. */
export function createBook(): { readonly spreadsheet: object; readonly book: BookObjects } {
  const book: BookObjects = {
    spreadsheet: () => spreadsheet,
    sheet: (sheetId) => createSheet(sheetId, book),
    range: (handle) => createRange(handle, book),
  };
  const spreadsheet: object = refuseUnknownMembers('Spreadsheet', {
    toString: () => 'Spreadsheet',
    ...checkedMethods(NAME, {
      ...getters(),
      ...sheetMethods(book),
      ...rangeMethods(book),
      ...dataSourceMethods(book),
      setSpreadsheetLocale: method(['string'], (locale: string) => {
        callHost('Spreadsheet.setSpreadsheetLocale', null, [locale]);
      }),
      setSpreadsheetTimeZone: method(['string'], (zone: string) => {
        callHost('Spreadsheet.setSpreadsheetTimeZone', null, [zone]);
      }),
      toast: method(['string', 'string?', 'number?'], (...args) => callHost('Spreadsheet.toast', null, args)),
    }),
  });
  return { spreadsheet, book };
}

/** Members that answer with a plain value. */
const GETTERS = [
  'getId',
  'getName',
  'getUrl',
  'getSpreadsheetTimeZone',
  'getSpreadsheetLocale',
  'getNumSheets',
];

function getters(): { [member: string]: Method } {
  const methods: { [member: string]: Method } = {};
  for (const member of GETTERS)
    methods[member] = method([], () => callHost(`Spreadsheet.${member}`, null, []));
  return methods;
}

type SheetHandle = { readonly sheetId: number } | null;

function sheetMethods(book: BookObjects): { [member: string]: Method } {
  const sheetOf = (handle: SheetHandle) => (handle === null ? null : book.sheet(handle.sheetId));
  const targetOf = (sheet: object, member: string) => ({ sheetId: sheetIdOf(sheet, `${NAME}.${member}`) });
  return {
    getSheetById: method(['number'], (id: number) =>
      sheetOf(callHost('Spreadsheet.getSheetById', null, [id])),
    ),
    getSheetByName: method(['string'], (name: string) =>
      sheetOf(callHost('Spreadsheet.getSheetByName', null, [name])),
    ),
    getSheets: method([], () => callHost('Spreadsheet.getSheets', null, []).map(sheetOf)),
    getActiveSheet: method([], () => sheetOf(callHost('Spreadsheet.getActiveSheet', null, []))),
    setActiveSheet: method(['object'], (sheet: object) => {
      callHost('Spreadsheet.setActiveSheet', null, [targetOf(sheet, 'setActiveSheet')]);
      return sheet;
    }),
    insertSheet: {
      signatures: [[], ['string'], ['number'], ['string', 'number']],
      run: (...args: unknown[]) => {
        const name = typeof args[0] === 'string' ? args[0] : null;
        const index = typeof args[0] === 'number' ? args[0] : args[1];
        return sheetOf(callHost('Spreadsheet.insertSheet', null, [name, index]));
      },
    },
    deleteSheet: method(['object'], (sheet: object) => {
      callHost('Spreadsheet.deleteSheet', null, [targetOf(sheet, 'deleteSheet')]);
    }),
    moveActiveSheet: method(['number'], (position: number) => {
      callHost('Spreadsheet.moveActiveSheet', null, [position]);
    }),
  };
}

function dataSourceMethods(book: BookObjects): { [member: string]: Method } {
  const sheetOf = ({ sheetId }: { readonly sheetId: number }) => createDataSourceSheet(sheetId, book);
  return {
    insertDataSourceSheet: method(['object'], (spec: object) => {
      const table = tableOf(spec, `${NAME}.insertDataSourceSheet`);
      return sheetOf(callHost('Spreadsheet.insertDataSourceSheet', null, [table]));
    }),
    getDataSourceSheets: method([], () => callHost('Spreadsheet.getDataSourceSheets', null, []).map(sheetOf)),
  };
}

function rangeMethods(book: BookObjects): { [member: string]: Method } {
  return {
    getRange: method(['string'], (notation: string) =>
      book.range(callHost('Spreadsheet.getRange', null, [notation])),
    ),
    getActiveRange: method([], () => book.range(callHost('Spreadsheet.getActiveRange', null, []))),
    getCurrentCell: method([], () => book.range(callHost('Spreadsheet.getCurrentCell', null, []))),
    setNamedRange: method(['string', 'object'], (name: string, range: object) => {
      const handle = place(rangeHandleOf(range, `${NAME}.setNamedRange`));
      callHost('Spreadsheet.setNamedRange', null, [name, handle]);
    }),
    removeNamedRange: method(['string'], (name: string) => {
      callHost('Spreadsheet.removeNamedRange', null, [name]);
    }),
    getRangeByName: method(['string'], (name: string) => {
      const handle = callHost('Spreadsheet.getRangeByName', null, [name]);
      return handle === null ? null : book.range(handle);
    }),
    getNamedRanges: method([], () =>
      callHost('Spreadsheet.getNamedRanges', null, []).map((name: string) => createNamedRange(name, book)),
    ),
  };
}
