import { REGIONS } from '../contract/connection';
import type { WarehouseViewName } from '../contract/warehouse';
import { type Region, weekStartIn } from '../employer-api/connection';
import { type FieldKind, SHIFT_FULFILMENT_FIELDS } from '../employer-api/shift-records';
import {
  type Definition,
  type DerivedQuantity,
  definitionText,
  MEASURES,
  type Measure,
  needsTargets,
  type PercentageField,
  QUANTITY_MEANINGS,
  type Quantity,
  type RateMeasure,
} from '../figures/measures';
import { WAREHOUSE_STAGE_MILLIS } from './limits';
import { CHANGES_TABLE, SHIFTS_TABLE, sqlName, type WarehousePlace } from './settings';

/** What the views calculate with. They depend on nothing else, so compare this to see whether they are out of date. */
export interface ViewBasis {
  /** The zone in which a day ends, such as `Europe/London`: worked positions count on finished days only. */
  readonly timeZone: string;
  /** The definitions that refreshes have found; a percentage without one is NULL. */
  readonly definitions: Readonly<Partial<Record<PercentageField, Definition>>>;
}

/** The columns of both views that hold figures: sums, and percentages as ratios of sums. */
export const FIGURE_COLUMNS: readonly Measure[] = MEASURES.filter((measure) => !needsTargets(measure));

/** Whether a figure is a whole number: all sums but hours. */
function isWhole(measure: Measure): boolean {
  return measure.kind === 'count' && !measure.quantity.startsWith('HOURS_');
}

/** What the description of a figure's column says: its definition, or why it is NULL. */
function describeFigure(measure: Measure, basis: ViewBasis): string {
  const days = measure.finishedDaysOnly ? ', finished days only' : '';
  if (measure.kind === 'count') return `Sum of ${measure.words[0]}${days}`;
  const definition = definitionOf(measure, basis);
  if (definition === undefined) return 'NULL: no refresh has found one definition of this percentage';
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
const DERIVED: Readonly<Record<DerivedQuantity, string>> = {
  WORKED_AND_NO_SHOWS: '(SHIFTS_WORKED + NO_SHOWS)',
  MISSING_PEOPLE: 'IF(TRUE_DEMAND < SHIFTS_WORKED, 0, TRUE_DEMAND - SHIFTS_WORKED)',
  LEFT_AFTER_BOOKING:
    'IF(SHIFTS_BOOKED < SHIFTS_WORKED + NO_SHOWS, 0, SHIFTS_BOOKED - SHIFTS_WORKED - NO_SHOWS)',
};

/** Which records have ended, by the day in the basis's time zone. */
function isFinished({ timeZone }: ViewBasis): string {
  return `SHIFT_DATE < CURRENT_DATE('${timeZone}')`;
}

function figureSql(measure: Measure, basis: ViewBasis): string {
  const days = measure.finishedDaysOnly ? [isFinished(basis)] : [];
  if (measure.kind === 'count') {
    if (measure.quantity === 'RECORDS') return 'COUNT(*)';
    return sumSql(quantitySql(measure.quantity as Quantity), days);
  }
  const definition = definitionOf(measure, basis);
  if (definition === undefined) return 'CAST(NULL AS FLOAT64)';
  const [top, bottom] = partsOf(definition);
  const both = [...days, `${top} IS NOT NULL`, `${bottom} IS NOT NULL`];
  return `SAFE_DIVIDE(100 * ${sumSql(top, both)}, ${sumSql(bottom, both)})`;
}

function partsOf({ numerator, denominator }: Definition): readonly [string, string] {
  return [quantitySql(numerator), quantitySql(denominator)];
}

function sumSql(value: string, conditions: readonly string[]): string {
  return conditions.length === 0 ? `SUM(${value})` : `SUM(IF(${conditions.join(' AND ')}, ${value}, NULL))`;
}

function quantitySql(quantity: Quantity): string {
  return (DERIVED as Partial<Record<Quantity, string>>)[quantity] ?? quantity;
}

function definitionOf({ of }: RateMeasure, { definitions }: ViewBasis): Definition | undefined {
  return typeof of === 'string' ? definitions[of] : of;
}

/** A type of a column, as BigQuery's REST resources name it. */
type ColumnType = 'DATE' | 'FLOAT' | 'INTEGER' | 'STRING' | 'TIMESTAMP';

/** A column, as in `schema.fields` of a table resource. */
export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  readonly mode: 'NULLABLE' | 'REQUIRED';
  readonly description: string;
}

