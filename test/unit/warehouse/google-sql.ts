import { Parser } from 'node-sql-parser/build/bigquery';

const parser = new Parser();

/** The tables that a GoogleSQL query or INSERT names. @throws if it is none. */
export function parseGoogleSql(text: string): {
  readonly columns: readonly string[];
  readonly tables: string[];
} {
  const { ast, tableList } = parser.parse(text, { database: 'BigQuery' });
  const [statement] = Array.isArray(ast) ? ast : [ast];
  const columns = statement?.type === 'select' && Array.isArray(statement.columns) ? statement.columns : [];
  return { columns: columns.map(nameOf), tables: [...tableList].sort() };
}

/** A column's alias, or else its own name. */
function nameOf({
  as,
  expr,
}: {
  readonly as?: unknown;
  readonly expr?: { readonly column?: unknown };
}): string {
  const column = expr?.column as { readonly expr?: { readonly value?: unknown } } | string | undefined;
  return String(as ?? (typeof column === 'object' ? column.expr?.value : column));
}
