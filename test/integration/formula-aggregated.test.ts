import { beforeAll, describe, expect, test } from '@jest/globals';
import { columnOf, linesOf, rowsOf, type Shown } from '../support/formula-answers';
import { ANN, type Scene, Stage, state } from '../support/scene';
import { type Crew, type SentRecord, sentRecord } from '../support/shift-records';
import { figuresOf, groupedBy, RECORDS } from '../support/two-weeks';

/* Groups of shift records: keys, sums and ratios of sums, periods, and what is told beside them. It is 10 March 2026. */

const stage = new Stage();
let scene: Scene;
beforeAll(async () => {
  scene = await stage.connected();
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

type Plain = string | number | boolean | undefined;
const askDays = (from: string, to: Plain, by: string, ...options: Plain[]) =>
  scene.call('SHIFT_FULFILMENT_AGGREGATED', from, to, by, ...options);
const askText = (from: string, to: Plain, by: string, ...options: Plain[]) =>
  askDays(from, to, by, 'dates', 'text', ...options);

describe('the first day of a period', () => {
  beforeAll(() => scene.serve(RECORDS));

  // 23 February and 2 March 2026.
  const MONDAYS = [[46_076], [46_083]];

  test.each(['Europe/London', 'America/New_York', 'Asia/Kolkata', 'Pacific/Kiritimati'])(
    'is a real date that equals DATE(y, m, d) in %s',
    async (zone) => {
      const abroad = await stage.connected({ zone, startAt: '2026-03-10T12:00:00Z' });
      await abroad.serve(RECORDS);

      abroad.book
        .as(ANN)
        .enter('Sheet1!A1', '=SHIFT_FULFILMENT_AGGREGATED("2026-02-23", "2026-03-08", "week")');

      expect(abroad.book.values('Sheet1!A2:A3')).toEqual(MONDAYS);
      expect(abroad.book.cell('Sheet1!A2').format).toMatch(/yy/);
      expect(abroad.book.values('Sheet1!A4:B4')).toEqual([['', '']]);
    },
  );
});

test('a period appears also where a filter leaves no record at all', async () => {
  await scene.serve(RECORDS);
  const posted = columnOf(askText('2026-02-23', '2026-03-08', 'week', 'venue', 'Nowhere'), 'SHIFTS_POSTED');

  expect(posted).toEqual([0, 0]);
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

    expect(total('week')).toEqual([['Total', 'includes incomplete periods that are hidden']]);
    expect(total('week, venue')).toEqual([['Total', 'includes incomplete periods that are hidden']]);
  });
});

describe('days that are not over', () => {
  const days = ['2026-03-09', '2026-03-10', '2026-03-11'];
  const crew = { venue: 'Pier', posted: 10, booked: 8, noShows: 1, demand: 9 };
  beforeAll(() => scene.serve(days.map((day) => sentRecord({ ...crew, day, worked: 6 }))));
  const venue = (...options: Plain[]) =>
    linesOf(askDays('2026-03-09', '2026-03-11', 'venue', ...options))[0] ?? {};

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

  expect(linesOf(askDays('2026-03-05', '2026-03-05', 'venue', 'measures', 'posted'))[0]).toMatchObject({
    SHIFTS_POSTED: 5,
    NOTES: '1 record without a day left out',
  });
});

test('a table without a day of its own has nothing to be incomplete', async () => {
  await scene.serve(RECORDS, false);

  expect(rowsOf(askDays('2026-02-25', '2026-03-08', 'venue')).map((row) => row[row.length - 1])).toEqual([
    'NOTES',
    '',
    '',
    '',
  ]);
});

const WEEK = ['2026-02-09', '2026-02-15'] as const;
const DAY = '2026-02-09';

/** The venues of one finished week. */
const askVenues = (...options: Plain[]) => askDays(...WEEK, 'venue', 'decimals', 10, ...options);

describe('records that came twice', () => {
  const twice = sentRecord({ day: DAY, venue: 'Pier', posted: 10, booked: 8, worked: 6 });
  const other = { ...twice, SHIFTS_POSTED: 20 };

  test('are counted once; the same SHIFT_ID with other fields is kept; the total tells', async () => {
    const zoo = sentRecord({ day: DAY, venue: 'Zoo', posted: 1, booked: 1, worked: 1 });
    await scene.serve([twice, twice, twice, other, zoo]);
    const told = '2 records came twice and counted once; 1 record with the SHIFT_ID of another one';

    const [pier, ...rest] = linesOf(askVenues('measures', 'posted, shift records', 'totals', true));

    expect(pier).toMatchObject({ SHIFTS_POSTED: 30, SHIFT_RECORDS: 2, NOTES: '' });
    expect(rest.map(({ NOTES }) => NOTES)).toEqual(['', told]);
    expect(linesOf(askVenues('measures', 'posted', 'venue', 'Zoo', 'totals', true))[1]?.NOTES).toBe('');
  });
});

test('a definition that the records leave open is what a refresh of more records has found', async () => {
  // 6 worked: 60 % of the posted positions, 75 % of the booked ones.
  const few: Crew = { day: DAY, venue: 'Pier', posted: 10, booked: 8, worked: 6, demand: 10 };
  const learning = await stage.connected();
  await learning.serve(RECORDS);
  state(learning.ask('sidebarRefreshReport', learning.saveReport({ from: '2026-02-23', to: '2026-03-08' })));
  await learning.serve([sentRecord(few)]);

  const asked = ['venue', 'measures', 'worked %', 'evidence', true] as const;
  const [line] = linesOf(learning.call('SHIFT_FULFILMENT_AGGREGATED', ...WEEK, ...asked));

  expect(line).toMatchObject({
    SHIFTS_WORKED_PERCENTAGE: 75,
    SHIFTS_WORKED_PERCENTAGE_BASIS: 'worked ÷ booked: 42 of 42 refreshed rows agree',
    NOTES: '',
  });
});

test('AS_OF is when the service made the records, a real date with its time', async () => {
  await scene.serve([sentRecord({ day: DAY, posted: 10, booked: 8, worked: 6 })]);
  const [line] = linesOf(askVenues('as of', true, 'dates', 'text'));
  const answers = (await scene.server.requests()).map(({ answerBody }) => answerBody ?? '');
  const generatedAt = /"generated_at":"([^"]+)"/.exec(answers[answers.length - 1] ?? '')?.[1] ?? '';

  expect(line?.AS_OF).toEqual(new Date(generatedAt));
});
