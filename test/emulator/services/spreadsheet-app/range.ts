import { callHost, Exception, refuseUnknownMembers } from '../realm';
import { type BookObjects, type OwnOfRange, place, type RangeHandle } from './book-objects';
import { type SharedMethod, sharedMembers, sharedMethod } from './checked-methods';
import { createFilter } from './filter';
import { RANGE_POSITION } from './range-position';

const owns = new WeakMap<object, OwnOfRange>();

/** The handle behind a Range of this realm. @throws {Exception} E4 for any other object. */
export function rangeHandleOf(range: unknown, methodName: string): RangeHandle {
  const own = typeof range === 'object' && range !== null ? owns.get(range) : undefined;
  if (own !== undefined) return own.handle;
  throw new Exception(`The parameters ((class)) don't match the method signature for ${methodName}.`);
}

const NAME = 'SpreadsheetApp.Range';

/** A `Range`. Its position is known inside the realm; everything else asks the host. */
export function createRange(handle: RangeHandle, book: BookObjects): object {
  const self: object = refuseUnknownMembers('Range', { toString: () => 'Range' }, members());
  owns.set(self, { handle, book, self });
  return self;
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
  'getFontWeights',
  'getFontSize',
  'getFontSizes',
  'getFontStyle',
  'getFontStyles',
  'getFontColor',
  'getFontColors',
  'getBackground',
  'getBackgrounds',
  'getHorizontalAlignment',
  'getHorizontalAlignments',
  'getVerticalAlignment',
  'getVerticalAlignments',
];

function readers(): { [member: string]: SharedMethod<OwnOfRange> } {
  const methods: { [member: string]: SharedMethod<OwnOfRange> } = {};
  for (const member of READERS) {
    methods[member] = sharedMethod([], ({ handle }) => callHost(`Range.${member}`, place(handle), []));
  }
  return methods;
}

/** Setters by what they take; all give the range back. Null takes a look or a note away. */
const WRITERS = [
  { signatures: [['any']], members: ['setValue'] },
  { signatures: [['string']], members: ['setNumberFormat', 'setFormula'] },
  {
    signatures: [['any']],
    members: [
      'setNote',
      'setFontWeight',
      'setFontStyle',
      'setFontColor',
      'setBackground',
      'setHorizontalAlignment',
      'setVerticalAlignment',
    ],
  },
  { signatures: [['number']], members: ['setFontSize'] },
  {
    signatures: [['any', 'any', 'any', 'any', 'any', 'any', 'any?', 'any?']],
    members: ['setBorder'],
  },
  { signatures: [['boolean']], members: ['setWrap'] },
  {
    signatures: [['array']],
    members: [
      'setValues',
      'setNumberFormats',
      'setNotes',
      'setFormulas',
      'setFontWeights',
      'setFontSizes',
      'setFontStyles',
      'setFontColors',
      'setBackgrounds',
      'setHorizontalAlignments',
      'setVerticalAlignments',
    ],
  },
  {
    signatures: [[]],
    members: ['clear', 'clearContent', 'clearFormat', 'clearNote', 'merge', 'breakApart', 'activate'],
  },
] as const;

function writers(): { [member: string]: SharedMethod<OwnOfRange> } {
  const methods: { [member: string]: SharedMethod<OwnOfRange> } = {};
  for (const { signatures, members } of WRITERS) {
    for (const member of members) {
      const run = ({ handle, self }: OwnOfRange, ...args: unknown[]) => {
        if (Array.isArray(args[0])) checkRows(args[0], `${NAME}.${member}`);
        callHost(`Range.${member}`, place(handle), args.map(plainArgument));
        return self;
      };
      methods[member] = { signatures, run };
    }
  }
  return methods;
}

/** A member of an enum crosses as its name. */
export function plainArgument(argument: unknown): unknown {
  const isEnum = typeof argument === 'object' && argument !== null && 'ordinal' in argument;
  return isEnum ? String(argument) : argument;
}

/** Only an array of arrays will do. */
function checkRows(rows: readonly unknown[], methodName: string): void {
  if (rows.every(Array.isArray)) return;
  const type = typeof rows[0] === 'number' ? 'number[]' : 'String[]';
  throw new Exception(`The parameters (${type}) don't match the method signature for ${methodName}.`);
}

const OTHERS: { readonly [member: string]: SharedMethod<OwnOfRange> } = {
  copyTo: {
    signatures: [['object'], ['object', 'object'], ['object', 'object', 'boolean']],
    run: ({ handle }, target: object, ...options: unknown[]) => {
      const destination = place(rangeHandleOf(target, `${NAME}.copyTo`));
      callHost('Range.copyTo', place(handle), [destination, pasteType(options)]);
    },
  },
  createFilter: sharedMethod([], ({ handle, book }) => {
    callHost('Range.createFilter', place(handle), []);
    return createFilter(handle, book);
  }),
  getMergedRanges: sharedMethod([], ({ handle, book }) =>
    callHost('Range.getMergedRanges', place(handle), []).map(book.range),
  ),
  offset: sharedMethod(
    ['number', 'number', 'number?', 'number?'],
    (own, down: number, right: number, rows = own.handle.rows, columns = own.handle.columns) =>
      inSheet(own, [own.handle.row + down, own.handle.column + right, rows, columns]),
  ),
  getCell: sharedMethod(['number', 'number'], (own, row: number, column: number) => {
    const { handle } = own;
    if (row < 1 || row > handle.rows || column < 1 || column > handle.columns) {
      throw new Exception('Cell reference out of range');
    }
    return inSheet(own, [handle.row + row - 1, handle.column + column - 1]);
  }),
};

function inSheet({ handle, book }: OwnOfRange, address: readonly number[]): object {
  return book.range(callHost('Sheet.getRange', { sheetId: handle.sheetId }, address));
}

function pasteType(options: readonly unknown[]): string {
  const [first, transposed] = options;
  if (transposed === true) throw new Exception('Range.copyTo with transposed cells is not emulated');
  if (first === undefined) return 'PASTE_NORMAL';
  const name = String(first);
  if (/^PASTE_/.test(name)) return name;
  const flags = first as { readonly contentsOnly?: boolean; readonly formatOnly?: boolean };
  if (flags.contentsOnly === true) return 'PASTE_VALUES';
  return flags.formatOnly === true ? 'PASTE_FORMAT' : 'PASTE_NORMAL';
}

const members = sharedMembers(
  NAME,
  () => ({ ...RANGE_POSITION, ...readers(), ...writers(), ...OTHERS }),
  (range) => owns.get(range) as OwnOfRange,
);
