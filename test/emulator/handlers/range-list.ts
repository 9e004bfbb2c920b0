import type { HostHandler, HostHandlers } from '../bridge';
import type { RangeTarget } from './document-access';
import { rangeHandlers } from './range';

/** What a list of ranges can do: the same to each, in order. */
const MEMBERS = [
  'setNumberFormat',
  'setFontWeight',
  'setFontSize',
  'setFontStyle',
  'setFontColor',
  'setBackground',
  'setBorder',
  'setWrap',
  'setHorizontalAlignment',
  'setVerticalAlignment',
  'setNote',
  'setValue',
  'clearContent',
  'clearFormat',
  'clearNote',
  'clear',
] as const;

/** RangeList. Each call is one operation of the write buffer for each of its ranges. */
export const rangeListHandlers: HostHandlers = Object.fromEntries(
  MEMBERS.map((member): [string, HostHandler] => [
    `RangeList.${member}`,
    (context, ranges: RangeTarget[], ...args) => {
      for (const range of ranges) rangeHandlers[`Range.${member}`]?.(context, range, ...args);
    },
  ]),
);
