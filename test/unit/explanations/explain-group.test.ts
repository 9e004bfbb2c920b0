import { describe, expect, test } from '@jest/globals';
import { Explaining, linesIn } from '../../support/explaining';
import { RECORD, SETTLING_RECORDS, SILENT_RECORD, US_CONNECTION } from '../../support/sample-report';

/* A cell of a grouped table. Three shifts of the week of 2026-03-02: two at the Pier, one without a venue. */

const SHIFTS = [
  { ...RECORD, SHIFT_ID: 1, VENUE_NAME: 'Pier', SHIFTS_POSTED: 10, SHIFTS_BOOKED: 6 },
  {
    ...RECORD,
    SHIFT_ID: 2,
    VENUE_NAME: 'Pier',
    SHIFTS_POSTED: 20,
    SHIFTS_BOOKED: 9,
    SHIFT_DATE: '2026-03-07',
  },
  { ...RECORD, SHIFT_ID: 3, VENUE_NAME: null, SHIFTS_POSTED: 5, SHIFTS_BOOKED: 4 },
];
const grouped = (groupBy: string, columns = '') =>
  new Explaining(SHIFTS, { report: 'shift_fulfilment_aggregated', groupBy, columns });

/** The row of the sheet whose column A shows this. */
const rowOf = ({ sheet }: Explaining, first: unknown) =>
  sheet.cells.findIndex(([cell]) => cell === first) + 1;

describe('a cell that names a group', () => {
  test('says what it names and how many records are in the group', () => {
    const table = grouped('venue');
    const told = table.explain('VENUE_NAME', rowOf(table, 'Pier'));
    expect(told.title).toBe('Venue');
    expect(linesIn(told)['Rows behind it']).toBe('2 shift records');
  });

  test('of one record says so, also where that has no name', () => {
    const table = grouped('venue');
    const told = table.explain('VENUE_NAME', rowOf(table, ''));
    expect(linesIn(told)['Rows behind it']).toBe('1 shift record');
  });
});

describe('a figure of a group', () => {
  test('of shifts without a venue is found by the blank', () => {
    const table = grouped('venue');
    const told = table.explain('SHIFTS_POSTED', rowOf(table, ''));
    expect(told.title).toBe('Posted');
    expect(linesIn(told)['Sum of posted']).toBe('5');
    expect(linesIn(told).Recalculated).toBe('5, matches the cell.');
  });

  test('is found by its day also where somebody formatted the dates as numbers', () => {
    const table = grouped('day');
    table.sheet.dateColumns = [];
    const told = linesIn(table.explain('SHIFTS_POSTED', rowOf(table, 46_088)));
    expect(told['Sum of posted']).toBe('20');
  });

  test('whose table leaves its venues out is found by its place', () => {
    const table = grouped('venue', 'SHIFTS_POSTED');
    const told = [2, 3].map((row) => linesIn(table.explain('SHIFTS_POSTED', row)));
    // By name, and what has none comes last: 10 + 20 at the Pier, then 5.
    expect(told.map((lines) => lines['Sum of posted'])).toEqual(['30', '5']);
    expect(told.map((lines) => lines.Recalculated)).toEqual([
      '30, matches the cell.',
      '5, matches the cell.',
    ]);
    expect(table.explain('SHIFTS_POSTED', 2).title).toBe('Posted');
  });

  test('of a week in the region US is of Sunday to Saturday', () => {
    const shifts = [{ ...RECORD, SHIFT_ID: 4, SHIFTS_POSTED: 3, SHIFT_DATE: '2026-03-01' }, ...SHIFTS];
    const choices = { report: 'shift_fulfilment_aggregated', groupBy: 'week' } as const;
    // Sunday's 3, Monday's 10 and 5, Saturday's 20; in the UK the Sunday belongs to the week before.
    const american = new Explaining(shifts, choices, US_CONNECTION);
    const told = american.explain('SHIFTS_POSTED', 2);
    expect(told.title).toBe('Posted of week 1 Mar 2026');
    expect(linesIn(told)['Sum of posted']).toBe('38');
    expect(linesIn(told).Recalculated).toBe('38, matches the cell.');
    const british = new Explaining(shifts, choices);
    expect(linesIn(british.explain('SHIFTS_POSTED', 3))['Sum of posted']).toBe('35');
  });

  test('rests on what refreshes have found out where the rows do not say', () => {
    const table = new Explaining(SETTLING_RECORDS, {
      report: 'shift_fulfilment_aggregated',
      groupBy: 'venue',
    });
    table.change([SILENT_RECORD]);
    const told = linesIn(table.explain('SHIFTS_WORKED_PERCENTAGE'));
    expect(told.Definition).toBe('100 × worked ÷ booked, sums over the rows.');
    expect(told.Basis).toMatch(/^worked ÷ booked: 23 of 23 refreshed/);
    expect(told.Recalculated).toBe('66.9%, matches the cell.');
  });

  test('leaves out what was not over when the table was written, also when that day is over', () => {
    const table = grouped('venue');
    table.refreshBeforeMidnight();
    const told = linesIn(table.explain('SHIFTS_WORKED', rowOf(table, 'Pier')));
    expect(told['Rows behind it']).toBe('2 shift records, 1 not over yet and left out');
    expect(told.Recalculated).toBe('8, matches the cell.');
  });

  test('of a name that nobody knows any more has no rows', () => {
    const table = grouped('venue');
    table.sheet.type(rowOf(table, 'Pier'), 1, 'Elsewhere');
    const told = table.explain('SHIFTS_POSTED', rowOf(table, 'Elsewhere'));
    expect(told.title).toBe('Posted of Elsewhere');
    expect(linesIn(told)['Rows behind it']).toMatch(/^None of the rows that are kept: the names or days/);
  });

  test('whose rows are not kept says how long they are, and what to do', () => {
    const table = grouped('venue');
    table.forgetRows();
    expect(linesIn(table.explain('SHIFTS_POSTED', 2))['Rows behind it']).toBe(
      'No longer available: refresh the report, then ask again. Rows are kept for up to six hours after a refresh.',
    );
  });
});
