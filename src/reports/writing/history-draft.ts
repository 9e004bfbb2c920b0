import type { DateRange } from '../../calendar/date-range';
import type { ReportSheet, ReportSheets, SpreadsheetCalendar } from '../ports';
import { headingsOf, type SheetRow, type SheetTable, type SheetValue } from '../tables/sheet-table';
import { cellReader } from './history-cells';
import {
  dayOf,
  findTail,
  type HistoryColumns,
  matchColumns,
  mergeHistory,
  ownIdColumn,
  sortByDay,
} from './history-merge';
import { locate } from './table-foot';
import { areSameHeadings, blocked, findTable, keepsHeadings, type TableRecord } from './table-heading';
import type { TableDraft } from './table-writer';

/** How a table keeps what was fetched before. */
export interface HistoryOptions extends HistoryColumns {
  /** The service's names of the columns, whatever their headings. */
  readonly fields: readonly string[];
  /** Those of the table as it stands; empty where they were not noted. */
  readonly formerFields: readonly string[];
  /** The days that were fetched: they are replaced, all others stay. */
  readonly window: DateRange;
  readonly calendar: SpreadsheetCalendar;
  readonly zone: string;
  /** Whether a sheet that was emptied may be begun anew: after a click, never on a schedule. */
  readonly mayReplace: boolean;
}

/**
 * What to write so that the days of the window are replaced and all others stay.
 *
 * Of a table that is sorted by day and ends with the window, as we write it, only the rows of the window are written:
 * two service calls, which read the date column and what stands in those rows; one more, for the IDs of the rows that
 * stay, where shifts came that were not among those. Any other table, and one in which a shift moved into the window, is
 * read (two calls), merged and replaced whole.
 * What was read is written back as it was: a cell that is no longer what we wrote stays what it is; a formula becomes
 * its value.
 *
 * @throws {ReportError} `sheet_blocked`
 */
export function draftHistory(
  sheets: ReportSheets,
  saved: TableRecord,
  table: SheetTable,
  options: HistoryOptions,
): TableDraft {
  const { columns } = table;
  const rows = sortByDay(table.rows, options.dateColumn);
  const sheet = saved.sheetId === null ? undefined : sheets.byId(saved.sheetId);
  const isGone = saved.extent > 0;
  // A sheet that comes back, by undoing its deletion, brings rows that nobody has seen here.
  if (sheet === undefined) return { columns, rows, isGone, stillStands: () => false };
  const owned = locate(sheet, saved);
  if (owned.extent === 0) return { columns, rows, isGone, ...keepsColumns(owned, columns, options, []) };
  const tail = draftTail(sheet, owned, { columns, rows }, options);
  return tail ?? draftWhole(sheet, owned, { columns, rows }, options);
}

/**
 * @returns `undefined` where the table is not sorted by day, has gaps, or does not end with the window; and where a
 *   shift that stays came again.
 */
function draftTail(
  sheet: ReportSheet,
  saved: TableRecord,
  { columns, rows }: SheetTable,
  options: HistoryOptions,
): TableDraft | undefined {
  const { dateColumn, window, calendar, zone } = options;
  const idColumn = ownIdColumn(rows, options);
  if (!keepsTable(saved, columns, options)) return undefined;
  if (rows.some((row) => dayOf(row, dateColumn) === null)) return undefined;
  const value = cellReader(calendar, zone);
  const read = columnReader(sheet, dateColumn, value);
  const days = read(0, saved.extent);
  const head = days.length < saved.extent ? undefined : findTail(days, window);
  if (head === undefined) return undefined;
  // The last row that stays, and all below it: any shift of rows shows there.
  const first = Math.max(0, head - 1);
  const expected = days.slice(first);
  const stillStands = (now: ReportSheet) =>
    expected.length === 0 || areSame(columnReader(now, dateColumn, value)(first, expected.length), expected);
  const tail = head < saved.extent ? sheet.readBlock(2 + head, 1, saved.extent - head, columns.length) : [];
  const before = tail.map((line) => line.map(value));
  if (idColumn !== null && head > 0) {
    const known = new Set(before.map((row) => row[idColumn]));
    const came = new Set(rows.map((row) => row[idColumn] ?? null).filter((id) => !known.has(id)));
    came.delete(null);
    const ids = came.size === 0 ? [] : columnReader(sheet, idColumn, value)(0, head);
    if (ids.some((id) => came.has(id))) return undefined;
  }
  const stayed = daysOutside(days.slice(0, head), window);
  return { columns, rows, head, before, stayed, stillStands };
}

