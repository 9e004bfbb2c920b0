import type { Database } from 'sql.js';
import { formatIsoDate, parseIsoDate } from '../../../src/calendar/calendar-date';
import type { ShiftRow } from '../../../src/employer-api/shift-records';
import type { GroupKey, KeyValue } from '../../../src/figures/group-keys';
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
  sum('MISSING_PEOPLE', true, 'MAX(0, TRUE_DEMAND - SHIFTS_WORKED)'),
  ratio('HOURS_WORKED_PERCENTAGE', true, 'HOURS_WORKED', 'HOURS_SCHEDULED'),
  sum('SHIFT_RECORDS', false, 'is_record'),
  sum('LEFT_AFTER_BOOKING', true, 'MAX(0, SHIFTS_BOOKED - SHIFTS_WORKED - NO_SHOWS)'),
];

const NAME_FIELDS: Partial<Record<GroupKey, string>> = {
  venue: 'VENUE_NAME',
  area: 'AREA_NAME',
  role: 'JOB_TITLE',
};

/** Each key in SQL; names fold to one text, and are shown by `COMMONEST`. A week starts on `:weekStart`, Sunday 0. */
const KEYS: Readonly<Record<GroupKey, string>> = {
  day: 'SHIFT_DATE',
  week: "date(SHIFT_DATE, '-' || ((strftime('%w', SHIFT_DATE) - :weekStart + 7) % 7) || ' days')",
  month: "date(SHIFT_DATE, 'start of month')",
  quarter:
    "date(SHIFT_DATE, 'start of year', '+' || ((strftime('%m', SHIFT_DATE) - 1) / 3 * 3) || ' months')",
  year: "date(SHIFT_DATE, 'start of year')",
  weekday: "(strftime('%w', SHIFT_DATE) - :weekStart + 7) % 7",
  venue: folded('VENUE_NAME'),
  area: folded('AREA_NAME'),
  role: folded('JOB_TITLE'),
};

const PERIODS: readonly GroupKey[] = ['day', 'week', 'month', 'quarter', 'year'];
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const SQL_TYPES = { date: 'TEXT', string: 'TEXT', integer: 'INTEGER', number: 'REAL' };

/** Fills the table `shifts` with the rows as received. */
export function fillShifts(database: Database, rows: readonly ShiftRow[]): void {
  const columns = SPEC_FIELDS.map(([name, type]) => `${name} ${SQL_TYPES[type]}`);
  database.run(
    `DROP TABLE IF EXISTS shifts; CREATE TABLE shifts (seq INTEGER PRIMARY KEY, ${columns.join(', ')})`,
  );
  const insert = database.prepare(`INSERT INTO shifts VALUES (NULL${', ?'.repeat(SPEC_NAMES.length)})`);
  for (const [day, ...values] of rows) insert.run([formatIsoDate(Number(day)), ...values]);
  insert.free();
}

/** Runs a query with what it uses of the facts of a data set, and of these parameters. */
function query(
  database: Database,
  sql: string,
  { from, to, today, weekStart }: DataSet,
  more: Readonly<Record<string, string | number | null>> = {},
): (number | string | null)[][] {
  const all = {
    ':from': formatIsoDate(from),
    ':to': formatIsoDate(to),
    ':today': formatIsoDate(today),
    ':last': formatIsoDate(Math.min(to, today - 1)),
    ':weekStart': weekStart % 7,
    ...more,
  };
  const used = Object.entries(all).filter(([name]) => sql.includes(name));
  return (database.exec(sql, Object.fromEntries(used))[0]?.values ?? []) as (number | string | null)[][];
}

/** Groups by SQL. Without keys, one group of all records. */
export function sqlGroups(database: Database, dataSet: DataSet, keys = dataSet.keys): SqlGroup[] {
  const named = keys.map((key, at) => `${KEYS[key]} AS key${at}`);
  const shown = keys.map((_, at) => `key${at}`);
  const isOfPeriods = keys.length > 0 && keys.every((key) => PERIODS.includes(key));
  const sql = `
    WITH RECURSIVE days(SHIFT_DATE) AS (
      SELECT :from UNION ALL SELECT date(SHIFT_DATE, '+1 day') FROM days WHERE SHIFT_DATE < :to),
    ${DISTINCT},
    taken AS (
      SELECT 1 AS is_record, SHIFT_DATE < :today AS finished, * FROM distinct_shifts
      ${isOfPeriods ? `UNION ALL SELECT ${EMPTY_DAY} FROM days` : ''}),
    keyed AS (SELECT ${[...named, '*'].join(', ')} FROM taken)
    SELECT ${[...shown, RECORDS, ...SQL_MEASURES.flatMap(columnsOf)].join(', ')} FROM keyed
    ${keys.length > 0 ? `GROUP BY ${shown.join(', ')}` : ''}
    ${keys.length > 0 ? `ORDER BY ${shown.map((key) => `${key} IS NULL, ${key}`).join(', ')}` : ''}`;
  return query(database, sql, dataSet).map((line) => {
    const [records, ...rest] = line.slice(keys.length);
    const figures = SQL_MEASURES.map(({ ratios }): SqlFigure => {
      const [n, skipped, ...values] = rest.splice(0, 2 + (ratios?.length ?? 1));
      return { n: Number(n), skipped: Number(skipped), values: values as (number | null)[] };
    });
    return {
      keys: keys.map((key, at) => showKey(database, dataSet, key, line[at] ?? null)),
      records: Number(records),
      figures,
    };
  });
}

