/** A named parameter of a query, as `queryParameters` has it. */
export interface SqlParameter {
  readonly name: string;
  readonly type: string;
  readonly value: string;
}

/** Every table that a text names in backticks. */
export function tablesIn(text: string): string[] {
  return [...new Set([...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name as string))];
}

/**
 * Writes GoogleSQL as the engine's SQL: only what the statements and views of the add-on use, all else stays as it is and
 * the engine refuses it.
 *
 * @param today The day in a time zone, as `YYYY-MM-DD`.
 */
export function engineSql(
  text: string,
  parameters: readonly SqlParameter[],
  today: (timeZone: string) => string,
): string {
  const types = new Map(parameters.map(({ name, type }) => [name, type]));
  return text
    .replace(/`([^`]+)`/g, '"$1"')
    .replace(/@(\w+)/g, (_all, name: string) => `CAST($${name} AS ${parameterType(types.get(name))})`)
    .replace(
      /STRUCT\((.+?) AS FIELD, (.+?) AS OLD_VALUE, (.+?) AS NEW_VALUE\)/g,
      "{'FIELD': $1, 'OLD_VALUE': $2, 'NEW_VALUE': $3}",
    )
    .replace(/(UNNEST\(\[[\s\S]+?\n\]\)) AS (\w+)/g, '$1 AS $2($2)')
    .replace(/DATE_TRUNC\((\w+), WEEK\(MONDAY\)\)/g, "CAST(DATE_TRUNC('week', $1) AS DATE)")
    .replace(/DATE_TRUNC\((\w+), WEEK\(SUNDAY\)\)/g, "(CAST(DATE_TRUNC('week', $1 + 1) AS DATE) - 1)")
    .replace(/CURRENT_DATE\('([^']+)'\)/g, (_all, zone: string) => `DATE '${today(zone)}'`);
}

/** The values of the parameters that a text of the engine names. */
export function valuesFor(sql: string, parameters: readonly SqlParameter[]): Record<string, string> {
  const named = new Set([...sql.matchAll(/\$(\w+)/g)].map(([, name]) => name));
  return Object.fromEntries(
    parameters.filter(({ name }) => named.has(name)).map(({ name, value }) => [name, value]),
  );
}

function parameterType(type: string | undefined): string {
  if (type === 'TIMESTAMP') return 'TIMESTAMPTZ';
  return type === 'DATE' ? 'DATE' : 'VARCHAR';
}

const MERGE =
  /^MERGE INTO (`[^`]+`) AS T\s+USING \(([\s\S]+)\) AS S\s+ON FALSE\s+WHEN NOT MATCHED BY SOURCE AND ([^\n]+) THEN DELETE\s+WHEN NOT MATCHED THEN INSERT \(([^)]+)\) VALUES \([^)]+\)$/;

/**
 * A MERGE that never matches as the statements that do the same: the engine's own MERGE reads every row of the table, which
 * takes half a minute for ten million.
 *
 * @returns `undefined` for any other text.
 */
export function splitMerge(text: string): readonly string[] | undefined {
  const [, target, source, condition, columns] = MERGE.exec(text) ?? [];
  if (target === undefined || source === undefined) return undefined;
  return [
    // The source is read before anything is deleted: it may read the target.
    `CREATE OR REPLACE TEMP TABLE merge_source AS ${source}`,
    `DELETE FROM ${target} AS T WHERE ${condition}`,
    `INSERT INTO ${target} (${columns}) SELECT ${columns} FROM merge_source`,
    'DROP TABLE merge_source',
  ];
}
