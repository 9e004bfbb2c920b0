import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sqlName } from '../../../src/warehouse/settings';
import { replaceDays, replaceDaysParts } from '../../../src/warehouse/statements';
import { CHANGES_COLUMNS, SHIFTS_COLUMNS } from '../../../src/warehouse/tables';
import { SeededRandom } from '../../emulator/random';
import { Engine, type EngineValue } from '../../warehouse-server/data/engine';
import { engineSql, type SqlParameter, splitMerge, valuesFor } from '../../warehouse-server/data/google-sql';

/* The statements of the script on random rows, against plain code. TEST_RUNS=2000 npx jest test/contract/warehouse/merge runs more. */

const RUNS = Number(process.env.TEST_RUNS ?? 120);
const SEED = Number(process.env.TEST_SEED ?? 20_260_601);

const PLACE = { project: 'p-q-r-s', dataset: 'd', location: 'EU' };
const TABLES = { shifts: 'p-q-r-s.d.shifts', changes: 'p-q-r-s.d.shift_changes', stage: 'p-q-r-s.d.stage' };
const NAMES = SHIFTS_COLUMNS.map(({ name }) => name);
const FIRST_DAY = Date.UTC(2026, 4, 25) / 86_400_000;
const MOMENTS = [1, 2, 3].map((day) => Date.UTC(2026, 5, day, 9, 30));

let engine: Engine;
beforeAll(async () => {
  engine = await Engine.open();
});
afterAll(() => engine.close());

/** One row: only the columns that tell rows apart, and two that change. */
interface Row {
  readonly connection: string;
  readonly day: number;
  readonly id: number | null;
  readonly venue: string | null;
  readonly posted: number | null;
  readonly hours: number | null;
  readonly refreshed: number;
}

interface Trial {
  readonly there: readonly Row[];
  readonly staged: readonly Row[];
  readonly from: number;
  readonly to: number;
  readonly refreshed: number;
}

function makeTrial(random: SeededRandom): Trial {
  const pick = <T>(values: readonly T[]) => values[random.below(values.length)] as T;
  const row = (connection: string, refreshed: number): Row => ({
    connection,
    refreshed,
    day: random.below(6),
    id: random.below(10) === 0 ? null : random.below(16),
    venue: pick([null, 'Inn', 'Bär „x“']),
    posted: pick([null, 0, 4]),
    hours: pick([null, 7.5, 8.25]),
  });
  const refreshed = pick(MOMENTS);
  const from = random.below(5);
  return {
    there: Array.from({ length: random.below(14) }, () => row(pick(['UK 1', 'US 2']), pick(MOMENTS))),
    // A stage table holds one connection's days; what strays into it must not get further.
    staged: Array.from({ length: random.below(12) }, () =>
      row(random.below(12) === 0 ? 'US 2' : 'UK 1', refreshed),
    ),
    from,
    to: from + random.below(6 - from),
    refreshed,
  };
}

const isoDay = (day: number) => new Date((FIRST_DAY + day) * 86_400_000).toISOString().slice(0, 10);

function engineRow(row: Row): EngineValue[] {
  const values: Record<string, EngineValue> = {
    CONNECTION: row.connection,
    SHIFT_DATE: FIRST_DAY + row.day,
    SHIFT_ID: row.id === null ? null : BigInt(row.id),
    VENUE_NAME: row.venue,
    SHIFTS_POSTED: row.posted === null ? null : BigInt(row.posted),
    HOURS_WORKED: row.hours,
    REFRESHED_AT: BigInt(row.refreshed) * 1000n,
  };
  return NAMES.map((name) => values[name] ?? null);
}

async function fill({ there, staged }: Trial): Promise<void> {
  await engine.createTable(TABLES.shifts, SHIFTS_COLUMNS);
  await engine.createTable(TABLES.stage, SHIFTS_COLUMNS);
  await engine.createTable(TABLES.changes, CHANGES_COLUMNS);
  await engine.append(TABLES.shifts, SHIFTS_COLUMNS, there.map(engineRow));
  await engine.append(TABLES.stage, SHIFTS_COLUMNS, staged.map(engineRow));
}

async function run(texts: readonly string[], trial: Trial): Promise<void> {
  const { queryParameters } = replaceDays(PLACE, 'stage', {
    connection: 'UK 1',
    from: isoDay(trial.from),
    to: isoDay(trial.to),
    refreshedAt: new Date(trial.refreshed).toISOString(),
  });
  const parameters: SqlParameter[] = queryParameters.map(({ name, parameterType, parameterValue }) => ({
    name,
    type: parameterType.type,
    value: parameterValue.value,
  }));
  for (const text of texts) {
    const sql = engineSql(text, parameters, () => '2026-06-01');
    await engine.run(sql, valuesFor(sql, parameters));
  }
}

async function read(table: string, columns: readonly string[]): Promise<string[]> {
  const { rows } = await engine.read(`SELECT ${columns.join(', ')} FROM "${table}"`);
  return rows.map((row) => JSON.stringify(row)).sort();
}

const SHOWN = ['CONNECTION', 'SHIFT_DATE', 'SHIFT_ID', 'VENUE_NAME', 'SHIFTS_POSTED', 'HOURS_WORKED'];
const show = (rows: readonly Row[]) =>
  rows
    .map((row) =>
      JSON.stringify([
        ...[row.connection, isoDay(row.day), row.id, row.venue, row.posted, row.hours],
        new Date(row.refreshed).toISOString(),
      ]),
    )
    .sort();

