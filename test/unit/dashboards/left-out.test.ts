import { describe, expect, test } from '@jest/globals';
import { planDashboard } from '../../../src/dashboards/plan-dashboard';
import type { ShiftRow } from '../../../src/employer-api/shift-records';
import { dashboardSource } from '../../support/dashboard-source';
import { type Crew, shiftRow } from '../../support/shift-records';
import { type Cells, readRows } from '../targets/targets-scene';

/* What there is no room for is counted where it would stand, in cells that the dashboard has anyway. */

const shift = (changes: Partial<Crew>): ShiftRow =>
  shiftRow({ day: '2026-03-02', posted: 9, booked: 9, worked: 9, demand: 9, ...changes });

describe('where and when', () => {
  /** So many venues; the first lacks as many people as there are venues, the next one less. */
  const cellsOf = (venues: number) => {
    const rows = Array.from({ length: venues }, (_, at) =>
      shift({ venue: `Venue ${at}`, demand: 9 + venues - at }),
    );
    return planDashboard({ template: 'where_and_when' }, dashboardSource(rows)).cells;
  };

  test('of 52 venues shows 40, and below them how many are left out', () => {
    const cells = cellsOf(52);
    expect(cells.slice(25, 65).map(([venue]) => venue)).toEqual(
      Array.from({ length: 40 }, (_, at) => `Venue ${at}`),
    );
    expect(cells[65]?.[0]).toBe('12 more venues are not shown');
    expect(cells[65]?.slice(1).every((cell) => cell === null)).toBe(true);
  });

  test('counts one as one, and thousands with commas', () => {
    expect(cellsOf(41)[65]?.[0]).toBe('1 more venue is not shown');
    expect(cellsOf(1040)[65]?.[0]).toBe('1,000 more venues are not shown');
  });

  test('says nothing of it where all fit', () => {
    for (const venues of [40, 2]) expect(cellsOf(venues).flat().join()).not.toContain('not shown');
  });

  test.each([
    ['role', 'job titles'],
    ['area', 'areas'],
  ] as const)('counts a %s that has no room', (key, words) => {
    const rows = Array.from({ length: 51 }, (_, at) => shift({ [key]: `Name ${at}` }));
    const cut = { rows: key, columns: 'week', measure: 'NO_SHOWS_PERCENTAGE' } as const;
    const { cells } = planDashboard({ template: 'where_and_when', cut }, dashboardSource(rows));
    expect(cells.flat()).toContain(`11 more ${words} are not shown`);
  });
});

test('the list of unfilled positions counts one line that has no room as one', () => {
  const rows = Array.from({ length: 501 }, (_, at) => shift({ booked: 8, venue: `Venue ${at}` }));
  const { cells } = planDashboard({ template: 'unfilled_list' }, dashboardSource(rows));
  expect(cells.flat()).toContain('1 more line is not shown: choose fewer days');
});

describe('the scorecard', () => {
  const cellsOf = (venues: number, lines: readonly Cells[] = []) => {
    const rows = Array.from({ length: venues }, (_, at) => shift({ venue: `Venue ${at}` }));
    const targets = { sheetId: 1, seen: '', moneyFormat: '', ...readRows(lines) };
    return planDashboard({ template: 'scorecard' }, dashboardSource(rows, { targets })).cells;
  };

  test('of 501 venues says that one is left out', () => {
    expect(cellsOf(501).flat()).toContain('1 more venue is not shown');
  });

  test('lists twenty mistakes of the targets sheet, and counts the others', () => {
    const cells = cellsOf(
      1,
      Array.from({ length: 23 }, () => ({ TARGET: 9200 })),
    );
    const labels = cells.map(([label]) => label);
    const first = labels.indexOf('Mistakes in the targets sheet') + 1;
    expect(labels.slice(first + 18, first + 22)).toEqual([
      'Line 20: write a percentage from 0 to 100 into TARGET. (9200)',
      'Line 21: write a percentage from 0 to 100 into TARGET. (9200)',
      '3 more mistakes.',
      null,
    ]);
  });
});

describe('the names of the data quality', () => {
  /** Below the title of the names, up to the footer. */
  const namesOf = (rows: readonly ShiftRow[]) => {
    const { cells } = planDashboard({ template: 'data_quality' }, dashboardSource(rows));
    const labels = cells.map(([label]) => label);
    const first = labels.indexOf('Possible duplicate names') + 1;
    return labels.slice(first, labels.indexOf('How these figures are made') - 1);
  };
  const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
  /** Names of which no two are alike. */
  const unlike = (count: number) =>
    Array.from({ length: count }, (_, at) => `${at} ${LETTERS[at % 26]}${LETTERS[(at * 7) % 26]}`.repeat(3));
  const twins = (count: number) =>
    Array.from({ length: count }, (_, at) => [`Hall ${100 + at} West`, `Hall ${100 + at} Wesst`]).flat();
  const rowsOf = (key: 'venue' | 'area' | 'role', names: readonly string[]) =>
    names.map((name) => shift({ venue: 'One', area: 'Two', role: 'Three', [key]: name }));

  test('lists ten pairs, which is all there is room for', () => {
    const lines = namesOf(rowsOf('venue', twins(10)));
    expect(lines).toHaveLength(10);
    expect(lines[9]).toBe('venue: “Hall 109 Wesst” and “Hall 109 West”');
  });

  test('counts the pairs beyond, by what they are names of', () => {
    const lines = namesOf([...rowsOf('venue', twins(8)), ...rowsOf('role', twins(3))]);
    expect(lines).toHaveLength(10);
    expect(lines.slice(8)).toEqual([
      'job title: “Hall 100 Wesst” and “Hall 100 West”',
      '2 more pairs are not shown: 2 among job titles',
    ]);
    expect(namesOf([...rowsOf('venue', twins(199)), ...rowsOf('area', twins(5))])[9]).toBe(
      '195 more pairs are not shown: 190 among venues, 5 among areas',
    );
  });

  test('says of which names there are too many to be compared', () => {
    expect(namesOf(rowsOf('venue', unlike(400)))).toEqual(['None: no two names are nearly the same']);
    expect(namesOf(rowsOf('venue', unlike(401)))).toEqual([
      'Not compared with each other, because there are more than 400: 401 venues',
    ]);
    const lines = namesOf([
      ...rowsOf('venue', unlike(1200)),
      ...rowsOf('area', twins(12)),
      ...rowsOf('role', unlike(500)),
    ]);
    expect(lines).toHaveLength(10);
    expect(lines.slice(7)).toEqual([
      'area: “Hall 107 Wesst” and “Hall 107 West”',
      '4 more pairs are not shown: 4 among areas',
      'Not compared with each other, because there are more than 400: 1,201 venues, 501 job titles',
    ]);
  });

  test('never take more than ten rows', () => {
    for (const rows of [rowsOf('venue', twins(150)), rowsOf('venue', unlike(900))]) {
      expect(namesOf(rows).length).toBeLessThanOrEqual(10);
    }
  });
});
