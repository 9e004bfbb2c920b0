import type { Database } from 'sql.js';
import { formatIsoDate, parseIsoDate } from '../../../src/calendar/calendar-date';
import type { ShiftRow } from '../../../src/employer-api/shift-records';
import type { GroupKey } from '../../../src/figures/group-keys';
import { SPEC_FIELDS, SPEC_NAMES } from '../../support/spec-fields';
import type { DataSet } from './random-data-sets';

/** What SQL says of one group; figures are in the order of `SQL_MEASURES`. */
export interface SqlGroup {
  readonly keys: readonly (number | string | null)[];
  readonly records: number;
  readonly unfinished: number;
  readonly newestDay: number | null;
  readonly figures: readonly SqlFigure[];
}

/** One figure as SQL computes it, for each of its definitions. */
export interface SqlFigure {
  readonly values: readonly (number | null)[];
  readonly n: number;
  readonly skipped: number;
}

/** A measure in SQL: a sum, or ratios of sums; the first ratio is the one in use. */
interface SqlMeasure {
  readonly name: string;
  readonly finished: boolean;
  readonly sum?: string;
  readonly ratios?: readonly (readonly [numerator: string, denominator: string])[];
}

const BOTH = '(SHIFTS_WORKED + NO_SHOWS)';

/** Every figure of the product, written from its definitions: counts are summed, percentages are ratios of sums. */
export const SQL_MEASURES: readonly SqlMeasure[] = [
  { name: 'SHIFTS_POSTED', finished: false, sum: 'SHIFTS_POSTED' },
  { name: 'SHIFTS_BOOKED', finished: false, sum: 'SHIFTS_BOOKED' },
  ratio(
    'SHIFTS_BOOKED_PERCENTAGE',
    false,
    ['SHIFTS_BOOKED', 'SHIFTS_POSTED'],
    ['SHIFTS_BOOKED', 'TRUE_DEMAND'],
  ),
  { name: 'SHIFTS_UNFILLED', finished: false, sum: 'SHIFTS_UNFILLED' },
  ratio(
    'SHIFTS_UNFILLED_PERCENTAGE',
    false,
    ['SHIFTS_UNFILLED', 'SHIFTS_POSTED'],
    ['SHIFTS_UNFILLED', 'TRUE_DEMAND'],
  ),
  { name: 'SHIFTS_WORKED', finished: true, sum: 'SHIFTS_WORKED' },
  ratio(
    'SHIFTS_WORKED_PERCENTAGE',
    true,
    ['SHIFTS_WORKED', 'SHIFTS_POSTED'],
    ['SHIFTS_WORKED', 'SHIFTS_BOOKED'],
    ['SHIFTS_WORKED', 'TRUE_DEMAND'],
  ),
  { name: 'NO_SHOWS', finished: true, sum: 'NO_SHOWS' },
  ratio(
    'NO_SHOWS_PERCENTAGE',
    true,
    ['NO_SHOWS', 'SHIFTS_BOOKED'],
    ['NO_SHOWS', 'SHIFTS_POSTED'],
    ['NO_SHOWS', BOTH],
    ['NO_SHOWS', 'TRUE_DEMAND'],
  ),
  { name: 'HOURS_SCHEDULED', finished: false, sum: 'HOURS_SCHEDULED' },
  { name: 'HOURS_WORKED', finished: true, sum: 'HOURS_WORKED' },
  { name: 'TRUE_DEMAND', finished: false, sum: 'TRUE_DEMAND' },
  ratio(
    'TRUE_FULFILMENT_PERCENTAGE',
    true,
    ['SHIFTS_WORKED', 'TRUE_DEMAND'],
    ['SHIFTS_WORKED', 'SHIFTS_POSTED'],
    ['SHIFTS_BOOKED', 'TRUE_DEMAND'],
    ['SHIFTS_BOOKED', 'SHIFTS_POSTED'],
    [BOTH, 'TRUE_DEMAND'],
    [BOTH, 'SHIFTS_POSTED'],
  ),
  { name: 'MISSING_PEOPLE', finished: true, sum: 'MAX(0, TRUE_DEMAND - SHIFTS_WORKED)' },
  ratio('HOURS_WORKED_PERCENTAGE', true, ['HOURS_WORKED', 'HOURS_SCHEDULED']),
  { name: 'SHIFT_RECORDS', finished: false, sum: 'is_record' },
  { name: 'LEFT_AFTER_BOOKING', finished: true, sum: 'MAX(0, SHIFTS_BOOKED - SHIFTS_WORKED - NO_SHOWS)' },
];

