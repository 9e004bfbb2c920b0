import { type CalendarDate, type DateRange, isOn, startOfMonth } from '../../calendar/calendar-date';
import type { History } from '../saved/saved-report';
import { areSame, blocked, dayOf, isFilled, type ReadCell, type SheetRow } from '../sheet/cells';
import { type FoundTable, type HeadingRow, readTableRows, type TableDays } from '../sheet/report-table';

/** The number of rows of each month, by its first day; rows without a day are in none. */
export function countMonths(days: TableDays): Record<string, number> {
  const counts: Record<string, number> = {};
  let [first, next] = [0, 0];
  for (const day of days) {
    if (day === null) continue;
    if (day < first || day >= next) [first, next] = [startOfMonth(day), startOfMonth(day, 1)];
    counts[first] = (counts[first] ?? 0) + 1;
  }
  return counts;
}

/**
 * The days to fetch for a table that keeps history: the months of the days asked for, the month before, and for a period
 * that moves every month since the last refresh; with any kept month whose number of rows in the sheet is not the number that
 * was written, and all days between. Never a day before the first that was ever fetched.
 *
 * @param days Those of the table; `undefined` if they are unknown: then all kept months.
 * @param refreshed The day of the last refresh; left out for a period that doesn't move.
 */
export function daysToRead(
  history: History,
  asked: DateRange,
  days: TableDays | undefined,
  refreshed: CalendarDate | undefined,
): DateRange {
  const { from, to, months } = history;
  const lastRefresh = refreshed === undefined ? asked.from : Math.min(refreshed, to);
  const since = Math.min(startOfMonth(asked.from, -1), startOfMonth(lastRefresh));
  const counts = days === undefined ? {} : countMonths(days);
  let range = {
    from: Math.min(asked.from, Math.max(from, since)),
    to: Math.max(asked.to, Math.min(to, startOfMonth(asked.to, 1) - 1)),
  };
  for (let month = startOfMonth(from); month <= to; month = startOfMonth(month, 1)) {
    if (counts[month] === months[month]) continue;
    const last = Math.min(to, startOfMonth(month, 1) - 1);
    range = { from: Math.min(range.from, Math.max(from, month)), to: Math.max(range.to, last) };
  }
  return range;
}

/**
 * Replaces the fetched days in a table, and keeps all others. The rows from the first fetched day to the end are read and
 * rewritten; if people sorted the table, or its columns change, all.
 *
 * Cells that were read are written back unchanged, even if someone edited them; a formula becomes its value. Rows without
 * a day go.
 *
 * @param days Those of the table now; `undefined` if all of it is to be rewritten.
 * @param wanted The heading row of the new table.
 * @param fetched Its rows of the fetched days.
 * @returns All rows below `head` rows that stay; the rows in their place now, in their own columns; the days of these, and of
 *   all rows of the new table.
 * @throws {ReportError} `sheet_blocked` if the kept rows lack a column.
 */
export function mergeHistory(
  found: FoundTable,
  days: TableDays | undefined,
  wanted: HeadingRow,
  fetched: readonly SheetRow[],
  range: DateRange,
  value: ReadCell,
) {
  const column = wanted.fields.indexOf('SHIFT_DATE');
  const dayOfRow = (row: SheetRow) => dayOf(row[column]);
  const isSame = areSame(found.fields, wanted.fields) && areSame(found.headings, wanted.headings);
  const known = isSame ? days : undefined;
  const head = (known && rowsBefore(known, range.from)) ?? 0;
  const before = readTableRows(found, value, head);
  const there = inColumns(before.rows, found, wanted.fields);
  const daysBefore = there.map(dayOfRow);
  const kept = there.filter((_, at) => {
    const day = daysBefore[at];
    return day !== null && day !== undefined && !isOn(day, range);
  });
  // Rows of one day keep their order.
  const rows = [...kept, ...fetched].sort((one, other) => (dayOfRow(one) ?? 0) - (dayOfRow(other) ?? 0));
  return { rows, head, before, daysBefore, days: [...(known ?? []).slice(0, head), ...rows.map(dayOfRow)] };
}

/** How many rows come before a day; `undefined` if people sorted the table. */
export function rowsBefore(days: TableDays, first: CalendarDate): number | undefined {
  const isSorted = days.every((day, at) => day !== null && day >= (days[at - 1] ?? day));
  return isSorted ? days.filter((day) => day !== null && day < first).length : undefined;
}

/** Kept rows in the columns of the new table; a column that is new stays blank for them. */
function inColumns(
  rows: readonly SheetRow[],
  found: FoundTable,
  wanted: readonly string[],
): readonly SheetRow[] {
  // Those of a table that was emptied keep nothing.
  if (areSame(found.fields, wanted) || !rows.some((row) => row.some(isFilled))) return rows;
  const sources = wanted.map((field) => found.fields.indexOf(field));
  if (sources.includes(-1) && found.fields.some((field) => !wanted.includes(field)))
    blocked(
      `Choose another sheet, or take the new columns and names back: “${found.tab}” keeps days that have only the old ones`,
    );
  if (sources[wanted.indexOf('SHIFT_DATE')] === -1)
    blocked(`Choose another sheet: the rows on “${found.tab}” have no SHIFT_DATE, so their days are unknown`);
  return rows.map((row) => sources.map((source) => row[source] ?? null));
}

/**
 * The record after a refresh.
 *
 * @param fetched The days that were fetched.
 * @param written The days of the table's rows; `undefined` if it was left as it is: rows that people deleted are missed until
 *   a refresh writes again.
 */
export function historyAfter(
  history: History | null,
  fetched: DateRange,
  written: TableDays | undefined,
): History {
  const { from, to } = history ?? fetched;
  return {
    from: Math.min(from, fetched.from),
    to: Math.max(to, fetched.to),
    months: written ? countMonths(written) : (history?.months ?? {}),
  };
}

/** The first and the last day of a table that keeps history. */
export function daysWithHistory({ from, to }: DateRange, days: TableDays): DateRange {
  return {
    from: days.reduce<number>((first, day) => Math.min(first, day ?? first), from),
    to: days.reduce<number>((last, day) => Math.max(last, day ?? last), to),
  };
}
