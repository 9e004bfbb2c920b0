import { type ArgumentType, callHost, checkArguments, Exception, refuseUnknownMembers } from '../realm';
import { createRange } from './range';
import { createRangeList } from './range-list';
import { createSpreadsheet } from './spreadsheet';

const ids = new WeakMap<object, number>();

/** The ID behind a Sheet of this realm. @throws {Exception} E4-like for any other object. */
export function sheetIdOf(sheet: unknown, method: string): number {
  const id = typeof sheet === 'object' && sheet !== null ? ids.get(sheet) : undefined;
  if (id === undefined)
    throw new Exception(`The parameters ((class)) don't match the method signature for ${method}.`);
  return id;
}

interface Member {
  readonly signature: readonly ArgumentType[];
  /** Name and arguments of the host's method, where they differ: `insertRowAfter(5)` is `insertRowsAfter(5, 1)`. */
  readonly as?: string;
  readonly fill?: readonly unknown[];
}

const NOTHING: readonly ArgumentType[] = [];
const ONE: readonly ArgumentType[] = ['number'];
const TWO: readonly ArgumentType[] = ['number', 'number'];

/** Members that answer with a plain value. */
const GETTERS: readonly string[] = [
  'getName',
  'getIndex',
  'getMaxRows',
  'getMaxColumns',
  'getLastRow',
  'getLastColumn',
  'isSheetHidden',
  'getFrozenRows',
  'getFrozenColumns',
];

/** Members that change something and give the sheet back. */
const SETTERS: { readonly [member: string]: Member } = {
  setName: { signature: ['string'] },
  insertRowsAfter: { signature: TWO },
  insertRowsBefore: { signature: TWO },
  insertRowAfter: { signature: ONE, as: 'insertRowsAfter', fill: [1] },
  insertRowBefore: { signature: ONE, as: 'insertRowsBefore', fill: [1] },
  insertRows: { signature: ['number', 'number?'], as: 'insertRowsBefore', fill: [1] },
  insertColumnsAfter: { signature: TWO },
  insertColumnsBefore: { signature: TWO },
  insertColumnAfter: { signature: ONE, as: 'insertColumnsAfter', fill: [1] },
  insertColumnBefore: { signature: ONE, as: 'insertColumnsBefore', fill: [1] },
  insertColumns: { signature: ['number', 'number?'], as: 'insertColumnsBefore', fill: [1] },
  deleteRows: { signature: TWO },
  deleteRow: { signature: ONE, as: 'deleteRows', fill: [1] },
  deleteColumns: { signature: TWO },
  deleteColumn: { signature: ONE, as: 'deleteColumns', fill: [1] },
  hideSheet: { signature: NOTHING },
  showSheet: { signature: NOTHING },
  activate: { signature: NOTHING },
  setFrozenRows: { signature: ONE },
  setFrozenColumns: { signature: ONE },
  setColumnWidths: { signature: ['number', 'number', 'number'] },
  autoResizeColumns: { signature: TWO },
  autoResizeColumn: { signature: ONE, as: 'autoResizeColumns', fill: [1] },
  clear: { signature: NOTHING },
  clearContents: { signature: NOTHING },
  clearFormats: { signature: NOTHING },
  appendRow: { signature: ['array'] },
};

/** A `Sheet`, known by its ID: a rename does not matter to it. */
export function createSheet(sheetId: number): object {
  const target = { sheetId };
  const sheet: object = refuseUnknownMembers('Sheet', {
    toString: () => 'Sheet',
    ...getters(target),
    ...setters(target, () => sheet),
    getParent: () => createSpreadsheet(),
    getSheetId() {
      checkArguments('SpreadsheetApp.Sheet.getSheetId', arguments, []);
      return sheetId;
    },
    getRange(...address: unknown[]) {
      const numbers: ArgumentType[] = ['number', 'number', 'number?', 'number?'];
      checkArguments('SpreadsheetApp.Sheet.getRange', address, ['string'], numbers);
      return createRange(callHost('Sheet.getRange', target, address));
    },
    getRangeList(notations: string[]) {
      checkArguments('SpreadsheetApp.Sheet.getRangeList', arguments, ['array']);
      return createRangeList(callHost('Sheet.getRangeList', target, [notations]));
    },
    getDataRange() {
      checkArguments('SpreadsheetApp.Sheet.getDataRange', arguments, []);
      return createRange(callHost('Sheet.getDataRange', target, []));
    },
    getColumnWidth(column: number) {
      checkArguments('SpreadsheetApp.Sheet.getColumnWidth', arguments, ONE);
      return callHost('Sheet.getColumnWidth', target, [column]);
    },
    setColumnWidth(column: number, width: number) {
      checkArguments('SpreadsheetApp.Sheet.setColumnWidth', arguments, TWO);
      callHost('Sheet.setColumnWidths', target, [column, 1, width]);
      return sheet;
    },
  });
  ids.set(sheet, sheetId);
  return sheet;
}

function getters(target: { readonly sheetId: number }) {
  const members: { [member: string]: () => unknown } = {};
  for (const member of GETTERS) {
    members[member] = function () {
      checkArguments(`SpreadsheetApp.Sheet.${member}`, arguments, []);
      return callHost(`Sheet.${member}`, target, []);
    };
  }
  return members;
}

function setters(target: { readonly sheetId: number }, self: () => object) {
  const members: { [member: string]: (...args: unknown[]) => unknown } = {};
  for (const member of Object.keys(SETTERS)) {
    const { signature, as = member, fill = [] } = SETTERS[member] as Member;
    members[member] = (...args) => {
      checkArguments(`SpreadsheetApp.Sheet.${member}`, args, signature);
      callHost(`Sheet.${as}`, target, args.length < 2 ? args.concat(fill) : args);
      return self();
    };
  }
  return members;
}
