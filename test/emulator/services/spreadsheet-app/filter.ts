import { callHost, refuseUnknownMembers } from '../realm';
import type { BookObjects, RangeHandle } from './book-objects';
import { checkedMethods, method } from './checked-methods';
import { hiddenValuesOf } from './filter-criteria';

const NAME = 'SpreadsheetApp.Filter';

/** A `Filter`: where it is, and which texts of a column it hides. */
export function createFilter(handle: RangeHandle, book: BookObjects): object {
  const target = { sheetId: handle.sheetId };
  const hide = (column: number, texts: readonly string[]) => {
    callHost('Filter.setColumnFilterCriteria', target, [column, texts]);
    return filter;
  };
  const filter: object = refuseUnknownMembers('Filter', {
    ...checkedMethods(NAME, {
      getRange: method([], () => book.range(handle)),
      remove: method([], () => {
        callHost('Filter.remove', target, []);
      }),
      setColumnFilterCriteria: method(['number', 'object'], (column: number, criteria: object) =>
        hide(column, hiddenValuesOf(criteria, `${NAME}.setColumnFilterCriteria`)),
      ),
      removeColumnFilterCriteria: method(['number'], (column: number) => hide(column, [])),
    }),
  });
  return filter;
}
