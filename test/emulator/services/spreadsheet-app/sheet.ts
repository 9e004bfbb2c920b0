import { type ArgumentType, callHost, Exception, refuseUnknownMembers } from '../realm';
import type { BookObjects, OwnOfSheet } from './book-objects';
import { type SharedMethod, type SharedMethods, sharedMembers, sharedMethod } from './checked-methods';
import { createDataSourceSheet } from './data-source-sheet';
import { createRangeList } from './range-list';
import { SHEET_ATTACHMENTS } from './sheet-attachments';

const owns = new WeakMap<object, OwnOfSheet>();

/** The ID behind a Sheet of this realm. @throws {Exception} E4 for any other object. */
export function sheetIdOf(sheet: unknown, methodName: string): number {
  const own = typeof sheet === 'object' && sheet !== null ? owns.get(sheet) : undefined;
  if (own !== undefined) return own.target.sheetId;
  throw new Exception(`The parameters ((class)) don't match the method signature for ${methodName}.`);
}

/** A `Sheet`, known by its ID: a rename does not matter to it. */
export function createSheet(sheetId: number, book: BookObjects): object {
  const self: object = refuseUnknownMembers('Sheet', { toString: () => 'Sheet' }, members());
  owns.set(self, { target: { sheetId }, book, self });
  return self;
}

const OTHERS: SharedMethods<OwnOfSheet> = {
  getSheetId: sharedMethod([], ({ target }) => callHost('Sheet.getSheetId', target, [])),
  getParent: sharedMethod([], ({ book }) => book.spreadsheet()),
  asDataSourceSheet: sharedMethod([], ({ target, book }) =>
    callHost('Sheet.asDataSourceSheet', target, []) ? createDataSourceSheet(target.sheetId, book) : null,
  ),
  getRange: {
    signatures: [['string'], ['number', 'number', 'number?', 'number?']],
    run: ({ target, book }, ...address: unknown[]) => book.range(callHost('Sheet.getRange', target, address)),
  },
  getRangeList: sharedMethod(['array'], ({ target, book }, notations: string[]) =>
    createRangeList(callHost('Sheet.getRangeList', target, [notations]), book),
  ),
  getActiveRange: sharedMethod([], ({ target, book }) =>
    book.range(callHost('Sheet.getActiveRange', target, [])),
  ),
  getCurrentCell: sharedMethod([], ({ target, book }) =>
    book.range(callHost('Sheet.getCurrentCell', target, [])),
  ),
  getDataRange: sharedMethod([], ({ target, book }) =>
    book.range(callHost('Sheet.getDataRange', target, [])),
  ),
  getColumnWidth: sharedMethod(['number'], ({ target }, column: number) =>
    callHost('Sheet.getColumnWidth', target, [column]),
  ),
  getRowHeight: sharedMethod(['number'], ({ target }, row: number) =>
    callHost('Sheet.getRowHeight', target, [row]),
  ),
  isRowHiddenByFilter: sharedMethod(['number'], ({ target }, row: number) =>
    callHost('Sheet.isRowHiddenByFilter', target, [row]),
  ),
  isRowHiddenByUser: sharedMethod(['number'], ({ target }, row: number) =>
    callHost('Sheet.isRowHiddenByUser', target, [row]),
  ),
};

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

function getters(): SharedMethods<OwnOfSheet> {
  const methods: { [member: string]: SharedMethod<OwnOfSheet> } = {};
  for (const member of GETTERS) {
    methods[member] = sharedMethod([], ({ target }) => callHost(`Sheet.${member}`, target, []));
  }
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

function setters(): SharedMethods<OwnOfSheet> {
  const methods: { [member: string]: SharedMethod<OwnOfSheet> } = {};
  for (const [member, signature, plural] of SETTERS) {
    methods[member] = sharedMethod(signature, ({ target, self }, ...args) => {
      const complete = plural !== undefined && args.length === 1 ? [...args, 1] : args;
      callHost(`Sheet.${plural === undefined ? member : plural}`, target, complete);
      return self;
    });
  }
  return methods;
}

const members = sharedMembers(
  'SpreadsheetApp.Sheet',
  () => ({ ...getters(), ...setters(), ...OTHERS, ...SHEET_ATTACHMENTS }),
  (sheet) => owns.get(sheet) as OwnOfSheet,
);
