import type { CallContext, HostHandlers } from '../bridge';
import { HostError } from '../host-errors';
import { addSheet, moveSheet, removeSheet } from '../world/spreadsheet/edit-sheets';
import { localeOf } from '../world/spreadsheet/locale';
import type { Sheet } from '../world/spreadsheet/sheet';
import { chartHandlers } from './chart';
import { conditionalFormatHandlers } from './conditional-format';
import { dataSourceHandlers } from './data-source';
import {
  committed,
  documentOf,
  editDocument,
  flush,
  missingDocument,
  type SheetTarget,
  viewOf,
} from './document-access';
import { filterHandlers } from './filter';
import { namedRangeHandlers } from './named-range';
import { rangeHandlers } from './range';
import { rangeByText } from './range-address';
import { rangeListHandlers } from './range-list';
import { selectionHandlers } from './selection';
import { activate, sheetHandlers } from './sheet';

/** SpreadsheetApp, Spreadsheet, Sheet with its charts, rules, filter and data source, Range, RangeList and NamedRange. */
export const spreadsheetHandlers: HostHandlers = {
  ...sheetHandlers,
  ...rangeHandlers,
  ...rangeListHandlers,
  ...namedRangeHandlers,
  ...selectionHandlers,
  ...chartHandlers,
  ...conditionalFormatHandlers,
  ...filterHandlers,
  ...dataSourceHandlers,
  'SpreadsheetApp.getActive': (context) => activeDocument(context),
  'SpreadsheetApp.getActiveSpreadsheet': (context) => activeDocument(context),
  'SpreadsheetApp.openById': (context, _target: null, id: string) => {
    // The scope covers the current spreadsheet alone.
    if (documentOf(context).id !== id) throw missingDocument(id);
    return { id };
  },
  'SpreadsheetApp.flush': (context) => flush(context),
  'Spreadsheet.getId': (context) => documentOf(context).id,
  'Spreadsheet.getName': (context) => {
    committed(context);
    return documentOf(context).name;
  },
  'Spreadsheet.getUrl': (context) => `https://docs.google.com/spreadsheets/d/${documentOf(context).id}/edit`,
  'Spreadsheet.getSpreadsheetTimeZone': (context) => documentOf(context).zone,
  'Spreadsheet.getSpreadsheetLocale': (context) => documentOf(context).locale,
  'Spreadsheet.setSpreadsheetLocale': (context, _target: null, locale: string) => {
    localeOf(locale);
    editDocument(context, ({ settings }) => {
      settings.locale = locale;
    });
  },
  'Spreadsheet.setSpreadsheetTimeZone': (context, _target: null, zone: string) => {
    if (!Intl.supportedValuesOf('timeZone').includes(zone))
      throw new HostError(`Spreadsheet.setSpreadsheetTimeZone of the time zone ${zone} is not emulated`);
    editDocument(context, ({ settings }) => {
      settings.zone = zone;
    });
  },
  'Spreadsheet.getSheetById': (context, _target: null, id: number) =>
    handleOrNull(viewOf(context).findSheet(id)),
  'Spreadsheet.getSheetByName': (context, _target: null, name: string) =>
    handleOrNull(viewOf(context).sheets.find((sheet) => sheet.name === name)),
  'Spreadsheet.getSheets': (context) => committed(context).sheets.map(handle),
  'Spreadsheet.getNumSheets': (context) => committed(context).sheets.length,
  'Spreadsheet.setActiveSheet': (context, _target: null, target: SheetTarget) =>
    activate(context, target.sheetId),
  'Spreadsheet.insertSheet': (context, _target: null, name: string | null, index: number | null) =>
    insertSheet(context, name ?? undefined, index ?? undefined),
  'Spreadsheet.deleteSheet': (context, _target: null, { sheetId }: SheetTarget) =>
    editDocument(context, (workbook) => removeSheet(workbook, workbook.sheet(sheetId))),
  'Spreadsheet.moveActiveSheet': (context, _target: null, position: number) =>
    editDocument(context, (workbook) =>
      moveSheet(workbook, workbook.sheet(workbook.activeSheetId), position - 1),
    ),
  'Spreadsheet.getRange': (context, _target: null, notation: string) => {
    const workbook = viewOf(context);
    return { ...rangeByText(workbook, workbook.sheet(workbook.activeSheetId), notation) };
  },
  'Spreadsheet.toast': (context, _target: null, text: string, title: string | null) => {
    const { world, user } = context;
    world.ui.tell({ kind: 'toast', text, title: title ?? '', user, bookId: documentOf(context).id });
  },
};

function activeDocument(context: CallContext): { id: string } | null {
  return context.document === null ? null : { id: documentOf(context).id };
}

function handle(sheet: Sheet): { sheetId: number } {
  return { sheetId: sheet.id };
}

function handleOrNull(sheet: Sheet | undefined): { sheetId: number } | null {
  return sheet === undefined ? null : handle(sheet);
}

/** The new sheet's ID is known at once, although the sheet itself may not survive a kill. */
function insertSheet(
  context: CallContext,
  name: string | undefined,
  index: number | undefined,
): { sheetId: number } {
  const { sheets } = viewOf(context);
  if (index !== undefined && (index < 0 || index > sheets.length))
    throw new HostError('Invalid argument: sheetIndex');
  let sheetId: number | undefined;
  editDocument(context, (workbook) => {
    sheetId = addSheet(workbook, name, index, sheetId).id;
  });
  return { sheetId: sheetId ?? 0 };
}
