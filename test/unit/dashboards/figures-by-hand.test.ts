import { describe, expect, test } from '@jest/globals';
import { planDashboard } from '../../../src/dashboards/plan-dashboard';
import type { SheetRow } from '../../../src/reports/sheet/cells';
import { SeededRandom } from '../../emulator/random';
import { dashboardSource, TODAY } from '../../support/dashboard-source';
import { serialOf, shiftRow } from '../../support/shift-records';

/* Random rows, with nulls, days that are not over and weeks that are not whole, summed here in plain loops. */

const RUNS = Number(process.env.TEST_RUNS ?? 15);
const SEED = Number(process.env.TEST_SEED ?? Date.now() % 1_000_000);

type Row = readonly (string | number | null)[];
const [DAY, VENUE, ROLE, UNFILLED, WORKED, DEMAND] = [0, 1, 3, 7, 9, 15];
const FROM = serialOf('2026-01-14');
const TO = TODAY + 5;

function randomRows(random: SeededRandom): Row[] {
  return Array.from({ length: 400 }, () => {
    const posted = 1 + random.below(20);
    const booked = random.below(posted + 1);
    const worked = random.below(booked + 1);
    const day = new Date((FROM + random.below(TO - FROM + 1) - 25_569) * 86_400_000)
      .toISOString()
      .slice(0, 10);
    const row = shiftRow({
      day,
      posted,
      booked,
      worked,
      noShows: booked - worked,
      demand: 1 + random.below(posted),
      venue: `Venue ${random.below(22)}`,
      role: `Role ${random.below(4)}`,
    });
    return row.map((value, at) =>
      (at === WORKED || at === DEMAND) && random.below(60) === 0 ? null : value,
    );
  });
}

/** A sum over finished days: over no rows 0; unknown where there are rows but none that is over has both figures. */
function sumOf(rows: readonly Row[], figure: (row: Row) => number): number | null {
  const counted = rows.filter(
    (row) => Number(row[DAY]) < TODAY && row[WORKED] !== null && row[DEMAND] !== null,
  );
  if (rows.length > 0 && counted.length === 0) return null;
  return counted.reduce((sum, row) => sum + figure(row), 0);
}

/** Worked of true demand over finished days, over the rows that have both: out of 0 where there is none. */
function fulfilment(rows: readonly Row[]): { readonly share: number | null; readonly n: number } {
  const n = sumOf(rows, (row) => Number(row[DEMAND]));
  const worked = sumOf(rows, (row) => Number(row[WORKED]));
  return { share: n === null || worked === null || n === 0 ? null : (100 * worked) / n, n: n ?? 0 };
}

function missing(rows: readonly Row[]): number | null {
  return sumOf(rows, (row) => Math.max(0, Number(row[DEMAND]) - Number(row[WORKED])));
}

const close = (value: number | null) => (value === null ? null : expect.closeTo(value, 9));
const cell = (cells: readonly SheetRow[], row: number, column: number) =>
  cells[row - 1]?.[column - 1] ?? null;

describe('figures of dashboards', () => {
  test(`equal sums by hand over ${RUNS} random sets (seed ${SEED})`, () => {
    const random = new SeededRandom(SEED);
    for (let run = 0; run < RUNS; run += 1) {
      const rows = randomRows(random);
      const source = dashboardSource(rows, { range: { from: FROM, to: TO } });
      const { cells } = planDashboard({ template: 'overview' }, source);

      const demand = rows.reduce((sum, row) => sum + Number(row[DEMAND]), 0);
      // The tiles: true fulfilment in A7, missing people in H7, demand in J7.
      expect(cell(cells, 7, 1)).toEqual(close(fulfilment(rows).share));
      expect(cell(cells, 7, 8)).toBe(missing(rows));
      expect(cell(cells, 7, 10)).toBe(demand);

      // The first and the last week are not whole: seven of nine are shown, from row 14 on in M to R.
      for (let week = 1; week < 8; week += 1) {
        const monday = serialOf('2026-01-12') + 7 * week;
        const own = rows.filter((row) => Number(row[DAY]) >= monday && Number(row[DAY]) < monday + 7);
        const line = cells[12 + week]?.slice(12, 19);
        expect(line?.slice(0, 2)).toEqual([monday, close(fulfilment(own).share)]);
        expect(line?.slice(4)).toEqual([fulfilment(own).n, missing(own), null]);
      }
      expect(cells[20]?.slice(12, 19).every((value) => value === null)).toBe(true);

      const byVenue = Array.from(new Set(rows.map((row) => row[VENUE])), (venue) => ({
        venue,
        gone: missing(rows.filter((row) => row[VENUE] === venue)),
      }));
      const worst = byVenue.map(({ gone }) => gone).sort((one, other) => Number(other) - Number(one));
      expect([14, 15, 16, 17, 18].map((row) => cell(cells, row, 9))).toEqual(worst.slice(0, 5));
    }
  });

  test(`a role in a week, and what is unfilled, equal sums by hand (seed ${SEED})`, () => {
    const rows = randomRows(new SeededRandom(SEED));
    const source = dashboardSource(rows, { range: { from: FROM, to: TO } });
    const cut = { rows: 'role', columns: 'week', measure: 'TRUE_FULFILMENT_PERCENTAGE' } as const;
    const { cells } = planDashboard({ template: 'where_and_when', cut }, source);
    // Headings in row 24, all roles in row 25; what the percentages are out of from M on.
    for (let line = 26; line <= 29; line += 1) {
      const own = rows.filter((row) => row[ROLE] === cell(cells, line, 1));
      expect(cell(cells, line, 2)).toEqual(close(fulfilment(own).share));
      expect(cell(cells, line, 13)).toBe(fulfilment(own).n);
      for (let week = 0; week < 7; week += 1) {
        const monday = Number(cell(cells, 24, 3 + week));
        const part = own.filter((row) => Number(row[DAY]) >= monday && Number(row[DAY]) < monday + 7);
        expect(cell(cells, line, 3 + week)).toEqual(close(fulfilment(part).share));
        expect(cell(cells, line, 14 + week) ?? 0).toBe(fulfilment(part).n);
      }
    }
    const list = planDashboard({ template: 'unfilled_list' }, source).cells;
    const open = (isToCome: boolean) =>
      rows
        .filter((row) => Number(row[DAY]) >= TODAY === isToCome)
        .reduce((sum, row) => sum + Number(row[UNFILLED]), 0);
    // Open in A7, never filled in F7.
    expect([cell(list, 7, 1), cell(list, 7, 6)]).toEqual([open(true), open(false)]);
    const days = list
      .slice(24)
      .map((row) => row[1])
      .filter((day) => typeof day === 'number');
    const [coming, past] = [days.filter((day) => day >= TODAY), days.filter((day) => day < TODAY)];
    expect(days).toEqual([
      ...coming.slice().sort((one, other) => one - other),
      ...past.slice().sort((one, other) => Number(other) - Number(one)),
    ]);
  });
});
