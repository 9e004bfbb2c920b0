import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  type CalendarDate,
  formatIsoDate,
  parseIsoDate,
  UNIX_EPOCH,
} from '../../../src/calendar/calendar-date';
import {
  SHIFT_FULFILMENT_FIELDS,
  type ShiftRow,
  type ShiftValue,
} from '../../../src/employer-api/shift-records';
import type { FigureRequest } from '../../../src/figures/figure';
import { groupFigures } from '../../../src/figures/group-figures';
import { FIGURE_COLUMNS, SHIFTS_COLUMNS, type ViewBasis, viewQuery } from '../../../src/warehouse/tables';
import { SeededRandom } from '../../emulator/random';
import { Engine, type EngineValue } from '../../warehouse-server/data/engine';
import { engineSql } from '../../warehouse-server/data/google-sql';

/* The views against the figures of formulas, on random rows. TEST_RUNS=500 npx jest test/contract/warehouse/views runs more. */

const RUNS = Number(process.env.TEST_RUNS ?? 40);
const SEED = Number(process.env.TEST_SEED ?? 20_260_602);
const PLACE = { project: 'p-q-r-s', dataset: 'd', location: 'EU' };
const FIRST_DAY = parseIsoDate('2026-05-18') as CalendarDate;
const TODAY = FIRST_DAY + 15;

const BASIS: ViewBasis = {
  timeZone: 'Europe/London',
  definitions: {
    SHIFTS_BOOKED_PERCENTAGE: { numerator: 'SHIFTS_BOOKED', denominator: 'SHIFTS_POSTED' },
    SHIFTS_UNFILLED_PERCENTAGE: { numerator: 'SHIFTS_UNFILLED', denominator: 'TRUE_DEMAND' },
    SHIFTS_WORKED_PERCENTAGE: { numerator: 'SHIFTS_WORKED', denominator: 'SHIFTS_BOOKED' },
    NO_SHOWS_PERCENTAGE: { numerator: 'NO_SHOWS', denominator: 'WORKED_AND_NO_SHOWS' },
  },
};

let engine: Engine;
beforeAll(async () => {
  engine = await Engine.open();
});
afterAll(() => engine.close());

/** A record of some week; a number may be missing. */
function makeRow(random: SeededRandom): ShiftRow {
  const count = (most: number) => (random.below(8) === 0 ? null : random.below(most));
  const made: Record<string, ShiftValue> = {
    SHIFT_DATE: FIRST_DAY + random.below(21),
    VENUE_NAME: ['Inn', 'Bar', null][random.below(3)] ?? null,
    SHIFTS_POSTED: count(6),
    SHIFTS_BOOKED: count(6),
    SHIFTS_UNFILLED: count(4),
    SHIFTS_WORKED: count(6),
    NO_SHOWS: count(3),
    HOURS_SCHEDULED: count(20),
    HOURS_WORKED: random.below(8) === 0 ? null : random.below(80) / 4,
    TRUE_DEMAND: count(7),
  };
  return SHIFT_FULFILMENT_FIELDS.map(({ name }) => made[name] ?? null);
}

async function fill(connection: string, rows: readonly ShiftRow[]): Promise<void> {
  await engine.createTable('p-q-r-s.d.shifts', SHIFTS_COLUMNS);
  const values = rows.map((row) =>
    SHIFTS_COLUMNS.map(({ name, type }): EngineValue => {
      if (name === 'CONNECTION') return connection;
      if (name === 'REFRESHED_AT') return 0n;
      const at = SHIFT_FULFILMENT_FIELDS.findIndex((field) => field.name === name);
      const value = at < 0 ? null : (row[at] ?? null);
      if (type === 'DATE') return Number(value) - UNIX_EPOCH;
      return type === 'INTEGER' && typeof value === 'number' ? BigInt(value) : value;
    }),
  );
  await engine.append('p-q-r-s.d.shifts', SHIFTS_COLUMNS, values);
}

/** The figures of formulas by definitions that a person chose. */
function expectedRows(rows: readonly ShiftRow[], keys: readonly ('venue' | 'week')[], weekStart: 1 | 7) {
  const requests = FIGURE_COLUMNS.map((measure): FigureRequest => {
    const of = measure.kind === 'rate' ? measure.of : undefined;
    const definition = typeof of === 'string' ? BASIS.definitions[of] : undefined;
    const used = typeof of === 'string' ? definition : of;
    const left = used ? [{ definition: used, agree: 20, of: 20 }] : [];
    return { measure, definitions: { left, by: 'choice', scale: 100 } };
  });
  const range = { from: FIRST_DAY, to: FIRST_DAY + 20 };
  const { groups } = groupFigures(rows, { keys, range, today: TODAY, weekStart }, requests);
  return groups
    .filter(({ records }) => records > 0)
    .map((group) => [
      ...group.keys.map((key) => (typeof key === 'number' ? formatIsoDate(key) : key)),
      ...group.figures.map(({ value }) => value),
    ]);
}

const round = (rows: readonly (readonly unknown[])[]) =>
  rows
    .map((row) => JSON.stringify(row.map((value) => (typeof value === 'number' ? value.toFixed(9) : value))))
    .sort();

describe.each([
  ['shifts_weekly', ['week'], 'UK 1234', 1],
  ['shifts_by_venue', ['venue', 'week'], 'US 87', 7],
  ['shifts_by_venue', ['venue', 'week'], 'SAMPLE US', 7],
] as const)('%s', (view, keys, connection, weekStart) => {
  test(`has the figures of formulas: ${RUNS} tables of ${connection} (seed ${SEED})`, async () => {
    const random = new SeededRandom(SEED);
    for (let trial = 0; trial < RUNS; trial += 1) {
      const rows = Array.from({ length: 5 + random.below(120) }, () => makeRow(random));
      await fill(connection, rows);
      const sql = engineSql(viewQuery(PLACE, view, BASIS), [], () => formatIsoDate(TODAY));
      const found = await engine.read(sql);
      expect(found.columns.map(({ name }) => name).slice(-FIGURE_COLUMNS.length)).toEqual(
        FIGURE_COLUMNS.map(({ name }) => name),
      );
      expect(found.rows.every(([of]) => of === connection)).toBe(true);
      expect(round(found.rows.map((row) => row.slice(1)))).toEqual(
        round(expectedRows(rows, [...keys], weekStart)),
      );
    }
  });
});
