import { beforeAll, describe, expect, test } from '@jest/globals';
import { columnOf, rowsOf, sentenceIn } from '../support/formula-answers';
import { ANN, type Scene, Stage } from '../support/scene';
import { type SentRecord, sentRecord } from '../support/shift-records';
import { figuresOf, RECORDS } from '../support/two-weeks';

/* One figure over time. It is Tuesday, 10 March 2026. */

const stage = new Stage();
let scene: Scene;
beforeAll(async () => {
  scene = await stage.connected();
  await scene.serve(RECORDS);
});

type Plain = string | number | boolean;
const TWO_WEEKS = ['2026-02-23', '2026-03-08'] as const;
const ask = (metric: string, by: string | undefined, ...options: Plain[]) =>
  scene.call('SHIFT_TREND', metric, ...TWO_WEEKS, by, 'dates', 'text', 'decimals', 10, ...options);

const inFirstWeek = ({ SHIFT_DATE: day }: SentRecord) => String(day) < '2026-03-02';
const weeks = [RECORDS.filter(inFirstWeek), RECORDS.filter((record) => !inFirstWeek(record))] as const;
const close = (value: number | '' | undefined) => expect.closeTo(Number(value), 9);

describe('a trend', () => {
  test('is a row per week unless told otherwise', () => {
    expect(rowsOf(ask('worked %', undefined))).toEqual([
      ['WEEK', 'SHIFTS_WORKED_PERCENTAGE'],
      ['2026-02-23', close(figuresOf(weeks[0]).SHIFTS_WORKED_PERCENTAGE)],
      ['2026-03-02', close(figuresOf(weeks[1]).SHIFTS_WORKED_PERCENTAGE)],
    ]);
  });

  test.each([
    ['day', 'DAY', 14],
    ['week', 'WEEK', 2],
  ])('by %s has the column %s and %i complete rows', (by, heading, count) => {
    expect(columnOf(ask('posted', by), heading)).toHaveLength(count);
  });

  test('spills real dates and numbers, which a chart can take', () => {
    scene.book.as(ANN).enter('Sheet1!A1', '=SHIFT_TREND("posted", "2026-02-23", "2026-03-08", "week")');

    expect(scene.book.values('Sheet1!A1:C4')).toEqual([
      ['WEEK', 'SHIFTS_POSTED', ''],
      [46_076, figuresOf(weeks[0]).SHIFTS_POSTED, ''],
      [46_083, figuresOf(weeks[1]).SHIFTS_POSTED, ''],
      ['', '', ''],
    ]);
  });

  test('with evidence has five more columns', () => {
    expect(rowsOf(ask('worked %', 'week', 'evidence', true))[0]).toHaveLength(7);
  });

  test('keeps the newest periods with limit where it has one column', () => {
    expect(columnOf(ask('posted', 'day', 'limit', 3), 'DAY')).toEqual([
      '2026-03-06',
      '2026-03-07',
      '2026-03-08',
    ]);
  });
});

describe('periods that are not complete', () => {
  const from = (first: string, last: string, by: string, ...options: Plain[]) =>
    scene.call('SHIFT_TREND', 'posted', first, last, by, 'dates', 'text', ...options);

  test('are left out', () => {
    expect(columnOf(from('2026-02-25', '2026-03-08', 'week'), 'WEEK')).toEqual(['2026-03-02']);
    expect(rowsOf(from('2026-02-25', '2026-02-27', 'week', 'incomplete', 'hide'))).toEqual([
      ['WEEK', 'SHIFTS_POSTED'],
    ]);
  });

  test('are there with show', () => {
    expect(columnOf(from('2026-02-25', '2026-03-08', 'week', 'incomplete', 'show'), 'WEEK')).toEqual([
      '2026-02-23',
      '2026-03-02',
    ]);
  });

  test.each([['week'], ['week, venue'], ['day']])('by %s, all of them, ask to be shown', (by) => {
    expect(sentenceIn(from('today', 'today', by))).toBe(
      'Set "incomplete" to "show": none of these periods is complete yet.',
    );
  });

  test('cannot be marked: a trend has no NOTES', () => {
    expect(sentenceIn(from('2026-02-25', '2026-03-08', 'week', 'incomplete', 'mark'))).toBe(
      'Use "incomplete" with "hide" or "show": a trend has no NOTES.',
    );
  });
});

