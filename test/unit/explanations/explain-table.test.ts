import { describe, expect, test } from '@jest/globals';
import { Explaining, linesIn } from '../../support/explaining';
import { RECORD, SETTLING_RECORDS, SILENT_RECORD, US_CONNECTION } from '../../support/sample-report';
import { answer } from '../../support/stub-transport';

/* Cells of a saved report's table: of shifts, of groups, and where the report and its table no longer go together. */

const CHANGED = 'Refresh the report, then ask again: the report or the columns of its table were changed.';

/** Three shifts of the week of 2026-03-02: two at the Pier, one without a venue. */
const SHIFTS = [
  { ...RECORD, SHIFT_ID: 1, VENUE_NAME: 'Pier', SHIFTS_POSTED: 10, SHIFTS_BOOKED: 6 },
  {
    ...{ ...RECORD, SHIFT_ID: 2, VENUE_NAME: 'Pier', SHIFTS_POSTED: 20, SHIFTS_BOOKED: 9 },
    SHIFT_DATE: '2026-03-07',
  },
  { ...RECORD, SHIFT_ID: 3, VENUE_NAME: null, SHIFTS_POSTED: 5, SHIFTS_BOOKED: 4 },
];
const grouped = (groupBy: string, columns = '') =>
  new Explaining(SHIFTS, { report: 'shift_fulfilment_aggregated', groupBy, columns });

/** So many shifts of the last day with these fields, each with an ID of its own. */
const shifts = (count: number, changes: object) =>
  Array.from({ length: count }, (_, at) => ({
    ...RECORD,
    SHIFT_DATE: '2026-03-07',
    SHIFT_ID: 1 + at,
    ...changes,
  }));

describe('a figure of a group', () => {
  test('of shifts without a venue is found by the blank', () => {
    const table = grouped('venue');
    const told = table.explain('SHIFTS_POSTED', table.rowOf(''));
    expect(told.title).toBe('Posted of no venue');
    expect(linesIn(told)).toMatchObject({ 'Made of': '5 posted', Recalculated: '5, matches the cell.' });
  });

  test.each([
    ['Pier', '2 shift records'],
    ['', '1 shift record'],
  ])('counts the records of its name “%s”', (name, records) => {
    const table = grouped('venue');
    const told = table.explain('VENUE_NAME', table.rowOf(name));
    expect([told.title, linesIn(told)['Rows behind it']]).toEqual(['Venue', records]);
  });

  test('is found by its day also where somebody formatted the dates as numbers', () => {
    const table = grouped('day');
    table.book.opened.book.editor.setNumberFormat('Shifts!A1:A9', '0');
    expect(linesIn(table.explain('SHIFTS_POSTED', table.rowOf(46_088)))['Made of']).toBe('20 posted');
  });

  test('of a week in the region US is of Sunday to Saturday', () => {
    const more = [{ ...RECORD, SHIFT_ID: 4, SHIFTS_POSTED: 3, SHIFT_DATE: '2026-03-01' }, ...SHIFTS];
    const choices = { report: 'shift_fulfilment_aggregated', groupBy: 'week' } as const;
    // Sunday's 3, Monday's 10 and 5, Saturday's 20; in the UK the Sunday belongs to the week before.
    const told = new Explaining(more, choices, US_CONNECTION).explain('SHIFTS_POSTED', 2);
    expect(told.title).toBe('Posted of week 1 Mar 2026');
    expect(linesIn(told)).toMatchObject({ 'Made of': '38 posted', Recalculated: '38, matches the cell.' });
    const british = new Explaining(more, choices);
    expect(linesIn(british.explain('SHIFTS_POSTED', 3))['Made of']).toBe('35 posted');
  });

  test('rests on what refreshes have found out where the rows do not say', () => {
    const choices = { report: 'shift_fulfilment_aggregated', groupBy: 'venue' } as const;
    const table = new Explaining(SETTLING_RECORDS, choices);
    table.change([SILENT_RECORD]);
    expect(linesIn(table.explain('SHIFTS_WORKED_PERCENTAGE'))).toMatchObject({
      Basis: expect.stringMatching(/^worked ÷ booked: 23 of 23 refreshed/),
      Recalculated: '66.9%, matches the cell.',
    });
  });

  test('leaves out what was not over when the table was written, also when that day is over', () => {
    const table = grouped('venue');
    table.refreshBeforeMidnight();
    expect(linesIn(table.explain('SHIFTS_WORKED', table.rowOf('Pier')))).toMatchObject({
      'Rows behind it': '2 shift records, 1 not over yet and left out',
      Recalculated: '8, matches the cell.',
    });
  });

  test('whose rows are not known says why, and what to do', () => {
    const behind = (table: Explaining) => linesIn(table.explain('SHIFTS_POSTED', 2))['Rows behind it'];
    const table = grouped('venue');
    table.type('VENUE_NAME', 'Elsewhere');
    expect(behind(table)).toMatch(/^None of the rows that are kept: the names, days or ID/);
    table.forgetRows();
    expect(behind(table)).toBe(
      'No longer available: refresh the report, then ask again. Rows are kept for up to six hours after a refresh.',
    );
    expect(behind(grouped('venue', 'SHIFTS_POSTED'))).toBe(
      'Add SHIFT_ID, or the columns that the report is grouped by: without them no row can be told from another.',
    );
  });
});

