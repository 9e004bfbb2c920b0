import { describe, expect, test } from '@jest/globals';
import { planDashboard } from '../../../src/dashboards/plan-dashboard';
import type { ShiftRow } from '../../../src/employer-api/shift-records';
import { dashboardSource } from '../../support/dashboard-source';
import { type Crew, shiftRow } from '../../support/shift-records';

/* What there is no room for is counted where it would stand, in cells that the dashboard has anyway. */

const shift = (changes: Partial<Crew>): ShiftRow =>
  shiftRow({ day: '2026-03-02', posted: 9, booked: 9, worked: 9, demand: 9, ...changes });

describe('the heat map of the overview', () => {
  /** So many venues; the first lacks as many people as there are venues, the next one less. */
  const cellsOf = (venues: number, changes: Partial<Crew> = {}) => {
    const rows = Array.from({ length: venues }, (_, at) =>
      shift({ venue: `Venue ${at}`, demand: 9 + venues - at, ...changes }),
    );
    return planDashboard('overview', dashboardSource(rows)).cells;
  };

  test('of 27 venues shows 15, and below them how many are left out and what they lack', () => {
    const cells = cellsOf(27);
    expect(cells.slice(58, 73).map(([venue]) => venue)).toEqual(
      Array.from({ length: 15 }, (_, at) => `Venue ${at}`),
    );
    // 12 + 11 + … + 1, of 27 + 26 + … + 1.
    expect(cells[73]?.[0]).toBe('12 more venues are not shown: 78 of 378 missing people. See Venue league');
    expect(cells[73]?.slice(1).every((cell) => cell === null)).toBe(true);
    expect(String(cells[74]?.[0])).toMatch(/^How many positions each of them is out of \(n\)/);
  });

  test('counts one as one, thousands with commas, and nobody where nobody is missing', () => {
    expect(cellsOf(16)[73]?.[0]).toBe('1 more venue is not shown: 1 of 136 missing people. See Venue league');
    expect(cellsOf(1015)[73]?.[0]).toBe(
      '1,000 more venues are not shown: 500,500 of 515,620 missing people. See Venue league',
    );
    expect(cellsOf(17, { demand: 9 })[73]?.[0]).toBe(
      '2 more venues are not shown: 0 of 0 missing people. See Venue league',
    );
  });

  test('says nothing of it where all fit, in as many rows', () => {
    const [all, few, many] = [cellsOf(15), cellsOf(2), cellsOf(40)];
    expect([all[73]?.[0], few[73]?.[0]]).toEqual(['', '']);
    expect([all.length, few.length]).toEqual([many.length, many.length]);
  });
});

describe('the names of the data quality', () => {
  /** Below the headings of the names; blank rows left out. */
  const namesOf = (rows: readonly ShiftRow[]) => {
    const { cells } = planDashboard('data_quality', dashboardSource(rows));
    const first = cells.findIndex(([label]) => label === 'Names that may be one') + 2;
    return cells
      .slice(first, -2)
      .map((line) => line.filter((cell) => cell !== null))
      .filter((line) => line.length > 0);
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
    expect(lines[9]).toEqual(['venue', 'Hall 109 Wesst', 'Hall 109 West']);
  });

  test('counts the pairs beyond, by what they are names of', () => {
    const lines = namesOf([...rowsOf('venue', twins(8)), ...rowsOf('role', twins(3))]);
    expect(lines).toHaveLength(10);
    expect(lines.slice(8)).toEqual([
      ['role', 'Hall 100 Wesst', 'Hall 100 West'],
      ['2 more pairs are not shown: 2 among roles'],
    ]);
    expect(namesOf([...rowsOf('venue', twins(199)), ...rowsOf('area', twins(5))])[9]).toEqual([
      '195 more pairs are not shown: 190 among venues, 5 among areas',
    ]);
  });

  test('says of which names there are too many to be compared', () => {
    expect(namesOf(rowsOf('venue', unlike(400)))).toEqual([]);
    expect(namesOf(rowsOf('venue', unlike(401)))).toEqual([
      ['Not compared with each other, for there are more than 400: 401 venues'],
    ]);
    const lines = namesOf([
      ...rowsOf('venue', unlike(1200)),
      ...rowsOf('area', twins(12)),
      ...rowsOf('role', unlike(500)),
    ]);
    expect(lines).toHaveLength(10);
    expect(lines.slice(7)).toEqual([
      ['area', 'Hall 107 Wesst', 'Hall 107 West'],
      ['4 more pairs are not shown: 4 among areas'],
      ['Not compared with each other, for there are more than 400: 1,201 venues, 501 roles'],
    ]);
  });

  test('never take more rows than they have', () => {
    const heights = [
      rowsOf('venue', twins(1)),
      rowsOf('venue', twins(150)),
      rowsOf('venue', unlike(900)),
    ].map((rows) => planDashboard('data_quality', dashboardSource(rows)).cells.length);
    expect(new Set(heights).size).toBe(1);
  });
});
