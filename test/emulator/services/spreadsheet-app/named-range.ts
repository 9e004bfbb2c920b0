import { callHost, refuseUnknownMembers } from '../realm';
import { type BookObjects, place } from './book-objects';
import { checkedMethods, method } from './checked-methods';
import { rangeHandleOf } from './range';

const NAME = 'SpreadsheetApp.NamedRange';

/** A name of the spreadsheet; what it stands for is asked anew each time, since rows move and others rename. */
export function createNamedRange(firstName: string, book: BookObjects): object {
  let name = firstName;
  const namedRange: object = refuseUnknownMembers('NamedRange', {
    ...checkedMethods(NAME, {
      getName: method([], () => name),
      getRange: method([], () => book.range(callHost('NamedRange.getRange', name, []))),
      setName: method(['string'], (newName: string) => {
        callHost('NamedRange.setName', name, [newName]);
        name = newName;
        return namedRange;
      }),
      setRange: method(['object'], (range: object) => {
        callHost('NamedRange.setRange', name, [place(rangeHandleOf(range, `${NAME}.setRange`))]);
        return namedRange;
      }),
      remove: method([], () => {
        callHost('NamedRange.remove', name, []);
      }),
    }),
  });
  return namedRange;
}
