import { expect, test } from '@jest/globals';
import { hashQuestion } from '../../../../src/reports/refresh/refresh-phases';
import { findConnection } from '../../../../src/reports/saved/saved-connection';
import { NO_DAYS } from '../../../../src/reports/saved/saved-report';
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

test('a run that failed is none that brought no more days: those are counted anew', () => {
  const book = new Refreshing([answer(504)]);
  const { connection } = findConnection(book.document.readAll(), book.stores);
  const saved = book.report();
  const asked = hashQuestion(saved, connection.fingerprint, nodeDigest);
  const now = book.fetching.clock.now();
  const cursor = { asked, since: now, until: now + 7_200_000, progress: '', held: '' };
  book.save({ ...saved, cursor: { ...NO_DAYS, ...cursor, days: 3, stalls: 1 } });

  expect(failureOf(() => book.refresh()).code).toBe('upstream_timeout');
  expect(book.report().cursor).toMatchObject({ days: 3, stalls: 0, misses: 1 });
});

test('a run that does not even begin counts as one that failed', () => {
  const book = new Refreshing([reportAnswer()]);
  const cursor = { ...NO_DAYS, asked: 'a', since: 0, until: 0, progress: '', held: '', days: 9 };
  book.save({ ...book.report(), cursor });
  book.document.write({ connection: '' });

  expect(failureOf(() => book.refresh()).code).toBe('settings_missing');
  expect(book.report().cursor).toEqual({ ...cursor, misses: 1 });
});
