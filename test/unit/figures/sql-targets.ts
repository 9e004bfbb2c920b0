import type { Database } from 'sql.js';
import { formatIsoDate } from '../../../src/calendar/calendar-date';
import type { GroupKey } from '../../../src/figures/group-keys';
import type { DataSet } from './random-data-sets';
import { DISTINCT, folded, KEYS } from './sql-figures';

/** What a line of a targets sheet means, written by whoever made its cells. Names are as typed. */
export interface MeantLine {
  readonly line: number;
  readonly venue: string | null;
  readonly area: string | null;
  readonly role: string | null;
  readonly from: number | null;
  readonly to: number | null;
  readonly measure: string;
  readonly target: number | null;
  readonly planPositions: number | null;
  readonly planHours: number | null;
  readonly rate: number | null;
  readonly creditPerMissing: number | null;
  readonly creditPerNoShow: number | null;
}

const NAMES = { venue: 'VENUE_NAME', area: 'AREA_NAME', role: 'JOB_TITLE' } as const;

/** Fills the table `lines`; names fold in SQL. */
export function fillLines(database: Database, lines: readonly MeantLine[]): void {
  database.run(
    `DROP TABLE IF EXISTS lines; CREATE TABLE lines (line INTEGER, venue TEXT, area TEXT, role TEXT, first TEXT, last TEXT,
      measure TEXT, target REAL, plan_positions REAL, plan_hours REAL, rate REAL, missing REAL, no_show REAL)`,
  );
  const insert = database.prepare(`INSERT INTO lines VALUES (?${', ?'.repeat(12)})`);
  for (const one of lines) {
    const { line, venue, area, role, from, to, measure, target, planPositions, planHours } = one;
    const days = [from, to].map((day) => (day === null ? null : formatIsoDate(day)));
    const { rate, creditPerMissing, creditPerNoShow } = one;
    const money = [rate, creditPerMissing, creditPerNoShow];
    insert.run([line, venue, area, role, ...days, measure, target, planPositions, planHours, ...money]);
  }
  insert.free();
  database.run(
    `UPDATE lines SET venue = ${folded('venue')}, area = ${folded('area')}, role = ${folded('role')}`,
  );
}

/** The number of filled keys. */
const FILLED = ['venue', 'area', 'role', 'first', 'last'].map((key) => `(${key} IS NOT NULL)`).join(' + ');

/** What the line that counts for a shift sets. */
function setFor(column: string, also = '1'): string {
  const names = Object.entries(NAMES).map(
    ([key, field]) => `(lines.${key} IS NULL OR lines.${key} = ${folded(field)})`,
  );
  return `(SELECT ${column} FROM lines WHERE ${column} IS NOT NULL AND ${also} AND ${names.join(' AND ')}
    AND (first IS NULL OR first <= SHIFT_DATE) AND (last IS NULL OR SHIFT_DATE <= last)
    ORDER BY ${FILLED} DESC, line DESC LIMIT 1)`;
}

/** The figures that rest on targets, by the keys of each group, folded and joined. */
export function sqlTargets(database: Database, dataSet: DataSet, keys: readonly GroupKey[]) {
  const sql = `
    WITH ${DISTINCT},
    taken AS (
      SELECT *, TRUE_DEMAND AS d, SHIFTS_WORKED AS k,
        ${setFor('target', "measure = 'TRUE_FULFILMENT_PERCENTAGE'")} AS t,
        ${setFor('rate')} AS rate, ${setFor('missing')} AS missing, ${setFor('no_show')} AS no_show
      FROM distinct_shifts WHERE SHIFT_DATE < :today),
    keyed AS (SELECT ${[...keys.map((key, at) => `${KEYS[key]} AS key${at}`), '*'].join(', ')} FROM taken)
    SELECT ${[
      ...keys.map((_, at) => `key${at}`),
      'SUM(CASE WHEN k + d + t IS NOT NULL THEN d * t END) / NULLIF(SUM(CASE WHEN k + d + t IS NOT NULL THEN d END), 0)',
      '(100.0 * SUM(CASE WHEN k + d + t IS NOT NULL THEN k END) - SUM(CASE WHEN k + d + t IS NOT NULL THEN d * t END)) / NULLIF(SUM(CASE WHEN k + d + t IS NOT NULL THEN d END), 0)',
      'SUM(HOURS_WORKED * rate)',
      'SUM(COALESCE(MAX(0, d - k) * missing, 0) + COALESCE(NO_SHOWS * no_show, 0))',
      'COUNT(COALESCE(MAX(0, d - k) * missing, NO_SHOWS * no_show))',
    ].join(
      ', ',
    )} FROM keyed ${keys.length > 0 ? `GROUP BY ${keys.map((_, at) => `key${at}`).join(', ')}` : ''}`;
  const { today, weekStart } = dataSet;
  const parameters = {
    ':today': formatIsoDate(today),
    ...(sql.includes(':weekStart') ? { ':weekStart': weekStart % 7 } : {}),
  };
  const values = (database.exec(sql, parameters)[0]?.values ?? []) as (number | string | null)[][];
  return new Map(
    values.map((line) => {
      const [target, gap, cost, credits, counted] = line
        .slice(keys.length)
        .map((value) => value as number | null);
      const known = counted === 0 ? null : (credits ?? null);
      return [nameOf(line.slice(0, keys.length)), { target, gap, cost, credits: known }] as const;
    }),
  );
}

