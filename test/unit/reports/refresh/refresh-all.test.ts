import { describe, expect, test } from '@jest/globals';
import { refreshAll } from '../../../../src/reports/refresh/refresh-all';
import { describeActivity } from '../../../../src/reports/saved/activity-log';
import type { SavedReport } from '../../../../src/reports/saved/saved-report';
import { failureOf } from '../../../support/fetching';
import { Refreshing, savedReport } from '../../../support/refreshing';
import { reportAnswer } from '../../../support/sample-report';
import { answer } from '../../../support/stub-transport';

const THREE = [savedReport('r-1', 'One', 1), savedReport('r-2', 'Two', 2), savedReport('r-3', 'Three', 3)];
const all = (book: Refreshing) => refreshAll(book.services('menu'), book.state().reports, 'menu');

describe('refreshing all reports', () => {
  test('refreshes one after the other, as they were made', () => {
    const book = new Refreshing([reportAnswer()], THREE);
    expect(all(book)).toMatchObject({ message: '3 reports refreshed.', failures: [], left: 0 });
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
    const { message, failures } = all(book);
    expect(failures.map(({ code }) => code)).toEqual(['sheet_blocked']);
    expect(message).toBe(`2 reports refreshed. “Two”: ${failures[0]?.message}`);
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

  test('gives the state after the last, and tells of each, also of one that does not even begin', () => {
    const book = new Refreshing([reportAnswer(), answer(404)], THREE);
    expect(all(book).state).toMatchObject({
      reports: [{ sheet: 'One' }, { sheet: 'Two' }, { sheet: 'Three' }],
    });
    const lines = describeActivity(book.state(), book.fetching.clock.now(), String);
    expect(lines.map(({ sheet }) => sheet).sort()).toEqual(['One', 'Three', 'Two']);
  });

  test('stops where another refresh runs', () => {
    const book = new Refreshing([reportAnswer()], THREE);
    const until = book.fetching.clock.now() + 1000;
    book.document.write({
      lease: JSON.stringify({ id: 'other', by: 'schedule', since: 0, until, sheet: '' }),
    });
    const { failures, message } = all(book);
    expect(failures.map(({ code }) => code)).toEqual(['busy']);
    expect(message).toMatch(/^“One”: Wait until .* 2 reports left as before: refresh again\.$/);
  });
});

describe('refreshing where there is no report', () => {
  test('moves the stamp, so that formulas are calculated again, and asks the service nothing', () => {
    const book = new Refreshing([reportAnswer()], []);
    const { message, failures, left, state } = all(book);
    expect([message, failures, left]).toEqual([
      'Formulas with SHIFT_STAMP are calculated again. There is no report to refresh.',
      [],
      0,
    ]);
    expect(state).toEqual(book.state());
    expect(state?.statusSheet).toEqual({ sheetId: 101, stampedAt: book.fetching.clock.now() });
    expect(book.fetching.transport.tokenRequests).toEqual([]);
  });

  test('is refused without a connection', () => {
    const book = new Refreshing([reportAnswer()], [], {});
    expect(failureOf(() => all(book)).code).toBe('settings_missing');
    expect(book.sheets.sheets).toEqual([]);
  });
});

describe('the sentence about it', () => {
  test('names three failures and counts the others', () => {
    const five = ['1', '2', '3', '4', '5'].map((name, at) => savedReport(`r-${name}`, name, at));
    const { message } = all(new Refreshing([answer(404)], five));
    expect(message).toMatch(/^“1”: .* “2”: .* “3”: .* 2 reports more: see the list of reports\.$/);
  });
});
