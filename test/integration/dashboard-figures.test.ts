import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { build, linesUnder, openReport, shown } from '../support/dashboard-scene';
import { linesOf, rowsOf } from '../support/formula-answers';
import { type Scene, Stage } from '../support/scene';
import { type SentRecord, serialOf } from '../support/shift-records';
import { figuresOf, groupedBy, RECORDS } from '../support/two-weeks';

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
  'True fulfilment %': 'TRUE_FULFILMENT_PERCENTAGE',
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
  test('shows in its key figures what SHIFT_METRIC answers, with the same evidence', () => {
    const cells = shownLines('overview', 'Overview');
    const [values, low, high, n, basis] = [10, 11, 12, 13, 14].map((row) => cells[row] ?? []);
    expectFigures(
      Object.fromEntries((cells[9] ?? []).map((name, at) => [String(name), values?.[at]])),
      RECORDS,
    );
    for (const [at, metric] of [
      [2, 'booked %'],
      [3, 'worked %'],
      [4, 'true fulfilment %'],
      [5, 'no shows %'],
    ] as const) {
      const [asked = []] = rowsOf(scene.call('SHIFT_METRIC', metric, ...DATES, 'evidence', true));
      expect([values?.[at], n?.[at], low?.[at], high?.[at]]).toEqual(
        asked.slice(0, 4).map((value) => expect.closeTo(Number(value), 9)),
      );
      expect(String(basis?.[at])).toMatch(/settled: 42 of 42 rows agree$/);
    }
  });

  test('shows the weeks that SHIFT_TREND answers', () => {
    const weeks = linesUnder(shownLines('overview', 'Overview'), 'Week from');
    const trend = linesOf(
      scene.call(
        'SHIFT_TREND',
        'true fulfilment %',
        ...DATES,
        'week',
        'dates',
        'serial',
        'incomplete',
        'show',
      ),
    );
    expect(weeks.map((week) => [week['Week from'], week['True fulfilment %']])).toEqual(
      trend.map((line) => Object.values(line)),
    );
    expect(weeks.map((week) => week['Week from'])).toEqual([serialOf('2026-02-23'), serialOf('2026-03-02')]);
  });

  test('lists the venues by missing people, and each weekday of them', () => {
    const cells = shownLines('overview', 'Overview');
    const byVenue = groupedBy(RECORDS, (record) => String(record.VENUE_NAME));
    const worst = linesUnder(cells, 'Venue');
    expect(worst.map(({ Venue }) => Venue)).toEqual(['Grand Hotel, London', 'Pier', "O'Neill's"]);
    for (const line of worst) expectFigures(line, byVenue.get(String(line.Venue)) ?? []);
    const [shares, counts] = [linesUnder(cells, 'Venue', 2), linesUnder(cells, 'Venue', 3)];
    const day = (record: SentRecord) => new Date(`${record.SHIFT_DATE}T12:00:00Z`).getUTCDay();
    for (const [at, name] of [
      'Sunday',
      'Monday',
      'Tuesday',
      'Wednesday',
      'Thursday',
      'Friday',
      'Saturday',
    ].entries()) {
      shares.forEach((line, place) => {
        const records = (byVenue.get(String(line.Venue)) ?? []).filter((record) => day(record) === at);
        expect(line[name]).toBeCloseTo(Number(figuresOf(records).TRUE_FULFILMENT_PERCENTAGE), 9);
        expect(counts[place]?.[name]).toBe(figuresOf(records).TRUE_DEMAND);
      });
    }
  });
});

