import { describe, expect, test } from '@jest/globals';
import { Explaining, linesIn } from '../../support/explaining';
import { RECORD } from '../../support/sample-report';

/* What is said where a cell does not hold what was written to it. */

const REST =
  'which differs from the cell: it was changed, or the service corrected these days. Refresh the report.';
const sentOf = (table: Explaining, column: string) => linesIn(table.explain(column))['Sent by the service'];

describe('a cell that somebody typed over', () => {
  test('where the service sent nothing', () => {
    const table = new Explaining([{ ...RECORD, HOURS_WORKED: null }]);
    table.sheet.type(2, table.columnOf('HOURS_WORKED'), 5);
    expect(sentOf(table, 'HOURS_WORKED')).toBe(`nothing, ${REST}`);
  });

  test('with another day', () => {
    const table = new Explaining();
    table.sheet.type(2, 1, 46_090);
    expect(sentOf(table, 'SHIFT_DATE')).toBe(`Another day or time, ${REST}`);
  });

  test('with a day where a name belongs: the name is told', () => {
    const table = new Explaining();
    const column = table.columnOf('AREA_NAME');
    table.sheet.type(2, column, 46_090);
    table.sheet.dateColumns = [1, column];
    expect(sentOf(table, 'AREA_NAME')).toBe(`Bar, ${REST}`);
  });

  test('with a long name: as much of it as a line has room for', () => {
    const table = new Explaining([{ ...RECORD, VENUE_NAME: 'x'.repeat(200) }]);
    table.sheet.type(2, table.columnOf('VENUE_NAME'), 'Pier');
    expect(sentOf(table, 'VENUE_NAME')).toBe(`${'x'.repeat(79)}…, ${REST}`);
  });
});
