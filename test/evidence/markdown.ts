/** A table of Markdown; a value may hold anything, also what would end its cell. */
export function markdownTable(headings: readonly string[], rows: readonly (readonly unknown[])[]): string {
  const line = (cells: readonly unknown[]) => `| ${cells.map(cellText).join(' | ')} |`;
  return [line(headings), line(headings.map(() => '---')), ...rows.map(line)].join('\n');
}

/** A table of objects: the headings are the members of all of them, in the order in which they first occur. */
export function tableOfObjects(rows: readonly object[]): string {
  const headings = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return markdownTable(
    headings,
    rows.map((row) => {
      const members = new Map(Object.entries(row));
      return headings.map((heading) => members.get(heading));
    }),
  );
}

function cellText(value: unknown): string {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text.replace(/\\/g, '\\\\').replace(/\|/g, '\\|').replace(/</g, '&lt;').replace(/\s+/g, ' ').trim();
}