describe('the other templates', () => {
  test('the venue league equals SHIFT_FULFILMENT_AGGREGATED by venue, and its total that of all', () => {
    const [all, ...venues] = linesUnder(shownLines('venue_league', 'Venue league'), 'Venue');
    expectFigures(all ?? {}, RECORDS);
    const answered = new Map(aggregated('venue').map((line) => [line.VENUE_NAME, line]));
    expect(venues).toHaveLength(answered.size);
    for (const line of venues) {
      const same = answered.get(line.Venue as string);
      for (const [heading, name] of Object.entries(NAMES)) expect(line[heading]).toBe(same?.[name]);
      expectFigures(
        line,
        RECORDS.filter((record) => record.VENUE_NAME === line.Venue),
      );
    }
  });

  test('role by week equals SHIFT_FULFILMENT_AGGREGATED by role and week, with n', () => {
    const cells = shownLines('role_by_week', 'Role by week');
    const answered = aggregated('role, week', 'dates', 'serial', 'evidence', true);
    expect(answered).toHaveLength(4);
    const [shares, counts] = [cells.slice(12, 14), cells.slice(57, 59)];
    for (const line of answered) {
      const column = (cells[9] ?? []).indexOf(line.WEEK as number);
      const cell = (rows: typeof cells) => rows.find(([role]) => role === line.JOB_TITLE)?.[column];
      expect(cell(shares)).toBe(line.TRUE_FULFILMENT_PERCENTAGE);
      expect(cell(counts)).toBe(line.TRUE_FULFILMENT_PERCENTAGE_N);
    }
  });

  test('the no-show watch equals SHIFT_FULFILMENT_AGGREGATED by each of its keys', () => {
    const cells = shownLines('no_show_watch', 'No-show watch');
    for (const [heading, key, name] of [
      ['Weekday', 'weekday', 'WEEKDAY'],
      ['Role', 'role', 'JOB_TITLE'],
      ['Area', 'area', 'AREA_NAME'],
      ['Venue', 'venue', 'VENUE_NAME'],
    ] as const) {
      const answered = new Map(aggregated(key, 'evidence', true).map((line) => [line[name], line]));
      const lines = linesUnder(cells, heading);
      expect(lines).toHaveLength(answered.size);
      for (const line of lines) {
        const same = answered.get(line[heading] as string);
        expect([line['No-shows'], line['No-shows %'], line['95 % from'], line['Out of (n)']]).toEqual(
          ['NO_SHOWS', 'NO_SHOWS_PERCENTAGE', 'NO_SHOWS_PERCENTAGE_LOW', 'NO_SHOWS_PERCENTAGE_N'].map(
            (one) => same?.[one],
          ),
        );
      }
    }
  });

  test('the unfilled list adds up to what was never filled, the newest day on top', () => {
    const lines = linesUnder(shownLines('unfilled_list', 'Unfilled list'), 'Venue');
    const total = RECORDS.reduce((sum, record) => sum + Number(record.SHIFTS_UNFILLED), 0);
    expect(lines.reduce((sum, line) => sum + Number(line.Unfilled), 0)).toBe(total);
    expect(scene.book.cell('Unfilled list!B10').value).toBe(total);
    expect(lines[0]).toMatchObject({ Date: serialOf('2026-03-08'), Weekday: 'Sunday', When: 'past' });
  });

  test('data quality counts the records and what each percentage is of', () => {
    const cells = shownLines('data_quality', 'Data quality');
    expect(cells.find(([what]) => what === 'Shift records counted')?.[1]).toBe(RECORDS.length);
    expect(
      linesUnder(cells, 'Percentage').map((line) => [line.Percentage, line.Basis, line.Definition]),
    ).toEqual([
      ['SHIFTS_BOOKED_PERCENTAGE', 'settled', 'booked ÷ posted'],
      ['SHIFTS_UNFILLED_PERCENTAGE', 'settled', 'unfilled ÷ posted'],
      ['SHIFTS_WORKED_PERCENTAGE', 'settled', 'worked ÷ booked'],
      ['NO_SHOWS_PERCENTAGE', 'settled', 'no shows ÷ booked'],
      ['TRUE_FULFILMENT_PERCENTAGE', 'settled', 'worked ÷ true demand'],
    ]);
    const above = RECORDS.filter((one) => Number(one.TRUE_DEMAND) <= Number(one.SHIFTS_POSTED)).length;
    const relation = linesUnder(cells, 'Relation').find(
      (line) => line.Relation === 'TRUE_DEMAND ≤ SHIFTS_POSTED',
    );
    expect(relation).toMatchObject({ 'Records that keep it': above, Of: RECORDS.length });
  });
});
