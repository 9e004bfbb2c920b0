import { type DuckDBConnection, DuckDBDateValue, DuckDBInstance, type DuckDBValue } from '@duckdb/node-api';
import { formatIsoDate } from '../../../src/calendar/calendar-date';
import type { GroupKey } from '../../../src/contract/fields';
import type { ShiftRow } from '../../../src/employer-api/shift-report';
import type { KeyValue } from '../../../src/figures/group-keys';
import type { TargetLine } from '../../../src/figures/targets';
import { SPEC_FIELDS, SPEC_NAMES } from '../../support/spec-fields';
import type { DataSet } from './random-data-sets';

/** What SQL says of one group; figures are in the order of `SQL_MEASURES`. */
export interface SqlGroup {
  readonly keys: readonly (number | string | null)[];
  readonly records: number;
  readonly figures: readonly SqlFigure[];
}

/** One figure as SQL computes it, for each of its definitions. */
interface SqlFigure {
  readonly values: readonly (number | null)[];
  readonly n: number;
  readonly skipped: number;
}

/** A measure in SQL: a sum, or ratios of sums; the first ratio is the one in use. */
interface SqlMeasure {
  readonly name: string;
  readonly finished: boolean;
  readonly sum?: string;
  readonly ratios?: readonly (readonly string[])[];
}

const BOTH = '(SHIFTS_WORKED + NO_SHOWS)';
const OF_ALL = ['TRUE_DEMAND', 'SHIFTS_POSTED'];
const sum = (name: string, finished: boolean, text = name): SqlMeasure => ({ name, finished, sum: text });
const ratio = (name: string, finished: boolean, top: string, ...bottoms: readonly string[]): SqlMeasure => {
  return { name, finished, ratios: bottoms.map((bottom) => [top, bottom]) };
};

/** Every figure of the product, written from its definitions: counts are summed, percentages are ratios of sums. */
export const SQL_MEASURES: readonly SqlMeasure[] = [
  sum('SHIFTS_POSTED', false),
  sum('SHIFTS_BOOKED', false),
  ratio('SHIFTS_BOOKED_PERCENTAGE', false, 'SHIFTS_BOOKED', 'SHIFTS_POSTED', 'TRUE_DEMAND'),
  sum('SHIFTS_UNFILLED', false),
  ratio('SHIFTS_UNFILLED_PERCENTAGE', false, 'SHIFTS_UNFILLED', 'SHIFTS_POSTED', 'TRUE_DEMAND'),
  sum('SHIFTS_WORKED', true),
  ratio('SHIFTS_WORKED_PERCENTAGE', true, 'SHIFTS_WORKED', 'SHIFTS_POSTED', 'SHIFTS_BOOKED', 'TRUE_DEMAND'),
  sum('NO_SHOWS', true),
  ratio('NO_SHOWS_PERCENTAGE', true, 'NO_SHOWS', 'SHIFTS_BOOKED', 'SHIFTS_POSTED', BOTH, 'TRUE_DEMAND'),
  sum('HOURS_SCHEDULED', false),
  sum('HOURS_WORKED', true),
  sum('TRUE_DEMAND', false),
  {
    name: 'TRUE_FULFILMENT_PERCENTAGE',
    finished: true,
    ratios: ['SHIFTS_WORKED', 'SHIFTS_BOOKED', BOTH].flatMap((top) => OF_ALL.map((bottom) => [top, bottom])),
  },
  sum('MISSING_PEOPLE', true, 'above0(TRUE_DEMAND - SHIFTS_WORKED)'),
  ratio('HOURS_WORKED_PERCENTAGE', true, 'HOURS_WORKED', 'HOURS_SCHEDULED'),
  sum('SHIFT_RECORDS', false, 'is_record'),
  sum('LEFT_AFTER_BOOKING', true, 'above0(SHIFTS_BOOKED - SHIFTS_WORKED - NO_SHOWS)'),
];

const NAME_FIELDS: Partial<Record<GroupKey, string>> = {
  venue: 'VENUE_NAME',
  area: 'AREA_NAME',
  role: 'JOB_TITLE',
};

/** Each key in SQL; names fold to one text, and are shown by their commonest spelling. A week starts on `:weekStart`, Sunday 0. */
const KEYS: Readonly<Record<GroupKey, string>> = {
  day: 'SHIFT_DATE',
  week: 'SHIFT_DATE - CAST((dayofweek(SHIFT_DATE) - :weekStart + 7) % 7 AS INTEGER)',
  month: "CAST(date_trunc('month', SHIFT_DATE) AS DATE)",
  quarter: "CAST(date_trunc('quarter', SHIFT_DATE) AS DATE)",
  year: "CAST(date_trunc('year', SHIFT_DATE) AS DATE)",
  weekday: '(dayofweek(SHIFT_DATE) - :weekStart + 7) % 7',
  venue: folded('VENUE_NAME'),
  area: folded('AREA_NAME'),
  role: folded('JOB_TITLE'),
};

