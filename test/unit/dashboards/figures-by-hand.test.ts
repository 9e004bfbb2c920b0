import { describe, expect, test } from '@jest/globals';
import { planDashboard } from '../../../src/dashboards/plan-dashboard';
import type { SheetRow } from '../../../src/reports/tables/sheet-table';
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
      (at === WORKED || at === DEMAND) && random.below(25) === 0 ? null : value,
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
      const { cells } = planDashboard('overview', source);

      const demand = rows.reduce((sum, row) => sum + Number(row[DEMAND]), 0);
      expect(cell(cells, 11, 2)).toBe(demand);
      expect(cell(cells, 11, 5)).toEqual(close(fulfilment(rows).share));
      expect(cell(cells, 14, 5)).toBe(fulfilment(rows).n);
      expect(cell(cells, 11, 7)).toBe(missing(rows));

      for (let week = 0; week < 9; week += 1) {
        const monday = serialOf('2026-01-12') + 7 * week;
        const own = rows.filter((row) => Number(row[DAY]) >= monday && Number(row[DAY]) < monday + 7);
        const days = week === 0 ? '5 of 7 days' : week === 8 ? '1 of 7 days' : '';
        expect(cells[34 + week]?.slice(0, 2)).toEqual([monday, close(fulfilment(own).share)]);
        expect(cells[34 + week]?.slice(4, 7)).toEqual([fulfilment(own).n, missing(own), days]);
      }
      expect(cells[43]?.every((value) => value === null)).toBe(true);

      const byVenue = Array.from(new Set(rows.map((row) => row[VENUE])), (venue) => ({
        venue,
        gone: missing(rows.filter((row) => row[VENUE] === venue)),
      }));
      const worst = byVenue.map(({ gone }) => gone).sort((one, other) => Number(other) - Number(one));
      expect([51, 52, 53, 54, 55].map((row) => cell(cells, row, 2))).toEqual(worst.slice(0, 5));
    }
  });

  test(`a role in a week, and what is unfilled, equal sums by hand (seed ${SEED})`, () => {
    const rows = randomRows(new SeededRandom(SEED));
    const source = dashboardSource(rows, { range: { from: FROM, to: TO } });
    const { cells } = planDashboard('role_by_week', source);
    for (let line = 13; line <= 16; line += 1) {
      const own = rows.filter((row) => row[ROLE] === cell(cells, line, 1));
      for (let week = 0; week < 9; week += 1) {
        const monday = Number(cell(cells, 10, 2 + week));
        const part = own.filter((row) => Number(row[DAY]) >= monday && Number(row[DAY]) < monday + 7);
        expect(cell(cells, line, 2 + week)).toEqual(close(fulfilment(part).share));
        expect(cell(cells, line + 45, 2 + week) ?? 0).toBe(fulfilment(part).n);
      }
    }
    const list = planDashboard('unfilled_list', source).cells;
    const open = (isToCome: boolean) =>
      rows
        .filter((row) => Number(row[DAY]) >= TODAY === isToCome)
        .reduce((sum, row) => sum + Number(row[UNFILLED]), 0);
    expect([cell(list, 9, 2), cell(list, 10, 2)]).toEqual([open(true), open(false)]);
    const days = list.slice(12).map((row) => Number(row[1]));
    const [coming, past] = [days.filter((day) => day >= TODAY), days.filter((day) => day < TODAY)];
    expect(days).toEqual([
      ...coming.slice().sort((one, other) => one - other),
      ...past.slice().sort((one, other) => Number(other) - Number(one)),
    ]);
  });
});
