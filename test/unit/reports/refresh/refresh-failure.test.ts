import { expect, test } from '@jest/globals';
import { failureOf } from '../../../support/fetching';
import { Refreshing } from '../../../support/refreshing';
import { reportAnswer } from '../../../support/sample-report';

test('a failure that the sheets refuse to show is still the failure that is told', () => {
  const book = new Refreshing([reportAnswer()]);
  book.refresh();
  book.document.write({ connection: '' });
  // The status sheet is written, then flushed: the flush is refused.
  book.sheets.refusedStep = book.sheets.steps.length + 2;

  expect(failureOf(() => book.refresh()).code).toBe('settings_missing');
  expect(book.sheets.steps.slice(-1)).toEqual(['flush']);
});
