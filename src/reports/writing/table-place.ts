import { isDate } from '../../calendar/calendar-date';
import { ReportError } from '../../employer-api/errors';
import { fitLine, shortHash, shownCount } from '../../employer-api/text';
import type { ReportSheet } from '../ports';
import type { SavedReport } from '../saved/saved-report';
import { columnLetters, fieldHeadings, isFilled, type NotePlace, type SheetTable } from '../sheet/cells';
import { blocked } from '../sheet/sheets';

/** The record of a report's table in its sheet. */
export interface TableRecord
  extends Pick<SavedReport, 'sheet' | 'sheetId' | 'headed' | 'extent' | 'foot' | 'noted' | 'nextNoted'> {
  /** The heading row of the last finished write; empty before the first. */
  readonly headings: readonly string[];
  /** The heading row of a write in progress, logged before it; empty once the write is finished. */
  readonly nextHeadings: readonly string[];
  /** The staging sheet of a run that has not ended; null if there is none. */
  readonly stagingId: number | null;
}

/** The table record of a report. */
export function recordOf(saved: TableRecord): TableRecord {
  const { sheet, sheetId, headed, headings, nextHeadings, extent, foot, noted, nextNoted, stagingId } = saved;
  return { sheet, sheetId, headed, headings, nextHeadings, extent, foot, noted, nextNoted, stagingId };
}

/** A table found in its sheet. */
interface OwnedTable {
  /** The headings of the table in the sheet; none if the sheet is blank. */
  readonly headings: readonly string[];
  /** The requested rows below the headings. */
  readonly rows: readonly (readonly unknown[])[];
  /** Whether the whole table has to be written. */
  readonly isNew: boolean;
}

/**
 * Finds the table in its sheet by its heading row.
 *
 * The row may be that of the last finished write or of an interrupted one. The longest match is used, because a shorter
 * one may be the beginning of a longer one. The whole table is written if its first write was interrupted, or if someone
 * cleared the whole sheet and then refreshes by a click. One service call; one more if the row is blank.
 *
 * @param rows How many rows below it to read as well.
 * @throws {ReportError} `sheet_blocked` for any other row.
 */
export function findTable(
  sheet: ReportSheet,
  saved: TableRecord,
  headings: readonly string[],
  mayReplace: boolean,
  rows = 0,
): OwnedTable {
  const candidates = [saved.headings, saved.nextHeadings, headings]
    .filter(({ length }) => length > 0)
    .sort((one, other) => other.length - one.length);
  const most = candidates[0] ? candidates[0].length : 0;
  // Reading beyond the grid fails, and someone may have deleted columns.
  const [row = [], ...below] =
    most === 0 ? [] : sheet.readBlock(1, 1, 1 + rows, Math.min(most, sheet.gridSize().columns));
  const found = candidates.find((candidate) => candidate.every((heading, index) => row[index] === heading));
  if (found) return { headings: found, rows: below, isNew: !saved.headed };
  const isBlank = row.every((cell) => cell === '');
  if (isBlank && (!saved.headed || (mayReplace && sheet.lastRow() === 0)))
    return { headings: [], rows: [], isNew: true };
  const fields = fieldHeadings(saved.headings, saved.noted);
  if (saved.noted && fields.every((heading, index) => row[index] === heading)) notesMoved(saved, saved.noted);
  const renamed = findRenamed(fields, row);
  return blocked(
    renamed
      ? `Edit the report and set Columns: ${renamed.heading} as ${fitLine(renamed.now, LONGEST_TOLD)}, or put the heading ${renamed.heading} of “${saved.sheet}” back: headings are renamed in the report’s form`
      : `Put the heading row of “${saved.sheet}” back (undo the change), or choose another sheet: row 1 was changed or moved`,
  );
}

const LONGEST_TOLD = 40;

/** Refuses a heading row in which someone renamed, moved, inserted or deleted a note column. */
function notesMoved({ sheet, headings }: TableRecord, { columns }: NotePlace): never {
  const first = columnLetters(headings.length - columns.length);
  const last = columnLetters(headings.length - 1);
  const place = first === last ? `${first}1` : `${first}1:${last}1`;
  return blocked(
    `Put ${columns.join(', ')} back as the headings in ${place} of “${sheet}” (undo the change), or change Note columns in the report’s form to what is there: note columns were renamed or moved`,
  );
}

/** The record of a table without its note columns, for what reads only the service’s fields. */
export function withoutNotes<Saved extends TableRecord>(saved: Saved): Saved {
  const { headings, nextHeadings, noted, nextNoted } = saved;
  return {
    ...saved,
    headings: fieldHeadings(headings, noted),
    nextHeadings: fieldHeadings(nextHeadings, nextNoted),
    noted: undefined,
    nextNoted: undefined,
  };
}

/** The first heading that a person typed over; `undefined` if the row was changed otherwise. */
function findRenamed(headings: readonly string[], row: readonly unknown[]) {
  const changed = headings.flatMap((heading, at) => (row[at] === heading ? [] : [{ heading, now: row[at] }]));
  const isRenamed = changed.every(
    ({ now }) => typeof now === 'string' && now.trim() !== '' && !headings.includes(now),
  );
  const [first] = changed;
  // A row with few of the headings is another one.
  return first && isRenamed && changed.length * 2 < headings.length
    ? { heading: first.heading, now: String(first.now) }
    : undefined;
}

