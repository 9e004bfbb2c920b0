import { expect, test } from '@jest/globals';
import { TEMPLATES } from '../../../src/contract/reports';
import { planDashboard } from '../../../src/dashboards/page';
import { cellsOf, tableIn, tilesIn } from '../../support/dashboard-cells';
import { dashboardSource, TODAY } from '../../support/dashboard-source';
import { runs } from '../../support/runs';
import { SeededRandom } from '../../support/seeded-random';
import { dayAfter, isoDay, serialOf, shiftRow } from '../../support/shift-records';
import { readRows } from '../reports/targets/targets-scene';

/* What someone chooses on a dashboard, against the dashboard of a report that is filtered so. */

const SEED = Number(process.env.TEST_SEED ?? 38);
const SETS = runs(4, 20);
const CHOICES = runs(10, 50);
const DAYS = { from: serialOf('2025-12-08'), to: serialOf('2026-03-08') };
const ROUND_DAY = serialOf('2026-02-10');
const NAMES = ['Grand Hotel', "O'Neill's", 'Pier, London', '=Kitchen', '+44', '東京食堂'];

/** Tuesday is 10 March 2026. */
const PERIODS: Readonly<Record<string, readonly [from: string, to: string]>> = {
  'Whole report': ['2025-12-08', '2026-03-08'],
  'Last 4 weeks': ['2026-02-09', '2026-03-08'],
  'Last week': ['2026-03-02', '2026-03-08'],
  'This month': ['2026-03-01', '2026-03-08'],
  'Feb 2026': ['2026-02-01', '2026-02-28'],
  'Dec 2025': ['2025-12-08', '2025-12-31'],
};

function randomRows(random: SeededRandom) {
  const one = <Item>(items: readonly Item[]) => items[random.below(items.length)] as Item;
  const venues = NAMES.slice(0, 1 + random.below(NAMES.length));
  return Array.from({ length: 50 + random.below(400) }, () => {
    const posted = 1 + random.below(30);
    const booked = random.below(posted + 1);
    const worked = random.below(booked + 1);
    const day = dayAfter('2025-12-08', random.below(91));
    return shiftRow({
      ...{ day, venue: one(venues), area: one(['Bar', 'Kitchen']), role: one(['Chef', 'Porter', 'Waiter']) },
      ...{
        posted,
        booked,
        worked,
        noShows: random.below(booked - worked + 1),
        demand: posted + random.below(3),
      },
    });
  });
}

/** From the sentence on, without why a week moved: that is judged by how much the weeks of the whole report differ. */
function withoutWhy(cells: ReturnType<typeof cellsOf>) {
  const tiles = cells.findIndex((row, at) => at > 3 && row.filter((value) => value !== null).length > 1);
  return [cells[3], ...cells.slice(tiles, -1)];
}

test(`of ${SETS} × ${CHOICES} choices, each dashboard has the figures of a filtered report (seed ${SEED})`, () => {
  const random = new SeededRandom(SEED);
  const one = <Item>(items: readonly Item[]) => items[random.below(items.length)] as Item;
  for (let set = 0; set < SETS; set += 1) {
    const plain = dashboardSource(randomRows(random), { range: DAYS, keptDefinitions: undefined });
    // Of one day there may be more records.
    const source = { ...plain, report: { ...plain.report, roundDays: [[ROUND_DAY, 500]] as const } };
    const { rows } = source.report;
    const venues = [...new Set(rows.map((row) => String(row[1])))];
    const [key, column] = venues.length > 1 ? (['venue', 1] as const) : (['role', 3] as const);
    const names = ['', ...new Set(rows.map((row) => String(row[column])))];
    for (let at = 0; at < CHOICES; at += 1) {
      const template = one(TEMPLATES);
      const [name, period] = [one(names), one(Object.keys(PERIODS))];
      const [from, to] = (PERIODS[period] ?? []).map(serialOf) as [number, number];
      const chosen = cellsOf({ template, choice: { name, period } }, source);
      const filtered = cellsOf(
        { template },
        {
          ...(from <= ROUND_DAY && ROUND_DAY <= to ? source : plain),
          ...{ saved: { ...source.saved, [key]: name }, range: { from, to }, covered: DAYS },
        },
      );
      const label = { set, template, name, period };
      expect({ ...label, cells: withoutWhy(chosen) }).toEqual({
        ...label,
        cells: withoutWhy(filtered),
      });
      expect(chosen[1]?.slice(0, 2)).toEqual([
        name === '' ? (key === 'venue' ? 'All venues' : 'All job titles') : name,
        period,
      ]);
    }
  }
});

test('a week has one verdict, whatever name and period are chosen beside it', () => {
  // Weeks of the Pier differ much more than by chance; those of the Grand Hotel don't.
  const rows = Array.from({ length: 91 }, (_, at) => DAYS.to - at).flatMap((day, at) =>
    ['Pier', 'Grand Hotel', 'Old Mill', 'Bar'].map((venue) =>
      shiftRow({
        ...{ day: isoDay(day), venue, posted: 100, booked: 100, demand: 100 },
        worked: venue === 'Pier' ? 80 + 10 * (Math.floor(at / 7) % 2) : 90,
      }),
    ),
  );
  const source = dashboardSource(rows, {
    range: DAYS,
    targets: readRows([{ TARGET: 91 }]),
  });
  const noteOf = (name: string, period: string) =>
    tilesIn(cellsOf({ template: 'overview', choice: { name, period } }, source))[0]?.slice(2);
  // Every week is like the one before the last.
  expect(['', 'Last week'].map((period) => noteOf('', period))).toEqual([
    ['last week ▼ 2.5 pts', 'target 91.0%: missed'],
    ['▼ 2.5 pts', 'target 91.0%: missed'],
  ]);
  // What the line of a venue says among others, it says alone.
  const { Verdict } =
    tableIn(cellsOf({ template: 'scorecard' }, source), 'Venues, ')?.find(
      ({ Venue }) => Venue === 'Old Mill',
    ) ?? {};
  expect(noteOf('Old Mill', '')?.[1]).toBe(`target 91.0%: ${Verdict}`);
});

test('periods that move are those of the day of the refresh, and only days of the report are offered', () => {
  const source = dashboardSource([], { range: { from: TODAY - 3, to: TODAY + 4 } });
  const { look } = planDashboard({ template: 'unfilled_list', choice: { name: '', period: '' } }, source);
  expect(look.drops[0]).toEqual(['All venues']);
  expect(look.drops[1]).toEqual([...['Whole report', 'Last 4 weeks', 'Last week', 'This month', 'Mar 2026']]);
});

test('why the week moved is told by the job titles of a chosen venue', () => {
  const days = Array.from({ length: 84 }, (_, at) => DAYS.to - at);
  const rows = days.flatMap((day, at) =>
    ['Pier', 'Grand Hotel'].flatMap((venue) =>
      ['Chef', 'Porter'].map((role) =>
        shiftRow({
          day: isoDay(day),
          ...{ venue, role, posted: 50, booked: 50, demand: 50 },
          worked: at < 7 && venue === 'Pier' && role === 'Chef' ? 10 : 45 + (at % 3),
        }),
      ),
    ),
  );
  const source = dashboardSource(rows, { range: DAYS });
  const why = (name: string) =>
    cellsOf({ template: 'overview', choice: { name, period: '' } }, source)
      .slice(4, 6)
      .join(' ');
  expect(why('')).toMatch(/^Why, week of 2 Mar: .* points from\W+Pier /);
  expect(why('Pier')).toMatch(/^Why, week of 2 Mar: .* points from\W+Chef /);
});
