import { callHost, checkArguments, Exception, refuseUnknownMembers } from '../realm';
import { cellName } from './cell-name';
import { createSheet } from './sheet';

/** What the realm keeps of a range. Rows and columns count from 1. */
export interface RangeHandle {
  readonly sheetId: number;
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
  /** A1 notation of an open-ended range, `D:F`. */
  readonly notation?: string;
}

const handles = new WeakMap<object, RangeHandle>();

/** The handle behind a Range of this realm. @throws {Exception} E4-like for any other object. */
export function rangeHandleOf(range: unknown, method: string): RangeHandle {
  const handle = typeof range === 'object' && range !== null ? handles.get(range) : undefined;
  if (handle === undefined)
    throw new Exception(`The parameters ((class)) don't match the method signature for ${method}.`);
  return handle;
}

/** A `Range`. Its position is known inside the realm; everything else asks the host. */
export function createRange(handle: RangeHandle): object {
  const range: object = refuseUnknownMembers('Range', {
    toString: () => 'Range',
    ...positions(handle),
    ...readers(handle),
    ...writers(handle, () => range),
    copyTo(target: object, ...options: unknown[]) {
      const name = 'SpreadsheetApp.Range.copyTo';
      checkArguments(name, arguments, ['object'], ['object', 'object'], ['object', 'object', 'boolean']);
      const destination = block(rangeHandleOf(target, name));
      callHost('Range.copyTo', block(handle), [destination, pasteType(options)]);
    },
    getMergedRanges() {
      checkArguments('SpreadsheetApp.Range.getMergedRanges', arguments, []);
      return callHost('Range.getMergedRanges', block(handle), []).map(createRange);
    },
    offset(rowOffset: number, columnOffset: number, rows?: number, columns?: number) {
      checkArguments('SpreadsheetApp.Range.offset', arguments, ['number', 'number', 'number?', 'number?']);
      const first = [handle.row + rowOffset, handle.column + columnOffset];
      const size = [
        rows === undefined ? handle.rows : rows,
        columns === undefined ? handle.columns : columns,
      ];
      return createRange(callHost('Sheet.getRange', { sheetId: handle.sheetId }, first.concat(size)));
    },
    getCell(row: number, column: number) {
      checkArguments('SpreadsheetApp.Range.getCell', arguments, ['number', 'number']);
      if (row < 1 || row > handle.rows || column < 1 || column > handle.columns) {
        throw new Exception('Cell reference out of range');
      }
      const place = [handle.row + row - 1, handle.column + column - 1];
      return createRange(callHost('Sheet.getRange', { sheetId: handle.sheetId }, place));
    },
  });
  handles.set(range, handle);
  return range;
}

/** The handle as the host wants it. */
export function block({ sheetId, row, column, rows, columns }: RangeHandle) {
  return { sheetId, row, column, rows, columns };
}

function positions(handle: RangeHandle) {
  const { row, column, rows, columns } = handle;
  return {
    getRow: () => row,
    getRowIndex: () => row,
    getColumn: () => column,
    getColumnIndex: () => column,
    getNumRows: () => rows,
    getHeight: () => rows,
    getNumColumns: () => columns,
    getWidth: () => columns,
    getLastRow: () => row + rows - 1,
    getLastColumn: () => column + columns - 1,
    getSheet: () => createSheet(handle.sheetId),
    getGridId: () => handle.sheetId,
    getA1Notation() {
      if (handle.notation !== undefined) return handle.notation;
      const first = cellName(row, column);
      return rows === 1 && columns === 1
        ? first
        : `${first}:${cellName(row + rows - 1, column + columns - 1)}`;
    },
  };
}

const READERS = [
  'getValue',
  'getValues',
  'getDisplayValue',
  'getDisplayValues',
  'getFormula',
  'getFormulas',
  'getNumberFormat',
  'getNumberFormats',
  'getNote',
  'getNotes',
  'isBlank',
  'getFontWeight',
  'getFontColor',
  'getBackground',
  'getHorizontalAlignment',
];

function readers(handle: RangeHandle): { [member: string]: () => unknown } {
  const members: { [member: string]: () => unknown } = {};
  for (const member of READERS) {
    members[member] = function () {
      checkArguments(`SpreadsheetApp.Range.${member}`, arguments, []);
      return callHost(`Range.${member}`, block(handle), []);
    };
  }
  return members;
}

/** Setters by what they take: one value, rows of values, or nothing. All give the range back. */
const WRITERS = {
  value: ['setValue'],
  text: ['setNumberFormat', 'setFormula'],
  look: ['setNote', 'setFontWeight', 'setFontColor', 'setBackground', 'setHorizontalAlignment'],
  flag: ['setWrap'],
  rows: ['setValues', 'setNumberFormats', 'setNotes', 'setFormulas'],
  nothing: ['clear', 'clearContent', 'clearFormat', 'clearNote', 'merge'],
};

const SIGNATURES = {
  value: [['any']],
  text: [['string']],
  look: [['string'], ['any']],
  flag: [['boolean']],
  rows: [['array']],
  nothing: [[]],
} as const;

function writers(handle: RangeHandle, self: () => object) {
  const members: { [member: string]: (value?: unknown) => object } = {};
  for (const kind of Object.keys(WRITERS) as (keyof typeof WRITERS)[]) {
    for (const member of WRITERS[kind]) {
      const name = `SpreadsheetApp.Range.${member}`;
      members[member] = function (value?: unknown) {
        checkArguments(name, arguments, ...SIGNATURES[kind]);
        if (kind === 'rows') checkRows(value as unknown[], name);
        callHost(`Range.${member}`, block(handle), kind === 'nothing' ? [] : [value]);
        return self();
      };
    }
  }
  return members;
}

/** Only an array of arrays will do. */
function checkRows(rows: readonly unknown[], method: string): void {
  if (rows.every(Array.isArray)) return;
  const type = typeof rows[0] === 'number' ? 'number[]' : 'String[]';
  throw new Exception(`The parameters (${type}) don't match the method signature for ${method}.`);
}

function pasteType(options: readonly unknown[]): string {
  const [first, transposed] = options;
  if (transposed === true) throw new Exception('Range.copyTo with transposed cells is not emulated');
  if (first === undefined) return 'PASTE_NORMAL';
  const flags = first as { contentsOnly?: boolean; formatOnly?: boolean };
  const name = String(first);
  if (/^PASTE_/.test(name)) return name;
  if (flags.contentsOnly === true) return 'PASTE_VALUES';
  return flags.formatOnly === true ? 'PASTE_FORMAT' : 'PASTE_NORMAL';
}