/* Plain code: what a load must leave. */

const isLoaded = ({ from, to }: Trial) => {
  return ({ connection, day }: Row) => connection === 'UK 1' && day >= from && day <= to;
};

function laterDays(trial: Trial): ReadonlySet<number> {
  const later = trial.there.filter((row) => isLoaded(trial)(row) && row.refreshed > trial.refreshed);
  return new Set(later.map(({ day }) => day));
}

function expectedShifts(trial: Trial): readonly Row[] {
  const later = laterDays(trial);
  return [
    ...trial.there.filter((row) => !isLoaded(trial)(row) || row.refreshed > trial.refreshed),
    ...trial.staged.filter((row) => isLoaded(trial)(row) && !later.has(row.day)),
  ];
}

function expectedChanges(trial: Trial): string[] {
  const later = laterDays(trial);
  const [before, after] = [trial.there, trial.staged].map((rows) => rows.filter(isLoaded(trial)));
  const isRepeated = (id: number | null) =>
    [before, after].some((rows) => (rows ?? []).filter((row) => row.id === id).length > 1);
  const compared = (rows: readonly Row[] = []) =>
    rows.filter(({ id, day }) => id !== null && !isRepeated(id) && !later.has(day));
  const daysBefore = new Set((before ?? []).map(({ day }) => day));
  const [olds, news] = [compared(before), compared(after)];
  const text = (value: number | string | null) => (value === null ? null : String(value));
  const line = (row: Row, field: string, old: string | null, fresh: string | null) =>
    JSON.stringify(['UK 1', isoDay(row.day), row.id, field, old, fresh]);
  const changed = news.flatMap((row) => {
    const old = olds.find(({ id }) => id === row.id);
    if (old === undefined) return daysBefore.has(row.day) ? [line(row, 'RECORD', null, 'added')] : [];
    const fields = [
      ['SHIFT_DATE', isoDay(old.day), isoDay(row.day)],
      ['VENUE_NAME', old.venue, row.venue],
      ['SHIFTS_POSTED', old.posted, row.posted],
      ['HOURS_WORKED', old.hours, row.hours],
    ] as const;
    return fields
      .filter(([, was, is]) => was !== is)
      .map(([field, was, is]) => line(row, field, text(was), text(is)));
  });
  const removed = olds
    .filter(({ id }) => !news.some((row) => row.id === id))
    .map((row) => line(row, 'RECORD', 'removed', null));
  return [...changed, ...removed].sort();
}

describe('MERGE … ON FALSE', () => {
  const parts = replaceDaysParts(PLACE, 'stage');

  test(`leaves the same rows as what takes its place, and as plain code: ${RUNS} tables (seed ${SEED})`, async () => {
    const split = splitMerge(parts.merge);
    expect(split).toHaveLength(4);
    const random = new SeededRandom(SEED);
    let replaced = 0;
    for (let trial = 0; trial < RUNS; trial += 1) {
      const made = makeTrial(random);
      const columns = [...SHOWN, 'REFRESHED_AT'];
      await fill(made);
      await run([parts.merge], made);
      const merged = await read(TABLES.shifts, columns);
      await fill(made);
      await run(split ?? [], made);
      expect(await read(TABLES.shifts, columns)).toEqual(merged);
      expect(merged).toEqual(show(expectedShifts(made)));
      if (merged.length > 0 && made.there.length > 0) replaced += 1;
    }
    expect(replaced).toBeGreaterThan(RUNS / 2);
  });

  test(`lists the changes that plain code finds: ${RUNS} tables (seed ${SEED})`, async () => {
    const random = new SeededRandom(SEED);
    let listed = 0;
    for (let trial = 0; trial < RUNS; trial += 1) {
      const made = makeTrial(random);
      await fill(made);
      await run([parts.insertChanges], made);
      const columns = ['CONNECTION', 'SHIFT_DATE', 'SHIFT_ID', 'FIELD', 'OLD_VALUE', 'NEW_VALUE'];
      const found = await read(TABLES.changes, columns);
      expect(found).toEqual(expectedChanges(made));
      listed += found.length;
    }
    expect(listed).toBeGreaterThan(RUNS / 2);
  });

  test('run twice changes nothing more', async () => {
    const random = new SeededRandom(SEED + 1);
    for (let trial = 0; trial < RUNS / 4; trial += 1) {
      const made = makeTrial(random);
      await fill(made);
      const statements = [parts.insertChanges, ...(splitMerge(parts.merge) ?? [])];
      await run(statements, made);
      const [shifts, changes] = [await read(TABLES.shifts, NAMES), await read(TABLES.changes, ['FIELD'])];
      await run(statements, made);
      expect(await read(TABLES.shifts, NAMES)).toEqual(shifts);
      expect(await read(TABLES.changes, ['FIELD'])).toEqual(changes);
    }
  });

  test('names its tables once each, in backticks', () => {
    expect(parts.merge).toContain(`MERGE INTO ${sqlName(PLACE, 'shifts')} AS T`);
    expect(splitMerge(parts.insertChanges)).toBeUndefined();
  });
});
