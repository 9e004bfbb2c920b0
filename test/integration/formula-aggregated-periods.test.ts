import { beforeAll, describe, expect, test } from '@jest/globals';
import { columnOf, linesOf, rowsOf } from '../support/formula-answers';
import { ANN, type Scene, Stage } from '../support/scene';
import { sentRecord } from '../support/shift-records';
import { RECORDS } from '../support/two-weeks';

/* Periods as keys of groups: their days, the ones without records, and those that are not over. It is 10 March 2026. */

const stage = new Stage();
let scene: Scene;
beforeAll(async () => {
  scene = await stage.open();
  scene.connect();
});

type Plain = string | number | boolean | undefined;
const ask = (from: string, to: Plain, by: string, ...options: Plain[]) =>
  scene.call('SHIFT_FULFILMENT_AGGREGATED', from, to, by, ...options);
const askText = (from: string, to: Plain, by: string, ...options: Plain[]) =>
  ask(from, to, by, 'dates', 'text', ...options);

describe('the first day of a period', () => {
  beforeAll(() => scene.serve(RECORDS));

  // 23 February and 2 March 2026.
  const MONDAYS = [[46_076], [46_083]];

  test.each(['Europe/London', 'America/New_York', 'Asia/Kolkata', 'Pacific/Kiritimati'])(
    'is a real date that equals DATE(y, m, d) in %s',
    async (zone) => {
      const abroad = await stage.open({ zone, startAt: '2026-03-10T12:00:00Z' });
      abroad.connect();
      await abroad.serve(RECORDS);

      abroad.book
        .as(ANN)
        .enter('Sheet1!A1', '=SHIFT_FULFILMENT_AGGREGATED("2026-02-23", "2026-03-08", "week")');

      expect(abroad.book.values('Sheet1!A2:A3')).toEqual(MONDAYS);
      expect(abroad.book.cell('Sheet1!A2').format).toMatch(/yy/);
      expect(abroad.book.values('Sheet1!A4:B4')).toEqual([['', '']]);
    },
  );

  test.each([
    ['text', ['2026-02-23', '2026-03-02']],
    ['serial', [46_076, 46_083]],
    ['date', [new Date('2026-02-23T00:00:00Z'), new Date('2026-03-02T00:00:00Z')]],
  ])('is shown as %s where that is asked for', (dates, expected) => {
    expect(columnOf(ask('2026-02-23', '2026-03-08', 'week', 'dates', dates), 'WEEK')).toEqual(expected);
  });
});

describe('a period without records', () => {
  beforeAll(() => scene.serve(RECORDS));

  test('appears with counts of 0 and blank percentages', () => {
    const [first] = linesOf(askText('2026-02-16', '2026-03-08', 'week'));

    expect(first).toEqual({
      WEEK: '2026-02-16',
      SHIFTS_POSTED: 0,
      SHIFTS_BOOKED: 0,
      SHIFTS_BOOKED_PERCENTAGE: '',
      SHIFTS_UNFILLED: 0,
      SHIFTS_UNFILLED_PERCENTAGE: '',
      SHIFTS_WORKED: 0,
      SHIFTS_WORKED_PERCENTAGE: '',
      NO_SHOWS: 0,
      NO_SHOWS_PERCENTAGE: '',
      HOURS_SCHEDULED: 0,
      HOURS_WORKED: 0,
      TRUE_DEMAND: 0,
      TRUE_FULFILMENT_PERCENTAGE: '',
      NOTES: '',
    });
  });

  test('appears also where a filter leaves no record at all', () => {
    const posted = columnOf(askText('2026-02-23', '2026-03-08', 'week', 'venue', 'Nowhere'), 'SHIFTS_POSTED');

    expect(posted).toEqual([0, 0]);
  });
});

