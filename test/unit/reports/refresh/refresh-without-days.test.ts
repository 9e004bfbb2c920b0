import { describe, expect, test } from '@jest/globals';
import { failureOf } from '../../../support/fetching';
import { Refreshing, savedReport } from '../../../support/refreshing';
import { reportOf } from '../../../support/sample-report';

/* History is kept by day: a report that was saved without the days of its rows says what to do, and loses nothing. */

const REFUSED = {
  code: 'invalid_settings',
  message: 'Add SHIFT_DATE to the columns, or choose Replace: history is kept by day.',
};

describe('a report saved to keep history of rows without their day', () => {
  const withoutDays = { ...savedReport('r-1', 'Shifts'), columns: 'NO_SHOWS', mode: 'history' as const };

  test('fails before anything is asked for, and says which column to add', () => {
    const book = new Refreshing([reportOf(1)], [withoutDays]);
    expect(failureOf(() => book.refresh())).toEqual(REFUSED);
    expect([book.fetching.transport.reportRequests, book.sheets.sheets]).toEqual([[], []]);
    expect(book.report().lastRun).toMatchObject({ outcome: 'failed', message: REFUSED.message });
  });

  test('keeps the rows that were written without their day, and says so once the column is there', () => {
    const book = new Refreshing([reportOf(1), reportOf(1)], [{ ...withoutDays, mode: 'replace' }]);
    book.refresh();
    const before = book.sheets.byName('Shifts')?.cells.map((row) => [...row]);
    book.save({ ...book.report(), mode: 'history', columns: 'SHIFT_DATE, NO_SHOWS' });
    expect(failureOf(() => book.refresh())).toEqual({
      code: 'sheet_blocked',
      message: 'Choose another sheet: the rows on “Shifts” have no SHIFT_DATE, so their days are unknown.',
    });
    expect(book.sheets.byName('Shifts')?.cells).toEqual(before);
  });
});
