import { formatIsoDate, toMinute } from '../../calendar/calendar-date';
import { refuse } from '../../employer-api/errors';
import { shownCount } from '../../employer-api/text';
import {
  findNotesSheet,
  lineCells,
  NOTE_COLUMN,
  NOTE_LINE_COLUMNS,
  type NoteLine,
  readNotesSheet,
  shiftOf,
  writeLines,
} from '../notes/notes';
import { locked, readDocumentState } from '../saved/document-state';
import type { SavedReport } from '../saved/saved-report';
import { headingsOf, type SheetRow, type SheetValue, sheetRows } from '../sheet/cells';
import { findTable, requireUnmoved, rowCount } from '../sheet/report-table';
import { cellReader } from '../sheet/sheets';
import { type RefreshServices, requireFree } from './lease';

/** The columns of the file: those of the sheet of notes without its key. */
const FILE_COLUMNS = NOTE_LINE_COLUMNS.slice(0, -1);
const FILE_NAME = 'shift-notes.csv';

/**
 * All notes of a spreadsheet, in its tables and on the sheet of notes, as a file. Four service calls for each table with
 * note columns, and four for the sheet of notes.
 *
 * @throws {ReportError} `sheet_blocked` if a heading row is not as it was left.
 */
export function exportNotes(services: RefreshServices) {
  const { lines } = readAllNotes(services);
  const rows = [headingsOf(FILE_COLUMNS), ...lines.map(fileCells)];
  const text = rows.map((row) => row.map(quoted).join(',')).join('\r\n');
  return { name: FILE_NAME, text, count: lines.length };
}

/**
 * Deletes all notes, in the tables and on the sheet of notes; lines of people there stay. Reads first, without the lock;
 * one service call for each table, two for the sheet of notes. If the run is killed, the rest can be deleted again.
 *
 * @param expected How many notes the person has seen in the file.
 * @throws {ReportError} `changed_meanwhile` if there are more or fewer by now, or a refresh ended while they were read, with
 *   nothing deleted; `busy` while a refresh runs; `sheet_blocked`.
 */
export function deleteNotes(services: RefreshServices, expected: number): void {
  const { reports, tables, left, lines, zone } = readAllNotes(services);
  if (lines.length !== expected)
    refuse('changed_meanwhile', `Export again: there are ${shownCount(lines.length, 'note')} by now`);
  locked(services, (now) => {
    requireFree(services, now, zone);
    if (JSON.stringify(now.reports) !== JSON.stringify(reports))
      refuse('changed_meanwhile', 'Export again: a refresh has changed the tables by now');
    for (const { found } of tables) requireUnmoved(services.sheets, found);
    if (left) {
      const typed = left.lines.filter(({ key }) => key === null);
      writeLines(left.sheet, typed, left.height);
    }
    for (const { found, place, notes } of tables)
      if (notes.length > 0)
        found.sheet.write(place.row, sheetRows([], place.rows, place.columns), place.column);
    services.sheets.flush();
  });
}

/** The notes of all tables and those on the sheet of notes, each as its cell shows it: `9:30`. */
function readAllNotes(services: RefreshServices) {
  const { sheets, calendar, stores } = services;
  const properties = stores.document.readAll();
  const { reports } = readDocumentState(properties);
  const zone = calendar.zone();
  const value = cellReader(calendar, zone);
  const tables = reports.flatMap((saved) => readTable(services, saved, value) ?? []);
  const sheet = findNotesSheet(sheets, properties);
  const left = sheet && readNotesSheet(sheet, value);
  const place = { row: 2, column: NOTE_COLUMN, rows: left?.height ?? 0, columns: 1 };
  const texts = place.rows === 0 ? [] : sheet?.readTexts(place);
  const gone = (left?.lines ?? [])
    .filter(({ key }) => key !== null)
    .map((line): NoteLine => ({ ...line, value: texts?.[line.row - 2]?.[0] ?? '' }));
  return { reports, tables, left, zone, lines: [...tables.flatMap(({ notes }) => notes), ...gone] };
}

/** The note columns of a report's table, and its notes; `undefined` if it has none. */
function readTable({ sheets }: RefreshServices, saved: SavedReport, value: (cell: unknown) => SheetValue) {
  const isThere = saved.sheetId !== null && sheets.byId(saved.sheetId) !== undefined;
  if (!isThere || saved.headings.length === saved.fields.length) return undefined;
  const found = findTable(sheets, saved, saved, false);
  const { sheet, block, headings, fields } = found;
  const [rows, columns] = [rowCount(found), headings.length - fields.length];
  if (rows === 0 || columns === 0) return undefined;
  const cells = sheet.readBlock(block.row + 1, block.column, rows, fields.length);
  const place = { row: block.row + 1, column: block.column + fields.length, rows, columns };
  const notes = sheet.readTexts(place).flatMap((texts, row) => {
    const shift = shiftOf(fields, cells[row] ?? [], value);
    const about = { ...shift, report: saved.sheet, format: '', left: null, reason: null, key: null };
    return texts.flatMap((shown, at): NoteLine[] =>
      shown === '' ? [] : [{ ...about, column: headings[fields.length + at] as string, value: shown }],
    );
  });
  return { found, place, notes };
}

/** The cells of a line in the file: days and moments as text. */
function fileCells(line: NoteLine): SheetRow {
  return FILE_COLUMNS.map(({ kind }, at) => {
    const cell = lineCells(line)[at] ?? null;
    if ((kind !== 'date' && kind !== 'moment') || typeof cell !== 'number') return cell;
    const { day, clock } = toMinute(cell);
    return clock === '00:00' ? formatIsoDate(day) : `${formatIsoDate(day)} ${clock}`;
  });
}

/** A value for a file that spreadsheets open: text that they would take for a formula gets an apostrophe. */
function quoted(value: SheetValue): string {
  if (value === null || value === '') return '';
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return `"${text.replace(/"/g, '""')}"`;
}
