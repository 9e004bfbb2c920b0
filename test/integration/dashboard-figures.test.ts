import { describe, expect, test } from '@jest/globals';
import { build, linesUnder, openReport, shown } from '../support/dashboard-scene';
import { linesOf } from '../support/formula-answers';
import { Stage } from '../support/scene';

/* What dashboards show equals what the formulas answer. Sums by hand are those of `figures-by-hand`. */

const DATES = ['2026-02-23', '2026-03-08'] as const;
/** Headings of the Scorecard, as formulas name them. */
const NAMES: Readonly<Record<string, string>> = {
  'People needed': 'TRUE_DEMAND',
  'True fulfilment': 'TRUE_FULFILMENT_PERCENTAGE',
  Worked: 'SHIFTS_WORKED',
  'Hours worked': 'HOURS_WORKED',
  'No-shows': 'NO_SHOWS_PERCENTAGE',
};

const stage = new Stage();

/** As formulas answer it: percentages to one decimal place, as dashboards show them. */
const answeredAs = (value: unknown) => (typeof value === 'number' ? Math.round(value * 10) / 10 : value);

describe('SHIFT_FULFILMENT_AGGREGATED', () => {
  test('by venue answers what the Scorecard shows', async () => {
    const { scene, id } = await openReport(stage);
    build(scene, id, 'scorecard');
    const [all, ...venues] = linesUnder(shown(scene, 'Scorecard'), 'Venues, ');
    const answered = linesOf(scene.call('SHIFT_FULFILMENT_AGGREGATED', ...DATES, 'venue'));
    expect(venues).toHaveLength(answered.length);
    for (const same of answered) {
      const line = venues.find(({ Venue }) => Venue === same.VENUE_NAME) ?? {};
      const figures = Object.keys(NAMES).map((heading) => answeredAs(line[heading]));
      expect(figures).toEqual(Object.values(NAMES).map((name) => same[name]));
    }
    expect(Object.keys(all ?? {})).toEqual(expect.arrayContaining(Object.keys(NAMES)));
  });

  test('by venue and weekday answers what Where and when shows', async () => {
    const { scene, id } = await openReport(stage);
    build(scene, id, 'where_and_when');
    const lines = linesUnder(shown(scene, 'Where and when'), 'True fulfilment by venue');
    const answered = linesOf(
      scene.call('SHIFT_FULFILMENT_AGGREGATED', ...DATES, 'venue, weekday', 'evidence', true),
    );
    expect(answered).toHaveLength(21);
    for (const line of answered) {
      const same = lines.find(({ Venue }) => Venue === line.VENUE_NAME);
      expect(answeredAs(same?.[String(line.WEEKDAY).slice(0, 3)])).toBe(line.TRUE_FULFILMENT_PERCENTAGE);
    }
  });
});