const PERIODS: readonly GroupKey[] = ['day', 'week', 'month', 'quarter', 'year'];
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const SQL_TYPES = { date: 'DATE', string: 'TEXT', integer: 'INTEGER', number: 'DOUBLE' };

/** A value of a cell: days as serial numbers. */
type Value = number | string | null;

/** A database of its own, in memory. */
export async function openDatabase(): Promise<DuckDBConnection> {
  const database = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect();
  await database.run('CREATE MACRO above0(n) AS CASE WHEN n < 0 THEN 0 ELSE n END');
  return database;
}

/** Fills the table `shifts` with the rows as received. */
export async function fillShifts(database: DuckDBConnection, rows: readonly ShiftRow[]): Promise<void> {
  const columns = SPEC_FIELDS.map(([name, type]) => `${name} ${SQL_TYPES[type]}`);
  await database.run(`CREATE OR REPLACE TABLE shifts (seq INTEGER, ${columns.join(', ')})`);
  await insert(
    database,
    'shifts',
    rows.map(([day, ...values], seq) => [seq, formatIsoDate(Number(day)), ...values]),
  );
}

async function insert(
  database: DuckDBConnection,
  table: string,
  rows: readonly (readonly unknown[])[],
): Promise<void> {
  const lines = rows.map((row) => `(${row.map(literal).join(', ')})`);
  if (lines.length > 0) await database.run(`INSERT INTO ${table} VALUES ${lines.join(', ')}`);
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value ?? null);
}

/** Runs a query in which `:from`, `:to`, `:today`, `:last` and `:weekStart` are those of a data set. */
async function query(
  database: DuckDBConnection,
  sql: string,
  { from, to, today, weekStart }: DataSet,
): Promise<Value[][]> {
  const day = (serial: number) => `DATE '${formatIsoDate(serial)}'`;
  const facts: Readonly<Record<string, string>> = {
    ...{ from: day(from), to: day(to), today: day(today), last: day(Math.min(to, today - 1)) },
    weekStart: String(weekStart % 7),
  };
  const found = await database.runAndReadAll(sql.replace(/:(\w+)/g, (_, name) => facts[name] ?? `:${name}`));
  return found.getRows().map((row) => row.map(plain));
}

function plain(value: DuckDBValue): Value {
  if (value instanceof DuckDBDateValue) return value.days + 25_569;
  return typeof value === 'bigint' ? Number(value) : (value as Value);
}

/** One with an ID that comes again in every field counts once; those without an ID all count. */
const DISTINCT = `distinct_shifts AS (
  SELECT * FROM shifts WHERE SHIFT_ID IS NULL UNION ALL
  SELECT MIN(seq), ${SPEC_NAMES.join(', ')} FROM shifts WHERE SHIFT_ID IS NOT NULL GROUP BY ${SPEC_NAMES.join(', ')})`;

const daysUntil = (last: string) =>
  `days AS (SELECT CAST(unnest(generate_series(:from, ${last}, INTERVAL 1 DAY)) AS DATE) AS SHIFT_DATE)`;

/** A day without records, so that its periods appear. */
const EMPTY_DAY = ['0', 'NULL', 'NULL', 'SHIFT_DATE', ...SPEC_NAMES.slice(1).map(() => 'NULL')].join(', ');

/** Groups by SQL. Without keys, one group of all records. */
export async function sqlGroups(
  database: DuckDBConnection,
  dataSet: DataSet,
  keys = dataSet.keys,
): Promise<SqlGroup[]> {
  const { named, shown, grouped } = keysIn(keys, KEYS);
  const isOfPeriods = keys.length > 0 && keys.every((key) => PERIODS.includes(key));
  const lines = await query(
    database,
    `WITH ${daysUntil(':to')},
    ${DISTINCT},
    taken AS (
      SELECT 1 AS is_record, SHIFT_DATE < :today AS finished, * FROM distinct_shifts
      ${isOfPeriods ? `UNION ALL SELECT ${EMPTY_DAY} FROM days` : ''}),
    keyed AS (SELECT ${[...named, '*'].join(', ')} FROM taken)
    SELECT ${[...shown, 'SUM(is_record)', ...SQL_MEASURES.flatMap(columnsOf)].join(', ')} FROM keyed ${grouped}
    ${keys.length > 0 ? `ORDER BY ${shown.map((key) => `${key} NULLS LAST`).join(', ')}` : ''}`,
    dataSet,
  );
  const show = await keyShower(database, dataSet, keys);
  return lines.map((line) => {
    const [records, ...rest] = line.slice(keys.length);
    const figures = SQL_MEASURES.map(({ ratios }): SqlFigure => {
      const [n, skipped, ...values] = rest.splice(0, 2 + (ratios?.length ?? 1));
      return { n: Number(n), skipped: Number(skipped), values: values as (number | null)[] };
    });
    return { keys: keys.map((key, at) => show(key, line[at] ?? null)), records: Number(records), figures };
  });
}

