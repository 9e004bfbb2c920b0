import { expect, test } from '@jest/globals';
import { hashQuestion } from '../../../../src/reports/refresh/refresh-phases';
import { findConnection } from '../../../../src/reports/saved/saved-connection';
import { NO_DAYS } from '../../../../src/reports/saved/saved-report';
import { failureOf } from '../../../support/fetching';
import { nodeDigest } from '../../../support/node-text';
import { Refreshing, savedReport } from '../../../support/refreshing';
import { RECORD, reportBody } from '../../../support/sample-report';
import { answer } from '../../../support/stub-transport';

/* What a refresh leaves to the next one that did not come to its end by a failure of our own. */

test('a table that is held back has no days to count against those who fetch it again', () => {
  const february = { from_date: '2026-02-01', to_date: '2026-02-28' };
  const answerOf = (count: number) => {
    const shifts = Array.from({ length: count }, (_, index) => ({
      ...RECORD,
      SHIFT_DATE: `2026-02-${10 + index}`,
      SHIFT_ID: index,
    }));
    return answer(200, reportBody(shifts, { request: { employer_id: 1042, ...february } }));
  };
  const saved = { ...savedReport('r-1', 'Shifts'), from: february.from_date, to: february.to_date };
  const book = new Refreshing([answerOf(19), answerOf(1)], [saved]);
  book.refresh();
  const { connection } = findConnection(book.document.readAll(), book.stores);
  const asked = hashQuestion(book.report(), connection.fingerprint, nodeDigest);
  book.fetching.clock.advance(60);
  const now = book.fetching.clock.now();
  const cursor = { asked, since: now, until: now + 3_600_000, progress: '', held: '' };
  book.save({ ...book.report(), cursor: { ...NO_DAYS, ...cursor, days: 20, stalls: 1 } });

  expect(failureOf(() => book.refresh('sidebar', 'r-1', false)).code).toBe('held_back');

  expect(book.report().cursor).toMatchObject({ held: expect.stringMatching(/./), days: 0, stalls: 0 });
});
