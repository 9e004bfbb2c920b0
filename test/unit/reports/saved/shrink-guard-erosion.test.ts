import { describe, expect, test } from '@jest/globals';
import {
  afterTable,
  checkShrink,
  countFewer,
  describeFewer,
  summarizeTable,
  type TableRows,
  type TableSummary,
} from '../../../../src/reports/saved/shrink-guard';
import { SeededRandom } from '../../../emulator/random';

/* Tables that lose a little at a time. TEST_RUNS=3000 npx jest test/unit/reports/saved/shrink-guard-erosion runs more. */

const RUNS = Number(process.env.TEST_RUNS ?? 100);
const SEED = Number(process.env.TEST_SEED ?? 20_261_123);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** 2026-03-01. */
const FIRST = 46_082;
/** Fewer rows than this may go without a question. */
const FEWEST_LOST = 4;

interface Table {
  readonly at: number;
  readonly from: number;
  readonly to: number;
  /** Rows of each day from `from` on. */
  readonly byDay: readonly number[];
}

const rowsOf = ({ at, from, to, byDay }: Table): TableRows => ({
  asked: 'a',
  range: { from, to },
  today: to + 1,
  at,
  fields: ['SHIFT_DATE'],
  rows: byDay.flatMap((rows, day) => Array.from({ length: rows }, () => [from + day])),
});

/** Writes tables as refreshes do: what is held is not written. */
class Report {
  summary: TableSummary | null = null;

  /** @returns Whether it was written. */
  refresh(table: Table, isConfirmed = false): boolean {
    const rows = rowsOf(table);
    const held = this.summary && checkShrink(this.summary, rows);
    if (held && !isConfirmed) return false;
    const next = summarizeTable(rows);
    this.summary = isConfirmed ? next : afterTable(this.summary, next);
    return true;
  }
}

const day = (rows: number, at: number): Table => ({ at, from: FIRST, to: FIRST, byDay: [rows] });

test('what a table lacks of the largest of the last day is counted, on the days of both', () => {
  const report = new Report();
  const told = (table: Table) => describeFewer(countFewer(rowsOf(table), report.summary));
  const first = { at: 0, from: FIRST, to: FIRST + 2, byDay: [5, 4, 6] };
  expect(told(first)).toBe('');
  report.refresh(first);
  expect(told(first)).toBe('');
  expect(told({ ...first, byDay: [5, 4, 3] })).toBe('12 shifts came, 15 before.');
  // A shift of the first day is now of the second.
  report.refresh({ ...first, at: HOUR, byDay: [4, 5, 6] });
  expect(told({ ...first, at: 2 * HOUR, byDay: [4, 5, 6] })).toBe('');
  expect(told({ ...first, at: 2 * HOUR, byDay: [9, 9, 9] })).toBe('');
  const later = { at: 30 * HOUR, from: FIRST + 1, to: FIRST + 3 };
  expect(told({ ...later, byDay: [5, 6, 0] })).toBe('');
  expect(told({ ...later, byDay: [5, 5, 9] })).toBe(
    '10 shifts came for 2026-03-02 to 2026-03-03, 11 before.',
  );
  expect(told({ at: 30 * HOUR, from: FIRST + 5, to: FIRST + 6, byDay: [0, 0] })).toBe('');
  expect(countFewer({ ...rowsOf(day(1, HOUR)), asked: 'b' }, summarizeTable(rowsOf(day(9, 0))))).toBe(
    undefined,
  );
});

test('200 → 100 → 50 rows within a day is held at 50', () => {
  const report = new Report();
  const written = [200, 100, 50, 25].map((rows, hour) => report.refresh(day(rows, hour * HOUR)));
  expect(written).toEqual([true, true, false, false]);
});

test('the same is written where a day lies between them', () => {
  const report = new Report();
  const written = [200, 100, 50, 25].map((rows, at) => report.refresh(day(rows, at * (DAY + HOUR))));
  expect(written).toEqual([true, true, true, true]);
});

