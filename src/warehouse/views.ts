import { REGIONS } from '../contract/connection';
import type { WarehouseViewName } from '../contract/warehouse';
import { type Region, weekStartIn } from '../employer-api/connection';
import { ENOUGH_ROWS, MORE_MISSES, NOISE } from '../figures/definitions';
import {
  DEFINITIONS,
  type Definition,
  type DerivedQuantity,
  MEASURES,
  type Measure,
  needsTargets,
  type PercentageField,
  type RateMeasure,
} from '../figures/measures';
import { WIDEST_RANGE } from '../limits';
import { SHIFTS_TABLE, sqlName, type WarehousePlace } from './settings';

/** The columns of both views that hold figures: sums, and percentages as ratios of sums. */
export const FIGURE_COLUMNS: readonly Measure[] = MEASURES.filter((measure) => !needsTargets(measure));

/** Whole months before this one that the views show: each reading of a view is billed by the days that it reads. */
const VIEW_MONTHS = 13;

/**
 * The value of CONNECTION: `UK 1234`, or `SAMPLE UK` for sample data.
 *
 * @param employer The number of the employer; null for the sample employer.
 */
export function connectionName(region: Region, employer: number | null): string {
  return employer === null ? `SAMPLE ${region}` : `${region} ${employer}`;
}

const BEGINS_ON_SUNDAY = REGIONS.filter((region) => weekStartIn(region) === 7)
  .map((region) => `STARTS_WITH(CONNECTION, '${region} ') OR CONNECTION = '${connectionName(region, null)}'`)
  .join(' OR ');
const WEEK_START = `IF(${BEGINS_ON_SUNDAY}, DATE_TRUNC(SHIFT_DATE, WEEK(SUNDAY)), DATE_TRUNC(SHIFT_DATE, WEEK(MONDAY)))`;

/** Numbers that we make of one record; NULL where a part of them is NULL. */
const DERIVED: Readonly<Record<DerivedQuantity, string>> = {
  WORKED_AND_NO_SHOWS: 'SHIFTS_WORKED + NO_SHOWS',
  MISSING_PEOPLE: 'IF(TRUE_DEMAND < SHIFTS_WORKED, 0, TRUE_DEMAND - SHIFTS_WORKED)',
  LEFT_AFTER_BOOKING:
    'IF(SHIFTS_BOOKED < SHIFTS_WORKED + NO_SHOWS, 0, SHIFTS_BOOKED - SHIFTS_WORKED - NO_SHOWS)',
};

const FIELDS = Object.keys(DEFINITIONS) as PercentageField[];

/** A candidate definition of a percentage, and the prefix of its columns. */
interface Candidate extends Definition {
  readonly field: PercentageField;
  readonly id: string;
}

const CANDIDATES: readonly Candidate[] = FIELDS.flatMap((field) =>
  DEFINITIONS[field].map((definition: Definition, index) => ({
    ...definition,
    field,
    id: `${field}_${index}`,
  })),
);
const candidatesOf = (field: PercentageField) => CANDIDATES.filter((candidate) => candidate.field === field);

/**
 * The query of a view: weeks of the last 13 months, by the rule of formulas for percentages (`figures/definitions.ts`). A
 * percentage is the ratio of sums by the definition that reproduces the newest published percentages; it is NULL where the
 * definitions that are left differ by more than a point, where none is left, and where the week's own rows disagree.
 *
 * @param timeZone In which a day ends, such as `Europe/London`.
 * @throws {RangeError} for a time zone that is no name of one.
 */
