import {
  type CalendarDate,
  type DateRange,
  formatIsoDate,
  isOn,
  startOfMonth,
} from '../../calendar/calendar-date';
import type { History } from '../saved/saved-report';
import { areSame, type SheetRow, type SheetTable, type SheetValue } from '../sheet/cells';
import { type FoundTable, rowCount, type TableRecord } from '../sheet/report-table';
import { blocked } from '../sheet/sheets';

/** The days of the rows that a table holds, from its date column; null for a cell without a day. */
export type TableDays = readonly (CalendarDate | null)[];

/**
 * Reads the days of a table's rows. One service call.
 *
 * @returns `undefined` if its columns are not those of the last finished write.
 */
export function readDays(
  found: FoundTable,
  { fields, next }: TableRecord,
  value: (cell: unknown) => SheetValue,
): TableDays | undefined {
  const left = fields.indexOf('SHIFT_DATE');
  if (next !== null || left < 0 || found.headings.length === 0) return undefined;
  return readRows(found, value, { width: 1, left }).map(([cell]) => dayOf(cell));
}

/** Rows of a table, below its first `head` ones, of some of its columns. One service call if there are any. */
export function readRows(
  found: FoundTable,
  value: (cell: unknown) => SheetValue,
  { width, left = 0, head = 0 }: { readonly width: number; readonly left?: number; readonly head?: number },
): SheetRow[] {
  const rows = rowCount(found) - head;
  if (rows <= 0 || width <= 0) return [];
  const { row, column } = found.block;
  const cells = found.sheet.readBlock(row + 1 + head, column + left, rows, width);
  return cells.map((line) => line.map(value));
}

/** The day of a cell of a date column; null for a cell without one. */
export function dayOf(value: SheetValue | undefined): CalendarDate | null {
  return typeof value === 'number' ? Math.floor(value) : null;
}

/** The number of rows of each month, `2026-03`; rows without a day are in none. */
export function countMonths(days: TableDays): Record<string, number> {
  const byDay = new Map<CalendarDate, number>();
  for (const day of days) if (day !== null) byDay.set(day, (byDay.get(day) ?? 0) + 1);
  const counts: Record<string, number> = {};
  for (const [day, count] of byDay) counts[nameOf(day)] = (counts[nameOf(day)] ?? 0) + count;
  return counts;
}

function nameOf(day: CalendarDate): string {
  return formatIsoDate(day).slice(0, 7);
}

/**
 * The days to fetch for a table that keeps history: the months of the days asked for, the month before, for a period that
 * moves also every month since the last run, and every kept month whose number of rows in the sheet is not the number that
 * was written. Never a day before the first that was ever fetched.
 *
 * @param history `undefined` before the first refresh: then the days asked for.
 * @param days Those of the table; `undefined` if they are unknown: then all kept months.
 */
export function daysToRead(
  history: History | null,
  asked: DateRange,
  days: TableDays | undefined,
  moves: boolean,
): DateRange[] {
  if (history === null) return [asked];
  const { from, to, next, months } = history;
  const since = Math.min(startOfMonth(asked.from, -1), moves ? startOfMonth(next) : Number.POSITIVE_INFINITY);
  const newest = {
    from: Math.min(asked.from, Math.max(from, since)),
    to: Math.max(asked.to, Math.min(to, startOfMonth(asked.to, 1) - 1)),
  };
  const counts = days === undefined ? {} : countMonths(days);
  const ranges = [newest];
  for (let month = startOfMonth(from); month <= to; month = startOfMonth(month, 1)) {
    const whole = { from: Math.max(from, month), to: Math.min(to, startOfMonth(month, 1) - 1) };
    if (counts[nameOf(month)] !== months[nameOf(month)]) ranges.push(whole);
  }
  // In order, with those that touch joined.
  const joined: DateRange[] = [];
  for (const range of ranges.sort((one, other) => one.from - other.from)) {
    const last = joined[joined.length - 1];
    if (last === undefined || range.from > last.to + 1) joined.push(range);
    else joined[joined.length - 1] = { from: last.from, to: Math.max(last.to, range.to) };
  }
  return joined;
}