function draftWhole(
  sheet: ReportSheet,
  saved: TableRecord,
  { columns, rows }: SheetTable,
  options: HistoryOptions,
): TableDraft {
  const { dateColumn, window, calendar, zone, fields, formerFields } = options;
  const headings = headingsOf(columns);
  const found = findTable(sheet, saved, headings, options.mayReplace);
  if (found.headings.length === 0) return { columns, rows, isGone: true };
  // Of a write that was cut short nobody knows which fields stand there.
  const isKnown = saved.nextHeadings.length === 0 && formerFields.length === found.headings.length;
  const sources = isKnown
    ? matchColumns(namedBy(found.headings, formerFields), namedBy(headings, fields))
    : matchColumns(found.headings, headings);
  if (sources === undefined) {
    return blocked(
      `Choose another sheet, or take the new columns and names back: “${saved.sheet}” keeps days that have only the old ones`,
    );
  }
  const oldDateColumn = sources[dateColumn] ?? null;
  if (oldDateColumn === null) {
    return blocked(
      `Choose another sheet: the rows on “${saved.sheet}” have no SHIFT_DATE, so nobody can tell which days they are of`,
    );
  }
  const value = cellReader(calendar, zone);
  const old = sheet.readBlock(2, 1, saved.extent, found.headings.length).map((line) => line.map(value));
  const kept = old.map(
    (row): SheetRow => sources.map((source) => (source === null ? null : (row[source] ?? null))),
  );
  const expected = old.map((row) => row[oldDateColumn] ?? null);
  const stillStands = (now: ReportSheet) =>
    areSame(columnReader(now, oldDateColumn, value)(0, saved.extent), expected);
  if (old.every((row) => row.every((cell) => cell === null)))
    return { columns, rows, isGone: true, stillStands };
  const merged = mergeHistory(kept, rows, window, options);
  const stayed = daysOutside(
    merged.map((row) => dayOf(row, dateColumn)),
    window,
  );
  const before = keepsColumns(saved, columns, options, old);
  return { columns, rows: merged, replaced: kept, stayed, stillStands, ...before };
}

/** The first and the last of these days that the window has not; `undefined` where it has all. */
function daysOutside(days: readonly SheetValue[], window: DateRange): DateRange | undefined {
  let outside: DateRange | undefined;
  for (const day of days) {
    if (typeof day !== 'number' || (day >= window.from && day < window.to + 1)) continue;
    const { from, to } = outside ?? { from: day, to: day };
    outside = { from: Math.floor(Math.min(from, day)), to: Math.floor(Math.max(to, day)) };
  }
  return outside;
}

/** What stood there is worth keeping where it has the same columns. */
function keepsColumns(
  saved: TableRecord,
  columns: SheetTable['columns'],
  options: HistoryOptions,
  before: readonly SheetRow[],
) {
  return keepsTable(saved, columns, options) ? { before } : {};
}

/** Whether the columns stay, by their headings and, where that is known, by what they show. */
function keepsTable(
  saved: TableRecord,
  columns: SheetTable['columns'],
  { fields, formerFields }: HistoryOptions,
): boolean {
  const isSame = formerFields.length === 0 || areSameHeadings(formerFields, fields);
  return isSame && keepsHeadings(saved, headingsOf(columns));
}

/** The same name is the same column only where it shows the same field. */
function namedBy(headings: readonly string[], fields: readonly string[]): string[] {
  return headings.map((heading, at) => `${fields[at]} ${heading}`);
}

/** Reads cells of a column by their rows, counted from 0 below the heading row. One service call. */
function columnReader(sheet: ReportSheet, column: number, value: (cell: unknown) => SheetValue) {
  return (first: number, count: number): SheetValue[] =>
    sheet.readBlock(2 + first, column + 1, count, 1).map(([cell]) => value(cell));
}

function areSame(one: readonly SheetValue[], other: readonly SheetValue[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}
