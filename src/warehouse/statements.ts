import { ID_COLUMN, SHIFT_FULFILMENT_FIELDS } from '../employer-api/shift-records';
import { CHANGES_TABLE, SHIFTS_TABLE, sqlName, type WarehousePlace } from './place';
import { CHANGES_COLUMNS, SHIFTS_COLUMNS } from './tables';

/** The days of one load: every row of the stage table is of this connection and of these days. */
export interface LoadedDays {
  /** The value of CONNECTION. */
  readonly connection: string;
  /** The first and the last day, as `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
  /** When the refresh began, as `2026-06-01T09:30:00.000Z`: the value of REFRESHED_AT in all its rows. */
  readonly refreshedAt: string;
}

/** A named query parameter, as `jobs.query` takes it. */
export interface QueryParameter {
  readonly name: string;
  readonly parameterType: { readonly type: 'DATE' | 'STRING' | 'TIMESTAMP' };
  readonly parameterValue: { readonly value: string };
}

/** A GoogleSQL text and the values of its parameters. No value is in the text. */
export interface Statement {
  readonly query: string;
  readonly queryParameters: readonly QueryParameter[];
}

/** The parts of `replaceDays`, in their order; each is one GoogleSQL statement. */
export interface ReplaceDaysParts {
  readonly begin: string;
  readonly insertChanges: string;
  readonly merge: string;
  readonly commit: string;
  readonly drop: string;
}

/**
 * The script that replaces the loaded days of one connection by the rows of a stage table, all or none, adds what changed to
 * the table of changes, and drops the stage table.
 *
 * Days that a later refresh has sent stay as they are. Run twice, it changes nothing more. It reads the partitions of these
 * days only: the conditions on SHIFT_DATE rest on parameters alone. One request.
 */
export function replaceDays(place: WarehousePlace, stage: string, days: LoadedDays): Statement {
  const { begin, insertChanges, merge, commit, drop } = replaceDaysParts(place, stage);
  return {
    query: [begin, insertChanges, merge, commit, drop].map((part) => `${part};\n`).join(''),
    queryParameters: [
      parameter('connection', 'STRING', days.connection),
      parameter('first_day', 'DATE', days.from),
      parameter('last_day', 'DATE', days.to),
      parameter('refreshed_at', 'TIMESTAMP', days.refreshedAt),
    ],
  };
}

/** The statements of the script that `replaceDays` sends. */
export function replaceDaysParts(place: WarehousePlace, stage: string): ReplaceDaysParts {
  const shifts = sqlName(place, SHIFTS_TABLE);
  const staged = sqlName(place, stage);
  return {
    begin: 'BEGIN TRANSACTION',
    insertChanges: insertChanges(shifts, staged, sqlName(place, CHANGES_TABLE)),
    merge: mergeDays(shifts, staged),
    commit: 'COMMIT TRANSACTION',
    drop: `DROP TABLE IF EXISTS ${staged}`,
  };
}

/**
 * A statement that changes no row. BigQuery refuses it like any other change: without billing, without permission to run jobs
 * or to change rows.
 */
export function changeNothing(place: WarehousePlace): Statement {
  return { query: `DELETE FROM ${sqlName(place, SHIFTS_TABLE)} WHERE FALSE`, queryParameters: [] };
}

/** A statement that reads no table: it shows whether jobs may run at all. */
export const READ_NOTHING: Statement = { query: 'SELECT 1', queryParameters: [] };

/** What `jobs.query` takes to run a statement. @param requestId At most 36 ASCII characters; the same ID within 15 minutes is the same request. */
export function queryRequest(
  { location }: WarehousePlace,
  { query, queryParameters }: Statement,
  { requestId, timeoutMs }: { readonly requestId: string; readonly timeoutMs: number },
) {
  return {
    query,
    queryParameters,
    parameterMode: 'NAMED',
    useLegacySql: false,
    location,
    timeoutMs,
    requestId,
  } as const;
}

const COLUMNS = SHIFTS_COLUMNS.map(({ name }) => name);
/** The fields whose changes are listed: all but the ID, by which records are compared. */
const COMPARED = SHIFT_FULFILMENT_FIELDS.filter((_field, column) => column !== ID_COLUMN);

/** The rows of one connection on the loaded days. */
const OF_THESE_DAYS = 'CONNECTION = @connection AND SHIFT_DATE BETWEEN @first_day AND @last_day';

