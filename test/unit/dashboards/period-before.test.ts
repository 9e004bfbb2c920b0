import { describe, expect, test } from '@jest/globals';
import { planDashboard } from '../../../src/dashboards/plan-dashboard';
import type { ShiftRow } from '../../../src/employer-api/shift-records';
import { dashboardSource } from '../../support/dashboard-source';
import { type Crew, serialOf, shiftRow } from '../../support/shift-records';

/* Tiles compare with the period before where the rows cover it, and with the newest complete week where they do not. */

const [FROM, TO] = [serialOf('2026-02-23'), serialOf('2026-03-08')];
const days = (first: string, count: number) =>
  Array.from({ length: count }, (_, at) =>
    new Date(Date.parse(first) + at * 86_400_000).toISOString().slice(0, 10),
  );
/** A crew on each of some days. */
const crews = (first: string, count: number, crew: Omit<Crew, 'day'>): ShiftRow[] =>
  days(first, count).map((day) => shiftRow({ day, ...crew }));

const NOW = { posted: 20, booked: 16, worked: 12, noShows: 2, demand: 20 };
/** In the fourteen days before: 15 of 20 worked, no no-shows, as much demand. */
const BEFORE = { posted: 20, booked: 16, worked: 15, noShows: 0, demand: 20 };
const ROWS = [...crews('2026-02-09', 14, BEFORE), ...crews('2026-02-23', 14, NOW)];

/** Six tiles: label, figure, note. */
function tilesOf(covered: { from: number; to: number } | undefined, rows = ROWS, to = TO) {
  const source = dashboardSource(rows, { range: { from: FROM, to }, ...(covered ? { covered } : {}) });
  const { cells } = planDashboard({ template: 'overview' }, source);
  const at = (column: number) => [5, 6, 7].map((row) => cells[row]?.[column]);
  return { cells, tiles: [0, 1, 3, 5, 7, 9].map(at) };
}

