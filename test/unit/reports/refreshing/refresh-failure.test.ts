import { expect, test } from '@jest/globals';
import { chosenFor } from '../../../../src/reports/refreshing/refresh-begun';
import { findConnection } from '../../../../src/reports/saved/saved-connection';
import { failureOf } from '../../../support/fetching';
import { nodeDigest } from '../../../support/node-text';
import { Refreshing } from '../../../support/refreshing';
import { reportAnswer } from '../../../support/sample-report';
import { answer } from '../../../support/stub-transport';

test('a failure that the sheets refuse to show is still the failure that is told', () => {
  const book = new Refreshing([reportAnswer()]);
  book.refresh();
  book.document.write({ connection: '' });
  // The status sheet is written, then flushed: the flush is refused.
  book.sheets.refusedStep = book.sheets.steps.length + 2;

  expect(failureOf(() => book.refresh()).code).toBe('settings_missing');
  expect(book.sheets.steps.slice(-1)).toEqual(['flush']);
});

test('a refresh that got no day at all is no first one in the run after', () => {
  const book = new Refreshing([answer(504)]);
  const { connection } = findConnection(book.document.readAll(), book.stores);
  const saved = book.report();
  const asked = chosenFor(saved, connection.fingerprint, nodeDigest);
  const now = book.fetching.clock.now();
  const cursor = { asked, since: now, until: now + 7_200_000, progress: '', held: '', days: 0 };
  book.save({ ...saved, cursor: { ...cursor, stalls: 1 } });

  expect(failureOf(() => book.refresh()).code).toBe('upstream_timeout');
  expect(book.report().cursor?.stalls).toBe(2);
});

test('a run that does not even begin counts as one that did not get on', () => {
  const book = new Refreshing([reportAnswer()]);
  const cursor = { asked: 'a', since: 0, until: 0, progress: '', held: '', days: 9, stalls: 0 };
  book.save({ ...book.report(), cursor });
  book.document.write({ connection: '' });

  expect(failureOf(() => book.refresh()).code).toBe('settings_missing');
  expect(book.report().cursor).toEqual({ ...cursor, stalls: 1 });
});
