import { describe, expect, test } from '@jest/globals';
import { failureOf } from '../../../support/fetching';
import { Refreshing, savedReport } from '../../../support/refreshing';
import { reportOf } from '../../../support/sample-report';

/* What others do before or during a refresh: other refreshes, and people who remove reports and sheets. */

const START = Date.parse('2026-03-10T12:00:00Z');

describe('two refreshes', () => {
  const lease = (until: number) => ({
    lease: JSON.stringify({ id: 'other', by: 'schedule', since: START, until, sheet: '' }),
  });

  test('do not run at once: the second changes nothing', () => {
    const book = new Refreshing([reportOf(1)]);
    book.document.write(lease(START + 1));
    const before = book.document.readAll();
    expect(failureOf(() => book.refresh()).code).toBe('busy');
    expect([book.document.readAll(), book.sheets.steps, book.fetching.transport.tokenRequests]).toEqual([
      before,
      [],
      [],
    ]);
  });

  test('take over from one that was killed', () => {
    const book = new Refreshing([reportOf(1)]);
    book.document.write(lease(START));
    book.refresh();
    expect(book.ids()).toEqual([1]);
  });

  test('are fenced: one that lost its lease writes nothing and notes nothing', () => {
    const book = new Refreshing([reportOf(1)]);
    book.fetching.transport.whileReporting = () => book.document.write(lease(START + 420_000));
    expect(failureOf(() => book.refresh()).code).toBe('busy');
    expect([book.sheets.steps, book.report().lastRun, book.state().lease?.id]).toEqual([[], null, 'other']);
  });

  test('wait 15 seconds for the lock at most', () => {
    const book = new Refreshing([reportOf(1)]);
    book.fetching.lock.refusals = 1;
    expect(failureOf(() => book.refresh()).code).toBe('busy');
    expect(book.fetching.lock.waits).toEqual([15_000]);
  });
});

describe('a report that was removed', () => {
  test('before its refresh is not refreshed', () => {
    const book = new Refreshing([reportOf(1)]);
    expect(failureOf(() => book.refresh('sidebar', 'gone'))).toEqual({
      code: 'invalid_settings',
      message: 'Open the sidebar again: this report was removed.',
    });
  });

  test('during its refresh writes nothing, comes not back and keeps nobody waiting', () => {
    const book = new Refreshing(
      [reportOf(1)],
      [savedReport('r-1', 'Shifts'), savedReport('r-2', 'Other', 2)],
    );
    book.fetching.transport.whileReporting = () => book.document.remove('report.r-1');
    expect(failureOf(() => book.refresh()).code).toBe('invalid_settings');
    expect([book.sheets.steps, book.state().reports.map(({ id }) => id), book.state().lease]).toEqual([
      [],
      ['r-2'],
      undefined,
    ]);
    book.fetching.transport.whileReporting = () => undefined;
    book.refresh('sidebar', 'r-2');
    expect(book.ids('Other')).toEqual([1]);
  });
});

describe('a sheet that was deleted', () => {
  test.each([
    ['menu', ['Shift Reports status', 'Shifts']],
    ['sidebar', ['Shift Reports status', 'Shifts']],
    ['schedule', ['Shift Reports status']],
  ] as const)('and a refresh from the %s: the sheets are then %j', (by, names) => {
    const book = new Refreshing([reportOf(1), reportOf(2)]);
    book.refresh();
    const table = book.sheets.byName('Shifts');
    if (table) book.sheets.delete(table);
    try {
      book.refresh(by);
    } catch (error) {
      expect([by, (error as { code: string }).code]).toEqual(['schedule', 'sheet_blocked']);
    }
    expect(book.sheets.sheets.map(({ tab }) => tab).sort()).toEqual([...names]);
  });
});
