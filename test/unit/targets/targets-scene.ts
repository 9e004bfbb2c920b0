import { parseIsoDate } from '../../../src/calendar/calendar-date';
import { type ReadTargets, readTargets } from '../../../src/targets/read-targets';

/** The headings in the service's words; those of a new sheet are readable. */
export const HEADINGS = [
  'VENUE_NAME',
  'AREA_NAME',
  'JOB_TITLE',
  'FROM',
  'TO',
  'MEASURE',
  'TARGET',
  'PLAN_POSITIONS',
  'PLAN_HOURS',
  'RATE_PER_HOUR',
  'CREDIT_PER_MISSING',
  'CREDIT_PER_NO_SHOW',
];

/** A row of the sheet by heading; what is not given is blank. */
export type Cells = Readonly<Partial<Record<(typeof HEADINGS)[number], unknown>>>;

/** Cells as the platform gives them. */
export function cellsOf(rows: readonly Cells[]): unknown[][] {
  return [HEADINGS, ...rows.map((row) => HEADINGS.map((heading) => row[heading] ?? ''))];
}

/** Reads cells from A1 on; a date cell is its day in UTC. */
export function read(
  values: readonly (readonly unknown[])[],
  more: Partial<Parameters<typeof readTargets>[0]> = {},
  known?: Parameters<typeof readTargets>[1],
): ReadTargets {
  return readTargets({ values, formats: [], merged: [], isCut: false, dayOf, ...more }, known);
}

/** Reads rows that stand from row 2 on. */
export function readRows(
  rows: readonly Cells[],
  targetFormats: readonly string[] = [],
  known?: Parameters<typeof readTargets>[1],
): ReadTargets {
  const values = cellsOf(rows);
  const formats = values.map((row, at) =>
    row.map((_, column) => (HEADINGS[column] === 'TARGET' ? (targetFormats[at - 1] ?? '') : '')),
  );
  return read(values, { formats }, known);
}

function dayOf(date: Date): number {
  return parseIsoDate(date.toISOString().slice(0, 10)) ?? Number.NaN;
}