/** Leaves out the days that a later refresh has sent. */
function exceptLaterDays(shifts: string): string {
  return `SHIFT_DATE NOT IN (SELECT SHIFT_DATE FROM ${shifts} WHERE ${OF_THESE_DAYS} AND REFRESHED_AT > @refreshed_at)`;
}

/** A target row is never matched: rows of these days are deleted, and all staged rows inserted, in one statement. */
function mergeDays(shifts: string, staged: string): string {
  return [
    `MERGE INTO ${shifts} AS T`,
    `USING (SELECT ${COLUMNS.join(', ')} FROM ${staged} WHERE ${OF_THESE_DAYS} AND ${exceptLaterDays(shifts)}) AS S`,
    'ON FALSE',
    'WHEN NOT MATCHED BY SOURCE AND T.CONNECTION = @connection AND T.SHIFT_DATE BETWEEN @first_day AND @last_day AND T.REFRESHED_AT <= @refreshed_at THEN DELETE',
    `WHEN NOT MATCHED THEN INSERT (${COLUMNS.join(', ')}) VALUES (${COLUMNS.map((name) => `S.${name}`).join(', ')})`,
  ].join('\n');
}

/**
 * Compares the staged rows with those that are there, by SHIFT_ID, field by field. A record without an ID, or whose ID
 * comes twice, can't be compared. Records of days that were not there before are no changes.
 */
function insertChanges(shifts: string, staged: string, changes: string): string {
  const fields = SHIFT_FULFILMENT_FIELDS.map(({ name }) => name).join(', ');
  const conditions = [
    OF_THESE_DAYS,
    exceptLaterDays(shifts),
    'SHIFT_ID IS NOT NULL',
    `SHIFT_ID NOT IN (${repeatedIds(shifts)})`,
    `SHIFT_ID NOT IN (${repeatedIds(staged)})`,
  ].join(' AND ');
  const comparedRows = (table: string) => `SELECT ${fields} FROM ${table} WHERE ${conditions}`;
  const pairs = COMPARED.map(({ name, kind }) => {
    const [before, after] = ['O', 'N'].map((side) =>
      kind === 'text' ? `${side}.${name}` : `CAST(${side}.${name} AS STRING)`,
    );
    return `  STRUCT('${name}' AS FIELD, ${before} AS OLD_VALUE, ${after} AS NEW_VALUE)`;
  });
  return [
    `INSERT INTO ${changes} (${CHANGES_COLUMNS.map(({ name }) => name).join(', ')})`,
    'SELECT @refreshed_at, @connection, IFNULL(N.SHIFT_DATE, O.SHIFT_DATE), IFNULL(N.SHIFT_ID, O.SHIFT_ID), V.FIELD, V.OLD_VALUE, V.NEW_VALUE',
    `FROM (${comparedRows(shifts)}) AS O`,
    `FULL OUTER JOIN (${comparedRows(staged)}) AS N ON O.SHIFT_ID = N.SHIFT_ID`,
    'CROSS JOIN UNNEST([',
    "  STRUCT('RECORD' AS FIELD, IF(N.SHIFT_ID IS NULL, 'removed', NULL) AS OLD_VALUE, IF(O.SHIFT_ID IS NULL, 'added', NULL) AS NEW_VALUE),",
    pairs.join(',\n'),
    ']) AS V',
    "WHERE (V.FIELD = 'RECORD' OR (O.SHIFT_ID IS NOT NULL AND N.SHIFT_ID IS NOT NULL))",
    'AND (V.OLD_VALUE != V.NEW_VALUE OR (V.OLD_VALUE IS NULL) != (V.NEW_VALUE IS NULL))',
    `AND (O.SHIFT_ID IS NOT NULL OR N.SHIFT_DATE IN (SELECT SHIFT_DATE FROM ${shifts} WHERE ${OF_THESE_DAYS}))`,
  ].join('\n');
}

/** The IDs that come twice or more. */
function repeatedIds(table: string): string {
  return `SELECT SHIFT_ID FROM ${table} WHERE ${OF_THESE_DAYS} AND SHIFT_ID IS NOT NULL GROUP BY SHIFT_ID HAVING COUNT(*) > 1`;
}

function parameter(
  name: string,
  type: QueryParameter['parameterType']['type'],
  value: string,
): QueryParameter {
  return { name, parameterType: { type }, parameterValue: { value } };
}