/** A table or view, as `tables.insert` takes it. */
export interface TableResource {
  readonly tableReference: {
    readonly projectId: string;
    readonly datasetId: string;
    readonly tableId: string;
  };
  readonly description?: string;
  readonly schema?: { readonly fields: readonly Column[] };
  readonly timePartitioning?: { readonly type: 'DAY'; readonly field: string };
  readonly clustering?: { readonly fields: readonly string[] };
  /** Milliseconds since 1970, as text: JSON has no 64-bit whole numbers. */
  readonly expirationTime?: string;
  readonly view?: { readonly query: string; readonly useLegacySql: false };
}

/** A table that stays: its columns are always given. */
type LastingTable = TableResource & Required<Pick<TableResource, 'schema'>>;

const TYPES: Readonly<Record<FieldKind, ColumnType>> = {
  date: 'DATE',
  text: 'STRING',
  integer: 'INTEGER',
  boolean: 'INTEGER',
  decimal: 'FLOAT',
  percentage: 'FLOAT',
};

const MEANINGS: Readonly<Record<string, string>> = {
  ...QUANTITY_MEANINGS,
  SHIFT_DATE: 'Day of the shift',
  VENUE_NAME: 'Venue',
  AREA_NAME: 'Area of the venue',
  JOB_TITLE: 'Job title',
  SHIFTS_BOOKED_PERCENTAGE: 'Booked positions in percent, from 0 to 100',
  SHIFTS_UNFILLED_PERCENTAGE: 'Unfilled positions in percent, from 0 to 100',
  SHIFTS_WORKED_PERCENTAGE: 'Worked positions in percent, from 0 to 100',
  NO_SHOWS_PERCENTAGE: 'No-shows in percent, from 0 to 100',
  TRUE_FULFILMENT_PERCENTAGE: 'True fulfilment in percent, from 0 to 100',
  SHIFT_ID: 'ID of the shift record; one record can cover several positions',
};

const CONNECTION_COLUMN: Column = {
  name: 'CONNECTION',
  type: 'STRING',
  mode: 'REQUIRED',
  description: 'Region and number of the employer, such as UK 1234; SAMPLE UK for sample data',
};

/** The columns of the 18 fields, in the documented order, under the service's names. */
const FIELD_COLUMNS: readonly Column[] = SHIFT_FULFILMENT_FIELDS.map(({ name, kind }) => ({
  name,
  type: TYPES[kind],
  mode: name === 'SHIFT_DATE' ? 'REQUIRED' : 'NULLABLE',
  description: `${MEANINGS[name]}, as published by the service`,
}));

/** The columns of `shifts` and of every stage table. */
export const SHIFTS_COLUMNS: readonly Column[] = [
  CONNECTION_COLUMN,
  { name: 'EMPLOYER_ID', type: 'INTEGER', mode: 'NULLABLE', description: 'Number of the employer' },
  ...FIELD_COLUMNS,
  {
    name: 'GENERATED_AT',
    type: 'TIMESTAMP',
    mode: 'NULLABLE',
    description: 'When the service made the report',
  },
  {
    name: 'REFRESHED_AT',
    type: 'TIMESTAMP',
    mode: 'REQUIRED',
    description: 'When the refresh that sent this record began',
  },
];

/** The columns of `shift_changes`. */
export const CHANGES_COLUMNS: readonly Column[] = [
  {
    name: 'CHANGED_AT',
    type: 'TIMESTAMP',
    mode: 'REQUIRED',
    description: 'When the refresh that found the change began',
  },
  CONNECTION_COLUMN,
  {
    name: 'SHIFT_DATE',
    type: 'DATE',
    mode: 'NULLABLE',
    description: 'Day of the shift; of a moved shift, the new day',
  },
  { name: 'SHIFT_ID', type: 'INTEGER', mode: 'NULLABLE', description: 'ID of the shift record' },
  {
    name: 'FIELD',
    type: 'STRING',
    mode: 'REQUIRED',
    description: 'Field that changed; RECORD where a whole record was added or removed',
  },
  {
    name: 'OLD_VALUE',
    type: 'STRING',
    mode: 'NULLABLE',
    description: 'Value before, as text; of RECORD, removed or NULL',
  },
  {
    name: 'NEW_VALUE',
    type: 'STRING',
    mode: 'NULLABLE',
    description: 'Value after, as text; of RECORD, added or NULL',
  },
];

