import { describe, expect, test } from '@jest/globals';
import {
  type OtherLine,
  parseOtherLines,
  withOtherLine,
  withoutOtherLine,
} from '../../../../src/reports/status/status-sheet';
import { Refreshing, savedReport } from '../../../support/refreshing';
import { reportAnswer } from '../../../support/sample-report';

/* Lines of the status sheet that are not of reports, below those that are. */

const STATUS = 'Shift Reports status';
const NOON = Date.parse('2026-07-10T12:00:00Z');
const LINE: OtherLine = { name: '=Transfer', state: 'OK', at: NOON, message: 'Sent 3 shifts.' };

/** One report was refreshed, and there is another line to show. */
function withLine(line = LINE): Refreshing {
  const book = new Refreshing([reportAnswer()]);
  book.document.write({ lines: withOtherLine(undefined, line) });
  book.refresh();
  return book;
}
/** The columns REPORT, STATE, LAST RUN and MESSAGE. */
const rows = (book: Refreshing) =>
  book
    .status()
    .filter(([name]) => name !== '')
    .map((row) => [row[0], row[1], row[10], row[11]]);

describe('a line that is not of a report', () => {
  test('has a name, a state, a time and a message below the reports, and nothing else', () => {
    const book = withLine();
    expect(rows(book)[1]).toEqual(['=Transfer', 'OK', expect.anything(), 'Sent 3 shifts.']);
    const filled = book.status()[1]?.flatMap((cell, index) => (cell === '' ? [] : [index]));
    expect(filled).toEqual([0, 1, 10, 11]);
  });

  test('moves down when a report comes, and up when one goes', () => {
    const book = withLine();
    book.save(savedReport('r-2', 'Other', 2));
    book.refresh();
    expect(rows(book).map(([name]) => name)).toEqual(['Shifts', 'Other', '=Transfer']);
    book.document.remove('report.r-2');
    book.refresh();
    expect(rows(book).map(([name]) => name)).toEqual(['Shifts', '=Transfer']);
  });

  test('leaves its row to people once it is gone', () => {
    const book = withLine();
    book.document.write({ lines: withoutOtherLine(book.document.readAll().lines, LINE.name) });
    book.refresh();
    expect(rows(book).map(([name]) => name)).toEqual(['Shifts']);
    book.sheets.byName(STATUS)?.type(3, 1, 'mine');
    book.refresh();
    expect(rows(book).map(([name]) => name)).toEqual(['Shifts', 'mine']);
  });

  test('stays away from what people wrote, and the run says which row to clear', () => {
    const book = new Refreshing([reportAnswer()]);
    book.refresh();
    book.sheets.byName(STATUS)?.type(3, 1, 'mine');
    book.document.write({ lines: withOtherLine(undefined, { ...LINE, name: 'Transfer' }) });
    book.refresh();
    expect(rows(book).map(([name]) => name)).toEqual(['Shifts', 'mine']);
    expect(book.report().lastRun?.message).toContain(
      'Clear row 3 of “Shift Reports status”: “Transfer” has no line there.',
    );
  });

  test('is found again on a status sheet whose place was forgotten', () => {
    const book = withLine({ ...LINE, state: 'FAILED' });
    book.document.remove('statusSheet');
    book.refresh();
    expect(rows(book).map(([name, state]) => [name, state])).toEqual([
      ['Shifts', 'OK'],
      ['=Transfer', 'FAILED'],
    ]);
  });
});

describe('the stored lines', () => {
  test('are one for each name, in the order in which they came', () => {
    const other = { ...LINE, name: 'Other' };
    const text = withOtherLine(withOtherLine(withOtherLine('', LINE), other), { ...LINE, state: 'FAILED' });
    expect(parseOtherLines(text)).toEqual([{ ...LINE, state: 'FAILED' }, other]);
    expect(parseOtherLines(withoutOtherLine(text, LINE.name))).toEqual([other]);
    expect(withoutOtherLine(withOtherLine('', LINE), LINE.name)).toBe('');
  });

  test.each([undefined, '', '{', '{}', '[{"name":1}]'])('are none in %j', (text) => {
    expect(parseOtherLines(text)).toEqual([]);
  });
});