/** One with an ID that comes again in every field counts once; those without an ID all count. */
const DISTINCT = `distinct_shifts AS (
  SELECT * FROM shifts WHERE SHIFT_ID IS NULL UNION ALL
  SELECT MIN(seq), ${SPEC_NAMES.join(', ')} FROM shifts WHERE SHIFT_ID IS NOT NULL GROUP BY ${SPEC_NAMES.join(', ')})`;

/** A day without records, so that its periods appear. */
const EMPTY_DAY = ['0', '0', 'NULL', 'SHIFT_DATE', ...SPEC_NAMES.slice(1).map(() => 'NULL')].join(', ');

const RECORDS = 'COALESCE(SUM(is_record), 0)';

function columnsOf({ finished, sum: text, ratios = [] }: SqlMeasure): string[] {
  const taken = `is_record AND ${finished ? 'finished' : '1'}`;
  if (text !== undefined) {
    // A count that only finished days can have is unknown where none of the days is over.
    const asked = finished ? 'COALESCE(MIN(SHIFT_DATE), :from) < :today' : '1';
    const none = `CASE WHEN COALESCE(SUM(is_record), 0) = 0 AND ${asked} THEN 0 END`;
    const carried = `COUNT(CASE WHEN ${taken} THEN ${text} END)`;
    const value = `COALESCE(SUM(CASE WHEN ${taken} THEN ${text} END), ${none})`;
    return [carried, `COUNT(CASE WHEN ${taken} THEN 1 END) - ${carried}`, value];
  }
  const sums = ratios.map(([top, bottom]) => {
    const of = (part = '1') =>
      `SUM(CASE WHEN ${taken} AND ${top} IS NOT NULL AND ${bottom} IS NOT NULL THEN ${part} END)`;
    return { n: of(bottom), carried: of(), value: `100.0 * ${of(top)} / NULLIF(${of(bottom)}, 0)` };
  });
  const skipped = `COUNT(CASE WHEN ${taken} THEN 1 END) - COALESCE(${sums[0]?.carried}, 0)`;
  return [`COALESCE(${sums[0]?.n}, 0)`, skipped, ...sums.map(({ value }) => value)];
}

function showKey(database: Database, dataSet: DataSet, key: GroupKey, value: number | string | null) {
  if (value === null) return null;
  if (key === 'weekday') return WEEKDAYS[(Number(value) + dataSet.weekStart) % 7] ?? null;
  const field = NAME_FIELDS[key];
  if (field === undefined) return parseIsoDate(String(value)) ?? null;
  const commonest = `WITH ${DISTINCT} SELECT ${field} FROM distinct_shifts WHERE ${folded(field)} = :name
    GROUP BY ${field} ORDER BY COUNT(*) DESC, MIN(seq) LIMIT 1`;
  return String(query(database, commonest, dataSet, { ':name': value })[0]?.[0]);
}

/** A name of nothing but spaces is none. No random name has more than two in a row. */
function folded(field: string): string {
  return `nullif(lower(trim(replace(${field}, '  ', ' '))), '')`;
}

/** Fills the table `lines`; names fold in SQL. */
export function fillLines(database: Database, lines: readonly TargetLine[]): void {
  database.run(
    `DROP TABLE IF EXISTS lines; CREATE TABLE lines (line INTEGER, venue TEXT, area TEXT, role TEXT, first TEXT, last TEXT,
      measure TEXT, target REAL, plan_positions REAL, plan_hours REAL, rate REAL, missing REAL, no_show REAL)`,
  );
  const insert = database.prepare(`INSERT INTO lines VALUES (?${', ?'.repeat(12)})`);
  for (const { line, venue, area, role, from, to, measure, target, ...one } of lines) {
    const days = [from, to].map((day) => day && formatIsoDate(day));
    const weekly = [one.planPositions, one.planHours];
    const money = [one.ratePerHour, one.creditPerMissing, one.creditPerNoShow];
    const cells = [line, venue, area, role, ...days, measure, target, ...weekly, ...money];
    insert.run(cells.map((cell) => cell ?? null));
  }
  insert.free();
  database.run(
    `UPDATE lines SET venue = ${folded('venue')}, area = ${folded('area')}, role = ${folded('role')}`,
  );
}

