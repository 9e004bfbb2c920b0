import { type ArgumentType, callHost, Exception, refuseUnknownMembers } from '../realm';
import type { BookObjects } from './book-objects';
import { checkedMethods, type Method, method } from './checked-methods';
import { createDataSourceSheet } from './data-source-sheet';
import { createRangeList } from './range-list';
import { sheetAttachments } from './sheet-attachments';

const ids = new WeakMap<object, number>();

/** The ID behind a Sheet of this realm. @throws {Exception} E4 for any other object. */
export function sheetIdOf(sheet: unknown, methodName: string): number {
  const id = typeof sheet === 'object' && sheet !== null ? ids.get(sheet) : undefined;
  if (id !== undefined) return id;
  throw new Exception(`The parameters ((class)) don't match the method signature for ${methodName}.`);
}

/** A `Sheet`, known by its ID: a rename does not matter to it. */
export function createSheet(sheetId: number, book: BookObjects): object {
  const target = { sheetId };
  const sheet: object = refuseUnknownMembers('Sheet', {
    toString: () => 'Sheet',
    ...checkedMethods('SpreadsheetApp.Sheet', {
      ...getters(target),
      ...setters(target, () => sheet),
      getSheetId: method([], () => callHost('Sheet.getSheetId', target, [])),
      getParent: method([], book.spreadsheet),
      asDataSourceSheet: method([], () =>
        callHost('Sheet.asDataSourceSheet', target, []) ? createDataSourceSheet(sheetId, book) : null,
      ),
      getRange: {
        signatures: [['string'], ['number', 'number', 'number?', 'number?']],
        run: (...address: unknown[]) => book.range(callHost('Sheet.getRange', target, address)),
      },
      getRangeList: method(['array'], (notations: string[]) =>
        createRangeList(callHost('Sheet.getRangeList', target, [notations]), book),
      ),
      ...sheetAttachments(target, book),
      getActiveRange: method([], () => book.range(callHost('Sheet.getActiveRange', target, []))),
      getCurrentCell: method([], () => book.range(callHost('Sheet.getCurrentCell', target, []))),
      getDataRange: method([], () => book.range(callHost('Sheet.getDataRange', target, []))),
      getColumnWidth: method(['number'], (column: number) =>
        callHost('Sheet.getColumnWidth', target, [column]),
      ),
      getRowHeight: method(['number'], (row: number) => callHost('Sheet.getRowHeight', target, [row])),
      isRowHiddenByFilter: method(['number'], (row: number) =>
        callHost('Sheet.isRowHiddenByFilter', target, [row]),
      ),
      isRowHiddenByUser: method(['number'], (row: number) =>
        callHost('Sheet.isRowHiddenByUser', target, [row]),
      ),
    }),
  });
  ids.set(sheet, sheetId);
  return sheet;
}

/** Members that answer with a plain value. */
const GETTERS = [
  'getName',
  'getIndex',
  'getMaxRows',
  'getMaxColumns',
  'getLastRow',
  'getLastColumn',
  'isSheetHidden',
  'getFrozenRows',
  'getFrozenColumns',
  'hasHiddenGridlines',
  'getTabColor',
];

function getters(target: { readonly sheetId: number }): { [member: string]: Method } {
  const methods: { [member: string]: Method } = {};
  for (const member of GETTERS) methods[member] = method([], () => callHost(`Sheet.${member}`, target, []));
  return methods;
}

const NOTHING: readonly ArgumentType[] = [];
const ONE: readonly ArgumentType[] = ['number'];
const TWO: readonly ArgumentType[] = ['number', 'number'];
const ONE_OR_TWO: readonly ArgumentType[] = ['number', 'number?'];

/**
 * Members that change something and give the sheet back. The third part names the host's method where it is another
 * one, which then takes a count: `insertRowAfter(5)` is `insertRowsAfter(5, 1)`.
 */
const SETTERS: readonly (readonly [member: string, signature: readonly ArgumentType[], plural?: string])[] = [
  ['setName', ['string']],
  ['insertRowsAfter', TWO],
  ['insertRowsBefore', TWO],
  ['insertRowAfter', ONE, 'insertRowsAfter'],
  ['insertRowBefore', ONE, 'insertRowsBefore'],
  ['insertRows', ONE_OR_TWO, 'insertRowsBefore'],
  ['insertColumnsAfter', TWO],
  ['insertColumnsBefore', TWO],
  ['insertColumnAfter', ONE, 'insertColumnsAfter'],
  ['insertColumnBefore', ONE, 'insertColumnsBefore'],
  ['insertColumns', ONE_OR_TWO, 'insertColumnsBefore'],
  ['deleteRows', TWO],
  ['deleteRow', ONE, 'deleteRows'],
  ['deleteColumns', TWO],
  ['deleteColumn', ONE, 'deleteColumns'],
  ['hideRows', ONE_OR_TWO],
  ['showRows', ONE_OR_TWO],
  ['hideSheet', NOTHING],
  ['showSheet', NOTHING],
  ['activate', NOTHING],
  ['setFrozenRows', ONE],
  ['setFrozenColumns', ONE],
  ['setColumnWidth', TWO],
  ['setColumnWidths', ['number', 'number', 'number']],
  ['setRowHeight', TWO],
  ['setRowHeights', ['number', 'number', 'number']],
  ['setHiddenGridlines', ['boolean']],
  ['setTabColor', ['any']],
  ['autoResizeColumns', TWO],
  ['autoResizeColumn', ONE, 'autoResizeColumns'],
  ['clear', NOTHING],
  ['clearContents', NOTHING],
  ['clearFormats', NOTHING],
  ['appendRow', ['array']],
];

function setters(target: { readonly sheetId: number }, self: () => object): { [member: string]: Method } {
  const methods: { [member: string]: Method } = {};
  for (const [member, signature, plural] of SETTERS) {
    methods[member] = method(signature, (...args) => {
      const complete = plural !== undefined && args.length === 1 ? [...args, 1] : args;
      callHost(`Sheet.${plural === undefined ? member : plural}`, target, complete);
      return self();
    });
  }
  return methods;
}
