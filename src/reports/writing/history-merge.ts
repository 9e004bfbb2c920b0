import { parseIsoDate } from '../../calendar/calendar-date';
import type { DateRange } from '../../calendar/date-range';
import { hasReusedIds } from '../reused-ids';
import type { SheetRow, SheetValue } from '../tables/sheet-table';

/** Where in a row its day and its ID stand, counted from 0. */
export interface HistoryColumns {
  /** Tables without days keep no history: `requireDays` sees to it. */
  readonly dateColumn: number;
  /** Null for a report whose rows have no ID. */
  readonly idColumn: number | null;
}

/**
 * The first row of the window in a table that is sorted by day and ends with the window: everything above stays.
 *
 * @param days The date column below the heading.
 * @returns The number of rows where all lie before the window; `undefined` where the rows are not in that order, or a
 *   cell is blank or no day: then only the whole table can be replaced.
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
 * Rows of a table that keeps history: of days outside the window those that were there, of days inside it the new
 * ones, sorted by day. Blank rows are dropped.
 *
 * A row whose ID comes again is replaced on whatever day it was: the newest answer knows where a shift belongs. Not where
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

/** Where the IDs stand by which rows are told apart; null where there are none, or one of them stands on two days. */
export function ownIdColumn(
  incoming: readonly SheetRow[],
  { dateColumn, idColumn }: HistoryColumns,
): number | null {
  if (idColumn === null) return null;
  const idOf = (row: SheetRow) => row[idColumn];
  return hasReusedIds(incoming, idOf, (row) => dayOf(row, dateColumn)) ? null : idColumn;
}

/** Rows by day, those without one last; rows of one day stay in their order. */
export function sortByDay(rows: readonly SheetRow[], dateColumn: number): SheetRow[] {
  const keyed = rows.map((row) => {
    const day = dayOf(row, dateColumn);
    return { row, day: day === null ? Number.POSITIVE_INFINITY : day };
  });
  return keyed
    .sort((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0))
    .map(({ row }) => row);
}

/** The day of a row; null where its cell holds none. A moment belongs to its day, and so does a date as text. */
export function dayOf(row: SheetRow, dateColumn: number): number | null {
  const value = valueAt(row, dateColumn);
  if (typeof value === 'number') return Math.floor(value);
  return (typeof value === 'string' && parseIsoDate(value)) || null;
}

/**
 * Which old column each new column takes its values from; null for a column that is new.
 *
 * @returns `undefined` where columns went and others came: the one may be the other by a new name, and only a person
 *   knows which.
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

/** Headings made distinct: each after how many before it have the same name. */
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