describe('a trend without dates', () => {
  test.each<[string | undefined, number, string, string]>([
    [undefined, 13, '2025-12-08', '2026-03-02'],
    ['day', 13, '2026-02-25', '2026-03-09'],
    ['month', 13, '2025-02-01', '2026-02-01'],
    ['quarter', 6, '2024-07-01', '2025-10-01'],
    ['year', 1, '2025-01-01', '2025-01-01'],
  ])('by %s shows the last %i complete ones', (by, count, first, last) => {
    const periods = rowsOf(
      scene.call('SHIFT_TREND', 'posted', undefined, undefined, by, 'dates', 'text'),
    ).slice(1);

    expect([periods.length, periods[0]?.[0], periods[periods.length - 1]?.[0]]).toEqual([count, first, last]);
  });

  test('leaves today out by day, as a day that is not over', () => {
    expect(columnOf(scene.call('SHIFT_TREND', 'posted', -2, 'today', 'day', 'dates', 'text'), 'DAY')).toEqual(
      ['2026-03-08', '2026-03-09'],
    );
  });
});

describe('a trend with a column for each venue', () => {
  const venue = (name: string, records: readonly SentRecord[]) =>
    records.filter(({ VENUE_NAME }) => VENUE_NAME === name);

  test('has the largest first', () => {
    expect(rowsOf(ask('posted', 'week, venue'))).toEqual([
      ['WEEK', 'Grand Hotel, London', "O'Neill's", 'Pier'],
      ...weeks.map((records, index) => [
        ['2026-02-23', '2026-03-02'][index],
        ...['Grand Hotel, London', "O'Neill's", 'Pier'].map(
          (name) => figuresOf(venue(name, records)).SHIFTS_POSTED,
        ),
      ]),
    ]);
  });

  test('beyond the limit has one column Other, from the sums of its own records', () => {
    const rest = weeks.map((records) => [...venue("O'Neill's", records), ...venue('Pier', records)]);
    const other = columnOf(ask('worked %', 'week, venue', 'limit', 1), 'Other');

    expect(rowsOf(ask('worked %', 'week, venue', 'limit', 1))[0]).toEqual([
      'WEEK',
      'Grand Hotel, London',
      'Other',
    ]);
    expect(other).toEqual(rest.map((records) => close(figuresOf(records).SHIFTS_WORKED_PERCENTAGE)));
  });

  test.each([
    ['week, weekday', ['WEEK', 'Monday']],
    ['month, role', ['MONTH', 'Chef']],
  ])('can be one for each %s', (by, expected) => {
    const [headings = []] = rowsOf(ask('missing people', by, 'incomplete', 'show'));

    expect(headings).toEqual(expect.arrayContaining(expected));
  });
});

describe('what a trend refuses', () => {
  test.each<[string, string, Plain[], string]>([
    [
      'a key that is no period',
      'venue',
      [],
      'Begin with a period, such as "week" or "week, venue": a trend runs over time.',
    ],
    [
      'three keys',
      'week, venue, role',
      [],
      'Give one period and one other key at most, such as "week, venue".',
    ],
    [
      'evidence for many columns',
      'week, venue',
      ['evidence', true],
      'Leave "evidence" out, or give a period alone, such as "week".',
    ],
    ['columns', 'week', ['columns', 'WEEK'], 'Leave out "columns": SHIFT_TREND does not use it.'],
    ['totals', 'week', ['totals', true], 'Leave out "totals": SHIFT_TREND does not use it.'],
  ])('%s', (_, by, options, sentence) => {
    expect(sentenceIn(ask('worked %', by, ...options))).toBe(sentence);
    expect(scene.last.fetches).toBe(0);
  });
});

test('a trend ranks its columns by the weeks that it shows', async () => {
  await scene.serve([
    sentRecord({ day: '2026-03-03', venue: 'Pier', posted: 4, booked: 4, worked: 3 }),
    sentRecord({ day: '2026-03-10', venue: 'Quay', posted: 90, booked: 90, worked: 0 }),
  ]);
  const headings = (...options: Plain[]) =>
    rowsOf(scene.call('SHIFT_TREND', 'posted', '2026-03-02', '2026-03-15', 'week, venue', ...options))[0];
  expect(headings('limit', 1)).toEqual(['WEEK', 'Pier']);
  expect(headings('limit', 1, 'incomplete', 'show')).toEqual(['WEEK', 'Quay', 'Other']);
});
