import { type ArgumentType, callHost, refuseUnknownMembers } from '../realm';
import { type BookObjects, place, type RangeHandle } from './book-objects';
import { checkedMethods, type Method, method } from './checked-methods';
import { plainArgument } from './range';

const SIDES = ['any', 'any', 'any', 'any', 'any', 'any'] as const;
/** Top, left, bottom, right, vertical, horizontal; then colour and style. */
const BORDER: readonly ArgumentType[] = [...SIDES, 'any?', 'any?'];

/** Setters of a list, with what they take; `any` also lets null through, which goes back to the default. */
const SETTERS: { readonly [member: string]: readonly ArgumentType[] } = {
  setNumberFormat: ['string'],
  setFontWeight: ['any'],
  setFontSize: ['number'],
  setFontStyle: ['any'],
  setFontColor: ['any'],
  setBackground: ['any'],
  setWrap: ['boolean'],
  setHorizontalAlignment: ['any'],
  setVerticalAlignment: ['any'],
  setBorder: BORDER,
  setNote: ['any'],
  setValue: ['any'],
  clear: [],
  clearContent: [],
  clearFormat: [],
  clearNote: [],
};

/** A `RangeList`: every setter does the same to each range, in one call. */
export function createRangeList(handles: readonly RangeHandle[], book: BookObjects): object {
  const methods: { [member: string]: Method } = { getRanges: method([], () => handles.map(book.range)) };
  for (const member of Object.keys(SETTERS)) {
    methods[member] = method(SETTERS[member] ?? [], (...args) => {
      callHost(`RangeList.${member}`, handles.map(place), args.map(plainArgument));
      return list;
    });
  }
  const list: object = refuseUnknownMembers('RangeList', checkedMethods('SpreadsheetApp.RangeList', methods));
  return list;
}
