import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { build, linesUnder, openReport, shown, tableAt } from '../support/dashboard-scene';
import { linesOf, rowsOf } from '../support/formula-answers';
import { ANN, type Scene, Stage, state } from '../support/scene';
import { type SentRecord, serialOf } from '../support/shift-records';
import { DAYS, figuresOf, groupedBy, RECORDS } from '../support/two-weeks';

/* What dashboards show equals what the formulas answer, and what a sum by hand gives. */

const DATES = ['2026-02-23', '2026-03-08'] as const;
/** Headings of dashboards, and the figures that formulas call otherwise. */
const NAMES: Readonly<Record<string, string>> = {
  Demand: 'TRUE_DEMAND',
  Booked: 'SHIFTS_BOOKED',
  Worked: 'SHIFTS_WORKED',
  Unfilled: 'SHIFTS_UNFILLED',
  'No-shows': 'NO_SHOWS',
  'Booked %': 'SHIFTS_BOOKED_PERCENTAGE',
  'Worked %': 'SHIFTS_WORKED_PERCENTAGE',
  'True fulfilment': 'TRUE_FULFILMENT_PERCENTAGE',
  'True fulfilment %': 'TRUE_FULFILMENT_PERCENTAGE',
  'Hours worked': 'HOURS_WORKED',
  'No-shows %': 'NO_SHOWS_PERCENTAGE',
};

let stage: Stage;
let scene: Scene;
let id: string;
beforeAll(async () => {
  stage = await Stage.start();
  ({ scene, id } = await openReport(stage));
});
afterAll(() => stage.close());

/** As formulas answer it: percentages to one decimal place, as dashboards show them. */
const answeredAs = (value: unknown) => (typeof value === 'number' ? Math.round(value * 10) / 10 : value);

const missing = (records: readonly SentRecord[]) =>
  records.reduce((sum, one) => sum + Math.max(0, Number(one.TRUE_DEMAND) - Number(one.SHIFTS_WORKED)), 0);

/** Whatever a line shows of the figures, compared with those of its records. */
function expectFigures(line: Readonly<Record<string, unknown>>, records: readonly SentRecord[]): void {
  const figures = figuresOf(records);
  for (const [heading, name] of Object.entries(NAMES)) {
    if (!(heading in line)) continue;
    expect({ heading, value: line[heading] }).toEqual({
      heading,
      value: expect.closeTo(Number(figures[name]), 9),
    });
  }
  if ('Missing people' in line) expect(line['Missing people']).toBe(missing(records));
}

const aggregated = (...options: (string | boolean)[]) =>
  linesOf(scene.call('SHIFT_FULFILMENT_AGGREGATED', ...DATES, ...options));

const shownLines = (template: Parameters<typeof build>[2], sheet: string) => {
  build(scene, id, template);
  return shown(scene, sheet);
};

