import { expect, test } from '@jest/globals';
import { refreshAll } from '../../../../src/reports/refresh/refresh-all';
import { describeActivity } from '../../../../src/reports/saved/activity-log';
import { Refreshing, savedReport } from '../../../support/refreshing';
import { reportAnswer } from '../../../support/sample-report';
import { answer } from '../../../support/stub-transport';

test('each refresh of a run over several reports is told of, also one that does not even begin', () => {
  const reports = ['One', 'Two', 'Three'].map((sheet, at) => savedReport(`r-${at}`, sheet, at));
  const book = new Refreshing([reportAnswer(), answer(404)], reports);

  refreshAll(book.services('menu'), book.state().reports, 'menu');

  const lines = describeActivity(book.state(), book.fetching.clock.now(), String);
  expect(lines.map(({ reports: [sheet] }) => sheet).sort()).toEqual(['One', 'Three', 'Two']);
});
