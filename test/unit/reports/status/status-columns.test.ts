import { describe, expect, test } from '@jest/globals';
import type { MemorySheet } from '../../../support/memory-sheets';
import { Refreshing, savedReport } from '../../../support/refreshing';
import { reportAnswer } from '../../../support/sample-report';
import { FIRST_STATUS_HEADINGS as FIRST, STATUS_HEADINGS } from '../../../support/status-headings';

/* A status sheet of an older version gets the columns that came since, where nobody uses their cells. */

const STATUS = 'Shift Reports status';
/** 10 March 2026 at noon: London's clock shows UTC. */
const NOON = Date.parse('2026-03-10T12:00:00Z');
const STAMPED = [...FIRST, 'STAMP'];
const NOW = STATUS_HEADINGS;
const ASKED = /Clear columns \w to Q of “Shift Reports status”: new columns of the status need their place\./;

/** A spreadsheet whose status sheet was written by an older version. */
function older(headings: readonly string[]): { readonly book: Refreshing; readonly status: MemorySheet } {
  const book = new Refreshing([reportAnswer()]);
  book.refresh();
  const status = book.sheets.byName(STATUS) as MemorySheet;
  const cells = (row: readonly unknown[]) => row.slice(0, headings.length) as string[];
  status.cells = [[...headings], cells(status.cells[1] ?? [])];
  const { columns: _, ...known } = book.state().statusSheet ?? { sheetId: 0 };
  book.document.write({ statusSheet: JSON.stringify({ ...known, named: headings.length > 13 }) });
  book.sheets.names.clear();
  if (headings.length === 14)
    book.sheets.names.set('SHIFT_STAMP', { sheetId: status.id, row: 2, column: 14 });
  return { book, status };
}

const heading = (status: MemorySheet) => status.cells[0];
const message = (book: Refreshing) => book.report().lastRun?.message;

describe('an older status sheet', () => {
  test.each([
    ['without a stamp', FIRST],
    ['with its stamp in another column', STAMPED],
  ])('%s gets all columns, and formulas that name the stamp find it', (_, headings) => {
    const { book, status } = older(headings);
    book.refresh();
    expect(heading(status)).toEqual(NOW);
    expect(status.cells[1]?.[16]).toBe(NOON);
    expect(book.sheets.names.get('SHIFT_STAMP')).toEqual({ sheetId: status.id, row: 2, column: 17 });
    expect([book.state().statusSheet?.columns, message(book)]).toEqual([
      17,
      expect.not.stringMatching(ASKED),
    ]);
  });

  test.each([
    ['without a stamp', FIRST, 14, FIRST],
    ['with a stamp', STAMPED, 15, STAMPED],
  ])('%s leaves the cells beside it that someone uses, and says so', (_, headings, column, expected) => {
    const { book, status } = older(headings);
    status.type(1, column, 'mine');
    status.type(2, 17, 'mine too');
    book.refresh();
    expect(heading(status)).toEqual([...expected, 'mine']);
    expect([status.cells[1]?.[16], status.cells[1]?.[1]]).toEqual(['mine too', 'OK']);
    expect([book.state().statusSheet?.columns, message(book)]).toEqual([
      headings.length,
      expect.stringMatching(ASKED),
    ]);
  });

  test('keeps its stamp moving where it has no room', () => {
    const { book, status } = older(STAMPED);
    status.type(1, 17, 'mine');
    book.fetching.clock.advance(60);
    book.refresh();
    expect(status.cells[1]?.[13]).toBe(NOON + 60_000);
    expect(book.sheets.names.get('SHIFT_STAMP')?.column).toBe(14);
  });

  test('is looked at again at the next click, on a schedule never', () => {
    const { book, status } = older(FIRST);
    status.type(1, 14, 'mine');
    book.refresh();
    status.type(1, 14, '');
    book.refresh('schedule');
    expect(heading(status)).toEqual([...FIRST, '']);
    book.refresh();
    expect(heading(status)).toEqual(NOW);
  });

  test('is left out where the sheet has no more columns', () => {
    const { book, status } = older(FIRST);
    status.columns = 13;
    book.refresh();
    expect([heading(status), message(book)]).toEqual([FIRST, expect.stringMatching(ASKED)]);
  });

  test('of today is looked at once where that is not known yet', () => {
    const { book, status } = older(NOW);
    book.sheets.reads.length = 0;
    book.refresh();
    book.refresh();
    expect(book.sheets.reads.filter((read) => read.startsWith(STATUS))).toEqual([`${STATUS} 1,1 1 × 17`]);
    expect(heading(status)).toEqual(NOW);
  });
});

describe('lines of the status sheet', () => {
  test('are claimed for a report that fails before it ever succeeded, and stored', () => {
    const book = new Refreshing([reportAnswer()]);
    book.refresh();
    book.save({ ...savedReport('r-2', 'Other', 2), period: 'no such period' });
    expect(() => book.refresh('sidebar', 'r-2')).toThrow();
    expect(book.status().map(([report, shown]) => [report, shown])).toEqual([
      ['Shifts', 'OK'],
      ['Other', 'FAILED'],
    ]);
    expect(book.state().statusSheet?.rows).toBe(2);
  });
});
