import { describe, expect, test } from '@jest/globals';
import { Explaining, linesIn } from '../../support/explaining';
import { RECORD } from '../../support/sample-report';

/* A cell of one shift, where something of it is missing. */

const BLANK = 'Blank: the service left it empty, or someone cleared it. It never becomes 0.';
const [KITCHEN, BAR] = [
  { ...RECORD, AREA_NAME: 'Kitchen', SHIFT_ID: null, SHIFTS_WORKED: 7 },
  { ...RECORD, AREA_NAME: 'Bar', SHIFT_ID: null, SHIFTS_WORKED: 8 },
];

describe('a cell of a shift', () => {
  test('without a connection says what it means and whose it is, and neither a basis nor what was sent', () => {
    const table = new Explaining();
    table.disconnect();
    const told = table.explain('SHIFTS_WORKED_PERCENTAGE');
    expect(told.title).toBe('Worked % of The Crown & Anchor, 2 Mar 2026');
    expect(linesIn(told)).toEqual({
      Meaning: 'Share of positions that were worked, from 0 to 100.',
      Source: 'As published by the service, per record.',
      'Rows behind it': '1 shift record, SHIFT_ID 900001',
      Report: 'Shifts',
      Period: '1–7 Mar 2026',
      Refreshed: '10 Mar 2026, 12:00 (Europe/London)',
      'Data as of': '10 Mar 2026, 11:59 (Europe/London)',
      'Correlation ID': expect.stringMatching(/^id-/),
    });
  });

  test('that is blank is never said to be 0', () => {
    const table = new Explaining([{ ...RECORD, HOURS_WORKED: null }]);
    const told = linesIn(table.explain('HOURS_WORKED'));
    expect(told.Value).toBe(BLANK);
    expect(told['Sent by the service']).toBe('Blank, matches the cell: the service sent no value.');
  });

  test('that is blank, its row not kept: the service is not said to have left it so', () => {
    const table = new Explaining();
    const column = table.columnOf('HOURS_WORKED');
    table.sheet.type(2, column, '');
    expect(linesIn(table.explain(column)).Value).toBeUndefined();
    table.forgetRows();
    expect(linesIn(table.explain(column)).Value).toBe(BLANK);
  });

  test('whose table shows neither venue nor day is called by its figure alone', () => {
    const table = new Explaining([RECORD], { columns: 'SHIFTS_WORKED, SHIFTS_POSTED' });
    expect(table.explain('SHIFTS_WORKED').title).toBe('Worked');
  });
});

test('a shift without a SHIFT_ID is not guessed at', () => {
  const table = new Explaining([KITCHEN, BAR]);
  const told = linesIn(table.explain('SHIFTS_WORKED_PERCENTAGE'));
  expect(told['Rows behind it']).toBe('1 shift record');
  expect([told['Sent by the service'], told.Worked]).toEqual([undefined, undefined]);
});
