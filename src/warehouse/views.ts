import { REGIONS } from '../contract/connection';
import type { WarehouseViewName } from '../contract/warehouse';
import { type Region, weekStartIn } from '../employer-api/connection';
import { type Definition, definitionText, type PercentageField } from '../figures/definitions';
import { MEASURES, type Measure, needsTargets, type RateMeasure } from '../figures/measures';
import type { Quantity } from '../figures/quantities';
import { SHIFTS_TABLE, sqlName, type WarehousePlace } from './place';

/** What the views calculate with. They depend on nothing else, so compare this to see whether they are out of date. */
export interface ViewBasis {
  /** The zone in which a day ends, such as `Europe/London`: worked positions count on finished days only. */
  readonly timeZone: string;
  /** The settled definitions; a percentage without one is NULL. */
  readonly definitions: Readonly<Partial<Record<PercentageField, Definition>>>;
}

/** The columns of both views that hold figures: sums, and percentages as ratios of sums. */
export const FIGURE_COLUMNS: readonly Measure[] = MEASURES.filter((measure) => !needsTargets(measure));

/** Whether a figure is a whole number: all sums but hours. */
export function isWhole(measure: Measure): boolean {
  return measure.kind === 'count' && !measure.quantity.startsWith('HOURS_');
}

/** What the description of a figure's column says: its definition, or why it is NULL. */
export function describeFigure(measure: Measure, basis: ViewBasis): string {
  const days = measure.finishedDaysOnly ? ', finished days only' : '';
  if (measure.kind === 'count') return `Sum of ${measure.words[0]}${days}`;
  const definition = definitionOf(measure, basis);
  if (definition === undefined) return 'NULL: the definition of this percentage is not settled';
  return `100 × ${definitionText(definition)}, a ratio of sums over the records that have both${days}`;
}

/**
 * The value of CONNECTION: `UK 1234`, or `SAMPLE UK` for sample data.
 *
 * @param employer The number of the employer; null for the sample employer.
 */
export function connectionName(region: Region, employer: number | null): string {
  return employer === null ? `SAMPLE ${region}` : `${region} ${employer}`;
}

/**
 * The query of a view. Weeks begin as they do in the employer's region.
 *
 * @throws {RangeError} for a time zone that is no name of one.
 */
export function viewQuery(place: WarehousePlace, view: WarehouseViewName, basis: ViewBasis): string {
  if (!/^[A-Za-z0-9_+/-]{1,64}$/.test(basis.timeZone)) throw new RangeError('That is not a time zone.');
  const keys = ['CONNECTION', ...(view === 'shifts_by_venue' ? ['VENUE_NAME'] : [])];
  const figures = FIGURE_COLUMNS.map((measure) => `  ${figureSql(measure, basis)} AS ${measure.name}`);
  return [
    'SELECT',
    `  ${[...keys, `${WEEK_START} AS WEEK_START`].join(', ')},`,
    figures.join(',\n'),
    `FROM ${sqlName(place, SHIFTS_TABLE)}`,
    `GROUP BY ${[...keys, 'WEEK_START'].join(', ')}`,
  ].join('\n');
}

const SUNDAY_REGIONS = REGIONS.filter((region) => weekStartIn(region) === 7);
const BEGINS_ON_SUNDAY = SUNDAY_REGIONS.map(
  (region) => `STARTS_WITH(CONNECTION, '${region} ') OR CONNECTION = '${connectionName(region, null)}'`,
).join(' OR ');
const WEEK_START = `IF(${BEGINS_ON_SUNDAY}, DATE_TRUNC(SHIFT_DATE, WEEK(SUNDAY)), DATE_TRUNC(SHIFT_DATE, WEEK(MONDAY)))`;

/** Numbers that we make of one record; NULL where a part of them is NULL. */
const DERIVED: Partial<Record<Quantity, string>> = {
  WORKED_AND_NO_SHOWS: '(SHIFTS_WORKED + NO_SHOWS)',
  MISSING_PEOPLE: 'IF(TRUE_DEMAND < SHIFTS_WORKED, 0, TRUE_DEMAND - SHIFTS_WORKED)',
  LEFT_AFTER_BOOKING:
    'IF(SHIFTS_BOOKED < SHIFTS_WORKED + NO_SHOWS, 0, SHIFTS_BOOKED - SHIFTS_WORKED - NO_SHOWS)',
};

function figureSql(measure: Measure, basis: ViewBasis): string {
  const isFinished = measure.finishedDaysOnly ? `SHIFT_DATE < CURRENT_DATE('${basis.timeZone}')` : undefined;
  if (measure.kind === 'count') {
    if (measure.quantity === 'RECORDS') return 'COUNT(*)';
    return sumSql(quantitySql(measure.quantity as Quantity), isFinished);
  }
  const definition = definitionOf(measure, basis);
  if (definition === undefined) return 'CAST(NULL AS FLOAT64)';
  const [top, bottom] = [quantitySql(definition.numerator), quantitySql(definition.denominator)];
  const both = [...(isFinished ? [isFinished] : []), `${top} IS NOT NULL`, `${bottom} IS NOT NULL`].join(
    ' AND ',
  );
  return `SAFE_DIVIDE(100 * ${sumSql(top, both)}, ${sumSql(bottom, both)})`;
}

function sumSql(value: string, condition: string | undefined): string {
  return condition === undefined ? `SUM(${value})` : `SUM(IF(${condition}, ${value}, NULL))`;
}

function quantitySql(quantity: Quantity): string {
  return DERIVED[quantity] ?? quantity;
}

function definitionOf({ of }: RateMeasure, { definitions }: ViewBasis): Definition | undefined {
  return typeof of === 'string' ? definitions[of] : of;
}