describe('the overview', () => {
  test('shows in its tiles what SHIFT_METRIC answers, and below them the same evidence', () => {
    const cells = shownLines('overview', 'Overview');
    const [labels = [], values = []] = [cells[5], cells[6]];
    const at = (label: string) => values[labels.indexOf(label)];
    expect(at('Missing people')).toBe(missing(RECORDS));
    expect(at('Demand')).toBe(figuresOf(RECORDS).TRUE_DEMAND);
    for (const [label, metric, words] of [
      ['Booked', 'booked %', 'Booked %'],
      ['Worked', 'worked %', 'Worked %'],
      ['True fulfilment', 'true fulfilment %', 'True fulfilment %'],
      ['No-shows', 'no shows %', 'No-shows %'],
    ] as const) {
      const [asked = []] = rowsOf(scene.call('SHIFT_METRIC', metric, ...DATES, 'evidence', true));
      const [value, n, low, high] = asked.map(Number);
      expect(answeredAs(at(label))).toBe(value);
      const line = String(cells.find(([text]) => String(text).startsWith(`${words} = `))?.[0]);
      expect(line).toContain(': 42 of 42 rows agree');
      expect(line).toContain(`95% interval: ${low?.toFixed(1)}% to ${high?.toFixed(1)}%, out of ${n}.`);
    }
  });

  test('shows the weeks that SHIFT_TREND answers, with their evidence', () => {
    const weeks = tableAt(shownLines('overview', 'Overview'), 13, 13);
    const trend = linesOf(
      scene.call('SHIFT_TREND', 'true fulfilment %', ...DATES, 'week', 'dates', 'serial'),
    );
    expect(weeks.map((week) => [week['Week from'], answeredAs(week['True fulfilment'])])).toEqual(
      trend.map((line) => Object.values(line)),
    );
    expect(weeks.map((week) => week['Week from'])).toEqual([serialOf('2026-02-23'), serialOf('2026-03-02')]);
    const answered = aggregated('week', 'dates', 'serial', 'evidence', true);
    expect(
      weeks.map((week) => [week['Interval (95%)'], week.to, week['Out of (n)']].map(answeredAs)),
    ).toEqual(
      answered.map((line) => ['LOW', 'HIGH', 'N'].map((part) => line[`TRUE_FULFILMENT_PERCENTAGE_${part}`])),
    );
  });

  test('lists the venues by missing people, and the weekdays', () => {
    const cells = shownLines('overview', 'Overview');
    const byVenue = groupedBy(RECORDS, (record) => String(record.VENUE_NAME));
    const worst = tableAt(cells, 13, 6);
    expect(worst.map(({ Venue }) => Venue)).toEqual(['Grand Hotel, London', 'Pier', "O'Neill's"]);
    for (const line of worst) expectFigures(line, byVenue.get(String(line.Venue)) ?? []);
    const days = tableAt(cells, 21, 6);
    expect(days.map(({ Weekday }) => Weekday)).toEqual(WEEKDAYS);
    for (const line of days) {
      expectFigures(
        line,
        RECORDS.filter((record) => weekdayOf(record) === line.Weekday),
      );
    }
  });
});

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const weekdayOf = (record: SentRecord) =>
  WEEKDAYS[(new Date(`${record.SHIFT_DATE}T12:00:00Z`).getUTCDay() + 6) % 7];