export function viewQuery(place: WarehousePlace, view: WarehouseViewName, timeZone: string): string {
  if (!/^[A-Za-z0-9_+/-]{1,64}$/.test(timeZone)) throw new RangeError('That is not a time zone.');
  const keys = ['CONNECTION', ...(view === 'shifts_by_venue' ? ['VENUE_NAME'] : []), 'WEEK_START'];
  const today = `CURRENT_DATE('${timeZone}')`;
  const derived = Object.entries(DERIVED).map(([name, sql]) => `${sql} AS ${name}`);
  return [
    'WITH RECENT AS (SELECT *,',
    `${[`${WEEK_START} AS WEEK_START`, `SHIFT_DATE < ${today} AS IS_FINISHED`, ...derived].join(',\n')}`,
    `FROM ${sqlName(place, SHIFTS_TABLE)}`,
    `WHERE SHIFT_DATE >= DATE_SUB(DATE_TRUNC(${today}, MONTH), INTERVAL ${VIEW_MONTHS} MONTH)),`,
    'SCALES AS (SELECT CONNECTION,',
    FIELDS.map(
      (field) =>
        `IF(MAX(IF(IS_FINISHED, ${field}, NULL)) > 0 AND MAX(IF(IS_FINISHED, ${field}, NULL)) <= 1, 100, 1) AS ${field}_SCALE`,
    ).join(',\n'),
    'FROM RECENT GROUP BY CONNECTION),',
    `PUBLISHED AS (SELECT RECENT.*, ${FIELDS.map((field) => `${field} * ${field}_SCALE AS ${field}_SHOWN`).join(', ')}`,
    'FROM RECENT JOIN SCALES ON RECENT.CONNECTION = SCALES.CONNECTION),',
    `DIGITS AS (SELECT *, ${FIELDS.map((field) => `${digitSql(`${field}_SHOWN`)} AS ${field}_DIGIT`).join(',\n')} FROM PUBLISHED),`,
    `JUDGED AS (SELECT *,\n${CANDIDATES.map((candidate) => `${agreesSql(candidate)} AS ${candidate.id}_AGREES`).join(',\n')}\nFROM DIGITS),`,
    `RANKED AS (SELECT *,\n${FIELDS.map((field) => `${rankSql(field)} AS ${field}_RANK`).join(',\n')}\nFROM JUDGED),`,
    `TALLIES AS (SELECT CONNECTION AS OF_CONNECTION,\n${CANDIDATES.map(tallySql).join(',\n')}\nFROM RANKED GROUP BY CONNECTION),`,
    `FEWEST AS (SELECT *, ${FIELDS.map((field) => `LEAST(${candidatesOf(field).map(missesSql).join(', ')}) AS ${field}_FEWEST`).join(', ')} FROM TALLIES),`,
    `LEFT_OVER AS (SELECT *,\n${CANDIDATES.map((candidate) => `${leftSql(candidate)} AS ${candidate.id}_LEFT`).join(',\n')}\nFROM FEWEST),`,
    `USED AS (SELECT *,\n${FIELDS.map((field) => `${usedSql(field)} AS ${field}_USED`).join(',\n')}\nFROM LEFT_OVER),`,
    `SUMS AS (SELECT ${keys.join(', ')},`,
    [...FIGURE_COLUMNS.flatMap(sumsSql)].join(',\n'),
    `FROM RANKED GROUP BY ${keys.join(', ')})`,
    `SELECT ${keys.join(', ')},`,
    FIGURE_COLUMNS.map((measure) => `${figureSql(measure)} AS ${measure.name}`).join(',\n'),
    'FROM SUMS JOIN USED ON CONNECTION = OF_CONNECTION',
  ].join('\n');
}

/** One unit of the last published digit. */
function digitSql(shown: string): string {
  const isRounded = (digits: number) => `ABS(ROUND(${shown}, ${digits}) - ${shown}) < ${NOISE}`;
  return `CASE WHEN ${isRounded(0)} THEN 1.0 WHEN ${isRounded(1)} THEN 0.1 WHEN ${isRounded(2)} THEN 0.01 WHEN ${isRounded(3)} THEN 0.001 ELSE 0.0001 END`;
}

/** Whether a record's published percentage is what a definition gives; NULL where it can't tell. */
function agreesSql({ field, numerator: top, denominator: bottom }: Candidate): string {
  const shown = `${field}_SHOWN`;
  return [
    `CASE WHEN ${shown} IS NULL THEN NULL`,
    `WHEN ${top} IS NULL OR ${bottom} IS NULL THEN FALSE`,
    `WHEN ${bottom} = 0 THEN IF(${shown} = 0 OR ${shown} = 100, NULL, FALSE)`,
    `WHEN (${top} = 0 AND ${shown} = 0) OR (${top} > ${bottom} AND ${shown} = 100) THEN NULL`,
    `ELSE ABS(100 * ${top} / ${bottom} - ${shown}) < ${field}_DIGIT - ${NOISE} END`,
  ].join(' ');
}

/** The place of a finished record among those that can tell, the newest first. One without the parts of any definition can't. */
function rankSql(field: PercentageField): string {
  const candidates = candidatesOf(field);
  const hasParts = candidates.map(
    (one) => `(${one.numerator} IS NOT NULL AND ${one.denominator} IS NOT NULL)`,
  );
  const agrees = candidates.map(({ id }) => `${id}_AGREES IS NOT NULL`);
  const tells = `IS_FINISHED AND (${hasParts.join(' OR ')}) AND (${agrees.join(' OR ')})`;
  const order =
    "SHIFT_DATE DESC, IFNULL(VENUE_NAME, ''), IFNULL(AREA_NAME, ''), IFNULL(JOB_TITLE, ''), IFNULL(SHIFT_ID, 0)";
  return `IF(${tells}, ROW_NUMBER() OVER (PARTITION BY CONNECTION, ${tells} ORDER BY ${order}), NULL)`;
}

