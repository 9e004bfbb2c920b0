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

  test.each<[string, string, string, (string | boolean)[], string[]]>([
    ['a Monday in the UK', 'week', '2026-02-23', [], ['2026-02-23', '2026-03-02']],
    [
      'the day that the formula says',
      'week',
      '2026-02-23',
      ['week starts', 'Sunday'],
      ['2026-02-22', '2026-03-01', '2026-03-08'],
    ],
    ['the first of a month', 'month', '2026-02-23', [], ['2026-02-01', '2026-03-01']],
    ['the first of a quarter', 'quarter', '2025-12-30', [], ['2025-10-01', '2026-01-01']],
    ['the first of a year', 'year', '2025-12-30', [], ['2025-01-01', '2026-01-01']],
  ])('is %s', async (_, by, from, options, expected) => {
    await scene.serve(by === 'quarter' || by === 'year' ? [] : RECORDS);

    expect(columnOf(askText(from, '2026-03-08', by, ...options), by.toUpperCase())).toEqual(expected);
  });

  test('of a week is a Sunday in the US', async () => {
    const american = await stage.open({ zone: 'America/New_York' });
    const employer = american.server.employers.find(({ region }) => region === 'US');
    const { clientId = '', clientSecret = '' } = employer ?? {};
    american.connect({ region: 'US', clientId, clientSecret });
    await american.serve([]);

    const weeks = american.call(
      'SHIFT_FULFILMENT_AGGREGATED',
      'last 2 weeks',
      undefined,
      'week',
      'dates',
      'text',
    );

    expect(columnOf(weeks, 'WEEK')).toEqual(['2026-02-22', '2026-03-01']);
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

  test('does not appear beside other keys: only combinations that occur do', () => {
    const weeks = columnOf(askText('2026-02-16', '2026-03-08', 'week, venue'), 'WEEK');

    expect([...new Set(weeks)]).toEqual(['2026-02-23', '2026-03-02']);
    expect(weeks).toHaveLength(6);
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

  test('is no week that the edge of its month cuts', async () => {
    const days = ['2026-02-24', '2026-02-28', '2026-03-01'];
    await scene.serve(days.map((day) => sentRecord({ day, posted: 1, booked: 1, worked: 1 })));

    const lines = linesOf(askText('2026-02-23', '2026-03-01', 'week, month', 'measures', 'posted'));

    expect(lines.map(({ MONTH, NOTES }) => [MONTH, NOTES])).toEqual([
      ['2026-02-01', ''],
      ['2026-03-01', ''],
    ]);
    expect(linesOf(askText('2026-02-24', '2026-03-01', 'week, month', 'measures', 'posted'))[0]?.NOTES).toBe(
      '5 of 6 days',
    );
    await scene.serve(RECORDS.filter(({ SHIFT_DATE: day }) => String(day) >= '2026-03-04'));
  });

  test('is one of months with months, also where weeks would be complete', () => {
    expect(notes('2026-03-02', '2026-03-08', 'month')).toEqual([['2026-03-01', '7 of 31 days']]);
  });
});

describe('days that are not over', () => {
  const days = ['2026-03-09', '2026-03-10', '2026-03-11'];
  const crew = { venue: 'Pier', posted: 10, booked: 8, noShows: 1, demand: 9 };
  beforeAll(() => scene.serve(days.map((day) => sentRecord({ ...crew, day, worked: 6 }))));
  const venue = (...options: Plain[]) =>
    linesOf(ask('2026-03-09', '2026-03-11', 'venue', ...options))[0] ?? {};

  test('count for what is posted, booked and needed, and for nothing that has yet to happen', () => {
    expect(venue('basis', 'posted')).toMatchObject({
      SHIFTS_POSTED: 30,
      SHIFTS_BOOKED: 24,
      SHIFTS_UNFILLED: 6,
      HOURS_SCHEDULED: 192,
      TRUE_DEMAND: 27,
      SHIFTS_WORKED: 6,
      NO_SHOWS: 1,
      HOURS_WORKED: 48,
      SHIFTS_BOOKED_PERCENTAGE: 80,
      SHIFTS_WORKED_PERCENTAGE: 60,
      NO_SHOWS_PERCENTAGE: 10,
    });
  });

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

  test('alone give blank percentages, not 0 %', async () => {
    await scene.serve(days.slice(1).map((day) => sentRecord({ ...crew, day, worked: 0 })));

    const [line] = linesOf(
      ask('2026-03-10', '2026-03-11', 'venue', 'measures', 'worked %, booked', 'basis', 'booked'),
    );

    expect([line?.SHIFTS_WORKED_PERCENTAGE, line?.SHIFTS_BOOKED]).toEqual(['', 16]);
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
