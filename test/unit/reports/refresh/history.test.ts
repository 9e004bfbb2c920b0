import { describe, expect, test } from '@jest/globals';
import { shortDays } from '../../../../src/calendar/calendar-date';
import { countMonths, daysToRead, historyAfter } from '../../../../src/reports/refresh/history';
import { serial as day } from '../../../support/daily-report';
import { dailyRows, smallTable } from '../../../support/table-record';
import { TableRun } from '../../../support/table-run';

const range = (from: string, to: string) => ({ from: day(from), to: day(to) });
/** One row on each of these days. */
const daily = (from: string, to: string) =>
  Array.from({ length: day(to) - day(from) + 1 }, (_, at) => day(from) + at);

describe('the days to read', () => {
  const kept = daily('2026-01-10', '2026-03-20');
  const history = {
    ...range('2026-01-10', '2026-03-20'),
    next: day('2026-03-20'),
    months: countMonths(kept),
  };
  const without = (...gone: string[]) => kept.filter((one) => !gone.map(day).includes(one));
  const read = (asked: [string, string], days = kept, moves = true) =>
    shortDays(daysToRead(history, range(...asked), days, moves).range);

  test.each<[string, [string, string], number[], boolean, string]>([
    [
      'the months of the days and the month before',
      ['2026-03-15', '2026-03-21'],
      kept,
      true,
      '1 Feb–21 Mar 2026',
    ],
    ['no day before the first', ['2026-02-03', '2026-02-09'], kept, true, '10 Jan–28 Feb 2026'],
    [
      'all days since the last run, of a period that moves',
      ['2026-06-01', '2026-06-07'],
      kept,
      true,
      '1 Mar–7 Jun 2026',
    ],
    ['only the chosen months, of dates', ['2026-06-01', '2026-06-07'], kept, false, '1 May–7 Jun 2026'],
    [
      'a month of which rows were deleted',
      ['2026-03-15', '2026-03-21'],
      without('2026-01-20'),
      true,
      '10 Jan–21 Mar 2026',
    ],
    [
      'that month, and all between',
      ['2026-06-01', '2026-06-07'],
      without('2026-01-20'),
      false,
      '10 Jan–7 Jun 2026',
    ],
    [
      'a month of which a row was doubled',
      ['2026-05-01', '2026-05-07'],
      [...kept, day('2026-02-02')],
      false,
      '1 Feb–7 May 2026',
    ],
    [
      'all kept months, of a table that was emptied',
      ['2026-03-15', '2026-03-21'],
      [],
      true,
      '10 Jan–21 Mar 2026',
    ],
    [
      'a later month of which rows were deleted',
      ['2026-01-12', '2026-01-13'],
      without('2026-03-20'),
      false,
      '10 Jan–20 Mar 2026',
    ],
  ])('are %s', (_, asked, days, moves, expected) => {
    expect(read(asked, days, moves)).toEqual(expected);
  });

  test('are those asked for at first, and all kept ones where the sheet does not tell', () => {
    const asked = range('2026-03-15', '2026-03-21');
    expect(daysToRead(null, asked, undefined, true)).toEqual({ range: asked, isIntact: true });
    const all = daysToRead(history, asked, undefined, true);
    expect([shortDays(all.range), all.isIntact]).toEqual(['10 Jan–21 Mar 2026', false]);
  });
});

test('the record after a write has every day that was fetched, and the rows of each month', () => {
  const before = {
    ...range('2026-02-01', '2026-03-20'),
    next: day('2026-03-20'),
    months: { [day('2026-02-01')]: 1 },
  };
  const days = [day('2026-02-03'), day('2026-03-01'), day('2026-03-21'), null];
  expect(historyAfter(before, range('2026-02-01', '2026-03-25'), days, day('2026-03-22'))).toEqual({
    ...range('2026-02-01', '2026-03-25'),
    next: day('2026-03-22'),
    months: { [day('2026-02-01')]: 1, [day('2026-03-01')]: 2 },
  });
});

describe('a table that keeps history', () => {
  const window = { from: 104, to: 109 };
  const written = () => {
    const run = new TableRun(1000);
    run.refresh(smallTable(dailyRows(100, 8, 'Old')), { from: 100, to: 107 });
    run.sheets.reads.length = 0;
    run.sheets.steps.length = 0;
    return run;
  };
  const fresh = () => smallTable(dailyRows(105, 2, 'New', 900));
  const merged = [...dailyRows(100, 4, 'Old'), ...dailyRows(105, 2, 'New', 900)];

  test('replaces the fetched days: rows before them are neither read nor written, but for their days', () => {
    const run = written();
    run.refresh(fresh(), window);
    expect(run.rows(6)).toEqual(merged);
    expect(run.block?.rows).toBe(7);
    expect(run.sheets.reads.filter((read) => /^Shifts \d/.test(read)).slice(0, 3)).toEqual([
      'Shifts 1,1 1 × 3',
      'Shifts 2,1 8 × 1',
      'Shifts 6,1 4 × 3',
    ]);
    expect(run.sheets.steps.slice(0, 1)).toEqual(['write Shifts row 6 × 4']);
  });

  test('keeps days after the fetched ones', () => {
    const run = written();
    run.refresh(smallTable([]), { from: 102, to: 105 });
    expect(run.rows(4).map(([date]) => date)).toEqual([100, 101, 106, 107]);
  });

  test.each<[string, (run: TableRun) => unknown]>([
    ['sorted otherwise', (run) => run.sheet.cells.splice(1, 8, ...run.sheet.cells.slice(1, 9).reverse())],
    ['moved down', (run) => run.sheet.changeRows(1, 3)],
    ['given blank rows', (run) => run.sheet.changeRows(3, 2)],
  ])('that people have %s keeps the other days too', (_, edit) => {
    const run = written();
    edit(run);
    run.refresh(fresh(), window);
    const { row, column } = run.block ?? { row: 0, column: 0 };
    expect(run.sheet.readBlock(row + 1, column, 6, 3)).toEqual(merged);
  });

  test('keeps edits of rows that stay', () => {
    const run = written();
    run.sheet.type(3, 2, 'edited');
    run.refresh(fresh(), window);
    expect(run.rows(6)[1]).toEqual([101, 'edited', 101]);
  });

  test('gets a new column, blank for kept days, and refuses to lose one for another', () => {
    const run = written();
    const [date, venue, id] = fresh().columns as [never, never, never];
    const role = { heading: 'JOB_TITLE', kind: 'text' } as const;
    run.refresh({ columns: [date, venue, id, role], rows: [[105, 'New', 900, 'Chef']] }, window);
    expect(run.rows(5, 4)).toEqual([
      ...dailyRows(100, 4, 'Old').map((row) => [...row, '']),
      [105, 'New', 900, 'Chef'],
    ]);
    const other = { heading: 'AREA_NAME', kind: 'text' } as const;
    expect(() => run.refresh({ columns: [date, venue, id, other], rows: [] }, window)).toThrow(
      'Choose another sheet, or take the new columns and names back',
    );
  });
});
