import type { ShiftRow } from '../../../src/employer-api/shift-records';

/** The five percentages of a record, counted from 0: specification section 2.2. */
const PERCENTAGES = [6, 8, 10, 12, 16];
const DAY_MILLIS = 86_400_000;
/** Serial number of 1970-01-01. */
const EPOCH = 25_569;

/**
 * Week × venue × role as notebooks do it: the mean of the published percentages in each group, blanks left out.
 *
 * A record of one position weighs as much as one of a hundred, so this is not the percentage of the group.
 */
export function meansOfPercentages(rows: readonly ShiftRow[]): unknown[][] {
  const groups: Record<string, ShiftRow[]> = {};
  for (const row of rows) {
    const key = JSON.stringify([weekOf(row[0] as number), row[1], row[3]]);
    groups[key] = groups[key] ?? [];
    groups[key].push(row);
  }
  return Object.entries(groups).map(([key, members]) => [
    ...JSON.parse(key),
    ...PERCENTAGES.map((column) => meanOf(members.map((row) => row[column] ?? null))),
  ]);
}

/** The mean of the numbers among these; null where there is none. */
export function meanOf(values: readonly unknown[]): number | null {
  const numbers = values.filter((value): value is number => typeof value === 'number');
  return numbers.length === 0 ? null : numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
}

/** The Monday of a day, as text. */
function weekOf(day: number): string {
  const date = new Date((day - EPOCH) * DAY_MILLIS);
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  return date.toISOString().slice(0, 10);
}
