import { beforeAll, describe, expect, test } from '@jest/globals';
import { linesOf, rowsOf, type Shown } from '../support/formula-answers';
import { type Scene, Stage } from '../support/scene';
import type { SentRecord } from '../support/shift-records';
import { figuresOf, groupedBy, RECORDS } from '../support/two-weeks';

/* Groups of shift records: keys, sums and ratios of sums. */

const stage = new Stage();
let scene: Scene;
beforeAll(async () => {
  scene = await stage.open();
  scene.connect();
  await scene.serve(RECORDS);
});

const TWO_WEEKS = ['2026-02-23', '2026-03-08'] as const;
const FIGURES = Object.keys(figuresOf([]));
const ask = (by: string | undefined, ...options: (string | number | boolean)[]) =>
  scene.call('SHIFT_FULFILMENT_AGGREGATED', ...TWO_WEEKS, by, 'dates', 'text', 'decimals', 10, ...options);

const close = (figures: Record<string, number | ''>) =>
  Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [name, value === '' ? '' : expect.closeTo(value, 9)]),
  );

/** The first day of the week of a record, from Monday: both weeks begin on the day before a multiple of 7. */
const monday = ({ SHIFT_DATE: day }: SentRecord) =>
  String(day) < '2026-03-02' ? '2026-02-23' : '2026-03-02';
const month = ({ SHIFT_DATE: day }: SentRecord) => `${String(day).slice(0, 7)}-01`;
const weekday = ({ SHIFT_DATE: day }: SentRecord) =>
  new Date(`${day}T12:00:00Z`).toLocaleDateString('en-GB', { weekday: 'long', timeZone: 'UTC' });
const text = (name: string) => (record: SentRecord) => String(record[name]);

type Key = readonly [heading: string, of: (record: SentRecord) => string];
const NO_KEY: Key = ['', () => ''];
const KEYS: Readonly<Record<string, Key>> = {
  day: ['DAY', text('SHIFT_DATE')],
  week: ['WEEK', monday],
  month: ['MONTH', month],
  quarter: ['QUARTER', () => '2026-01-01'],
  year: ['YEAR', () => '2026-01-01'],
  weekday: ['WEEKDAY', weekday],
  venue: ['VENUE_NAME', text('VENUE_NAME')],
  area: ['AREA_NAME', text('AREA_NAME')],
  role: ['JOB_TITLE', text('JOB_TITLE')],
};

/** The lines by hand, by their keys joined. */
function expectedLines(keys: readonly string[]): Map<string, unknown> {
  const parts = keys.map((key) => KEYS[key] ?? NO_KEY);
  const groups = groupedBy(RECORDS, (record) => parts.map(([, of]) => of(record)).join('|'));
  return new Map([...groups].map(([name, records]) => [name, close(figuresOf(records))]));
}

function answeredLines(keys: readonly string[], lines: readonly Record<string, Shown>[]) {
  const headings = keys.map((key) => KEYS[key]?.[0] ?? '');
  return new Map(
    lines.map((line) => [
      headings.map((heading) => String(line[heading])).join('|'),
      Object.fromEntries(FIGURES.map((name) => [name, line[name]])),
    ]),
  );
}

describe('records grouped', () => {
  test.each([
    ...['day', 'week', 'month', 'quarter', 'year', 'weekday', 'venue', 'area', 'role'].map((key) => [key]),
    ['week, venue'],
    ['month, weekday'],
    ['venue, role, weekday'],
    ['role, week, day'],
  ])('by %s have the sums and the ratios of sums of their records', (by) => {
    const keys = by.split(', ');

    expect(answeredLines(keys, linesOf(ask(by)))).toEqual(expectedLines(keys));
  });

  test('by nothing said are grouped by week', () => {
    expect(ask(undefined)).toEqual(ask('week'));
  });

  test('have the keys first, then the figures of the service in its order, then NOTES', () => {
    expect(rowsOf(ask('week, venue'))[0]).toEqual(['WEEK', 'VENUE_NAME', ...FIGURES, 'NOTES']);
  });

  test('by up to three keys that are told by the option, or in a range of cells', () => {
    const told = scene.call('SHIFT_FULFILMENT_AGGREGATED', ...TWO_WEEKS, undefined, 'group by', 'role, week');
    const cells = scene.call('SHIFT_FULFILMENT_AGGREGATED', ...TWO_WEEKS, [['role', 'week']]);

    expect(rowsOf(told)[0]?.slice(0, 2)).toEqual(['JOB_TITLE', 'WEEK']);
    expect(cells).toEqual(told);
  });

  test('come in the order of their keys: days ascending, weekdays from the first of the week, names by letter', () => {
    expect(linesOf(ask('weekday')).map(({ WEEKDAY }) => WEEKDAY)).toEqual([
      'Monday',
      'Tuesday',
      'Wednesday',
      'Thursday',
      'Friday',
      'Saturday',
      'Sunday',
    ]);
    expect(linesOf(ask('venue')).map(({ VENUE_NAME }) => VENUE_NAME)).toEqual([
      'Grand Hotel, London',
      "O'Neill's",
      'Pier',
    ]);
  });
});

describe('what a table shows', () => {
  const venues = (...options: (string | number | boolean)[]) => ask('venue', ...options);

  test('is the figures that measures name, by API names or words, in that order', () => {
    expect(rowsOf(venues('measures', 'no shows, SHIFTS_POSTED, missing people'))[0]).toEqual([
      'VENUE_NAME',
      'NO_SHOWS',
      'SHIFTS_POSTED',
      'MISSING_PEOPLE',
      'NOTES',
    ]);
  });

  test('is the columns that are asked for, under other headings', () => {
    expect(rowsOf(venues('columns', 'worked as People who came, venue', 'limit', 1))).toEqual([
      ['People who came', 'VENUE_NAME'],
      [7 * 13 + 7 * 14, 'Grand Hotel, London'],
    ]);
  });

  test('has a line of all records together, computed from the records, below all others', () => {
    const lines = linesOf(venues('totals', true, 'sort', 'posted desc', 'limit', 1));

    expect(lines.map(({ VENUE_NAME }) => VENUE_NAME)).toEqual(['Grand Hotel, London', 'Total']);
    expect(lines[1]).toMatchObject(close(figuresOf(RECORDS)));
  });

  test('by a filter is what the filter leaves', () => {
    const bars = linesOf(ask('role', 'area', 'bar', 'weekday', '<>Sunday'));
    const records = RECORDS.filter((one) => one.AREA_NAME === 'Bar' && weekday(one) !== 'Sunday');

    expect(answeredLines(['role'], bars)).toEqual(
      new Map(
        [...groupedBy(records, text('JOB_TITLE'))].map(([role, some]) => [role, close(figuresOf(some))]),
      ),
    );
  });
});

test('the American twin gives equal results', () => {
  const args = [...TWO_WEEKS, 'venue', 'measures', 'true fulfillment %', 'evidence', true] as const;

  const twin = scene.call('SHIFT_FULFILLMENT_AGGREGATED', ...args);

  expect(twin).toEqual(scene.call('SHIFT_FULFILMENT_AGGREGATED', ...args));
  expect(rowsOf(twin)).toHaveLength(4);
});