describe('a cell of a shift', () => {
  test('without a connection says what it means and where it comes from', () => {
    const table = new Explaining();
    table.disconnect();
    const told = table.explain('SHIFTS_WORKED_PERCENTAGE');
    expect(told.title).toBe('Worked %');
    expect(linesIn(told)).toEqual({
      'Rows behind it': expect.stringMatching(/^No longer available: refresh/),
      Meaning: 'Share of positions that were worked.',
      Report: 'Shifts',
      Period: '1–7 Mar 2026',
      Refreshed: '10 Mar 2026, 12:00 (Europe/London)',
      'Data as of': '10 Mar 2026, 11:59 (Europe/London)',
      'Correlation ID': expect.stringMatching(/^id-/),
    });
  });

  test('that is blank is never said to be 0', () => {
    const blank = linesIn(new Explaining([{ ...RECORD, HOURS_WORKED: null }]).explain('HOURS_WORKED'));
    expect(blank['As sent']).toBe('Blank, matches the cell.');
  });

  test.each<[string, object[]]>([
    ['without a SHIFT_ID', [{ SHIFT_ID: null }, { SHIFT_ID: null, AREA_NAME: 'Kitchen' }]],
    ['of an ID that two records have', [{ SHIFT_ID: 1 }, { SHIFT_ID: 1, SHIFTS_POSTED: 20 }]],
  ])('%s is not guessed at', (_, changes) => {
    const table = new Explaining(changes.map((change) => ({ ...RECORD, ...change })));
    const told = linesIn(table.explain('SHIFTS_WORKED_PERCENTAGE'));
    expect(told['Rows behind it']).toMatch(/^None of the rows that are kept/);
    expect([told['As sent'], told['Made of']]).toEqual([undefined, undefined]);
  });

  test.each<[string, string, string | null, string, string]>([
    ['where the service sent nothing', 'HOURS_WORKED', null, '5', 'Blank'],
    ['with another day', 'SHIFT_DATE', '2026-03-02', '2026-03-09', '2 Mar 2026'],
    ['with a day where a name belongs', 'AREA_NAME', 'Bar', '2026-03-09', 'Bar'],
    ['with a long name', 'VENUE_NAME', 'x'.repeat(200), 'Pier', `${'x'.repeat(79)}…`],
  ])('that somebody typed over %s: what was sent is told', (_, field, sent, typed, told) => {
    const table = new Explaining([{ ...RECORD, [field]: sent }]);
    table.type(field, typed);
    expect(linesIn(table.explain(field))['As sent']).toBe(
      `${told}, which differs from the cell: it was changed, or the service corrected these days. Refresh the report.`,
    );
  });
});

test('a field that a table shows twice is compared with the cell that is selected', () => {
  const table = new Explaining([RECORD], { columns: 'SHIFT_ID, NO_SHOWS, NO_SHOWS as Again' });
  table.type('Again', '99');
  const said = ['NO_SHOWS', 'Again'].map((name) => linesIn(table.explain(name))['As sent']);
  expect(said).toEqual(['1, matches the cell.', expect.stringMatching(/^1, which differs/)]);
});

