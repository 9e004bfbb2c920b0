import { describe, expect, test } from '@jest/globals';
import { Refreshing, savedReport } from '../../../support/refreshing';
import { reportAnswer } from '../../../support/sample-report';

/* What people wrote below the lines of the status sheet. */

const STATUS = 'Shift Reports status';

/** One report was refreshed; below the status of it someone wrote. */
function noted(row: number, column = 1): Refreshing {
  const book = new Refreshing([reportAnswer()]);
  book.refresh();
  book.sheets.byName(STATUS)?.type(row, column, 'mine');
  return book;
}

describe('notes where the line of a new report belongs', () => {
  const message = (book: Refreshing) => book.report().lastRun?.message;

  test('stay, and the run says which row to clear, for which report', () => {
    const book = noted(3);
    book.save(savedReport('r-2', 'Other', 2));

    book.refresh();

    expect(message(book)).toContain(
      'Clear row 3 of “Shift Reports status”: the report “Other” has no line there.',
    );
    expect(book.status().map(([cell]) => cell)).toEqual(['Shifts', 'mine']);

    book.sheets.byName(STATUS)?.type(3, 1, '');
    book.refresh();
    expect(message(book)).not.toContain('Clear row');
  });

  test('are named together where several reports have no line', () => {
    const book = noted(4);
    for (const [index, sheet] of ['Two', 'Three', 'Four'].entries())
      book.save(savedReport(`r-${index + 2}`, sheet, index + 2));

    book.refresh();

    expect(message(book)).toContain(
      'Clear rows 3 to 5 of “Shift Reports status”: the report “Two” and 2 more have no line there.',
    );
  });
});

describe('notes where the line of a removed report stood', () => {
  /** Of two reports one is removed. */
  function removed(): Refreshing {
    const book = new Refreshing(
      [reportAnswer()],
      [savedReport('r-1', 'Shifts'), savedReport('r-2', 'Other', 2)],
    );
    book.refresh();
    book.document.remove('report.r-2');
    return book;
  }
  const first = (book: Refreshing) => book.status().map(([cell]) => cell);

  test('stay, from the moment that the status shows the others', () => {
    const book = removed();
    expect(book.refresher().showStatus(book.state())).toEqual(book.state());
    expect(first(book)).toEqual(['Shifts', '']);
    book.sheets.byName(STATUS)?.type(3, 1, 'mine');

    book.refresh();

    expect(first(book)).toEqual(['Shifts', 'mine']);
  });

  test('change nothing of what another run has found out about the sheet since', () => {
    const book = removed();
    const before = book.state();
    const found = { ...before.statusSheet, stampedAt: 5 };
    book.document.write({ statusSheet: JSON.stringify(found) });

    book.refresher().showStatus(before);

    expect(book.state().statusSheet).toEqual(found);
  });

  test('are still the status’s where the lock is not to be had: it stays known how far it reaches', () => {
    const book = removed();
    const before = book.state();
    book.fetching.lock.refusals = 1;

    expect(book.refresher().showStatus(before).statusSheet?.rows).toBe(1);
    expect([first(book), book.state()]).toEqual([['Shifts', ''], before]);
  });

  test('cost no more than the status where all lines are still needed', () => {
    const book = removed();
    const state = book.refresher().showStatus(book.state());
    const [writes, steps] = [book.document.log.length, book.sheets.steps.length];

    book.refresher().showStatus(state);

    expect(book.document.log.slice(writes)).toEqual([]);
    expect(book.sheets.steps.slice(steps)).toEqual([`write ${STATUS} row 1 × 2`]);
  });
});

describe('notes below the status', () => {
  test.each([
    [3, 1],
    [3, 2],
    [5, 1],
  ])('stay where the sheet is taken up again, as in a copy (row %d, column %d)', (row, column) => {
    const book = noted(row, column);
    book.document.write({ statusSheet: '' });

    book.refresh();

    expect([book.status()[0]?.[0], book.status()[row - 2]?.[column - 1]]).toEqual(['Shifts', 'mine']);
    expect(book.state().statusSheet?.rows).toBe(1);
  });
});