describe('a period that is not over, or not wholly inside the dates', () => {
  beforeAll(() => scene.serve(RECORDS.filter(({ SHIFT_DATE: day }) => String(day) >= '2026-03-04')));

  const notes = (from: string, to: Plain, by: string, ...options: Plain[]) =>
    linesOf(askText(from, to, by, ...options)).map((line) => [line[by.toUpperCase()], line.NOTES]);

  test('is marked with its days', () => {
    expect(notes('2026-03-04', '2026-03-09', 'week')).toEqual([
      ['2026-03-02', '5 of 7 days'],
      ['2026-03-09', '1 of 7 days'],
    ]);
  });

  test('is marked with the days before today alone', () => {
    expect(notes('2026-03-02', '2026-03-15', 'week')).toEqual([
      ['2026-03-02', ''],
      ['2026-03-09', '1 of 7 days'],
    ]);
    expect(notes('this month', undefined, 'month')).toEqual([['2026-03-01', '9 of 31 days']]);
  });

  test('is left out with hide', () => {
    expect(notes('2026-03-02', '2026-03-15', 'week', 'incomplete', 'hide')).toEqual([['2026-03-02', '']]);
  });

  test('is shown without a mark with show', () => {
    expect(notes('2026-03-04', '2026-03-09', 'week', 'incomplete', 'show')).toEqual([
      ['2026-03-02', ''],
      ['2026-03-09', ''],
    ]);
  });

  test('is hidden, and the total says that it counts it, once for all its venues', () => {
    const total = (by: string) =>
      linesOf(askText('2026-03-04', '2026-03-09', by, 'incomplete', 'hide', 'totals', true)).map(
        ({ WEEK, NOTES }) => [WEEK, NOTES],
      );

    expect(total('week')).toEqual([['Total', 'includes 2 incomplete periods that are hidden']]);
    expect(total('week, venue')).toEqual([['Total', 'includes 1 incomplete period that is hidden']]);
  });
});

describe('days that are not over', () => {
  const days = ['2026-03-09', '2026-03-10', '2026-03-11'];
  const crew = { venue: 'Pier', posted: 10, booked: 8, noShows: 1, demand: 9 };
  beforeAll(() => scene.serve(days.map((day) => sentRecord({ ...crew, day, worked: 6 }))));
  const venue = (...options: Plain[]) =>
    linesOf(ask('2026-03-09', '2026-03-11', 'venue', ...options))[0] ?? {};

  test('are told in NOTES, and not as records without a value', () => {
    expect(venue('basis', 'posted', 'measures', 'worked %, no shows').NOTES).toBe(
      '2 of 3 records are not over yet',
    );
  });

  test('are not over yet by day, and can be hidden', () => {
    const byDay = (...options: Plain[]) =>
      linesOf(askText('2026-03-09', '2026-03-11', 'day', 'measures', 'posted', ...options)).map(
        ({ DAY, NOTES }) => [DAY, NOTES],
      );

    expect(byDay()).toEqual([
      ['2026-03-09', ''],
      ['2026-03-10', 'not over yet'],
      ['2026-03-11', 'not over yet'],
    ]);
    expect(byDay('incomplete', 'hide')).toEqual([['2026-03-09', '']]);
  });
});

test('records without a day are left out and told as such, not as days to come', async () => {
  const dated = sentRecord({ day: '2026-03-05', posted: 5, booked: 5, worked: 5 });
  await scene.serve([dated, { ...dated, SHIFT_DATE: null, SHIFT_ID: 1 }]);

  expect(linesOf(ask('2026-03-05', '2026-03-05', 'venue', 'measures', 'posted'))[0]).toMatchObject({
    SHIFTS_POSTED: 5,
    NOTES: '1 record without a day left out',
  });
});

test('a table without a day of its own has nothing to be incomplete', async () => {
  await scene.serve(RECORDS, false);

  expect(rowsOf(ask('2026-02-25', '2026-03-08', 'venue')).map((row) => row[row.length - 1])).toEqual([
    'NOTES',
    '',
    '',
    '',
  ]);
});
