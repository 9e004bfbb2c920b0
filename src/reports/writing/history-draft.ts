import { type DateRange, parseIsoDate } from '../../calendar/calendar-date';
import type { ReportSheet, ReportSheets, SpreadsheetCalendar } from '../ports';
import { headingsOf, type SheetRow, type SheetTable, type SheetValue } from '../sheet/cells';
import { blocked, cellReader } from '../sheet/sheets';
import {
  areSameHeadings,
  findTable,
  keepsHeadings,
  locate,
  type TableRecord,
  withoutNotes,
} from './table-place';
import type { TableDraft } from './table-writer';

/** How to write a table that keeps history. */
export interface HistoryOptions extends HistoryColumns {
  /** The service's names of the columns, whatever their headings. */
  readonly fields: readonly string[];
  /** Those of the table on the sheet; empty before the first finished write. */
  readonly formerFields: readonly string[];
  /** The fetched days: they are replaced, all others stay. */
  readonly window: DateRange;
  readonly calendar: SpreadsheetCalendar;
  readonly zone: string;
  /** Whether an emptied sheet may get a new table: after a click, never on a schedule. */
  readonly mayReplace: boolean;
}

/**
 * Drafts a write that replaces the days of the window and keeps all others.
 *
 * If a table is sorted by day and ends with the window, as we write it, only the rows of the window are written: two
 * service calls, to read the date column and those rows; one more, for the IDs of the rows that stay, if new shifts
 * came. Any other table, and one in which a shift moved into the window, is read (two calls), merged and replaced as a
 * whole.
 *
 * Cells that were read are written back unchanged, even if someone edited them; a formula becomes its value.
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
  // If someone undoes the deletion of a sheet, it comes back with rows that were not read here.
  if (sheet === undefined) return { columns, rows, isGone, stillStands: () => false };
  const owned = withoutNotes(locate(sheet, saved));
  if (owned.extent === 0) return { columns, rows, isGone, ...keepsColumns(owned, columns, options, []) };
  const tail = draftTail(sheet, owned, { columns, rows }, options);
  return tail ?? draftWhole(sheet, owned, { columns, rows }, options);
}

/**
 * @returns `undefined` if the table is not sorted by day, has gaps, or does not end with the window; or if a shift
 *   among the rows that stay came again.
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
  // The last row that stays, and all below it: moved rows show there.
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
  // After an interrupted write, the fields of the columns are unknown.
  const isKnown = saved.nextHeadings.length === 0 && formerFields.length === found.headings.length;
  const sources = isKnown ? matchColumns(formerFields, fields) : matchColumns(found.headings, headings);
  if (sources === undefined) {
    return blocked(
      `Choose another sheet, or take the new columns and names back: “${saved.sheet}” keeps days that have only the old ones`,
    );
  }
  const oldDateColumn = sources[dateColumn] ?? null;
  if (oldDateColumn === null) {
    return blocked(
      `Choose another sheet: the rows on “${saved.sheet}” have no SHIFT_DATE, so their days are unknown`,
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

/** The first and the last of these days outside the window; `undefined` if there are none. */
function daysOutside(days: readonly SheetValue[], window: DateRange): DateRange | undefined {
  let outside: DateRange | undefined;
  for (const day of days) {
    if (typeof day !== 'number' || (day >= window.from && day < window.to + 1)) continue;
    const { from, to } = outside ?? { from: day, to: day };
    outside = { from: Math.floor(Math.min(from, day)), to: Math.floor(Math.max(to, day)) };
  }
  return outside;
}

/** The old rows, if they have the same columns. */
function keepsColumns(
  saved: TableRecord,
  columns: SheetTable['columns'],
  options: HistoryOptions,
  before: readonly SheetRow[],
) {
  return keepsTable(saved, columns, options) ? { before } : {};
}

/** True if the columns stay the same, by their headings and, if known, by their fields. */
function keepsTable(
  saved: TableRecord,
  columns: SheetTable['columns'],
  { fields, formerFields }: HistoryOptions,
): boolean {
  const isSame = formerFields.length === 0 || areSameHeadings(formerFields, fields);
  return isSame && keepsHeadings(saved, headingsOf(columns));
}

/** Reads cells of a column by their rows, counted from 0 below the heading row. One service call. */
function columnReader(sheet: ReportSheet, column: number, value: (cell: unknown) => SheetValue) {
  return (first: number, count: number): SheetValue[] =>
    sheet.readBlock(2 + first, column + 1, count, 1).map(([cell]) => value(cell));
}

