import { describe, expect, test } from '@jest/globals';
import { planDashboard } from '../../../src/dashboards/page';
import type { ShiftRow } from '../../../src/employer-api/shift-report';
import { cellsOf, tableIn, tilesIn } from '../../support/dashboard-cells';
import { dashboardSource, TODAY } from '../../support/dashboard-source';
import { type Crew, daysFrom, isoDay, serialOf, shiftRow } from '../../support/shift-records';
import { readRows } from '../reports/targets/targets-scene';

/* What the overview says of its figures: their level, their target, what moved, and what is not given. */

const [FROM, TO] = [serialOf('2026-02-23'), serialOf('2026-03-08')];
/** A crew on each of some days. */
const crews = (first: string, count: number, crew: Omit<Crew, 'day'>): ShiftRow[] =>
  daysFrom(first, count).map((day) => shiftRow({ day, ...crew }));
const NOW = { posted: 20, booked: 16, worked: 12, noShows: 2, demand: 20 };
/** In the fourteen days before: 15 of 20 worked, no no-shows, as much demand. */
const BEFORE = { posted: 20, booked: 16, worked: 15, noShows: 0, demand: 20 };
const ROWS = [...crews('2026-02-09', 14, BEFORE), ...crews('2026-02-23', 14, NOW)];

const overview = (rows: readonly ShiftRow[], changes: Parameters<typeof dashboardSource>[1] = {}) =>
  cellsOf({ template: 'overview' }, dashboardSource(rows, { range: { from: FROM, to: TO }, ...changes }));
const targetsOf = (...lines: Parameters<typeof readRows>[0]) => readRows(lines);

