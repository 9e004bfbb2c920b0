/** The usual few lines: each record's values in the order of the headings, each date as a `Date`. */
export function mapHeadings(text: string): unknown[][] {
  const shifts: Record<string, unknown>[] = JSON.parse(text).report.shifts;
  const headings = Object.keys(shifts[0] ?? {});
  const lines = shifts.map((shift) =>
    headings.map((name) =>
      name === 'SHIFT_DATE' ? new Date(`${shift[name]}T00:00:00Z`) : (shift[name] ?? ''),
    ),
  );
  return [headings, ...lines];
}