/** Each key in SQL; names fold to one text, and are shown by `COMMONEST`. A week starts on `:weekStart`, Sunday 0. */
export const KEYS: Readonly<Record<GroupKey, string>> = {
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

const NAME_FIELDS: Partial<Record<GroupKey, string>> = {
  venue: 'VENUE_NAME',
  area: 'AREA_NAME',
  role: 'JOB_TITLE',
};
const PERIODS: readonly GroupKey[] = ['day', 'week', 'month', 'quarter', 'year'];
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** Fills the table `shifts` with the rows as received. */
export function fillShifts(database: Database, rows: readonly ShiftRow[]): void {
  const columns = SPEC_FIELDS.map(([name, type]) => `${name} ${SQL_TYPES[type]}`);
  database.run(
    `DROP TABLE IF EXISTS shifts; CREATE TABLE shifts (seq INTEGER PRIMARY KEY, ${columns.join(', ')})`,
  );
  const insert = database.prepare(`INSERT INTO shifts VALUES (NULL${', ?'.repeat(SPEC_NAMES.length)})`);
  for (const [day, ...values] of rows)
    insert.run([typeof day === 'number' ? formatIsoDate(day) : null, ...values]);
  insert.free();
}

const SQL_TYPES = { date: 'TEXT', string: 'TEXT', integer: 'INTEGER', number: 'REAL' };

/** Groups by SQL. Without keys, one group of all records. */
export function sqlGroups(database: Database, dataSet: DataSet, keys = dataSet.keys): SqlGroup[] {
  const named = keys.map((key, at) => `${KEYS[key]} AS key${at}`);
  const shown = keys.map((_, at) => `key${at}`);
  const sql = `
    WITH RECURSIVE days(SHIFT_DATE) AS (
      SELECT :from UNION ALL SELECT date(SHIFT_DATE, '+1 day') FROM days WHERE SHIFT_DATE < :to),
    ${DISTINCT},
    taken AS (
      SELECT 1 AS is_record, SHIFT_DATE < :today AS finished, * FROM distinct_shifts
      ${keys.length > 0 && keys.every((key) => PERIODS.includes(key)) ? `UNION ALL SELECT ${EMPTY_DAY} FROM days` : ''}),
    keyed AS (SELECT ${[...named, '*'].join(', ')} FROM taken)
    SELECT ${[...shown, ...FACTS, ...SQL_MEASURES.flatMap(columnsOf)].join(', ')} FROM keyed
    ${keys.length > 0 ? `GROUP BY ${shown.join(', ')}` : ''}
    ${keys.length > 0 ? `ORDER BY ${shown.map((key) => `${key} IS NULL, ${key}`).join(', ')}` : ''}`;
  const parameters = {
    ':from': formatIsoDate(dataSet.from),
    ':to': formatIsoDate(dataSet.to),
    ':today': formatIsoDate(dataSet.today),
    ':weekStart': dataSet.weekStart % 7,
  };
  const used = Object.entries(parameters).filter(([name]) => sql.includes(name));
  const values = database.exec(sql, Object.fromEntries(used))[0]?.values ?? [];
  return values.map((line) => readLine(database, dataSet, keys, line as (number | string | null)[]));
}

/** Of records with a day one with an ID that comes again in every field counts once; those without an ID all count. */
export const DISTINCT = `distinct_shifts AS (
  SELECT * FROM shifts WHERE SHIFT_DATE IS NOT NULL AND SHIFT_ID IS NULL UNION ALL
  SELECT MIN(seq), ${SPEC_NAMES.join(', ')} FROM shifts
    WHERE SHIFT_DATE IS NOT NULL AND SHIFT_ID IS NOT NULL GROUP BY ${SPEC_NAMES.join(', ')})`;

/** A day without records, so that its periods appear. */
const EMPTY_DAY = ['0', '0', 'NULL', 'SHIFT_DATE', ...SPEC_NAMES.slice(1).map(() => 'NULL')].join(', ');

const FACTS = [
  'COALESCE(SUM(is_record), 0)',
  'COALESCE(SUM(is_record AND finished IS NOT TRUE), 0)',
  'MAX(CASE WHEN is_record THEN SHIFT_DATE END)',
];

function columnsOf({ finished, sum, ratios = [] }: SqlMeasure): string[] {
  const taken = `is_record AND ${finished ? 'finished' : '1'}`;
  if (sum !== undefined) {
    const value = `SUM(CASE WHEN ${taken} THEN ${sum} END)`;
    // A count that only finished days can have is unknown where none of the days is over.
    const asked = finished ? 'COALESCE(MIN(SHIFT_DATE), :from) < :today' : '1';
    const none = `CASE WHEN COALESCE(SUM(is_record), 0) = 0 AND ${asked} THEN 0 END`;
    const carried = `COUNT(CASE WHEN ${taken} THEN ${sum} END)`;
    return [carried, `COUNT(CASE WHEN ${taken} THEN 1 END) - ${carried}`, `COALESCE(${value}, ${none})`];
  }
  const values = ratios.map(([top, bottom]) => {
    const both = `${taken} AND ${top} IS NOT NULL AND ${bottom} IS NOT NULL`;
    return `100.0 * SUM(CASE WHEN ${both} THEN ${top} END) / NULLIF(SUM(CASE WHEN ${both} THEN ${bottom} END), 0)`;
  });
  const [top, bottom] = ratios[0] ?? ['NULL', 'NULL'];
  const both = `${taken} AND ${top} IS NOT NULL AND ${bottom} IS NOT NULL`;
  return [
    `COALESCE(SUM(CASE WHEN ${both} THEN ${bottom} END), 0)`,
    `COUNT(CASE WHEN ${taken} AND (${top} IS NULL OR ${bottom} IS NULL) THEN 1 END)`,
    ...values,
  ];
}

function readLine(
  database: Database,
  dataSet: DataSet,
  keys: readonly GroupKey[],
  line: readonly (number | string | null)[],
): SqlGroup {
  const rest = line.slice(keys.length);
  const [records, unfinished, newest] = rest.splice(0, FACTS.length);
  const figures = SQL_MEASURES.map(({ ratios }) => {
    const [n, skipped, ...values] = rest.splice(0, 2 + (ratios?.length ?? 1));
    return {
      n: Number(n),
      skipped: Number(skipped),
      values: values as (number | null)[],
    };
  });
  return {
    keys: keys.map((key, at) => showKey(database, dataSet, key, line[at] ?? null)),
    records: Number(records),
    unfinished: Number(unfinished),
    newestDay: typeof newest === 'string' ? (parseIsoDate(newest) ?? null) : null,
    figures,
  };
}

function showKey(database: Database, { weekStart }: DataSet, key: GroupKey, value: number | string | null) {
  if (value === null) return null;
  if (key === 'weekday') return WEEKDAYS[(Number(value) + weekStart) % 7] ?? null;
  const field = NAME_FIELDS[key];
  if (field === undefined) return parseIsoDate(String(value)) ?? null;
  const commonest = `WITH ${DISTINCT} SELECT ${field} FROM distinct_shifts WHERE ${folded(field)} = ?
    GROUP BY ${field} ORDER BY COUNT(*) DESC, MIN(seq) LIMIT 1`;
  return String(database.exec(commonest, [value])[0]?.values[0]?.[0]);
}

/** A name of nothing but spaces is none. No random name has more than two in a row. */
export function folded(field: string): string {
  return `nullif(lower(trim(replace(${field}, '  ', ' '))), '')`;
}

function ratio(
  name: string,
  finished: boolean,
  ...ratios: readonly (readonly [numerator: string, denominator: string])[]
): SqlMeasure {
  return { name, finished, ratios };
}