function tallySql({ field, id }: Candidate): string {
  const counts = (condition: string) => `SUM(IF(${field}_RANK <= ${ENOUGH_ROWS} AND ${condition}, 1, 0))`;
  return `${counts(`${id}_AGREES`)} AS ${id}_AGREE, ${counts(`${id}_AGREES IS NOT NULL`)} AS ${id}_OF`;
}

function missesSql({ id }: Candidate): string {
  return `${id}_OF - ${id}_AGREE`;
}

function fitsSql(agree: string, of: string): string {
  return `${of} - ${agree} <= GREATEST(1, ${of} / 8)`;
}

/** None unless one fits, else those that few rows more disagree with than with the best. */
function leftSql(candidate: Candidate): string {
  const { id, field } = candidate;
  const fitting = candidatesOf(field).map((one) => `(${fitsSql(`${one.id}_AGREE`, `${one.id}_OF`)})`);
  const most = `GREATEST(${MORE_MISSES}, ${id}_OF / 100)`;
  return `(${fitting.join(' OR ')}) AND ${missesSql(candidate)} < ${field}_FEWEST + ${most}`;
}

/** The number of the definition that is used: of those left the first with the fewest misses. */
function usedSql(field: PercentageField): string {
  const candidates = candidatesOf(field);
  const missesLeft = (candidate: Candidate) => `IF(${candidate.id}_LEFT, ${missesSql(candidate)}, 1000000)`;
  const least = `LEAST(${candidates.map(missesLeft).join(', ')})`;
  const cases = candidates.map(
    (candidate, index) => `WHEN ${candidate.id}_LEFT AND ${missesSql(candidate)} = ${least} THEN ${index}`,
  );
  return `CASE ${cases.join(' ')} END`;
}

/** What is added up for a figure. */
function sumsSql(measure: Measure): string[] {
  const days = measure.finishedDaysOnly ? ['IS_FINISHED'] : [];
  if (measure.kind === 'count') {
    if (measure.quantity === 'RECORDS') return [`COUNT(*) AS ${measure.name}_SUM`];
    return [`SUM(${ifAll(days, measure.quantity)}) AS ${measure.name}_SUM`];
  }
  const definitions = isPublished(measure)
    ? candidatesOf(measure.of)
    : [{ ...(measure.of as Definition), id: `${measure.name}_0` }];
  return definitions.flatMap(({ id, numerator, denominator }) => {
    const both = [...days, `${numerator} IS NOT NULL`, `${denominator} IS NOT NULL`];
    const votes = (condition: string) => `SUM(${ifAll([...both, condition], '1', '0')})`;
    return [
      `SUM(${ifAll(both, numerator)}) AS ${id}_TOP, SUM(${ifAll(both, denominator)}) AS ${id}_BOTTOM`,
      ...(isPublished(measure)
        ? [
            `${votes(`${id}_AGREES`)} AS ${id}_OWN_AGREE, ${votes(`${id}_AGREES IS NOT NULL`)} AS ${id}_OWN_OF`,
          ]
        : []),
    ];
  });
}

function figureSql(measure: Measure): string {
  if (measure.kind === 'count') return `${measure.name}_SUM`;
  if (!isPublished(measure)) return `100 * SAFE_DIVIDE(${measure.name}_0_TOP, ${measure.name}_0_BOTTOM)`;
  const { of: field } = measure;
  const candidates = candidatesOf(field);
  const shareOf = ({ id }: Candidate) => `100 * SAFE_DIVIDE(${id}_TOP, ${id}_BOTTOM)`;
  const ends = (missing: string) =>
    candidates.map((one) => `IFNULL(IF(${one.id}_LEFT, ${shareOf(one)}, NULL), ${missing})`).join(', ');
  const [low, high] = [`LEAST(${ends('1000000')})`, `GREATEST(${ends('-1000000')})`];
  const isBlank = candidates.map((one) => `(${one.id}_LEFT AND ${shareOf(one)} IS NULL)`).join(' OR ');
  const cases = candidates.map((one, index) => {
    const { id } = one;
    return `WHEN ${field}_USED = ${index} THEN IF(${fitsSql(`${id}_OWN_AGREE`, `${id}_OWN_OF`)}, ${shareOf(one)}, NULL)`;
  });
  return `CASE WHEN ${isBlank} OR ${high} - ${low} > ${WIDEST_RANGE} THEN NULL ${cases.join(' ')} END`;
}

function isPublished(measure: RateMeasure): measure is RateMeasure & { readonly of: PercentageField } {
  return typeof measure.of === 'string';
}

function ifAll(conditions: readonly string[], value: string, other = 'NULL'): string {
  return conditions.length === 0 ? value : `IF(${conditions.join(' AND ')}, ${value}, ${other})`;
}