describe('the other templates', () => {
  test('the scorecard equals SHIFT_FULFILMENT_AGGREGATED by venue, and its total that of all', () => {
    const [all, ...venues] = linesUnder(shownLines('scorecard', 'Scorecard'), 'Venue');
    expectFigures(all ?? {}, RECORDS);
    const answered = new Map(aggregated('venue').map((line) => [line.VENUE_NAME, line]));
    expect(venues).toHaveLength(answered.size);
    for (const line of venues) {
      const same = answered.get(line.Venue as string);
      for (const [heading, name] of Object.entries(NAMES)) {
        if (heading in line) expect(answeredAs(line[heading])).toBe(same?.[name]);
      }
      expectFigures(
        line,
        RECORDS.filter((record) => record.VENUE_NAME === line.Venue),
      );
    }
    expect(Object.keys(all ?? {}).filter((heading) => heading in NAMES)).toHaveLength(5);
  });

  test('where and when equals SHIFT_FULFILMENT_AGGREGATED by venue and weekday, with n', () => {
    const cells = shownLines('where_and_when', 'Where and when');
    const answered = aggregated('venue, weekday', 'evidence', true);
    expect(answered).toHaveLength(21);
    const heading = cells.findIndex((row) => row[1] === 'All');
    for (const line of answered) {
      const column = (cells[heading] ?? []).indexOf(String(line.WEEKDAY).slice(0, 3));
      const row = cells.slice(heading).find(([venue]) => venue === line.VENUE_NAME);
      expect(answeredAs(row?.[column])).toBe(line.TRUE_FULFILMENT_PERCENTAGE);
      // What the percentages are out of stands in the same order from column M on.
      expect(row?.[column + 11]).toBe(line.TRUE_FULFILMENT_PERCENTAGE_N);
    }
  });

  test.each([
    ['role', 'JOB_TITLE', 'NO_SHOWS_PERCENTAGE'],
    ['area', 'AREA_NAME', 'MISSING_PEOPLE'],
  ] as const)('where and when by %s and week equals it too', (rows, name, measure) => {
    const cut = { rows, columns: 'week', measure } as const;
    const [report] = state(scene.ask('sidebarBuildDashboard', id, ANN, 'where_and_when', cut)).reports;
    const sheet = report?.dashboards[report.dashboards.length - 1]?.sheet ?? '';
    const cells = shown(scene, sheet);
    const answered = aggregated(`${rows}, week`, 'dates', 'serial', 'measures', measure);
    expect(answered).toHaveLength(4);
    const heading = cells.findIndex((row) => row[1] === 'All');
    for (const line of answered) {
      const column = (cells[heading] ?? []).indexOf(line.WEEK as number);
      const row = cells.slice(heading).find(([label]) => label === line[name]);
      expect(answeredAs(row?.[column])).toBe(line[measure]);
    }
  });

  test('the unfilled list adds up to what was never filled, the newest day on top', () => {
    const cells = shownLines('unfilled_list', 'Unfilled list');
    const lines = linesUnder(cells, 'Venue');
    const total = RECORDS.reduce((sum, record) => sum + Number(record.SHIFTS_UNFILLED), 0);
    expect(lines.reduce((sum, line) => sum + Number(line.Unfilled), 0)).toBe(total);
    expect([cells[5]?.[5], cells[6]?.[5]]).toEqual(['Never filled', total]);
    expect(lines[0]).toMatchObject({ Date: serialOf('2026-03-08'), Weekday: 'Sunday', When: 'past' });
    const byVenue = groupedBy(RECORDS, (record) => String(record.VENUE_NAME));
    // The venue in column F, its total in I: the totals by day, right of them, have the same heading.
    const venues = cells.slice(11, 21).filter((row) => row[5] !== '');
    expect(venues).toHaveLength(byVenue.size);
    for (const row of venues) {
      const own = byVenue.get(String(row[5])) ?? [];
      expect(row[8]).toBe(own.reduce((sum, record) => sum + Number(record.SHIFTS_UNFILLED), 0));
    }
    const days = tableAt(cells, 11, 10);
    expect(days.map(({ Day }) => Day)).toEqual(DAYS.slice(-10).map((day) => serialOf(day)));
  });

  test('data quality counts the records and what each percentage is of', () => {
    const cells = shownLines('data_quality', 'Data quality');
    expect([cells[5]?.[0], cells[6]?.[0]]).toEqual(['Shift records', RECORDS.length]);
    expect(linesUnder(cells, 'Percentage').map((line) => [line.Percentage, line.Basis])).toEqual(
      [
        ['SHIFTS_BOOKED_PERCENTAGE', 'booked ÷ posted'],
        ['SHIFTS_UNFILLED_PERCENTAGE', 'unfilled ÷ posted'],
        ['SHIFTS_WORKED_PERCENTAGE', 'worked ÷ booked'],
        ['NO_SHOWS_PERCENTAGE', 'no shows ÷ booked'],
        ['TRUE_FULFILMENT_PERCENTAGE', 'worked ÷ true demand'],
      ].map(([name, definition]) => [name, `${definition}: 42 of 42 rows agree`]),
    );
    const kept = RECORDS.filter((one) => Number(one.TRUE_DEMAND) <= Number(one.SHIFTS_POSTED)).length;
    const check = linesUnder(cells, 'Check').find((line) => line.Check === 'TRUE_DEMAND ≤ SHIFTS_POSTED');
    expect(check).toMatchObject({ Passes: kept, Fails: RECORDS.length - kept });
    // Pier needs 7 people and posts 6 positions, on each of 14 days of 42 records.
    expect(cells[3]?.[0]).toBe(
      '1 of 27 checks fails: TRUE_DEMAND is more than SHIFTS_POSTED in 33.3% of records.',
    );
  });
});
