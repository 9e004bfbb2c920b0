import { describe, expect, test } from '@jest/globals';
import { ReportError } from '../../../../src/employer-api/errors';
import { describeRefreshAll, refreshAll } from '../../../../src/reports/refresh/report-refresher';
import type { SavedReport } from '../../../../src/reports/saved/saved-report';
import { failureOf } from '../../../support/fetching';
import { Refreshing, savedReport } from '../../../support/refreshing';
import { reportAnswer } from '../../../support/sample-report';
import { answer } from '../../../support/stub-transport';

const THREE = [savedReport('r-1', 'One', 1), savedReport('r-2', 'Two', 2), savedReport('r-3', 'Three', 3)];
const all = (book: Refreshing) => refreshAll(book.refresher('menu'), book.state().reports, 'menu');

describe('refreshing all reports', () => {
  test('refreshes one after the other, as they were made', () => {
    const book = new Refreshing([reportAnswer()], THREE);
    const { refreshed, failures } = all(book);
    expect([refreshed, failures]).toEqual([3, []]);
    expect(book.sheets.steps.filter((step) => step.startsWith('create')).slice(0, 4)).toEqual([
      'create One',
      'create Shift Reports status',
      'create Two',
      'create Three',
    ]);
  });

  test('goes on after one that fails', () => {
    const book = new Refreshing([reportAnswer()], THREE);
    book.sheets.add('Two', [['mine']]);
    const { refreshed, failures } = all(book);
    expect([refreshed, failures.map(({ sheet, error }) => [sheet, error.code])]).toEqual([
      2,
      [['Two', 'sheet_blocked']],
    ]);
  });

  test('begins with the one that was tried longest ago, whatever came of it', () => {
    const tried = (
      report: SavedReport,
      finishedAt: number,
      outcome: 'failed' | 'unfinished' | 'refreshed',
    ) => ({
      ...report,
      lastRun: { outcome, finishedAt, message: '', correlationId: '' },
    });
    const [one, two, three] = [
      savedReport('r-1', 'One', 1),
      savedReport('r-2', 'Two', 2),
      savedReport('r-3', 'Three', 3),
    ];
    const book = new Refreshing(
      [reportAnswer()],
      [tried(one, 30, 'unfinished'), tried(two, 20, 'failed'), tried(three, 10, 'refreshed')],
    );
    all(book);
    const made = book.sheets.steps.filter((step) => /^create (One|Two|Three)$/.test(step));
    expect(made).toEqual(['create Three', 'create Two', 'create One']);
  });

  test('gives the state after the last', () => {
    const book = new Refreshing([reportAnswer()], THREE);
    expect(all(book).state).toEqual(book.state());
  });

  test('asks once for a token that all of them need', () => {
    const book = new Refreshing([reportAnswer()], THREE);
    all(book);
    expect(book.fetching.transport.tokenRequests).toHaveLength(1);
  });

  test('meets bad access once, and tells each report', () => {
    const book = new Refreshing([answer(403)], THREE);
    const { failures } = all(book);
    expect([failures.map(({ error }) => error.code), book.fetching.transport.reportRequests.length]).toEqual([
      ['access_refused', 'access_refused', 'access_refused'],
      1,
    ]);
  });

  test('goes on after one that someone changed while it was fetched', () => {
    const book = new Refreshing([reportAnswer()], THREE);
    const { transport } = book.fetching;
    transport.whileReporting = () => {
      if (transport.reportRequests.length === 1) book.save({ ...book.report(), venue: 'Pier' });
    };
    const { refreshed, failures, left } = all(book);
    expect([refreshed, left]).toEqual([2, 0]);
    expect(failures.map(({ sheet, error }) => [sheet, error.message])).toEqual([
      ['One', 'Refresh again: this report was changed meanwhile.'],
    ]);
  });

  test('stops where another refresh runs', () => {
    const book = new Refreshing([reportAnswer()], THREE);
    const until = book.fetching.clock.now() + 1000;
    book.document.write({ lease: JSON.stringify({ id: 'other', by: 'schedule', since: 0, until }) });
    expect(all(book).failures.map(({ sheet, error }) => [sheet, error.code])).toEqual([['One', 'busy']]);
  });
});

describe('refreshing where there is no report', () => {
  test('moves the stamp, so that formulas are calculated again, and asks the service nothing', () => {
    const book = new Refreshing([reportAnswer()], []);
    const { isStamped, refreshed, failures, left, state } = all(book);
    expect([isStamped, refreshed, failures, left]).toEqual([true, 0, [], 0]);
    expect(state).toEqual(book.state());
    expect(state?.statusSheet).toEqual({
      sheetId: 101,
      rows: 0,
      stampedAt: book.fetching.clock.now(),
      installation: 'add-on',
    });
    expect(book.fetching.transport.tokenRequests).toEqual([]);
  });

  test('is refused without a connection', () => {
    const book = new Refreshing([reportAnswer()], [], {});
    expect(failureOf(() => all(book)).code).toBe('settings_missing');
    expect(book.sheets.sheets).toEqual([]);
  });
});

describe('the sentence about it', () => {
  const failure = { id: 'r-2', sheet: 'Two', error: new ReportError('busy') };

  test.each([
    [
      { refreshed: 0, failures: [], isStamped: true },
      'Formulas with SHIFT_STAMP are calculated again. There is no report to refresh.',
    ],
    [{ refreshed: 1, failures: [] }, '1 report refreshed.'],
    [{ refreshed: 3, failures: [] }, '3 reports refreshed.'],
    [
      { refreshed: 2, failures: [failure] },
      '2 reports refreshed. “Two”: Try again in a minute: another refresh is running.',
    ],
    [{ refreshed: 1, failures: [], left: 2 }, '1 report refreshed. 2 reports left as before: refresh again.'],
    [
      { refreshed: 0, failures: [failure, failure, failure, failure, failure] },
      `${'“Two”: Try again in a minute: another refresh is running. '.repeat(3)}2 reports more failed: see the list of reports.`,
    ],
    [{ refreshed: 0, failures: [failure] }, '“Two”: Try again in a minute: another refresh is running.'],
    [
      {
        refreshed: 1,
        failures: [],
        unfinished: [{ sheet: 'Two', progress: '155 of 365 days, 6,100 shifts' }],
      },
      '1 report refreshed. “Two”: fetched 155 of 365 days, 6,100 shifts so far, refresh again to continue.',
    ],
  ])('%#', (result, expected) => {
    expect(
      describeRefreshAll({ left: 0, isStamped: false, unfinished: [], ...result, state: undefined }),
    ).toBe(expected);
  });
});
