import {
  type DuckDBConnection,
  DuckDBDataChunk,
  DuckDBDateValue,
  DuckDBInstance,
  DuckDBTimestampTZValue,
  type DuckDBValue,
} from '@duckdb/node-api';
import { engineType, type FieldType, fieldTypeOf, type SchemaField } from './schema';

/** A value of a row: days since 1970 of a DATE, microseconds since 1970 of a TIMESTAMP, a bigint of an INTEGER. */
export type EngineValue = string | number | bigint | boolean | null;

/** What a query answers. */
export interface ResultTable {
  readonly columns: readonly { readonly name: string; readonly type: FieldType }[];
  /** Numbers, texts and null; days as `YYYY-MM-DD`, moments as ISO 8601. */
  readonly rows: readonly (readonly (string | number | boolean | null)[])[];
}

/** Rows that go to the engine at once: as many as a chunk of it holds. */
const CHUNK_ROWS = 2048;

/** The SQL engine in memory. Each table has its full name, `project.dataset.table`. */
export class Engine {
  private constructor(private readonly connection: DuckDBConnection) {}

  static async open(): Promise<Engine> {
    // The tables are small: a second thread would mostly wait.
    const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
    const connection = await instance.connect();
    await connection.run("SET TimeZone = 'UTC'");
    // What GoogleSQL has and the engine lacks.
    await connection.run('CREATE TYPE FLOAT64 AS DOUBLE');
    await connection.run(
      'CREATE MACRO SAFE_DIVIDE(numerator, denominator) AS numerator / NULLIF(denominator, 0)',
    );
    return new Engine(connection);
  }

  /** Runs one statement of the engine's own SQL. @param parameters Only those that the text names. */
  async run(sql: string, parameters: Readonly<Record<string, string>> = {}): Promise<number> {
    return (await this.connection.run(sql, { ...parameters })).rowsChanged;
  }

  /** Reads all rows of a query. */
  async read(sql: string, parameters: Readonly<Record<string, string>> = {}): Promise<ResultTable> {
    const reader = await this.connection.runAndReadAll(sql, { ...parameters });
    const types = reader.columnTypes().map((type) => fieldTypeOf(type.toString()));
    const columns = reader.columnNames().map((name, at) => ({ name, type: types[at] as FieldType }));
    return {
      columns,
      rows: reader.getRows().map((row) => row.map((value, at) => plainValue(value, types[at] as FieldType))),
    };
  }

  async createTable(table: string, fields: readonly SchemaField[]): Promise<void> {
    const columns = fields.map(({ name, type }) => `"${name}" ${engineType(type)}`);
    await this.run(`CREATE OR REPLACE TABLE "${table}" (${columns.join(', ')})`);
  }

  async dropTable(table: string): Promise<void> {
    await this.run(`DROP TABLE IF EXISTS "${table}"`);
  }

  /** Adds rows, each in the order of `fields`. */
  async append(
    table: string,
    fields: readonly SchemaField[],
    rows: readonly (readonly EngineValue[])[],
  ): Promise<void> {
    const appender = await this.connection.createAppender(table);
    const types = fields.map((_field, column) => appender.columnType(column));
    for (let start = 0; start < rows.length; start += CHUNK_ROWS) {
      const part = rows.slice(start, start + CHUNK_ROWS);
      const chunk = DuckDBDataChunk.create(types, part.length);
      fields.forEach(({ type }, column) => {
        chunk.setColumnValues(
          column,
          part.map((row) => engineValue(row[column] ?? null, type)),
        );
      });
      appender.appendDataChunk(chunk);
    }
    appender.closeSync();
  }

  close(): void {
    this.connection.closeSync();
  }
}

function engineValue(value: EngineValue, type: FieldType): DuckDBValue {
  if (value === null) return null;
  if (type === 'DATE') return new DuckDBDateValue(value as number);
  if (type === 'TIMESTAMP') return new DuckDBTimestampTZValue(value as bigint);
  return value;
}

function plainValue(value: DuckDBValue, type: FieldType): string | number | boolean | null {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof DuckDBTimestampTZValue) return new Date(Number(value.micros / 1000n)).toISOString();
  return type === 'FLOAT' ? Number(value) : String(value);
}