/**
 * The weekly plan of one group, by SQL: for each combination of names that any line plans for, each finished day's line.
 *
 * @param values The group's values: names in any spelling, the first day of a period, the name of a weekday.
 */
export function sqlPlan(
  database: Database,
  { from, to, today, weekStart }: DataSet,
  column: 'plan_hours' | 'plan_positions',
  group: readonly (readonly [GroupKey, number | string | null])[],
): number | null {
  const names = group.filter(([key]) => key in NAMES);
  const periods = group.filter(([key]) => !(key in NAMES));
  const sql = `
    WITH RECURSIVE days(SHIFT_DATE) AS (
      SELECT :from WHERE :from <= :last UNION ALL
      SELECT date(SHIFT_DATE, '+1 day') FROM days WHERE SHIFT_DATE < :last),
    plans AS (SELECT DISTINCT venue, area, role FROM lines WHERE ${column} IS NOT NULL)
    SELECT SUM((
      SELECT ${column} / 7.0 FROM lines WHERE ${column} IS NOT NULL AND lines.venue IS plans.venue
        AND lines.area IS plans.area AND lines.role IS plans.role
        AND (first IS NULL OR first <= SHIFT_DATE) AND (last IS NULL OR SHIFT_DATE <= last)
      ORDER BY (first IS NOT NULL) + (last IS NOT NULL) DESC, line DESC LIMIT 1))
    FROM days, plans
    WHERE 1 ${names.map(([key], at) => `AND plans.${key} = ${folded(`:name${at}`)}`).join(' ')}
      ${periods.map(([key], at) => `AND ${KEYS[key]} = :period${at}`).join(' ')}`;
  const last = Math.min(to, today - 1);
  const parameters: Record<string, string | number | null> = {
    ':from': formatIsoDate(from),
    ':last': formatIsoDate(last),
    ':weekStart': weekStart % 7,
  };
  names.forEach(([, value], at) => {
    parameters[`:name${at}`] = value;
  });
  periods.forEach(([key, value], at) => {
    parameters[`:period${at}`] =
      key === 'weekday'
        ? (WEEKDAYS.indexOf(String(value)) - (weekStart % 7) + 7) % 7
        : formatIsoDate(Number(value));
  });
  const used = Object.entries(parameters).filter(([name]) => sql.includes(name));
  return (database.exec(sql, Object.fromEntries(used))[0]?.values[0]?.[0] as number | null) ?? null;
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** The keys of a group in one text: names folded, days as SQL has them, weekdays by their number. */
export function nameOf(values: readonly (number | string | null)[]): string {
  return values
    .map((value) => (value === null ? '' : String(value).trim().replace(/\s+/g, ' ').toLowerCase()))
    .join('|');
}

/** A day or weekday of a group as `nameOf` of SQL has it. */
export function sqlKey(
  key: GroupKey,
  value: number | string | null,
  weekStart: number,
): string | number | null {
  if (key === 'weekday') return (WEEKDAYS.indexOf(String(value)) - (weekStart % 7) + 7) % 7;
  return typeof value === 'number' ? formatIsoDate(value) : value;
}