describe('the percentage of a shift', () => {
  const nobody = { SHIFTS_POSTED: 0, SHIFTS_BOOKED: 0, SHIFTS_WORKED: 0, TRUE_DEMAND: 0 };
  const unpublished = { ...nobody, SHIFTS_WORKED_PERCENTAGE: null };
  const choose =
    'the service publishes no worked %: choose with "basis", "posted", "booked" or "true demand"';
  test.each([
    // 8 worked are 80, 88.9 or 72.7 % of what they may be of; 20 rows are enough to say so.
    [20, { SHIFTS_WORKED_PERCENTAGE: 55 }, 'worked % fits no known definition', undefined],
    [20, {}, 'worked ÷ posted: 20 of 20 rows agree', '8 worked ÷ 10 posted'],
    [1, unpublished, choose, '0 worked ÷ 0 posted'],
  ])('of %d shifts with %p rests on what these say', (count, changes, basis, sums) => {
    const told = linesIn(new Explaining(shifts(count, changes)).explain('SHIFTS_WORKED_PERCENTAGE'));
    expect(told.Basis).toBe(`${basis}; newest days may still be corrected`);
    expect(told['Made of']).toBe(sums);
  });

  test('rests on the days that were over at the refresh, also when one more is', () => {
    const table = new Explaining(shifts(20, {}));
    table.book.document.write({ learned: '' });
    table.refreshBeforeMidnight();
    const told = linesIn(table.explain('SHIFTS_WORKED_PERCENTAGE'));
    expect(told.Basis).toMatch(/^the service publishes no|^worked ÷ posted or/);
  });
});

describe('a table that was written for other choices', () => {
  const change = (table: Explaining, choices: object) =>
    table.book.save({ ...table.book.report(), ...choices });

  test('has its columns told, and nothing of their cells', () => {
    const table = new Explaining();
    change(table, { columns: 'SHIFTS_WORKED, SHIFT_ID' });
    const heading = table.explain('SHIFT_ID', 1);
    expect(heading.title).toBe('The column SHIFT_ID');
    expect(linesIn(heading).Meaning).toBe('The service’s own number of the shift record.');
    const told = table.explain('NO_SHOWS', 2);
    expect(told.title).toBe('NO_SHOWS');
    expect(linesIn(told)).toMatchObject({ Column: CHANGED, Report: 'Shifts' });
  });

  test('has nothing said of a period where it is not known what it holds', () => {
    const table = new Explaining();
    change(table, { content: null });
    expect(linesIn(table.explain('NO_SHOWS', 2))).toEqual({ Column: CHANGED });
  });

  test('and whose last refresh failed names no request: the failed one did not bring it', () => {
    const table = new Explaining();
    table.book.fetching.transport.next(answer(403));
    table.book.fetching.clock.advance(3600);
    expect(() => table.book.refresh()).toThrow('refused the request');
    expect(table.book.report().lastRun?.outcome).toBe('failed');
    const told = linesIn(table.explain('NO_SHOWS', 2));
    expect(told.Refreshed).toBe('10 Mar 2026, 12:00 (Europe/London)');
    expect(told['Correlation ID']).toBeUndefined();
  });
});

describe('any other cell', () => {
  test('is not ours, nor is none', () => {
    expect(new Explaining().ask(undefined).title).toBe(
      'Select a figure in a table, formula or dashboard of Shift Reports',
    );
  });

  test.each([
    ['The sheet of changes', 'Shift Reports changes', /^What refreshes changed/],
    ['The sheet of notes', 'Notes of ours', /^Notes whose shifts left/],
  ])('of %s says what the sheet is', (title, name, words) => {
    const table = new Explaining();
    const other = table.book.sheets.create('Beside');
    expect(table.explain(2, 2, other).title).toMatch(/^Select a figure/);
    const sheet = table.book.sheets.create(name);
    if (title === 'The sheet of notes') table.book.document.write({ notes: String(sheet.id) });
    const told = table.explain(2, 2, sheet);
    expect([told.title, linesIn(told)]).toEqual([title, { Sheet: expect.stringMatching(words) }]);
  });
});