/** The columns of keys, their names, and what groups by them. */
function keysIn(keys: readonly GroupKey[], columns: Readonly<Record<string, string>>) {
  const shown = keys.map((_, at) => `key${at}`);
  const named = keys.map((key, at) => `${columns[key]} AS key${at}`);
  return { shown, named, grouped: keys.length > 0 ? `GROUP BY ${shown.join(', ')}` : '' };
}

function columnsOf({ finished, sum: text, ratios = [] }: SqlMeasure): string[] {
  const taken = `is_record = 1 AND ${finished ? 'finished' : 'true'}`;
  if (text !== undefined) {
    // A count that only finished days can have is unknown where none of the days is over.
    const asked = finished ? 'COALESCE(MIN(SHIFT_DATE), :from) < :today' : 'true';
    const none = `CASE WHEN COALESCE(SUM(is_record), 0) = 0 AND ${asked} THEN 0 END`;
    const carried = `COUNT(CASE WHEN ${taken} THEN ${text} END)`;
    const value = `COALESCE(SUM(CASE WHEN ${taken} THEN ${text} END), ${none})`;
    return [carried, `COUNT(CASE WHEN ${taken} THEN 1 END) - ${carried}`, value];
  }
  const sums = ratios.map(([top, bottom]) => {
    const of = (part = '1') =>
      `SUM(CASE WHEN ${taken} AND ${top} IS NOT NULL AND ${bottom} IS NOT NULL THEN ${part} END)`;
    return {
      n: of(bottom),
      carried: of(),
      value: `CAST(100 AS DOUBLE) * ${of(top)} / NULLIF(${of(bottom)}, 0)`,
    };
  });
  const skipped = `COUNT(CASE WHEN ${taken} THEN 1 END) - COALESCE(${sums[0]?.carried}, 0)`;
  return [`COALESCE(${sums[0]?.n}, 0)`, skipped, ...sums.map(({ value }) => value)];
}

/** Shows a group's value as the product does: a name by the spelling that most records have, or the first of those. */
async function keyShower(database: DuckDBConnection, dataSet: DataSet, keys: readonly GroupKey[]) {
  const spellings = new Map<string, Value>();
  for (const key of keys) {
    const field = NAME_FIELDS[key];
    if (field === undefined) continue;
    const found = await query(
      database,
      `WITH ${DISTINCT} SELECT ${folded(field)}, ${field} FROM distinct_shifts GROUP BY ${field}
      ORDER BY COUNT(*) DESC, MIN(seq)`,
      dataSet,
    );
    for (const [name, spelling = null] of found.reverse()) spellings.set(`${key} ${name}`, spelling);
  }
  return (key: GroupKey, value: Value): Value => {
    if (value === null) return null;
    if (key === 'weekday') return WEEKDAYS[(Number(value) + dataSet.weekStart) % 7] ?? null;
    return key in NAME_FIELDS ? (spellings.get(`${key} ${value}`) ?? null) : value;
  };
}

/** A name of nothing but spaces is none. No random name has more than two in a row. */
function folded(field: string): string {
  return `nullif(lower(trim(replace(${field}, '  ', ' '))), '')`;
}

/** Fills the table `lines`; names fold in SQL. */
export async function fillLines(database: DuckDBConnection, lines: readonly TargetLine[]): Promise<void> {
  await database.run(
    `CREATE OR REPLACE TABLE lines (line INTEGER, venue TEXT, area TEXT, role TEXT, first DATE, last DATE,
      measure TEXT, target DOUBLE, plan_positions DOUBLE, plan_hours DOUBLE, rate DOUBLE, missing DOUBLE, no_show DOUBLE)`,
  );
  const rows = lines.map(({ line, venue, area, role, from, to, measure, target, ...one }) => {
    const days = [from, to].map((day) => day && formatIsoDate(day));
    const money = [one.ratePerHour, one.creditPerMissing, one.creditPerNoShow];
    return [line, venue, area, role, ...days, measure, target, one.planPositions, one.planHours, ...money];
  });
  await insert(database, 'lines', rows);
  await database.run(
    `UPDATE lines SET venue = ${folded('venue')}, area = ${folded('area')}, role = ${folded('role')}`,
  );
}

/** How much a line counts: by the number of its filled keys, then the lowest. */
const WEIGHT = `1000 * (${['venue', 'area', 'role', 'first', 'last']
  .map((key) => `CAST(${key} IS NOT NULL AS INTEGER)`)
  .join(' + ')}) + line`;