/** The number of filled keys. */
const FILLED = ['venue', 'area', 'role', 'first', 'last'].map((key) => `(${key} IS NOT NULL)`).join(' + ');
const IS_ON = '(first IS NULL OR first <= SHIFT_DATE) AND (last IS NULL OR SHIFT_DATE <= last)';

/** What the line that counts for a shift sets. */
function setFor(column: string, also = '1'): string {
  const names = Object.entries(NAME_FIELDS).map(
    ([key, field]) => `(lines.${key} IS NULL OR lines.${key} = ${folded(field)})`,
  );
  return `(SELECT ${column} FROM lines WHERE ${column} IS NOT NULL AND ${also} AND ${names.join(' AND ')} AND ${IS_ON}
    ORDER BY ${FILLED} DESC, line DESC LIMIT 1)`;
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

/** The figures of a group that rest on targets, its keys with these values. */
export function sqlTargets(
  database: Database,
  dataSet: DataSet,
  group: readonly (readonly [GroupKey, KeyValue])[],
): SqlTargets {
  const parameters = Object.fromEntries(
    group.map(([key, value], at) => [`:key${at}`, sqlKey(key, value, dataSet.weekStart)]),
  );
  const isOfGroup = (keys: Readonly<Record<string, string>>, some: typeof group) =>
    some.map(([key]) => {
      const at = group.findIndex(([one]) => one === key);
      return `AND ${keys[key]} IS ${key in NAME_FIELDS ? folded(`:key${at}`) : `:key${at}`}`;
    });
  const all = (part: string) => `SUM(CASE WHEN k + d + t IS NOT NULL THEN ${part} END)`;
  const sums = `
    WITH ${DISTINCT},
    taken AS (
      SELECT *, TRUE_DEMAND AS d, SHIFTS_WORKED AS k, ${setFor('target', "measure = 'TRUE_FULFILMENT_PERCENTAGE'")} AS t,
        ${setFor('rate')} AS rate, ${setFor('missing')} AS missing, ${setFor('no_show')} AS no_show
      FROM distinct_shifts WHERE SHIFT_DATE < :today ${isOfGroup(KEYS, group).join(' ')})
    SELECT ${all('d * t')} / NULLIF(${all('d')}, 0), (${all('100.0 * k')} - ${all('d * t')}) / NULLIF(${all('d')}, 0),
      SUM(HOURS_WORKED * rate),
      SUM(CASE WHEN COALESCE(MAX(0, d - k) * missing, NO_SHOWS * no_show) IS NOT NULL
        THEN COALESCE(MAX(0, d - k) * missing, 0) + COALESCE(NO_SHOWS * no_show, 0) END)
    FROM taken`;
  const ofPlans = { venue: 'plans.venue', area: 'plans.area', role: 'plans.role' };
  const named = group.filter(([key]) => key in NAME_FIELDS);
  const periods = group.filter(([key]) => !(key in NAME_FIELDS));
  const plan = (column: string) => `
    WITH RECURSIVE days(SHIFT_DATE) AS (
      SELECT :from WHERE :from <= :last UNION ALL
      SELECT date(SHIFT_DATE, '+1 day') FROM days WHERE SHIFT_DATE < :last),
    plans AS (SELECT DISTINCT venue, area, role FROM lines WHERE ${column} IS NOT NULL)
    SELECT SUM((
      SELECT ${column} / 7.0 FROM lines WHERE ${column} IS NOT NULL AND lines.venue IS plans.venue
        AND lines.area IS plans.area AND lines.role IS plans.role AND ${IS_ON}
      ORDER BY (first IS NOT NULL) + (last IS NOT NULL) DESC, line DESC LIMIT 1))
    FROM days, plans
    WHERE 1 ${named.map(([key]) => `AND plans.${key} IS NOT NULL`).join(' ')}
      ${[...isOfGroup(ofPlans, named), ...isOfGroup(KEYS, periods)].join(' ')}`;
  const ask = (sql: string) => (query(database, sql, dataSet, parameters)[0] ?? []) as (number | null)[];
  const [TARGET = null, GAP_TO_TARGET = null, COST = null, CREDITS = null] = ask(sums);
  const [[PLAN_HOURS = null], [PLAN_POSITIONS = null]] = [
    ask(plan('plan_hours')),
    ask(plan('plan_positions')),
  ];
  return { TARGET, GAP_TO_TARGET, COST, CREDITS, PLAN_HOURS, PLAN_POSITIONS };
}

/** A group's value as SQL has it. */
function sqlKey(key: GroupKey, value: KeyValue, weekStart: number): KeyValue {
  if (key === 'weekday') return (WEEKDAYS.indexOf(String(value)) - (weekStart % 7) + 7) % 7;
  return typeof value === 'number' ? formatIsoDate(value) : value;
}
