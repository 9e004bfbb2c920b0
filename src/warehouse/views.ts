import { REGIONS } from '../contract/connection';
import type { Typed } from '../contract/form';
import type { VIEW_FORM } from '../contract/warehouse';
import { weekStartIn } from '../employer-api/connection';
import { ENOUGH_ROWS, MORE_MISSES, NOISE } from '../figures/definitions';
import {
  DEFINITIONS,
  type DerivedQuantity,
  MEASURES,
  type Measure,
  needsTargets,
  type RateMeasure,
} from '../figures/measures';
import { WIDEST_RANGE } from '../limits';
import type { SheetColumn } from '../reports/sheet/cells';
import type { WarehousePlace } from './settings';
import { SHIFTS, sqlName } from './sql';

/** The columns of both views that hold figures: sums, and percentages as ratios of sums. */
export const FIGURE_COLUMNS: readonly Measure[] = MEASURES.filter((measure) => !needsTargets(measure));

/** The column by which a connected sheet is sorted. */
export const WEEK = 'WEEK_START';

/** The columns before the figures. */
const KEYS: Readonly<Record<Typed<typeof VIEW_FORM>['view'], readonly string[]>> = {
  shifts_weekly: ['CONNECTION', WEEK],
  shifts_by_venue: ['CONNECTION', 'VENUE_NAME', WEEK],
};

/** Beside it: whether the week is `complete` or `not over`. */
const WEEK_STATUS = 'WEEK_STATUS';

const KEY_PIXELS = 110;

/** The columns of a view as a sheet shows them, in their order. Its values are exact. */
export function viewColumns(view: Typed<typeof VIEW_FORM>['view']): SheetColumn[] {
  return [
    ...KEYS[view].map((heading): SheetColumn => {
      if (heading === WEEK) return { heading, kind: 'date' };
      return { heading, kind: 'text', ...(heading === 'CONNECTION' && { pixels: KEY_PIXELS }) };
    }),
    { heading: WEEK_STATUS, kind: 'text', pixels: KEY_PIXELS },
    ...FIGURE_COLUMNS.map(
      ({ kind, name }): SheetColumn =>
        kind === 'rate'
          ? { heading: name, kind: 'percentage' }
          : { heading: name, kind: 'count', format: 'General' },
    ),
  ];
}

/** Whole months before this one that the views show: each reading of a view is billed by the days that it reads. */
const VIEW_MONTHS = 13;

const SUNDAY_REGIONS = REGIONS.filter((region) => weekStartIn(region) === 7);
const BEGINS_ON_SUNDAY = SUNDAY_REGIONS.map(
  (region) => `STARTS_WITH(CONNECTION, '${region} ') OR CONNECTION = 'SAMPLE ${region}'`,
).join(' OR ');

/** Numbers that we make of one record, without the one that dashboards alone show; NULL where a part of them is NULL. */
const DERIVED: Readonly<Record<Exclude<DerivedQuantity, 'EXTRA_PEOPLE'>, string>> = {
  WORKED_AND_NO_SHOWS: 'SHIFTS_WORKED + NO_SHOWS',
  MISSING_PEOPLE: 'IF(TRUE_DEMAND < SHIFTS_WORKED, 0, TRUE_DEMAND - SHIFTS_WORKED)',
  LEFT_AFTER_BOOKING:
    'IF(SHIFTS_BOOKED < SHIFTS_WORKED + NO_SHOWS, 0, SHIFTS_BOOKED - SHIFTS_WORKED - NO_SHOWS)',
};

/** Each definition that a percentage may have, with its parts in a record and what the record publishes. */
const CANDIDATES = FIGURE_COLUMNS.filter((measure) => measure.kind === 'rate').flatMap(
  ({ name, of, finishedDaysOnly }: RateMeasure) => {
    const [definitions, shown] = typeof of === 'string' ? [DEFINITIONS[of], of] : [[of], 'NULL'];
    return definitions.map(({ numerator, denominator }, index) => {
      const counts = finishedDaysOnly ? 'IS_FINISHED' : 'TRUE';
      return `('${name}', ${index}, ${numerator}, ${denominator}, ${shown}, ${counts})`;
    });
  },
);

