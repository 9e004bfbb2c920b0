import { expect, test } from '@jest/globals';
import { refreshAll } from '../../../../src/reports/refresh/report-refresher';
import { describeActivity } from '../../../../src/reports/saved/activity-log';
import { failureOf } from '../../../support/fetching';
import { Refreshing, savedReport } from '../../../support/refreshing';
import { reportAnswer } from '../../../support/sample-report';
import { answer } from '../../../support/stub-transport';

/* What the list of activity counts of a run over several reports. */

const FOUR = ['One', 'Two', 'Three', 'Four'].map((sheet, at) => savedReport(`r-${at}`, sheet, at));
const lines = (book: Refreshing) => describeActivity(book.state(), book.fetching.clock.now(), String);

test.each([
  ['the first', [answer(403)], '0 of 4 reports refreshed. “One”: '],
  ['a later one', [reportAnswer(), answer(403)], '1 of 4 reports refreshed. “Two”: '],
])('reports that do not even begin, after %s met bad access, are counted', (_, answers, sentence) => {
  const book = new Refreshing(answers, FOUR);

  refreshAll(book.refresher('menu'), book.state().reports, 'menu');

  const [line, ...others] = lines(book);
  expect(line).toMatchObject({ outcome: 'failed', reports: ['One', 'Two', 'Three', 'Four'] });
  expect([line?.sentence.slice(0, sentence.length), others]).toEqual([sentence, []]);
});

test('a report that begins anew, in another time zone, and fails then, is counted once', () => {
  const book = new Refreshing([reportAnswer()], [{ ...savedReport('r-1', 'Shifts'), period: 'yesterday' }]);
  book.calendar.zone = () => {
    book.document.write({ connection: '' });
    return 'Asia/Tokyo';
  };

  expect(failureOf(() => book.refresh()).code).toBe('settings_missing');

  expect(lines(book)).toMatchObject([{ outcome: 'failed', reports: ['Shifts'] }]);
});