function areSame(one: readonly SheetValue[], other: readonly SheetValue[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}

/** The columns of the day and the ID, counted from 0. */
interface HistoryColumns {
  /** Tables without days keep no history: `requireDays` refuses them. */
  readonly dateColumn: number;
  /** Null for a report whose rows have no ID. */
  readonly idColumn: number | null;
}

/**
 * Finds the first row of the window in a table that is sorted by day and ends with the window: all rows above stay.
 *
 * @param days The date column below the heading.
 * @returns The number of rows if all are before the window; `undefined` if the rows are in another order, or a cell is
 *   blank or no day: then only the whole table can be replaced.
 */
export function findTail(days: readonly SheetValue[], window: DateRange): number | undefined {
  let before = Number.NEGATIVE_INFINITY;
  let start = days.length;
  for (let index = days.length - 1; index >= 0; index -= 1) {
    const day = days[index];
    if (typeof day === 'number' && day >= window.from) start = index;
  }
  for (const day of days) {
    if (typeof day !== 'number' || day < before || day >= window.to + 1) return undefined;
    before = day;
  }
  return start;
}

/**
 * Merges the rows of a table that keeps history: old rows of days outside the window, new rows of days inside it,
 * sorted by day. Blank rows are dropped.
 *
 * A row whose ID comes again is replaced, whatever its day: the newest answer is right about the day of a shift. Not if
 * the new rows have an ID on two days. A row without a day stays, at the end, unless it comes again.
 */
export function mergeHistory(
  kept: readonly SheetRow[],
  incoming: readonly SheetRow[],
  window: DateRange,
  columns: HistoryColumns,
): SheetRow[] {
  const { dateColumn } = columns;
  const idColumn = ownIdColumn(incoming, columns);
  const newIds = new Set(idColumn === null ? [] : incoming.map((row) => valueAt(row, idColumn)));
  newIds.delete(null);
  const undated = new Set(incoming.filter((row) => dayOf(row, dateColumn) === null).map(describeRow));
  const stays = (row: SheetRow) => {
    if (idColumn !== null && newIds.has(valueAt(row, idColumn))) return false;
    const day = dayOf(row, dateColumn);
    if (day !== null) return day < window.from || day > window.to;
    return row.some((value) => value !== null) && !undated.has(describeRow(row));
  };
  return sortByDay([...kept.filter(stays), ...incoming], dateColumn);
}

/**
 * Whether one ID stands on two days: then it is no record's own. The specification does not say that SHIFT_ID is unique
 * (section 2.2).
 *
 * @param dayOf Anything but a number is no day.
 */
export function hasReusedIds<Row>(
  rows: readonly Row[],
  idOf: (row: Row) => unknown,
  dayOf: (row: Row) => unknown,
): boolean {
  const days = new Map<unknown, number>();
  return rows.some((row) => {
    const id = idOf(row) ?? null;
    const day = dayOf(row);
    if (id === null || typeof day !== 'number') return false;
    const known = days.get(id);
    if (known === undefined) days.set(id, day);
    return known !== undefined && known !== day;
  });
}

/** The column of IDs that identify rows; null if there is none, or if an ID is on two days. */
function ownIdColumn(incoming: readonly SheetRow[], { dateColumn, idColumn }: HistoryColumns): number | null {
  if (idColumn === null) return null;
  const idOf = (row: SheetRow) => row[idColumn];
  return hasReusedIds(incoming, idOf, (row) => dayOf(row, dateColumn)) ? null : idColumn;
}

/** Sorts rows by day, rows without a day last; rows of one day keep their order. */
function sortByDay(rows: readonly SheetRow[], dateColumn: number): SheetRow[] {
  const keyed = rows.map((row) => {
    const day = dayOf(row, dateColumn);
    return { row, day: day === null ? Number.POSITIVE_INFINITY : day };
  });
  return keyed
    .sort((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0))
    .map(({ row }) => row);
}

/** The day of a row, from a day, a moment or a date as text; null if the cell has none. */
function dayOf(row: SheetRow, dateColumn: number): number | null {
  const value = valueAt(row, dateColumn);
  if (typeof value === 'number') return Math.floor(value);
  return (typeof value === 'string' && parseIsoDate(value)) || null;
}

/**
 * The old column for each new column; null for a column that is new.
 *
 * @returns `undefined` if columns disappeared and others appeared: they may be the same under a new name, which only a
 *   person knows.
 */
export function matchColumns(
  before: readonly string[],
  now: readonly string[],
): (number | null)[] | undefined {
  const [old, wanted] = [numbered(before), numbered(now)];
  const sources = wanted.map((name) => (old.includes(name) ? old.indexOf(name) : null));
  const came = sources.includes(null);
  const went = old.some((name) => !wanted.includes(name));
  return came && went ? undefined : sources;
}

/** Makes headings distinct by a prefix: how many before it have the same name. */
function numbered(headings: readonly string[]): string[] {
  return headings.map((heading, index) => {
    const same = headings.slice(0, index).filter((other) => other === heading).length;
    return `${same} ${heading}`;
  });
}

function describeRow(row: SheetRow): string {
  return JSON.stringify(row);
}

function valueAt(row: SheetRow, column: number): SheetValue {
  const value = row[column];
  return value === undefined ? null : value;
}
