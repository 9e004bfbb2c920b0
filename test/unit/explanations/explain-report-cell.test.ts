import { describe, expect, test } from '@jest/globals';
import { Explaining, linesIn } from '../../support/explaining';
import { answer } from '../../support/stub-transport';

/* A cell of a saved report's table, where the report and its table no longer go together. */

const CHANGED = 'The report was changed since: refresh it, then ask again.';

/** The report as it is saved, with other choices. */
function change(table: Explaining, choices: object): void {
  table.book.save({ ...table.book.report(), ...choices });
}

describe('a table that was written for other choices', () => {
  test('has columns told by their headings, wherever they stand now', () => {
    const table = new Explaining();
    change(table, { columns: 'SHIFTS_WORKED, SHIFT_ID' });
    const told = table.explain('SHIFT_ID', 1);
    expect(told.title).toBe('The column SHIFT_ID');
    expect(linesIn(told).Meaning).toBe('The service’s own number of the shift record.');
  });

  test('has nothing said of a column that the report no longer asks for', () => {
    const table = new Explaining();
    change(table, { columns: 'SHIFTS_WORKED, SHIFT_ID' });
    const told = table.explain('NO_SHOWS', 2);
    expect(told.title).toBe('NO_SHOWS');
    expect(linesIn(told).Column).toBe(CHANGED);
    expect(linesIn(told).Report).toBe('Shifts');
  });

  test('has nothing said of it where its choices cannot be read', () => {
    const table = new Explaining();
    change(table, { columns: 'No such column' });
    expect(linesIn(table.explain('NO_SHOWS', 2)).Column).toBe(CHANGED);
  });

  test('has nothing said of a period where it is not known what it holds', () => {
    const table = new Explaining();
    change(table, { content: null });
    expect(linesIn(table.explain('NO_SHOWS', 2))).toEqual({ Column: CHANGED });
  });
});

describe('a table whose last refresh failed', () => {
  test('names no request: the failed one did not bring it', () => {
    const table = new Explaining();
    table.book.fetching.transport.next(answer(403));
    table.book.fetching.clock.advance(3600);
    expect(() => table.book.refresh()).toThrow('the request was refused');
    expect(table.book.report().lastRun?.outcome).toBe('failed');
    const told = linesIn(table.explain('NO_SHOWS', 2));
    expect(told.Refreshed).toBe('10 Mar 2026, 12:00 (Europe/London)');
    expect(told['Correlation ID']).toBeUndefined();
  });
});

test('without a selected cell says what to select', () => {
  expect(new Explaining().ask(undefined).title).toBe(
    'Select a figure in a table, formula or dashboard of Shift Reports',
  );
});