const IS_ON = '(first IS NULL OR first <= SHIFT_DATE) AND (last IS NULL OR SHIFT_DATE <= last)';

/** What the line that counts for a shift sets. */
function setFor(column: string, also = 'true'): string {
  const names = Object.entries(NAME_FIELDS).map(
    ([key, field]) => `(lines.${key} IS NULL OR lines.${key} = ${folded(field)})`,
  );
  return `(SELECT arg_max(${column}, ${WEIGHT}) FROM lines
    WHERE ${column} IS NOT NULL AND ${also} AND ${names.join(' AND ')} AND ${IS_ON})`;
}

/** The figures of a group that rest on targets. */
export interface SqlTargets {
  readonly TARGET: number | null;
  readonly GAP_TO_TARGET: number | null;
  readonly COST: number | null;
  readonly CREDITS: number | null;
  readonly PLAN_HOURS: number | null;
  readonly PLAN_POSITIONS: number | null;
}

/** The figures of every group that rest on targets: asked for with the group's values. */
export async function sqlTargets(
  database: DuckDBConnection,
  dataSet: DataSet,
): Promise<(values: readonly KeyValue[]) => SqlTargets> {
  const { keys } = dataSet;
  const all = (part: string) => `SUM(CASE WHEN k + d + t IS NOT NULL THEN ${part} END)`;
  const ofShifts = keysIn(keys, KEYS);
  const sums = await query(
    database,
    `WITH ${DISTINCT},
    taken AS (
      SELECT ${[...ofShifts.named, '*'].join(', ')}, TRUE_DEMAND AS d, SHIFTS_WORKED AS k,
        ${setFor('target', "measure = 'TRUE_FULFILMENT_PERCENTAGE'")} AS t,
        ${setFor('rate')} AS rate, ${setFor('missing')} AS missing, ${setFor('no_show')} AS no_show
      FROM distinct_shifts WHERE SHIFT_DATE < :today)
    SELECT ${[...ofShifts.shown, ''].join(', ')} ${all('d * t')} / NULLIF(${all('d')}, 0),
      (${all('CAST(100 AS DOUBLE) * k')} - ${all('d * t')}) / NULLIF(${all('d')}, 0),
      SUM(HOURS_WORKED * rate),
      SUM(CASE WHEN COALESCE(above0(d - k) * missing, NO_SHOWS * no_show) IS NOT NULL
        THEN COALESCE(above0(d - k) * missing, 0) + COALESCE(NO_SHOWS * no_show, 0) END)
    FROM taken ${ofShifts.grouped}`,
    dataSet,
  );
  const named = keys.filter((key) => key in NAME_FIELDS);
  const ofPlans = keysIn(keys, { ...KEYS, venue: 'plans.venue', area: 'plans.area', role: 'plans.role' });
  const isSame = ['venue', 'area', 'role'].map((key) => `lines.${key} IS NOT DISTINCT FROM plans.${key}`);
  const plan = (column: string) =>
    query(
      database,
      `WITH ${daysUntil(':last')},
      plans AS (SELECT DISTINCT venue, area, role FROM lines WHERE ${column} IS NOT NULL),
      planned AS (
        SELECT ${[...ofPlans.named, ''].join(', ')} (SELECT arg_max(${column}, ${WEIGHT}) / 7 FROM lines
          WHERE ${column} IS NOT NULL AND ${isSame.join(' AND ')} AND ${IS_ON}) AS share
        FROM days, plans WHERE ${['true', ...named.map((key) => `plans.${key} IS NOT NULL`)].join(' AND ')})
      SELECT ${[...ofPlans.shown, 'SUM(share)'].join(', ')} FROM planned ${ofPlans.grouped}`,
      dataSet,
    );
  const tables = [sums, await plan('plan_hours'), await plan('plan_positions')].map((lines) => {
    const byKeys = lines.map((line) => [JSON.stringify(line.slice(0, keys.length)), line.slice(keys.length)]);
    return new Map(byKeys as [string, (number | null)[]][]);
  });
  const fold = (text: string) => text.replaceAll('  ', ' ').trim().toLowerCase() || null;
  return (values) => {
    const key = JSON.stringify(
      keys.map((one, at) => {
        const value = values[at] ?? null;
        if (value === null || typeof value === 'number') return value;
        if (one === 'weekday') return (WEEKDAYS.indexOf(value) - (dataSet.weekStart % 7) + 7) % 7;
        return fold(value);
      }),
    );
    const [shifts = [], [PLAN_HOURS = null] = [], [PLAN_POSITIONS = null] = []] = tables.map((one) =>
      one.get(key),
    );
    const [TARGET = null, GAP_TO_TARGET = null, COST = null, CREDITS = null] = shifts;
    return { TARGET, GAP_TO_TARGET, COST, CREDITS, PLAN_HOURS, PLAN_POSITIONS };
  };
}
