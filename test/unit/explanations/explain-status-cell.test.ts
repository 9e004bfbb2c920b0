import { describe, expect, test } from '@jest/globals';
import { Explaining, linesIn } from '../../support/explaining';
import { savedReport } from '../../support/refreshing';

/* A cell of the sheet that says how fresh each report is: one report was refreshed, one never. */

function opened() {
  const table = new Explaining();
  table.book.save(savedReport('r-2', 'Second', 2));
  table.book.refresh();
  const status = table.book.sheets.byName('Shift Reports status');
  if (status === undefined) throw new Error('There is no status sheet.');
  const columns = status.cells[0] ?? [];
  return (heading: string, row: number) => table.explain(columns.indexOf(heading) + 1, row, status);
}

describe('a cell of the status sheet', () => {
  test('of a report says what the column means, and how its newest refresh went', () => {
    const told = opened()('STATE', 2);
    expect(told.title).toBe('STATE of “Shifts”');
    expect(linesIn(told)).toEqual({
      Meaning: 'How its last refresh ended.',
      Refreshed: '10 Mar 2026, 12:00 (Europe/London)',
      'Last run': expect.stringMatching(/^1 shift from 1–7 Mar 2026/),
      'Correlation ID': expect.stringMatching(/^id-\d+$/),
    });
  });

  test('of a report that never was refreshed says what the column means, and nothing that did not happen', () => {
    const told = opened()('REFRESHED', 3);
    expect(told.title).toBe('REFRESHED of “Second”');
    expect(linesIn(told)).toEqual({ Meaning: 'When the table was last refreshed.' });
  });

  test('of the heading row says what the column means', () => {
    expect(opened()('SHIFTS', 1)).toEqual({
      title: 'The column SHIFTS',
      lines: [{ label: 'Meaning', value: 'Number of shifts in the table; blank for grouped reports.' }],
    });
  });

  test('below the reports is not ours', () => {
    expect(opened()('STATE', 9).title).toBe('The status sheet');
  });
});
