/** A named parameter of a query, as `queryParameters` has it. */
export interface SqlParameter {
  readonly name: string;
  readonly type: string;
  readonly value: string;
}

/** Every table that a text names in backticks: `project.dataset.table`. */
export function tablesIn(text: string): string[] {
  return [...new Set([...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name as string))];
}

/** What GoogleSQL has and DuckDB lacks, as statements of DuckDB. */
export const GOOGLE_FUNCTIONS: readonly string[] = [
  "SET TimeZone = 'UTC'",
  'CREATE TYPE FLOAT64 AS DOUBLE',
  'CREATE MACRO SAFE_DIVIDE(numerator, denominator) AS numerator / NULLIF(denominator, 0)',
  'CREATE MACRO JSON_VALUE(text, path) AS json_extract_string(text, path)',
];

/**
 * Writes GoogleSQL as DuckDB's SQL: only what the statements and views of the add-on use. Anything else stays as it is, and
 * DuckDB refuses it.
 *
 * @param today The day in a time zone, as `YYYY-MM-DD`.
 */
export function duckSql(
  text: string,
  parameters: readonly SqlParameter[],
  today: (timeZone: string) => string,
): string {
  const types = new Map(parameters.map(({ name, type }) => [name, type]));
  return text
    .replace(/`([^`]+)`/g, '"$1"')
    .replace(/CURRENT_DATE\('([^']+)'\)/g, (_all, zone: string) => `DATE '${today(zone)}'`)
    .replace(
      /DATE_SUB\(DATE_TRUNC\((DATE '[^']+'), MONTH\), INTERVAL (\d+) MONTH\)/g,
      "CAST(DATE_TRUNC('month', $1) - INTERVAL $2 MONTH AS DATE)",
    )
    .replace(/DATE_TRUNC\((\w+), WEEK\(MONDAY\)\)/g, "CAST(DATE_TRUNC('week', $1) AS DATE)")
    .replace(/DATE_TRUNC\((\w+), WEEK\(SUNDAY\)\)/g, "(CAST(DATE_TRUNC('week', $1 + 1) AS DATE) - 1)")
    .replace(/UNNEST\(JSON_QUERY_ARRAY\((@\w+)\)\) AS (\w+)/g, 'UNNEST(CAST($1 AS JSON[])) AS $2($2)')
    .replace(
      /UNNEST\(ARRAY<STRUCT<([^>]+)>>(\[[^\]]+\])\) AS (\w+)/g,
      'UNNEST(CAST($2 AS STRUCT($1)[])) AS $3($3)',
    )
    .replace(/@(\w+)/g, (_all, name: string) => `CAST($${name} AS ${types.get(name)})`);
}

/** The statements that do the same as a MERGE that never matches: DuckDB's own reads every row of the table. */
export function splitMerge(text: string): readonly string[] | undefined {
  const parts =
    /^MERGE INTO (`[^`]+`) AS T\s+USING \(([\s\S]+)\) AS S\s+ON FALSE\s+WHEN NOT MATCHED BY SOURCE AND ([^\n]+) THEN DELETE\s+WHEN NOT MATCHED THEN INSERT \(([^)]+)\) VALUES \(\4\)$/.exec(
      text,
    );
  if (parts === null) return undefined;
  const [, target, source, condition, columns] = parts;
  return [
    // The source is read before anything is deleted: it reads the target too.
    `CREATE OR REPLACE TEMP TABLE merge_source AS ${source}`,
    `DELETE FROM ${target} AS T WHERE ${condition}`,
    `INSERT INTO ${target} (${columns}) SELECT ${columns} FROM merge_source`,
  ];
}

/** The statements of a set-up script, as DuckDB takes them: it needs no datasets, knows no partitions or clusters, and adds one column at a time. */
export function splitSetUp(text: string): readonly string[] | undefined {
  const statements = text
    .split(/;\n(?=CREATE|ALTER|$)/)
    .filter((one) => one !== '' && !/^CREATE SCHEMA /.test(one));
  if (
    !statements.every((one) => /^(CREATE TABLE IF NOT EXISTS|ALTER TABLE|CREATE OR REPLACE VIEW) `/.test(one))
  )
    return undefined;
  return statements.flatMap((statement) => {
    const plain = statement.replace(/\nPARTITION BY \w+\nCLUSTER BY \w+$/, '');
    const [, table, columns = ''] = /^ALTER TABLE (`[^`]+`)\s+([\s\S]+)$/.exec(plain) ?? [];
    return table === undefined
      ? [plain]
      : columns.split(',').map((column) => `ALTER TABLE ${table} ${column.trim()}`);
  });
}
