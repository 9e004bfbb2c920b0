import { describe, expect, test } from '@jest/globals';
import { shortDays } from '../../../../src/calendar/calendar-date';
import { countMonths, daysToRead, historyAfter } from '../../../../src/reports/refresh/history';
import { serialOf as day } from '../../../support/shift-records';

const range = (from: string, to: string) => ({ from: day(from), to: day(to) });
/** One row on each of these days. */
const daily = (from: string, to: string) =>
  Array.from({ length: day(to) - day(from) + 1 }, (_, at) => day(from) + at);

describe('the days to read', () => {
  const kept = daily('2026-01-10', '2026-03-20');
  const history = {
    ...range('2026-01-10', '2026-03-20'),
    months: countMonths(kept),
  };
  const without = (...gone: string[]) => kept.filter((one) => !gone.map(day).includes(one));
  const read = (asked: [string, string], days = kept, moves = true) =>
    shortDays(daysToRead(history, range(...asked), days, moves ? day('2026-03-20') : undefined));

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

  test('reach to a month of which only its first day was kept, and is gone', () => {
    const days = daily('2026-01-10', '2026-03-01');
    const short = { ...history, to: day('2026-03-01'), months: countMonths(days) };
    const found = daysToRead(short, range('2026-01-12', '2026-01-13'), days.slice(0, -1), undefined);
    expect(shortDays(found)).toBe('10 Jan–1 Mar 2026');
  });

  test('are all kept ones where the sheet does not tell', () => {
    const asked = range('2026-03-15', '2026-03-21');
    expect(shortDays(daysToRead(history, asked, undefined, day('2026-03-20')))).toBe('10 Jan–21 Mar 2026');
  });
});

test('the record after a write has every day that was fetched, and the rows of each month', () => {
  const before = {
    ...range('2026-02-01', '2026-03-20'),
    months: { [day('2026-02-01')]: 1 },
  };
  const days = [day('2026-02-03'), day('2026-03-01'), day('2026-03-21'), null];
  expect(historyAfter(before, range('2026-02-01', '2026-03-25'), days)).toEqual({
    ...range('2026-02-01', '2026-03-25'),
    months: { [day('2026-02-01')]: 1, [day('2026-03-01')]: 2 },
  });
  expect(historyAfter(before, range('2026-01-05', '2026-01-09'), days)).toMatchObject(
    range('2026-01-05', '2026-03-20'),
  );
});
