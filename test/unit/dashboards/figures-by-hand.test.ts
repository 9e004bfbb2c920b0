import { describe, expect, test } from '@jest/globals';
import { cellsOf, tableIn, tilesIn } from '../../support/dashboard-cells';
import { dashboardSource, randomRows, TODAY } from '../../support/dashboard-source';
import { SeededRandom } from '../../support/seeded-random';
import { serialOf } from '../../support/shift-records';

/* Random rows, with nulls, days that are not over and weeks that are not whole, summed here in plain loops. */

const RUNS = Number(process.env.TEST_RUNS ?? 15);
const SEED = Number(process.env.TEST_SEED ?? Date.now() % 1_000_000);

type Row = readonly (string | number | null)[];
const [DAY, VENUE, ROLE, UNFILLED, WORKED, DEMAND] = [0, 1, 3, 7, 9, 15];
const FROM = serialOf('2026-01-14');
const TO = TODAY + 5;

const RANDOM = { from: FROM, to: TO, count: 400, venues: 22, blank: 60 };

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
/** A percentage out of fewer than ten is told as so many of so many. */
const told = ({ share, n }: ReturnType<typeof fulfilment>) =>
  share === null || n >= 10 ? close(share) : `${Math.round((share * n) / 100)} of ${n}`;

describe('figures of dashboards', () => {
  test(`equal sums by hand over ${RUNS} random sets (seed ${SEED})`, () => {
    const random = new SeededRandom(SEED);
    for (let run = 0; run < RUNS; run += 1) {
      const rows = randomRows(random, RANDOM);
      const source = dashboardSource(rows, { range: { from: FROM, to: TO } });
      const cells = cellsOf({ template: 'overview' }, source);

      const over = rows.filter((row) => Number(row[DAY]) < TODAY);
      const demand = over.reduce((sum, row) => sum + Number(row[DEMAND]), 0);
      const tiles = tilesIn(cells).map(([, value]) => value);
      expect([tiles[0], tiles[4], tiles[5]]).toEqual([close(fulfilment(rows).share), missing(rows), demand]);

      // The first and the last week are not whole: seven of nine are shown.
      const weeks = tableIn(cells, 'By week: 7 complete weeks') ?? [];
      expect(weeks).toHaveLength(7);
      weeks.forEach((line, at) => {
        const monday = serialOf('2026-01-19') + 7 * at;
        const own = rows.filter((row) => Number(row[DAY]) >= monday && Number(row[DAY]) < monday + 7);
        expect([line['Week from'], line['True fulfilment'], line['Missing people']]).toEqual([
          ...[monday, close(fulfilment(own).share), missing(own)],
        ]);
      });
      const byVenue = Array.from(new Set(rows.map((row) => row[VENUE])), (venue) =>
        missing(rows.filter((row) => row[VENUE] === venue)),
      ).sort((one, other) => Number(other) - Number(one));
      const worst = tableIn(cells, 'Most missing people by venue') ?? [];
      expect(worst.map((line) => line['Missing people'])).toEqual(byVenue.slice(0, 5));
    }
  });

  test(`a role in a week, and what is unfilled, equal sums by hand (seed ${SEED})`, () => {
    const rows = randomRows(new SeededRandom(SEED), RANDOM);
    const source = dashboardSource(rows, { range: { from: FROM, to: TO } });
    const cut = { rows: 'role', columns: 'week', measure: 'TRUE_FULFILMENT_PERCENTAGE' } as const;
    const lines =
      tableIn(cellsOf({ template: 'where_and_when', cut }, source), 'True fulfilment by job title') ?? [];
    for (const line of lines.slice(1)) {
      const own = rows.filter((row) => row[ROLE] === line['Job title']);
      expect(line.All).toEqual(told(fulfilment(own)));
      const weeks = Object.entries(line).filter(([heading]) => Number(heading) > 0);
      expect(weeks).toHaveLength(7);
      for (const [heading, value] of weeks) {
        const monday = Number(heading);
        const part = own.filter((row) => Number(row[DAY]) >= monday && Number(row[DAY]) < monday + 7);
        expect(value).toEqual(told(fulfilment(part)));
      }
    }
    const list = cellsOf({ template: 'unfilled_list' }, { ...source, coming: rows });
    const open = (isToCome: boolean) =>
      rows
        .filter((row) => Number(row[DAY]) >= TODAY === isToCome)
        .reduce((sum, row) => sum + Number(row[UNFILLED]), 0);
    const tiles = tilesIn(list).map(([, value]) => value);
    expect([tiles[0], tiles[5]]).toEqual([open(true), open(false)]);
    const daysOf = (title: string) => (tableIn(list, title) ?? []).map((line) => Number(line.Date));
    const [coming, past] = [daysOf('Still unfilled'), daysOf('Never filled, ')];
    expect([coming[0], past[0]]).toEqual([expect.any(Number), expect.any(Number)]);
    expect(coming).toEqual(coming.filter((day) => day >= TODAY).sort((one, other) => one - other));
    expect(past).toEqual(past.filter((day) => day < TODAY).sort((one, other) => other - one));
  });
});
