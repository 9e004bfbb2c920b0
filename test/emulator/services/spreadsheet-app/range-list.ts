import { callHost, checkArguments, refuseUnknownMembers } from '../realm';
import { block, createRange, type RangeHandle } from './range';

/** Setters of a list, with what they take; `any` also lets null through, which goes back to the default. */
const SETTERS = {
  setNumberFormat: ['string'],
  setFontWeight: ['any'],
  setFontColor: ['any'],
  setBackground: ['any'],
  setWrap: ['boolean'],
  setHorizontalAlignment: ['any'],
  setNote: ['any'],
  setValue: ['any'],
  clear: [],
  clearContent: [],
} as const;

/** A `RangeList`: every setter does the same to each range, in one call. */
export function createRangeList(handles: readonly RangeHandle[]): object {
  const members: { [member: string]: (...args: unknown[]) => unknown } = {
    getRanges: () => handles.map(createRange),
  };
  for (const member of Object.keys(SETTERS) as (keyof typeof SETTERS)[]) {
    members[member] = (...args) => {
      checkArguments(`SpreadsheetApp.RangeList.${member}`, args, SETTERS[member]);
      callHost(`RangeList.${member}`, handles.map(block), args);
      return list;
    };
  }
  const list: object = refuseUnknownMembers('RangeList', members);
  return list;
}
