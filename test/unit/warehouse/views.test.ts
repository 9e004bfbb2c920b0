import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { formatIsoDate, parseIsoDate } from '../../../src/calendar/calendar-date';
import {
  SHIFT_FULFILMENT_FIELDS,
  type ShiftRow,
  type ShiftValue,
} from '../../../src/employer-api/shift-report';
import { figuresBy, prepareFigures } from '../../../src/figures/figures';
import { sentRecords } from '../../../src/warehouse/rows';
import { replaceDays, setUpScript } from '../../../src/warehouse/sql';
import { FIGURE_COLUMNS, viewQuery } from '../../../src/warehouse/views';
import { ROUNDINGS } from '../../simulation/rounded-share';
import {
  type Counts,
  LISTED_TRUTHS,
  publish,
  type Service,
  UNLISTED_TRUTHS,
} from '../../simulation/services';
import { CONNECTION } from '../../support/sample-report';
import { SeededRandom } from '../../support/seeded-random';
import { duckSql, GOOGLE_FUNCTIONS, splitMerge, splitSetUp } from '../../warehouse-server/google-sql';

/* The views against the figures of formulas, on random services. TEST_RUNS=1000 runs more. */

const RUNS = Number(process.env.TEST_RUNS ?? 20);
const SEED = Number(process.env.TEST_SEED ?? 20_261_128);
const PLACE = { project: 'p-q-r-s', dataset: 'd', location: 'EU' };
const FIRST_DAY = parseIsoDate('2026-05-18') as number;
const TODAY = FIRST_DAY + 15;
const RANGE = { from: FIRST_DAY, to: FIRST_DAY + 20 };

let duck: DuckDBConnection;
beforeAll(async () => {
  duck = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect();
  for (const statement of GOOGLE_FUNCTIONS) await duck.run(statement);
  for (const statement of splitSetUp(setUpScript(PLACE, {}).query) ?? [])
    await duck.run(duckSql(statement, [], () => ''));
});
afterAll(() => duck.closeSync());

const pick = <Item>(random: SeededRandom, items: readonly Item[]): Item =>
  items[random.below(items.length)] as Item;

/** A way to publish each percentage; now and then one that is on no list, on a scale of 0 to 1, or none at all. */
function randomService(random: SeededRandom) {
  const fields = [...new Set(LISTED_TRUTHS.map(({ field }) => field))];
  const services = fields.map((field): Service => {
    const truths = (random.below(8) === 0 ? UNLISTED_TRUTHS : LISTED_TRUTHS).filter(
      (truth) => truth.field === field,
    );
    const [decimals, zero] = [random.below(3), pick(random, [0, null, 100] as const)];
    return { truth: pick(random, truths), decimals, rounding: pick(random, ROUNDINGS), zero };
  });
  const [scale, edited, missing] = [
    random.below(10) === 0 ? 100 : 1,
    random.below(3) * 0.05,
    random.below(12) === 0,
  ];
  const crew = 2 + random.below(12);
  return (): ShiftRow => {
    const counts: Counts = {
      SHIFTS_POSTED: random.below(crew),
      SHIFTS_BOOKED: random.below(crew),
      SHIFTS_UNFILLED: random.below(crew),
      SHIFTS_WORKED: random.below(crew),
      NO_SHOWS: random.below(3),
      TRUE_DEMAND: random.below(crew),
    };
    const percentages = services.map((service) => {
      const value = publish(service, service.truth.of(counts), random);
      return [service.truth.field, missing || value === null ? null : value / scale];
    });
    const isEdited = random.below(1000) < 1000 * edited;
    const values: Record<string, ShiftValue> = {
      SHIFT_DATE: FIRST_DAY + random.below(21),
      VENUE_NAME: pick(random, ['Inn', 'Bar', null]),
      AREA_NAME: pick(random, ['Kitchen', 'Floor']),
      SHIFT_ID: 1 + random.below(1e9),
      ...counts,
      ...(isEdited ? { SHIFTS_WORKED: random.below(crew), SHIFTS_POSTED: null } : {}),
      HOURS_SCHEDULED: random.below(20),
      HOURS_WORKED: random.below(8) === 0 ? null : random.below(80) / 4,
      ...Object.fromEntries(percentages),
    };
    return SHIFT_FULFILMENT_FIELDS.map(({ name }) => values[name] ?? null) as unknown as ShiftRow;
  };
}

async function run(query: string, parameters: Parameters<typeof duckSql>[1] = []) {
  const sql = duckSql(query, parameters, () => formatIsoDate(TODAY));
  const named = parameters.filter(({ name }) => new RegExp(`\\$${name}\\b`).test(sql));
  return duck.runAndReadAll(sql, Object.fromEntries(named.map(({ name, value }) => [name, value])));
}

async function send(connection: string, rows: readonly ShiftRow[]): Promise<void> {
  const { days } = sentRecords(CONNECTION, { rows });
  const text = `[${[...days.values()].flat().join(',')}]`;
  const { query, parameters } = replaceDays(PLACE, connection, { range: RANGE, rows: text }, 0);
  for (const statement of splitMerge(query) ?? []) await run(statement, parameters);
}

function expected(rows: readonly ShiftRow[], keys: readonly ('venue' | 'week')[], weekStart: 1 | 7) {
  const asked = { measures: FIGURE_COLUMNS, filters: [] };
  const set = prepareFigures(rows, asked, {
    range: RANGE,
    today: TODAY,
    weekStart,
    keptDefinitions: undefined,
  });
  return figuresBy(set, keys)
    .groups.filter((group) => group.rows.length > 0)
    .map(({ keys: values, figures }) => [
      ...values.map((key) => (typeof key === 'number' ? formatIsoDate(key) : key)),
      Number(values[keys.indexOf('week')]) + 6 < TODAY ? 'complete' : 'not over',
      ...figures.map(({ value }) => value),
    ]);
}

const comparable = (rows: readonly (readonly unknown[])[]) =>
  rows
    .map((row) =>
      row.map((value) => (typeof value === 'number' ? value.toPrecision(10) : (value ?? 'NULL'))).join(' '),
    )
    .sort();

describe.each([
  ['shifts_weekly', ['week'], 'UK 1234', 1],
  ['shifts_by_venue', ['venue', 'week'], 'US 87', 7],
] as const)('%s', (view, keys, connection, weekStart) => {
  test(`has the figures of formulas: ${RUNS} services (seed ${SEED})`, async () => {
    const random = new SeededRandom(SEED + weekStart);
    let [shown, withheld] = [0, 0];
    for (let trial = 0; trial < RUNS; trial += 1) {
      const make = randomService(random);
      const rows = Array.from({ length: 5 + random.below(400) }, make);
      await send(connection, rows);
      const reader = await run(
        `SELECT * FROM (${viewQuery(PLACE, view, 'Europe/London')}) AS V WHERE CONNECTION = '${connection}'`,
      );
      const found = reader
        .getRows()
        .map((row) =>
          row
            .slice(1)
            .map((value) =>
              typeof value === 'bigint'
                ? Number(value)
                : typeof value === 'object' && value !== null
                  ? plain(String(value))
                  : value,
            ),
        );
      expect([trial, comparable(found)]).toEqual([trial, comparable(expected(rows, [...keys], weekStart))]);
      withheld += found.flat().filter((value) => value === null).length;
      shown += found.flat().filter((value) => value !== null).length;
    }
    expect(withheld).toBeGreaterThan(RUNS);
    expect(shown).toBeGreaterThan(withheld);
  }, 600_000);
});

function plain(text: string): string | number {
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}