test('what a person confirms is the largest from then on', () => {
  const report = new Report();
  report.refresh(day(200, 0));
  report.refresh(day(20, HOUR), true);
  expect(report.refresh(day(11, 2 * HOUR))).toBe(true);
  expect(report.refresh(day(9, 3 * HOUR))).toBe(false);
});

test('the largest of a window that moved on at midnight counts by its days', () => {
  const report = new Report();
  const week = (rows: number, at: number, later = 0): Table => {
    const from = FIRST + later;
    return { at, from, to: from + 6, byDay: new Array<number>(7).fill(rows) };
  };
  expect(report.refresh(week(40, 22 * HOUR))).toBe(true);
  expect(report.refresh(week(21, 23 * HOUR))).toBe(true);
  // Six days are left, with 40 rows each at most.
  expect(report.refresh(week(11, 25 * HOUR, 1))).toBe(false);
  expect(report.refresh(week(20, 25 * HOUR, 1))).toBe(true);
});

describe('long random sequences of refreshes', () => {
  const sum = (counts: readonly number[]) => counts.reduce((total, one) => total + one, 0);
  /** Of a table, the rows of these days. */
  const on = ({ from, byDay }: Table, days: { readonly from: number; readonly to: number }) =>
    sum(byDay.filter((_, at) => from + at >= days.from && from + at <= days.to));

  /** The tables that stood on the sheet after a moment: each until the next one came. */
  const shownSince = (written: readonly Table[], moment: number) =>
    written.filter((_, at) => (written[at + 1]?.at ?? Number.POSITIVE_INFINITY) > moment);

  test.each([
    ['for the same days', 0],
    ['for days that move on', 0.1],
  ])(
    `%s never come below half of the day's largest without a question: ${RUNS} (seed ${SEED})`,
    (days, moving) => {
      const random = new SeededRandom(SEED);
      const below = (end: number) => random.below(end);
      let [judged, held, older] = [0, 0, 0];
      for (let run = 0; run < RUNS; run += 1) {
        const report = new Report();
        let written: Table[] = [];
        let [at, from] = [0, FIRST];
        let base = 4 + below(60);
        for (let step = 0; step < 60; step += 1) {
          at += below(10) === 0 ? below(3 * DAY) : below(3 * HOUR);
          if (below(100) < moving * 100) from += 1 + below(2);
          const last = written[written.length - 1];
          const range = { from, to: from + 4 };
          // Often just above half of what there was, sometimes anything.
          base = below(4) === 0 ? below(80) : Math.max(0, Math.ceil(base * (0.5 + below(7) / 10)));
          const byDay = Array.from({ length: 5 }, () => Math.max(0, base + below(3) - 1));
          const table: Table = { at, ...range, byDay };
          const isConfirmed = below(40) === 0;
          const isWritten = report.refresh(table, isConfirmed);
          if (last && !isConfirmed) {
            const shared = { from: Math.max(from, last.from), to: Math.min(range.to, last.to) };
            const now = on(table, shared);
            const largest = Math.max(...shownSince(written, at - DAY).map((one) => on(one, shared)));
            const isLoss = now * 2 < largest && largest - now >= FEWEST_LOST;
            judged += 1;
            // What is lost is never written.
            if (isLoss) expect({ run, step, isWritten }).toEqual({ run, step, isWritten: false });
            // What is held lost something; mostly of the last two days, with the pauses between refreshes.
            if (!isWritten) {
              held += 1;
              older += isLoss ? 0 : 1;
              const most = Array.from({ length: shared.to - shared.from + 1 }, (_, offset) => {
                const one = { from: shared.from + offset, to: shared.from + offset };
                return Math.max(...written.map((table_) => on(table_, one)));
              });
              expect(now * 2).toBeLessThan(sum(most));
            }
          }
          if (!isWritten) continue;
          written = isConfirmed ? [table] : [...written, table];
        }
      }
      process.stdout.write(
        `Guard, ${days}: ${judged} tables judged, ${held} held, ${older} of them for days before the last\n`,
      );
      expect(held).toBeGreaterThan(judged / 50);
    },
  );
});
