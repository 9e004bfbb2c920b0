import { beforeAll, describe, expect, test } from '@jest/globals';
import { tilesIn } from '../support/dashboard-cells';
import { build, linesUnder, openReport, shown } from '../support/dashboard-scene';
import { linesOf, rowsOf } from '../support/formula-answers';
import { type Scene, Stage } from '../support/scene';
import { type SentRecord, serialOf } from '../support/shift-records';
import { figuresOf, groupedBy, RECORDS } from '../support/two-weeks';

/* What dashboards show equals what the formulas answer, and what a sum by hand gives. */

const DATES = ['2026-02-23', '2026-03-08'] as const;
/** Headings of dashboards: counts first, then percentages that go without their sign. */
const NAMES: Readonly<Record<string, string>> = {
  'People needed': 'TRUE_DEMAND',
  Unfilled: 'SHIFTS_UNFILLED',
  'True fulfilment': 'TRUE_FULFILMENT_PERCENTAGE',
  'Hours worked': 'HOURS_WORKED',
  'No-shows': 'NO_SHOWS_PERCENTAGE',
};

const stage = new Stage();
let scene: Scene;
let id: string;
beforeAll(async () => {
  ({ scene, id } = await openReport(stage));
});

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
  test('shows in its tiles what SHIFT_METRIC answers', () => {
    const tiles = new Map(
      tilesIn(shownLines('overview', 'Overview')).map(([words, value]) => [words, value]),
    );
    expect(tiles.get('Missing people')).toBe(missing(RECORDS));
    expect(tiles.get('People needed')).toBe(figuresOf(RECORDS).TRUE_DEMAND);
    for (const [label, metric] of [
      ['Booked, of posted', 'booked %'],
      ['Worked, of booked', 'worked %'],
      ['True fulfilment', 'true fulfilment %'],
      ['No-shows, of booked', 'no shows %'],
    ] as const) {
      expect(answeredAs(tiles.get(label))).toBe(rowsOf(scene.call('SHIFT_METRIC', metric, ...DATES))[0]?.[0]);
    }
  });

  test('shows the weeks that SHIFT_TREND answers, the venues by missing people, and the weekdays', () => {
    const cells = shownLines('overview', 'Overview');
    const weeks = linesUnder(cells, 'By week: 2 complete weeks');
    const trend = linesOf(
      scene.call('SHIFT_TREND', 'true fulfilment %', ...DATES, 'week', 'dates', 'serial'),
    );
    expect(weeks.map((week) => [week['Week from'], answeredAs(week['True fulfilment'])])).toEqual(
      trend.map((line) => Object.values(line)),
    );
    expect(weeks.map((week) => week['Week from'])).toEqual([serialOf('2026-02-23'), serialOf('2026-03-02')]);
    const byVenue = groupedBy(RECORDS, (record) => String(record.VENUE_NAME));
    const worst = linesUnder(cells, 'Where: most missing people');
    expect(worst.map(({ Venue }) => Venue)).toEqual(['Grand Hotel, London', 'Pier', "O'Neill's"]);
    for (const line of worst) expectFigures(line, byVenue.get(String(line.Venue)) ?? []);
    const days = linesUnder(cells, 'When: by weekday');
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
    const [all, ...venues] = linesUnder(shownLines('scorecard', 'Scorecard'), 'Venues, ');
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
    expect(Object.keys(all ?? {}).filter((heading) => heading in NAMES)).toHaveLength(4);
  });

  test('where and when equals SHIFT_FULFILMENT_AGGREGATED by venue and weekday', () => {
    const lines = linesUnder(shownLines('where_and_when', 'Where and when'), 'True fulfilment by venue');
    const answered = aggregated('venue, weekday', 'evidence', true);
    expect(answered).toHaveLength(21);
    for (const line of answered) {
      const same = lines.find(({ Venue }) => Venue === line.VENUE_NAME);
      expect(answeredAs(same?.[String(line.WEEKDAY).slice(0, 3)])).toBe(line.TRUE_FULFILMENT_PERCENTAGE);
    }
  });
});