/** The two tables that stay: shift records, and what changed in them. */
export function tableResources(place: WarehousePlace): readonly LastingTable[] {
  return [
    {
      tableReference: referenceTo(place, SHIFTS_TABLE),
      description: 'Shift records as the service last published them, one row each',
      schema: { fields: SHIFTS_COLUMNS },
      timePartitioning: { type: 'DAY', field: 'SHIFT_DATE' },
      clustering: { fields: ['VENUE_NAME'] },
    },
    {
      tableReference: referenceTo(place, CHANGES_TABLE),
      description: 'What changed in days that were already in the table of shifts, one row for each field',
      schema: { fields: CHANGES_COLUMNS },
      timePartitioning: { type: 'DAY', field: 'CHANGED_AT' },
      clustering: { fields: ['SHIFT_ID'] },
    },
  ];
}

/** The name of the table that one load goes to. @param hash Letters, digits and underscores. */
export function stageName(hash: string): string {
  return `stage_${hash}`;
}

/** The table that one load goes to: it expires a day after `now`, in milliseconds, if the merge does not drop it. */
export function stageResource(place: WarehousePlace, stage: string, now: number): TableResource {
  return {
    tableReference: referenceTo(place, stage),
    description: 'One transfer of shift records; dropped when they are in the table of shifts',
    schema: { fields: SHIFTS_COLUMNS },
    expirationTime: String(now + WAREHOUSE_STAGE_MILLIS),
  };
}

/**
 * A view, as `tables.insert` takes it. It has no schema: BigQuery refuses one for a new view. Send `viewSchema` with
 * `tables.patch` afterwards, for the descriptions.
 */
export function viewResource(place: WarehousePlace, view: WarehouseViewName, query: string): TableResource {
  return {
    tableReference: referenceTo(place, view),
    description: VIEW_MEANINGS[view],
    view: { query, useLegacySql: false },
  };
}

const VIEW_MEANINGS: Readonly<Record<WarehouseViewName, string>> = {
  shifts_weekly: 'Weekly sums, and percentages as ratios of sums, by connection',
  shifts_by_venue: 'Weekly sums, and percentages as ratios of sums, by connection and venue',
};

/** The columns of a view with their descriptions, in the order of its query. Columns of views are always NULLABLE. */
export function viewSchema(
  view: WarehouseViewName,
  basis: ViewBasis,
): { readonly fields: readonly Column[] } {
  const venue = FIELD_COLUMNS.filter(({ name }) => view === 'shifts_by_venue' && name === 'VENUE_NAME');
  const week = {
    name: 'WEEK_START',
    type: 'DATE',
    description: 'First day of the week: Sunday for employers of the US, Monday for others',
  } as const;
  const figures = FIGURE_COLUMNS.map((figure) => ({
    name: figure.name,
    type: isWhole(figure) ? ('INTEGER' as const) : ('FLOAT' as const),
    description: describeFigure(figure, basis),
  }));
  const fields = [CONNECTION_COLUMN, ...venue, week, ...figures].map(
    (column): Column => ({ ...column, mode: 'NULLABLE' }),
  );
  return { fields };
}

/** What a load job is: an explicit schema, into an existing stage table, so that none is made that never expires. */
export function loadJobResource(place: WarehousePlace, stage: string, jobId: string) {
  return {
    jobReference: { projectId: place.project, jobId, location: place.location },
    configuration: {
      load: {
        destinationTable: referenceTo(place, stage),
        schema: { fields: SHIFTS_COLUMNS },
        sourceFormat: 'NEWLINE_DELIMITED_JSON',
        createDisposition: 'CREATE_NEVER',
        writeDisposition: 'WRITE_TRUNCATE',
      },
    },
  } as const;
}

function referenceTo({ project, dataset }: WarehousePlace, tableId: string) {
  return { projectId: project, datasetId: dataset, tableId };
}
