/**
 * Any JSON to a table, as generic importers do it: every value under its path, a column for each path.
 *
 * It knows no field: dates stay text, columns come in the order of first sight, text may turn into a formula.
 */
export function flattenJson(text: string, under: readonly string[]): unknown[][] {
  let node = JSON.parse(text);
  for (const name of under) node = node[name];
  const headings: string[] = [];
  const lines = (node as unknown[]).map((record) => {
    const line: Record<string, unknown> = {};
    flatten(record, '', line);
    for (const path of Object.keys(line)) if (!headings.includes(path)) headings.push(path);
    return line;
  });
  return [headings, ...lines.map((line) => headings.map((path) => line[path] ?? ''))];
}

function flatten(value: unknown, path: string, line: Record<string, unknown>): void {
  if (typeof value !== 'object' || value === null) {
    line[path] = value;
    return;
  }
  for (const [name, part] of Object.entries(value)) flatten(part, `${path}/${name}`, line);
}
