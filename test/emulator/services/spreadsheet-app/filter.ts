import { callHost, refuseUnknownMembers } from '../realm';
import type { BookObjects, RangeHandle } from './book-objects';
import { checkedMethods, method } from './checked-methods';

/** A `Filter`: only that it is there, and where. */
export function createFilter(handle: RangeHandle, book: BookObjects): object {
  return refuseUnknownMembers('Filter', {
    ...checkedMethods('SpreadsheetApp.Filter', {
      getRange: method([], () => book.range(handle)),
      remove: method([], () => {
        callHost('Filter.remove', { sheetId: handle.sheetId }, []);
      }),
    }),
  });
}
