import { formatIsoDate } from '../calendar/calendar-date';
import type { FieldKind } from '../contract/fields';
import { SHIFT_FULFILMENT_FIELDS } from '../employer-api/shift-report';
import type { DaysPart, SentRecords } from './rows';
import type { WarehousePlace } from './settings';

/** The table of shift records. */
export const SHIFTS = 'shifts';

/** A GoogleSQL text and the values of its named parameters. No value is in the text. */
export interface Statement {
  readonly query: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly type: 'DATE' | 'STRING' | 'TIMESTAMP';
    readonly value: string;
  }[];
}

const TYPES: Readonly<Record<FieldKind, string>> = {
  date: 'DATE',
  text: 'STRING',
  integer: 'INT64',
  boolean: 'INT64',
  decimal: 'FLOAT64',
  percentage: 'FLOAT64',
};

const FIELDS = SHIFT_FULFILMENT_FIELDS.map(({ name, kind }) => ({ name, type: TYPES[kind] }));

/** The columns of the table: whose rows they are, the fields under the service's names, and when the service was asked. */
const COLUMNS = [
  { name: 'CONNECTION', type: 'STRING' },
  ...FIELDS,
  { name: 'REFRESHED_AT', type: 'TIMESTAMP' },
];

/**
 * A table as GoogleSQL names it: `` `project.dataset.table` ``.
 *
 * @throws {RangeError} if a part could end the name: a mistake of ours, since the form accepts no such part.
 */
export function sqlName({ project, dataset }: WarehousePlace, table: string): string {
  const full = `${project}.${dataset}.${table}`;
  if (!/^[\w.:-]+\.\w+\.\w+$/.test(full)) throw new RangeError('That is not the name of a table.');
  return `\`${full}\``;
}

/**
 * The script that makes the dataset, where it runs, the table of shifts, its columns and the views, as far as they are
 * missing. It may run at any time again; it removes nothing, changes no column that is there, and gives the views their
 * queries back.
 *
 * @param views The query of each view by its name.
 */
export function setUpScript(place: WarehousePlace, views: Readonly<Record<string, string>>): Statement {
  const shifts = sqlName(place, SHIFTS);
  const columns = COLUMNS.map(({ name, type }) => `${name} ${type}`);
  const statements = [
    `CREATE SCHEMA IF NOT EXISTS ${shifts.replace(/\.\w+`$/, '`')}`,
    `CREATE TABLE IF NOT EXISTS ${shifts} (\n  ${columns.join(',\n  ')}\n)\nPARTITION BY SHIFT_DATE\nCLUSTER BY VENUE_NAME`,
    `ALTER TABLE ${shifts}\n  ${columns.map((column) => `ADD COLUMN IF NOT EXISTS ${column}`).join(',\n  ')}`,
    ...Object.entries(views).map(
      ([view, query]) => `CREATE OR REPLACE VIEW ${sqlName(place, view)} AS\n${query}`,
    ),
  ];
  return { query: statements.map((statement) => `${statement};\n`).join(''), parameters: [] };
}

/**
 * Replaces the sent days of one connection by the sent rows, in one statement: all or nothing. Days that have rows of a later
 * answer stay as they are, so equal and late statements do no harm. It reads the partitions of these days only.
 *
 * @param refreshedAt When the service was asked. Milliseconds since 1970.
 */
export function replaceDays(
  place: WarehousePlace,
  connection: SentRecords['connection'],
  { range, rows }: Pick<DaysPart, 'range' | 'rows'>,
  refreshedAt: number,
): Statement {
  const shifts = sqlName(place, SHIFTS);
  const names = COLUMNS.map(({ name }) => name).join(', ');
  const fields = FIELDS.map(({ name, type }, index) => {
    const value = `JSON_VALUE(R, '$[${index}]')`;
    return `${type === 'STRING' ? value : `CAST(${value} AS ${type})`} AS ${name}`;
  });
  const query = [
    `MERGE INTO ${shifts} AS T`,
    `USING (SELECT @connection AS CONNECTION, ${fields.join(', ')}, @refreshed_at AS REFRESHED_AT FROM UNNEST(JSON_QUERY_ARRAY(@rows)) AS R`,
    `WHERE CAST(JSON_VALUE(R, '$[0]') AS DATE) NOT IN (SELECT SHIFT_DATE FROM ${shifts} WHERE CONNECTION = @connection AND SHIFT_DATE BETWEEN @from_date AND @to_date AND REFRESHED_AT > @refreshed_at)) AS S`,
    'ON FALSE',
    'WHEN NOT MATCHED BY SOURCE AND T.CONNECTION = @connection AND T.SHIFT_DATE BETWEEN @from_date AND @to_date AND T.REFRESHED_AT <= @refreshed_at THEN DELETE',
    `WHEN NOT MATCHED THEN INSERT (${names}) VALUES (${names})`,
  ].join('\n');
  return {
    query,
    parameters: [
      { name: 'connection', type: 'STRING', value: connection },
      { name: 'from_date', type: 'DATE', value: formatIsoDate(range.from) },
      { name: 'to_date', type: 'DATE', value: formatIsoDate(range.to) },
      { name: 'refreshed_at', type: 'TIMESTAMP', value: new Date(refreshedAt).toISOString() },
      { name: 'rows', type: 'STRING', value: rows },
    ],
  };
}