describe('tiles', () => {
  test('say how each figure differs from that of as many days before', () => {
    const cells = overview(ROWS, { covered: { from: FROM - 14, to: TO } });
    expect(tilesIn(cells)).toEqual([
      ['True fulfilment', 60, '▼ 15.0 pts'],
      ['Booked, of posted', 80, 'unchanged'],
      ['Worked, of booked', 75, '▼ 18.8 pts'],
      ['No-shows, of booked', 12.5, '▲ 12.5 pts'],
      ['Missing people', 112, '▲ 42'],
      ['People needed', 280, 'unchanged'],
    ]);
    expect(cells[1]?.[0]).toContain('· compared with 9–22 Feb 2026 ·');
    expect(cells[3]?.[0]).toBe('60.0% filled, down from 75.0%. 112 people were missing.');
  });

  test.each([
    ['the rows cover one day of it less', { covered: { from: FROM - 13, to: TO } }],
    ['nothing is known of other days', {}],
  ])('say how the last week differs from the one before where %s', (_, changes) => {
    const rows = [...crews('2026-02-23', 7, BEFORE), ...crews('2026-03-02', 7, NOW)];
    const cells = overview(rows, changes);
    expect(tilesIn(cells).map(([, , note]) => note)).toEqual([
      'last week ▼ 15.0 pts',
      'last week unchanged',
      'last week ▼ 18.8 pts',
      'last week ▲ 12.5 pts',
      'last week ▲ 21',
      'last week unchanged',
    ]);
    expect(cells[1]?.[0]).not.toContain('compared');
    expect(cells[3]?.[0]).toContain('67.5% filled; last week fell 15.0 points.');
  });

  test('say what the figure is a share of, also where another definition would fit', () => {
    // As many are booked as are posted.
    const rows = crews('2026-02-23', 14, { ...NOW, posted: 16 });
    const cells = overview(rows);
    expect(tilesIn(cells)[3]?.slice(0, 2)).toEqual(['No-shows, of booked', 12.5]);
    expect(cells.flat().join(' ')).toContain('No-shows = no shows ÷ booked.');
  });

  test('say how many extra people do not help where people are missing', () => {
    const rows = [...crews('2026-03-01', 2, NOW), ...crews('2026-03-03', 1, { ...NOW, worked: 25 })];
    expect(tilesIn(overview(rows))[4]).toEqual([
      'Missing people',
      16,
      expect.anything(),
      '5 extra on other shifts',
    ]);
    expect(tilesIn(overview(ROWS))[4]?.slice(0, 2)).toEqual(['Missing people', 112]);
  });

  test('count the days that are over, all of them the same shifts, and the period says so', () => {
    const saved = { ...dashboardSource([]).saved, period: 'this month' };
    const rows = [...ROWS, ...crews('2026-03-09', 9, { ...NOW, booked: 0, demand: 500 })];
    const cells = overview(rows, { saved, range: { from: FROM, to: TODAY + 7 } });
    const over = overview(rows, { saved, range: { from: FROM, to: TODAY - 1 } });
    expect(tilesIn(cells)).toEqual(tilesIn(over));
    expect(tilesIn(cells)[5]?.[1]).toBe(14 * 20 + 500);
    expect(cells[1]?.[0]).toMatch(/^This month, 23 Feb–9 Mar 2026 so far · /);
    const custom = overview(rows, { range: { from: FROM, to: TODAY + 7 } });
    expect(custom[1]?.[0]).toMatch(/^23 Feb–9 Mar 2026 so far · /);
  });

  test.each<[worked: readonly number[], change: string, words?: string]>([
    // The level stands out, else the change, which may be the largest without it.
    [[180, 182, 181, 170], 'last week 85.0% ▼ 5.5 pts', 'the worst of 4 weeks'],
    [[170, 171, 172, 180], 'last week 90.0% ▲ 4.0 pts', 'the best of 4 weeks'],
    [[160, 178, 180, 170], 'last week 85.0% ▼ 5.0 pts', 'the worst fall of 4 weeks'],
    [[168, 170, 180, 169], 'last week 84.5% ▼ 5.5 pts', 'the worst fall of 4 weeks'],
    [[180, 175, 164, 176], 'last week 88.0% ▲ 6.0 pts', 'the largest rise of 4 weeks'],
    // As bad as another is not the worst; three weeks are too few, and weeks without shifts are none.
    [[170, 180, 172, 170], 'last week ▼ 1.0 pts'],
    [[182, 181, 170], 'last week ▼ 5.5 pts'],
    [[0, 182, 181, 170], 'last week ▼ 5.5 pts'],
  ])('of weeks with %j of 200 say whether the last one stands out', (worked, change, words = '') => {
    const range = { from: TO + 1 - 7 * worked.length, to: TO };
    const rows = worked.flatMap((came, week) =>
      came === 0
        ? []
        : [
            shiftRow({
              day: isoDay(range.from + 7 * week),
              ...{ posted: 210, booked: 205, demand: 200, worked: came, noShows: 200 - came },
            }),
          ],
    );
    const cells = overview(rows, { range });
    expect(tilesIn(cells)[0]?.slice(2)).toEqual([change, words].filter(Boolean));
    // What is worse for one figure is more of another, and needs attention.
    expect(tilesIn(cells)[4]?.[3] ?? '').toBe(
      words.replace(/rise|fall/, (move) => (move === 'rise' ? 'fall' : 'rise')),
    );
    const { look } = planDashboard({ template: 'overview' }, dashboardSource(rows, { range }));
    const isWarned = look.rules.some(({ when }) => words.includes(when));
    expect(isWarned).toBe(words.includes('worst'));
  });

  test('are explained by extra people where these are most of the change', () => {
    const all = { posted: 100, booked: 100, demand: 100, noShows: 0 };
    const week = (day: string, extra: number, worked: number) => [
      shiftRow({ ...all, day, venue: 'Pier', worked: 100 + extra }),
      shiftRow({ ...all, day, venue: 'Bar', worked }),
    ];
    const below = (extra: number, worked: number) =>
      overview([...week('2026-02-23', 20, 90), ...week('2026-03-02', extra, worked)])[4]?.[0];
    expect(below(5, 88)).toBe('Most of the fall comes from fewer extra people: 5, after 20.');
    expect(below(30, 92)).toBe('Most of the rise comes from more extra people: 30, after 20.');
    expect([below(19, 60), below(30, 80)]).toEqual([null, null]);
  });

  test('name one target as it was typed, and several as mixed', () => {
    const one = overview(ROWS, { targets: targetsOf({ TARGET: 70 }) });
    expect(tilesIn(one)[0]).toEqual(['True fulfilment', 60, expect.anything(), 'target 70.0%: missed']);
    expect(one[3]?.[0]).toContain('60.0% filled, 10.0 points below target;');
    expect(tableIn(one, 'By week')?.map(({ Target }) => Target)).toEqual([70, 70]);
    const mixed = overview([...ROWS, ...crews('2026-03-01', 1, { ...NOW, venue: 'Pier' })], {
      targets: targetsOf({ TARGET: 40 }, { VENUE_NAME: 'Pier', TARGET: 55.5 }),
    });
    expect(tilesIn(mixed)[0]?.[3]).toBe('mixed targets (40–55.5%): met');
    expect(Object.keys(tableIn(mixed, 'By week')?.[0] ?? {})).not.toContain('Target');
  });

  test('say of how few a percentage is, that nothing is to count, and how far it may lie apart', () => {
    const noteOf = (rows: ShiftRow[], changes = {}) => tilesIn(overview(rows, changes))[0]?.slice(1, 3);
    const few = crews('2026-03-01', 1, { posted: 8, booked: 4, worked: 4 });
    expect(noteOf(few)).toEqual([50, 'out of only 8']);
    const idle = { ...NOW, posted: 0, booked: 0, worked: 0, noShows: 0, demand: 0 };
    expect(noteOf(crews('2026-03-02', 1, idle))).toEqual([null, 'nothing to count']);
    // Half by worked positions and full by booked ones, of which the service published neither.
    const open = crews('2026-03-02', 5, {
      ...{ posted: 10, booked: 10, worked: 5, noShows: 5, demand: 10 },
      sent: { TRUE_FULFILMENT_PERCENTAGE: null },
    });
    expect(noteOf(open, { keptDefinitions: undefined })).toEqual([
      '50.0–100.0%',
      'depends on the definition',
    ]);
    const cells = overview(open, { keptDefinitions: undefined });
    expect(cells[3]?.[0]).toMatch(/^50\.0–100\.0% filled, depending on the definition: see below\./);
    expect(tableIn(cells, 'Missing people by')?.[0]?.['True fulfilment']).toBe('50–100%');
    expect(cells.flat().join('\n')).toMatch(
      /the service publishes no true fulfilment %: choose with "basis"/i,
    );
  });
});

