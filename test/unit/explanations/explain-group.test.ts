import { describe, expect, test } from '@jest/globals';
import { Explaining, linesIn } from '../../support/explaining';
import { RECORD } from '../../support/sample-report';

/* A cell of a grouped table. Three shifts of the week from 2026-03-02: two at the Pier, one without a venue. */

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
    expect(linesIn(told)['Worked out again']).toBe('5, as in the cell.');
  });

  test('is found by its day also where somebody formatted the dates as numbers', () => {
    const table = grouped('day');
    table.sheet.dateColumns = [];
    const told = linesIn(table.explain('SHIFTS_POSTED', rowOf(table, 46_088)));
    expect(told['Sum of posted']).toBe('20');
  });

  test('whose table leaves its venues out is found by its place', () => {
    const table = grouped('venue', 'SHIFTS_POSTED');
    const sums = [2, 3].map((row) => linesIn(table.explain('SHIFTS_POSTED', row))['Sum of posted']);
    expect([...sums].sort()).toEqual(['30', '5']);
    expect(table.explain('SHIFTS_POSTED', 2).title).toBe('Posted');
    expect(sums.map(Number)).toEqual(table.sheet.cells.slice(1, 3).map(([posted]) => posted));
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
      'Not kept any more: refresh the report, then ask again. Rows are kept for up to six hours after a refresh.',
    );
  });
});
