import { callHost, refuseUnknownMembers } from '../realm';
import { type BookObjects, place } from './book-objects';
import { type SharedMethod, type SharedMethods, sharedMembers, sharedMethod } from './checked-methods';
import { createDataSourceSheet } from './data-source-sheet';
import { tableOf } from './data-source-spec';
import { createNamedRange } from './named-range';
import { createRange, rangeHandleOf } from './range';
import { createSheet, sheetIdOf } from './sheet';

const NAME = 'SpreadsheetApp.Spreadsheet';
const books = new WeakMap<object, BookObjects>();

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
  const spreadsheet: object = refuseUnknownMembers(
    'Spreadsheet',
    { toString: () => 'Spreadsheet' },
    members(),
  );
  books.set(spreadsheet, book);
  return { spreadsheet, book };
}

const SETTINGS: SharedMethods<BookObjects> = {
  setSpreadsheetLocale: sharedMethod(['string'], (_book, locale: string) => {
    callHost('Spreadsheet.setSpreadsheetLocale', null, [locale]);
  }),
  setSpreadsheetTimeZone: sharedMethod(['string'], (_book, zone: string) => {
    callHost('Spreadsheet.setSpreadsheetTimeZone', null, [zone]);
  }),
  toast: sharedMethod(['string', 'string?', 'number?'], (_book, ...args) =>
    callHost('Spreadsheet.toast', null, args),
  ),
};

/** Members that answer with a plain value. */
const GETTERS = [
  'getId',
  'getName',
  'getUrl',
  'getSpreadsheetTimeZone',
  'getSpreadsheetLocale',
  'getNumSheets',
];

function getters(): SharedMethods<BookObjects> {
  const methods: { [member: string]: SharedMethod<BookObjects> } = {};
  for (const member of GETTERS) {
    methods[member] = sharedMethod([], () => callHost(`Spreadsheet.${member}`, null, []));
  }
  return methods;
}

type SheetHandle = { readonly sheetId: number } | null;

function sheetOf(book: BookObjects, handle: SheetHandle): object | null {
  return handle === null ? null : book.sheet(handle.sheetId);
}

function targetOf(sheet: object, member: string) {
  return { sheetId: sheetIdOf(sheet, `${NAME}.${member}`) };
}

const SHEETS: SharedMethods<BookObjects> = {
  getSheetById: sharedMethod(['number'], (book, id: number) =>
    sheetOf(book, callHost('Spreadsheet.getSheetById', null, [id])),
  ),
  getSheetByName: sharedMethod(['string'], (book, name: string) =>
    sheetOf(book, callHost('Spreadsheet.getSheetByName', null, [name])),
  ),
  getSheets: sharedMethod([], (book) =>
    callHost('Spreadsheet.getSheets', null, []).map((handle: SheetHandle) => sheetOf(book, handle)),
  ),
  getActiveSheet: sharedMethod([], (book) => sheetOf(book, callHost('Spreadsheet.getActiveSheet', null, []))),
  setActiveSheet: sharedMethod(['object'], (_book, sheet: object) => {
    callHost('Spreadsheet.setActiveSheet', null, [targetOf(sheet, 'setActiveSheet')]);
    return sheet;
  }),
  insertSheet: {
    signatures: [[], ['string'], ['number'], ['string', 'number']],
    run: (book, ...args: unknown[]) => {
      const name = typeof args[0] === 'string' ? args[0] : null;
      const index = typeof args[0] === 'number' ? args[0] : args[1];
      return sheetOf(book, callHost('Spreadsheet.insertSheet', null, [name, index]));
    },
  },
  deleteSheet: sharedMethod(['object'], (_book, sheet: object) => {
    callHost('Spreadsheet.deleteSheet', null, [targetOf(sheet, 'deleteSheet')]);
  }),
  moveActiveSheet: sharedMethod(['number'], (_book, position: number) => {
    callHost('Spreadsheet.moveActiveSheet', null, [position]);
  }),
};

const DATA_SOURCES: SharedMethods<BookObjects> = {
  insertDataSourceSheet: sharedMethod(['object'], (book, spec: object) => {
    const table = tableOf(spec, `${NAME}.insertDataSourceSheet`);
    return createDataSourceSheet(callHost('Spreadsheet.insertDataSourceSheet', null, [table]).sheetId, book);
  }),
  getDataSourceSheets: sharedMethod([], (book) =>
    callHost('Spreadsheet.getDataSourceSheets', null, []).map(({ sheetId }: { readonly sheetId: number }) =>
      createDataSourceSheet(sheetId, book),
    ),
  ),
};

const RANGES: SharedMethods<BookObjects> = {
  getRange: sharedMethod(['string'], (book, notation: string) =>
    book.range(callHost('Spreadsheet.getRange', null, [notation])),
  ),
  getActiveRange: sharedMethod([], (book) => book.range(callHost('Spreadsheet.getActiveRange', null, []))),
  getCurrentCell: sharedMethod([], (book) => book.range(callHost('Spreadsheet.getCurrentCell', null, []))),
  setNamedRange: sharedMethod(['string', 'object'], (_book, name: string, range: object) => {
    const handle = place(rangeHandleOf(range, `${NAME}.setNamedRange`));
    callHost('Spreadsheet.setNamedRange', null, [name, handle]);
  }),
  removeNamedRange: sharedMethod(['string'], (_book, name: string) => {
    callHost('Spreadsheet.removeNamedRange', null, [name]);
  }),
  getRangeByName: sharedMethod(['string'], (book, name: string) => {
    const handle = callHost('Spreadsheet.getRangeByName', null, [name]);
    return handle === null ? null : book.range(handle);
  }),
  getNamedRanges: sharedMethod([], (book) =>
    callHost('Spreadsheet.getNamedRanges', null, []).map((name: string) => createNamedRange(name, book)),
  ),
};

const members = sharedMembers(
  NAME,
  () => ({ ...getters(), ...SHEETS, ...RANGES, ...DATA_SOURCES, ...SETTINGS }),
  (spreadsheet) => books.get(spreadsheet) as BookObjects,
);