/** Whether rows agree with a definition, as `fits` of `figures/definitions.ts`. */
const FITS = 'VOTES - AGREE <= GREATEST(1, VOTES / 8)';
/** One unit of the last published digit. */
const DIGIT = `CASE ${[0, 1, 2, 3].map((digits) => `WHEN ABS(ROUND(SHOWN, ${digits}) - SHOWN) < ${NOISE} THEN ${10 ** -digits}`).join(' ')} ELSE 0.0001 END`;

/**
 * The query of a view: weeks of the last 13 months, by the rule of formulas for percentages (`figures/definitions.ts`). A
 * percentage is the ratio of sums by the definition that reproduces the newest published percentages; it is NULL where the
 * definitions that are left differ by more than a point, where none is left, and where the week's own rows disagree.
 *
 * @param timeZone In which a day ends, such as `Europe/London`.
 * @throws {RangeError} for a time zone that is no name of one.
 */
export function viewQuery(
  place: WarehousePlace,
  view: Typed<typeof VIEW_FORM>['view'],
  timeZone: string,
): string {
  if (!/^[A-Za-z0-9_+/-]{1,64}$/.test(timeZone)) throw new RangeError('That is not a time zone.');
  const keys = KEYS[view].join(', ');
  const today = `CURRENT_DATE('${timeZone}')`;
  const derived = Object.entries(DERIVED).map(([name, sql]) => `${sql} AS ${name}`);
  const counts = FIGURE_COLUMNS.filter((measure) => measure.kind === 'count');
  const sums = counts.map(({ name, quantity, finishedDaysOnly }) => {
    const value = quantity === 'RECORDS' ? '1' : quantity;
    return `SUM(${finishedDaysOnly ? `IF(IS_FINISHED, ${value}, NULL)` : value}) AS ${name}`;
  });
  const figures = FIGURE_COLUMNS.map(({ kind, name }) =>
    kind === 'count' ? `MAX(${name}) AS ${name}` : `MAX(IF(FIELD = '${name}', SHARE, NULL)) AS ${name}`,
  );
  return `WITH RECENT AS (
  SELECT *, SHIFT_DATE < ${today} AS IS_FINISHED,
  IF(${BEGINS_ON_SUNDAY}, DATE_TRUNC(SHIFT_DATE, WEEK(SUNDAY)), DATE_TRUNC(SHIFT_DATE, WEEK(MONDAY))) AS WEEK_START,
  ROW_NUMBER() OVER (PARTITION BY CONNECTION ORDER BY SHIFT_DATE DESC, IFNULL(VENUE_NAME, ''), IFNULL(AREA_NAME, ''), IFNULL(JOB_TITLE, ''), IFNULL(SHIFT_ID, 0)) AS PLACE,
  ${derived.join(',\n  ')}
  FROM ${sqlName(place, SHIFTS)}
  WHERE SHIFT_DATE >= DATE_SUB(DATE_TRUNC(${today}, MONTH), INTERVAL ${VIEW_MONTHS} MONTH)),
-- A row for each record and each definition.
PARTS AS (
  SELECT RECENT.*, C.FIELD, C.CANDIDATE, C.TOP, C.BOTTOM, C.COUNTS, C.TOP IS NOT NULL AND C.BOTTOM IS NOT NULL AS HAS_BOTH, C.SHOWN AS PUBLISHED
  FROM RECENT, UNNEST(ARRAY<STRUCT<FIELD STRING, CANDIDATE INT64, TOP FLOAT64, BOTTOM FLOAT64, SHOWN FLOAT64, COUNTS BOOL>>[
  ${CANDIDATES.join(',\n  ')}]) AS C),
-- A column in which no value is above 1, and some above 0, gives shares of 1.
SCALED AS (
  SELECT *, PUBLISHED * IF(MAX(IF(IS_FINISHED AND PUBLISHED > 0, PUBLISHED, NULL)) OVER (PARTITION BY CONNECTION, FIELD) <= 1, 100, 1) AS SHOWN FROM PARTS),
JUDGED AS (
  SELECT *, CASE WHEN SHOWN IS NULL THEN NULL WHEN NOT HAS_BOTH THEN FALSE
  WHEN BOTTOM = 0 THEN IF(SHOWN = 0 OR SHOWN = 100, NULL, FALSE)
  WHEN (TOP = 0 AND SHOWN = 0) OR (TOP > BOTTOM AND SHOWN = 100) THEN NULL
  ELSE ABS(100 * TOP / BOTTOM - SHOWN) < ${DIGIT} - ${NOISE} END AS AGREES FROM SCALED),
TELLING AS (
  SELECT *, IS_FINISHED AND MAX(IF(HAS_BOTH, 1, 0)) OVER RECORD = 1 AND MAX(IF(AGREES IS NULL, 0, 1)) OVER RECORD = 1 AS TELLS
  FROM JUDGED WINDOW RECORD AS (PARTITION BY CONNECTION, FIELD, PLACE)),
RANKED AS (
  SELECT *, IF(TELLS, DENSE_RANK() OVER (PARTITION BY CONNECTION, FIELD, TELLS ORDER BY PLACE), NULL) <= ${ENOUGH_ROWS} AS DECIDES FROM TELLING),
TALLIES AS (
  SELECT CONNECTION, FIELD, CANDIDATE, SUM(IF(DECIDES AND AGREES, 1, 0)) AS AGREE, SUM(IF(DECIDES AND AGREES IS NOT NULL, 1, 0)) AS VOTES
  FROM RANKED GROUP BY CONNECTION, FIELD, CANDIDATE),
LEFT_OVER AS (
  SELECT *, MAX(IF(${FITS}, 1, 0)) OVER ALIKE = 1 AND VOTES - AGREE < MIN(VOTES - AGREE) OVER ALIKE + GREATEST(${MORE_MISSES}, VOTES / 100) AS IS_LEFT,
  ROW_NUMBER() OVER (PARTITION BY CONNECTION, FIELD ORDER BY VOTES - AGREE, CANDIDATE) AS MERIT
  FROM TALLIES WINDOW ALIKE AS (PARTITION BY CONNECTION, FIELD)),
SUMS AS (
  SELECT ${keys}, FIELD, CANDIDATE, ${sums.join(', ')},
  100 * SAFE_DIVIDE(SUM(IF(COUNTS AND HAS_BOTH, TOP, NULL)), SUM(IF(COUNTS AND HAS_BOTH, BOTTOM, NULL))) AS RATIO,
  SUM(IF(COUNTS AND HAS_BOTH AND AGREES, 1, 0)) AS AGREE, SUM(IF(COUNTS AND HAS_BOTH AND AGREES IS NOT NULL, 1, 0)) AS VOTES
  FROM RANKED GROUP BY ${keys}, FIELD, CANDIDATE),
CHOICES AS (
  SELECT SUMS.*, IS_LEFT, ${FITS.replace(/\b(VOTES|AGREE)\b/g, 'SUMS.$1')} AS OWN_FIT, MERIT = MIN(IF(IS_LEFT, MERIT, NULL)) OVER (PARTITION BY ${keys.replace('CONNECTION', 'SUMS.CONNECTION')}, SUMS.FIELD) AS IS_USED
  FROM SUMS JOIN LEFT_OVER ON SUMS.CONNECTION = LEFT_OVER.CONNECTION AND SUMS.FIELD = LEFT_OVER.FIELD AND SUMS.CANDIDATE = LEFT_OVER.CANDIDATE),
SHARES AS (
  SELECT ${keys}, FIELD, ${counts.map(({ name }) => `MAX(${name}) AS ${name}`).join(', ')},
  IF(MAX(IF(IS_LEFT AND RATIO IS NULL, 1, 0)) = 1 OR MAX(IF(IS_LEFT, RATIO, NULL)) - MIN(IF(IS_LEFT, RATIO, NULL)) > ${WIDEST_RANGE}, NULL, MAX(IF(IS_USED AND OWN_FIT, RATIO, NULL))) AS SHARE
  FROM CHOICES GROUP BY ${keys}, FIELD)
SELECT ${keys}, IF(DATE_ADD(WEEK_START, INTERVAL 6 DAY) < ${today}, 'complete', 'not over') AS ${WEEK_STATUS},
${figures.join(',\n')}
FROM SHARES GROUP BY ${keys}`;
}