/** True if the last write was finished and its heading row stays. */
export function keepsHeadings(saved: TableRecord, headings: readonly string[]): boolean {
  return saved.headed && saved.nextHeadings.length === 0 && areSameHeadings(saved.headings, headings);
}

/** True if two heading rows are equal. */
export function areSameHeadings(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((heading, index) => heading === other[index]);
}

/** What to store to find the end of a table again. @param record The record logged before the write. */
export function lastRowFingerprint(
  { columns, rows, head = 0 }: SheetTable & { readonly head?: number },
  { foot, extent }: TableRecord,
): TableRecord['foot'] {
  const last = rows[rows.length - 1];
  // If rows were added, the record counts more rows than those that stay.
  const isSame = head === extent;
  const key = last ? rowKey(last.filter((_, column) => !isTime(columns[column]?.kind))) : '';
  return foot && { ...foot, lastRow: isSame ? foot.lastRow : key };
}

/**
 * The record of a table with its current number of rows. People insert and delete rows inside a table and below it: the
 * number of rows of the grid shows that, and the place of the last row shows which of the two it was.
 *
 * No service call if the grid has as many rows as after the last write; otherwise up to eight.
 *
 * @throws {ReportError} `sheet_blocked` if it is unclear whether used cells belong to the table.
 */
export function locate<Saved extends TableRecord>(sheet: ReportSheet, saved: Saved): Saved {
  const { foot, extent, headings } = saved;
  const grid = sheet.gridSize();
  if (foot === undefined || extent === 0) return saved;
  const change = grid.rows - foot.gridRows;
  const least = Math.max(0, extent + Math.min(0, change));
  const most = Math.min(extent + Math.max(0, change), grid.rows - 1);
  const width = Math.min(Math.max(1, headings.length), grid.columns);
  // Blank cells may count as either.
  if (least >= most || sheet.isFree(2 + least, 1, most - least, width)) return { ...saved, extent: least };
  // Notes change at any time.
  const fields = Math.min(width, Math.max(1, fieldHeadings(headings, saved.noted).length));
  const lastOf = (rows: number) => {
    const row = rows > 0 && foot.lastRow !== '' ? sheet.readRow(1 + rows, fields) : [];
    return row.length > 0 && rowKey(row) === foot.lastRow ? row : undefined;
  };
  if (lastOf(most)) return { ...saved, extent: most };
  const last = lastOf(least);
  // If the table was sorted, its former last row may have rows of the table below it.
  const isEnd =
    last && !sheet.readBlock(2 + least, 1, most - least, fields).some((row) => isAlike(row, last));
  if (isEnd) return { ...saved, extent: least };
  return blocked(
    `Put the rows of “${sheet.name()}” back (undo the change), or move what A${2 + least}:${columnLetters(width - 1)}${1 + most} hold elsewhere: rows were inserted or deleted, and these may be yours`,
  );
}

/** The key of a row. Days and times are left out, because as cells return them they depend on the time zone. */
function rowKey(row: readonly unknown[]): string {
  const values = row.filter((value) => isFilled(value) && !isDate(value));
  return values.length === 0 ? '' : shortHash(JSON.stringify(values));
}

/** True if a row may belong to the same table: cells of the same types, and not many fewer. */
function isAlike(row: readonly unknown[], other: readonly unknown[]): boolean {
  const kindOf = (value: unknown) => (isDate(value) ? 'date' : typeof value);
  const both = row.map((value, column) => [value, other[column]]).filter((pair) => pair.every(isFilled));
  const isSame = both.every(([one, two]) => kindOf(one) === kindOf(two));
  return isSame && 2 * both.length >= other.filter(isFilled).length;
}

function isTime(kind: string | undefined): boolean {
  return kind === 'date' || kind === 'moment';
}

/** The most cells of a spreadsheet. */
const MOST_CELLS = 10_000_000;

/** Checks that a spreadsheet can hold a table. @throws {ReportError} `range_too_large` */
export function requireFitting({ columns, rows, head = 0 }: SheetTable & { readonly head?: number }): void {
  if ((head + rows.length) * columns.length > MOST_CELLS) throw new ReportError('range_too_large');
}

/**
 * Checks that a table may get longer. Up to five service calls.
 *
 * @throws {ReportError} `sheet_blocked`
 */
export function claimRows(sheet: ReportSheet, saved: TableRecord, extent: number, width: number): void {
  if (sheet.claimRows(2 + saved.extent, 1 + extent, width)) return;
  blocked(`Clear the cells below the table on “${saved.sheet}”: the new rows need the space`);
}

/**
 * Checks that a sheet has `width` columns. Columns are never added, so that cells to the right of a table stay in
 * place. One service call.
 *
 * @throws {ReportError} `sheet_blocked`
 */
export function requireColumns(sheet: ReportSheet, name: string, width: number): void {
  const missing = width - sheet.columnCount();
  if (missing <= 0) return;
  blocked(
    `Add ${shownCount(missing, 'column')} at the right end of “${name}”, or choose fewer: the table has ${width}`,
  );
}

/** Refuses a sheet that belongs to a person. @throws {ReportError} `sheet_blocked` */
export function occupied(name: string): never {
  return blocked(`Choose an empty sheet or a new name: “${name}” already holds something`);
}
