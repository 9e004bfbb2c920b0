import { type DateRange, formatIsoDate } from '../calendar/calendar-date';
import { type FieldKind, SHIFT_FULFILMENT_FIELDS } from '../employer-api/shift-records';
import { QUANTITY_MEANINGS } from '../figures/measures';
import { SHIFTS_TABLE, sqlName, type WarehousePlace } from './settings';

/** A GoogleSQL text and the values of its named parameters. No value is in the text. */
export interface Statement {
  readonly query: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly type: ParameterType;
    readonly value: string;
  }[];
}

type ParameterType = 'DATE' | 'STRING' | 'TIMESTAMP';

/** A column of the table of shifts. */
export interface Column {
  readonly name: string;
  readonly type: 'DATE' | 'FLOAT64' | 'INT64' | 'STRING' | 'TIMESTAMP';
  readonly description: string;
}

const TYPES: Readonly<Record<FieldKind, Column['type']>> = {
  date: 'DATE',
  text: 'STRING',
  integer: 'INT64',
  boolean: 'INT64',
  decimal: 'FLOAT64',
  percentage: 'FLOAT64',
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

/** The columns of the 18 fields, in the documented order, under the service's names. */
const FIELD_COLUMNS: readonly Column[] = SHIFT_FULFILMENT_FIELDS.map(({ name, kind }) => ({
  name,
  type: TYPES[kind],
  description: `${MEANINGS[name]}, as published by the service`,
}));

/** The columns of the table of shifts. */
export const SHIFTS_COLUMNS: readonly Column[] = [
  {
    name: 'CONNECTION',
    type: 'STRING',
    description: 'Region and number of the employer, such as UK 1234; SAMPLE UK for sample data',
  },
  { name: 'EMPLOYER_ID', type: 'INT64', description: 'Number of the employer' },
  ...FIELD_COLUMNS,
  { name: 'GENERATED_AT', type: 'TIMESTAMP', description: 'When the service made the report' },
  { name: 'REFRESHED_AT', type: 'TIMESTAMP', description: 'When the service was asked for this record' },
];

/**
 * The script that makes the table of shifts and its columns, as far as they are missing. It may run at any time again; it
 * removes nothing and changes no column that is there.
 */
export function tableScript(place: WarehousePlace): Statement {
  const shifts = sqlName(place, SHIFTS_TABLE);
  const columns = SHIFTS_COLUMNS.map(
    ({ name, type, description }) => `${name} ${type} OPTIONS (description = "${description}")`,
  );
  return script([
    `CREATE TABLE IF NOT EXISTS ${shifts} (\n  ${columns.join(',\n  ')}\n)\nPARTITION BY SHIFT_DATE\nCLUSTER BY VENUE_NAME`,
    `ALTER TABLE ${shifts}\n  ${columns.map((column) => `ADD COLUMN IF NOT EXISTS ${column}`).join(',\n  ')}`,
  ]);
}

/** The script that makes the views, or gives them their queries back. @param views The query of each view by its name. */
export function viewsScript(place: WarehousePlace, views: Readonly<Record<string, string>>): Statement {
  return script(
    Object.entries(views).map(
      ([view, query]) => `CREATE OR REPLACE VIEW ${sqlName(place, view)} AS\n${query}`,
    ),
  );
}

function script(statements: readonly string[]): Statement {
  return { query: statements.map((statement) => `${statement};\n`).join(''), parameters: [] };
}

/** The days of one transfer. */
export interface SentDays {
  /** The value of CONNECTION. */
  readonly connection: string;
  /** The value of EMPLOYER_ID; null where it is not known. */
  readonly employer: number | null;
  readonly range: DateRange;
  /** When the service was asked. Milliseconds since 1970. */
  readonly refreshedAt: number;
  /** When it made the report, ISO 8601; null if it does not say. */
  readonly generatedAt: string | null;
  /** The records as JSON: for each an array of its fields, in the order of the report. */
  readonly rows: string;
}

/** The rows of one connection on the sent days. */
const OF_THESE_DAYS = 'CONNECTION = @connection AND SHIFT_DATE BETWEEN @from_date AND @to_date';

/**
 * Replaces the sent days of one connection by the sent rows, in one statement: all or nothing. Days that have rows of a later
 * answer stay as they are, so equal and late statements do no harm. It reads the partitions of these days only.
 */
export function replaceDays(place: WarehousePlace, days: SentDays): Statement {
  const shifts = sqlName(place, SHIFTS_TABLE);
  const names = SHIFTS_COLUMNS.map(({ name }) => name).join(', ');
  const values = [
    '@connection',
    "CAST(NULLIF(@employer, '') AS INT64)",
    ...FIELD_COLUMNS.map(({ type }, index) => castOf(`JSON_VALUE(R, '$[${index}]')`, type)),
    "CAST(NULLIF(@generated_at, '') AS TIMESTAMP)",
    '@refreshed_at',
  ];
  const columns = values.map((value, index) => `${value} AS ${SHIFTS_COLUMNS[index]?.name}`);
  const query = [
    `MERGE INTO ${shifts} AS T`,
    `USING (SELECT ${columns.join(', ')} FROM UNNEST(JSON_QUERY_ARRAY(@rows)) AS R`,
    `WHERE CAST(JSON_VALUE(R, '$[0]') AS DATE) NOT IN (SELECT SHIFT_DATE FROM ${shifts} WHERE ${OF_THESE_DAYS} AND REFRESHED_AT > @refreshed_at)) AS S`,
    'ON FALSE',
    'WHEN NOT MATCHED BY SOURCE AND T.CONNECTION = @connection AND T.SHIFT_DATE BETWEEN @from_date AND @to_date AND T.REFRESHED_AT <= @refreshed_at THEN DELETE',
    `WHEN NOT MATCHED THEN INSERT (${names}) VALUES (${names})`,
  ].join('\n');
  const parameter = (name: string, type: ParameterType, value: string) => ({ name, type, value });
  return {
    query,
    parameters: [
      parameter('connection', 'STRING', days.connection),
      // `''` is no number and no moment: CAST would refuse it, and NULLIF makes it null.
      parameter('employer', 'STRING', days.employer === null ? '' : String(days.employer)),
      parameter('from_date', 'DATE', formatIsoDate(days.range.from)),
      parameter('to_date', 'DATE', formatIsoDate(days.range.to)),
      parameter('generated_at', 'STRING', days.generatedAt ?? ''),
      parameter('refreshed_at', 'TIMESTAMP', new Date(days.refreshedAt).toISOString()),
      parameter('rows', 'STRING', days.rows),
    ],
  };
}

function castOf(value: string, type: Column['type']): string {
  return type === 'STRING' ? value : `CAST(${value} AS ${type})`;
}