describe('the sentence', () => {
  test.each([
    [20, 'No one was missing.'],
    [19, '1 person was missing.'],
    [10, '10 people were missing.'],
  ])('counts who is missing where %d of the last 20 people came', (worked, words) => {
    const full = { posted: 22, booked: 20, worked: 20, demand: 20 };
    const rows = [...crews('2026-02-23', 13, full), ...crews('2026-03-08', 1, { ...full, worked })];
    expect(String(overview(rows)[3]?.[0]).endsWith(words)).toBe(true);
  });

  test('names the venue where most are missing, and says of a period to come that no day of it is over', () => {
    const rows = [...ROWS, ...crews('2026-03-02', 1, { ...NOW, venue: 'Pier', worked: 0 })];
    expect(overview(rows)[3]?.[0]).toMatch(/Most people missing at .* \(112\)\.$/);
    // As many at each: neither has most.
    const equal = [...ROWS, ...crews('2026-02-23', 14, { ...NOW, venue: 'Pier' })];
    expect(overview(equal)[3]?.[0]).toMatch(/ 224 people were missing\.$/);
    // Today, and next week.
    for (const first of ['2026-03-10', '2026-03-16']) {
      const range = { from: serialOf(first), to: serialOf('2026-03-22') };
      expect(overview(crews(first, 1, NOW), { range })[3]?.[0]).toBe(
        'No day of the period is over yet: figures of worked shifts come with its first.',
      );
    }
  });
});

describe('why the newest week moved', () => {
  /** Of 200 positions each, how many were worked in each of thirteen weeks. */
  const venue = (name: string, workedIn: (week: number) => number) =>
    daysFrom('2025-12-08', 13, 7).map((day, week) =>
      shiftRow({ day, venue: name, posted: 210, booked: 205, worked: workedIn(week), demand: 200 }),
    );
  const STEADY = ['Bar', 'Café', 'Dock', 'Elm'].flatMap((name) => venue(name, () => 180));
  const range = { from: serialOf('2025-12-08'), to: TO };

  test('stands below the sentence where it moved, and nowhere where it did not', () => {
    const fallen = [...STEADY, ...venue('Grand Hotel', (week) => (week === 12 ? 110 : 170))];
    expect(overview(fallen, { range })[4]?.[0]).toBe(
      'Why, week of 2 Mar: True fulfilment 83.0%, down 6.0 points from 89.0% the week before: 6.0 points from Grand Hotel.',
    );
    expect(overview(STEADY, { range }).flat().join()).not.toContain('Why');
  });
});

test('where people are missing are job titles, else areas, where there is one venue; none with nobody missing', () => {
  const namesIn = (...rows: [role: string, area: string, worked: number][]) =>
    tableIn(
      overview(
        rows.map(([role, area, worked]) =>
          shiftRow({ day: '2026-03-02', role, area, posted: 20, booked: 20, worked, demand: 20 }),
        ),
      ),
      'Most missing people by',
    )?.map((line) => Object.entries(line)[0]);
  expect(namesIn(['Chef', 'Bar', 19], ['Host', 'Bar', 12])).toEqual([
    ['Job title', 'Host'],
    ['Job title', 'Chef'],
  ]);
  expect(namesIn(['Chef', 'Bar', 20], ['Chef', 'Hall', 12])).toEqual([['Area', 'Hall']]);
  expect(namesIn(['Chef', 'Bar', 20])).toBeUndefined();
});