describe('the tiles of the overview', () => {
  test('say how each figure differs from that of as many days before, and whether that is worse', () => {
    const { tiles, cells } = tilesOf({ from: FROM - 14, to: TO });
    expect(tiles).toEqual([
      ['True fulfilment', 60, '▼ 15.0 points, worse'],
      ['Booked', 80, 'as in the period before'],
      ['Worked', 75, '▼ 18.8 points, worse'],
      ['No-shows', 12.5, '▲ 12.5 points, worse'],
      ['Missing people', 112, '▲ 42, worse'],
      ['Demand', 280, 'as in the period before'],
    ]);
    expect(cells[1]?.[3]).toBe(
      'compared with 9 Feb–22 Feb 2026 · as of 10 Mar 2026, 09:00 · from the report “Shifts”',
    );
    expect(cells[3]?.[0]).toBe('True fulfilment is 60.0%, down from 75.0%. 112 people were missing.');
  });

  test.each([
    ['the rows cover one day of it less', { from: FROM - 13, to: TO }, TO],
    ['nothing is known of other days', undefined, TO],
  ])('compare with the newest complete week where %s', (_, covered, to) => {
    const { tiles, cells } = tilesOf(covered, ROWS, to);
    expect(tiles[0]).toEqual(['True fulfilment', 60, '2 Mar: 60.0%']);
    expect(tiles[4]).toEqual(['Missing people', 112, '2 Mar: 56']);
    expect(cells[1]?.[3]).not.toContain('compared');
  });

  test('say how the newest complete week differs from the one before', () => {
    const notesOf = (rows: ShiftRow[]) => tilesOf(undefined, rows).tiles.map(([, , note]) => note);
    const fallen = [...crews('2026-02-23', 7, BEFORE), ...crews('2026-03-02', 7, NOW)];
    expect(notesOf(fallen)).toEqual([
      '2 Mar: 60.0%, ▼ 15.0',
      '2 Mar: 80.0%',
      '2 Mar: 75.0%, ▼ 18.8',
      '2 Mar: 12.5%, ▲ 12.5',
      '2 Mar: 56, ▲ 21',
      '2 Mar: 140',
    ]);
    const usual = [
      ...crews('2026-02-23', 7, NOW),
      ...crews('2026-03-02', 6, NOW),
      ...crews('2026-03-08', 1, { ...NOW, worked: 13, demand: 21 }),
    ];
    const [rate, , , , missing, demand] = notesOf(usual);
    expect([rate, missing, demand]).toEqual(['2 Mar: 60.3%, ▲ 0.3', '2 Mar: 56', '2 Mar: 141, ▲ 1']);
    // 88.75% is shown as 88.8%, so the change to 84.7% is 4.1, as the sentence *Why* says, not 4.0.
    const many = { posted: 12_000, booked: 11_000, noShows: 300, demand: 10_000 };
    const rounded = tilesOf(undefined, [
      ...crews('2026-02-23', 7, { ...many, worked: 8875 }),
      ...crews('2026-03-02', 7, { ...many, worked: 8470 }),
    ]);
    expect(rounded.tiles[0]?.[2]).toBe('2 Mar: 84.7%, ▼ 4.1');
    expect(String(rounded.cells[9]?.[0])).toContain('84.7%, down 4.1 points from 88.8%');
    // Of 9 positions a percentage says too little to compare with.
    const few = [...crews('2026-02-23', 1, { posted: 9, booked: 9, worked: 9 }), ...ROWS.slice(21)];
    expect(notesOf(few)[0]).toBe('2 Mar: 60.0%');
  });

  test('name one day as one day', () => {
    const source = dashboardSource(ROWS, { range: { from: TO, to: TO }, covered: { from: FROM, to: TO } });
    const { cells } = planDashboard({ template: 'overview' }, source);
    expect(cells[1]?.[3]).toMatch(/^compared with 7 Mar 2026 · /);
  });

  test('leave the newest complete week out where nothing is known of it', () => {
    const unknown = { TRUE_DEMAND: null, TRUE_FULFILMENT_PERCENTAGE: null };
    const rows = [...crews('2026-02-23', 7, NOW), ...crews('2026-03-02', 7, { ...NOW, sent: unknown })];
    const { tiles } = tilesOf(undefined, rows);
    // 8 of 20 are missing on each of seven days.
    expect(tiles[4]).toEqual(['Missing people', 56, '']);
    expect(tiles[0]).toEqual(['True fulfilment', 60, '']);
  });

  test('do not compare a period that is not over with a whole one', () => {
    const { cells } = tilesOf({ from: FROM - 100, to: TO + 20 }, ROWS, TO + 5);
    expect(cells[1]?.[3]).not.toContain('compared');
  });

  test('say nothing of a former period with fewer than ten positions, nor of weeks without a shift', () => {
    const few = [...crews('2026-02-09', 1, { posted: 9, booked: 9, worked: 9 }), ...ROWS.slice(14)];
    expect(tilesOf({ from: FROM - 14, to: TO }, few).tiles[0]?.[2]).toBe('2 Mar: 60.0%');
    expect(tilesOf(undefined, []).tiles.map(([, , note]) => note)).toEqual(new Array(6).fill(''));
    const idle = crews('2026-03-02', 1, { ...NOW, posted: 0, booked: 0, worked: 0, noShows: 0, demand: 0 });
    expect(tilesOf(undefined, idle).tiles.map(([, , note]) => note)).toEqual([
      ...new Array(4).fill('nothing to count'),
      '2 Mar: 0',
      '2 Mar: 0',
    ]);
  });
});

test('a figure that rests on fewer than ten positions says so', () => {
  const one = crews('2026-03-01', 1, { posted: 8, booked: 4, worked: 4 });
  expect(tilesOf(undefined, one).tiles[0]).toEqual(['True fulfilment', 50, 'out of only 8']);
});

test('counts in the footer have separated thousands', () => {
  const many = crews('2026-02-23', 1, NOW).flatMap((row) =>
    Array.from({ length: 1200 }, (_, at) => row.map((value, column) => (column === 17 ? at : value))),
  );
  const { cells } = tilesOf(undefined, many);
  expect(cells.flat().join('\n')).toMatch(/True fulfilment % = .*out of 24,000\./);
});