/** The rows of a table that keeps history, as they are to be written. */
export interface MergedTable {
  /** All rows below `head` rows that stay: those that were fetched, and those that stay between them. */
  readonly rows: readonly SheetRow[];
  readonly head: number;
  /** The rows in their place now, in the columns of the new table. */
  readonly before: readonly SheetRow[];
  /** The days of these rows, and of all rows of the new table. */
  readonly daysBefore: TableDays;
  readonly days: TableDays;
}

/**
 * Replaces the fetched days in a table, and keeps all others. The rows from the first fetched day to the end are read and
 * rewritten; if people sorted the table, or its columns change, all. One service call.
 *
 * Cells that were read are written back unchanged, even if someone edited them; a formula becomes its value. Rows without
 * a day go.
 *
 * @param days Those of the table now; `undefined` if its columns are not those of the last finished write.
 * @param table The fetched rows in the new columns, which have these fields.
 * @throws {ReportError} `sheet_blocked` if the kept rows lack a column.
 */
export function mergeHistory(
  found: FoundTable,
  saved: TableRecord,
  days: TableDays | undefined,
  table: SheetTable & { readonly fields: readonly string[] },
  ranges: readonly DateRange[],
  value: (cell: unknown) => SheetValue,
): MergedTable {
  const dayOfRow = (row: SheetRow) => dayOf(row[table.fields.indexOf('SHIFT_DATE')]);
  const first = ranges[0]?.from ?? 0;
  const width = found.fields.length;
  const isSame = days !== undefined && areSame(saved.fields, table.fields) && width === table.columns.length;
  const head = isSame && isSorted(days) ? days.filter((day) => day !== null && day < first).length : 0;
  const old = readRows(found, value, { width, head });
  const before = isSame ? old : inColumns(old, saved, found, table);
  const daysBefore = before.map(dayOfRow);
  const kept = before.filter((_, at) => {
    const day = daysBefore[at];
    return day !== null && day !== undefined && !ranges.some((range) => isOn(day, range));
  });
  // Rows of one day keep their order.
  const rows = [...kept, ...table.rows].sort((one, other) => (dayOfRow(one) ?? 0) - (dayOfRow(other) ?? 0));
  return { rows, head, before, daysBefore, days: [...(days ?? []).slice(0, head), ...rows.map(dayOfRow)] };
}

export function isSorted(days: TableDays): boolean {
  return days.every((day, at) => day !== null && day >= (days[at - 1] ?? day));
}

/** Kept rows in the columns of the new table, by field; a column that is new stays blank for them. */
function inColumns(
  rows: readonly SheetRow[],
  saved: TableRecord,
  { tab, headings, fields: shown }: FoundTable,
  { columns, fields }: Pick<SheetTable, 'columns'> & { readonly fields: readonly string[] },
): SheetRow[] {
  if (rows.length === 0) return [];
  const isKnown = saved.fields.length > 0 && areSame(headings, saved.headings);
  const old = isKnown ? saved.fields : headings.slice(0, shown.length);
  const wanted = isKnown ? fields : columns.map(({ heading }) => heading);
  const sources = wanted.map((name) => old.indexOf(name));
  if (sources.includes(-1) && old.some((name) => !wanted.includes(name)))
    blocked(
      `Choose another sheet, or take the new columns and names back: “${tab}” keeps days that have only the old ones`,
    );
  if (sources[fields.indexOf('SHIFT_DATE')] === -1)
    blocked(`Choose another sheet: the rows on “${tab}” have no SHIFT_DATE, so their days are unknown`);
  return rows.map((row) => sources.map((source) => row[source] ?? null));
}

/** The record after a table was written. @param fetched The days that were fetched, in order. */
export function historyAfter(
  history: History | null,
  fetched: readonly DateRange[],
  days: TableDays,
  today: CalendarDate,
): History {
  const [first, last] = [fetched[0] as DateRange, fetched[fetched.length - 1] as DateRange];
  const { from, to, next } = history ?? { ...first, next: 0 };
  return {
    from: Math.min(from, first.from),
    to: Math.max(to, last.to),
    // A day is not over before the next one.
    next: Math.max(next, Math.min(last.to + 1, today)),
    months: countMonths(days),
  };
}

/** The first and the last day of a table that keeps history. */
export function daysWithHistory({ from, to }: DateRange, days: TableDays): DateRange {
  return {
    from: days.reduce<number>((first, day) => Math.min(first, day ?? first), from),
    to: days.reduce<number>((last, day) => Math.max(last, day ?? last), to),
  };
}
