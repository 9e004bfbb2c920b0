import { refuse } from '../../employer-api/errors';
import { shownCount } from '../../employer-api/text';
import type { TableServices } from '../ports';
import { requireFree } from '../refresh/lease';
import { locked, readDocumentState } from '../saved/document-state';
import type { SavedReport } from '../saved/saved-report';
import { cellReader, headingsOf, sheetRows } from '../sheet/cells';
import { findTable, requireUnmoved, rowCount } from '../sheet/report-table';
import { findNotesSheet, NOTE_LINE_COLUMNS, readNotesSheet, writeLines } from './notes';

/** The columns of the file: those of the sheet of notes without its key. */
const FILE_HEADINGS = headingsOf(NOTE_LINE_COLUMNS).slice(0, -1);
const FILE_NAME = 'shift-notes.csv';
/** What its first columns tell of the shift of a note. */
const SHIFT = ['SHIFT_ID', 'SHIFT_DATE', 'VENUE_NAME', 'JOB_TITLE'];

/**
 * All notes of a spreadsheet, in its tables and on the sheet of notes, as a file that holds what their cells show.
 *
 * @throws {ReportError} `sheet_blocked` if a heading row is not as it was left.
 */
export function exportNotes(services: TableServices) {
  const { lines } = readAllNotes(services);
  const text = [FILE_HEADINGS, ...lines].map((line) => line.map(quoted).join(',')).join('\r\n');
  return { name: FILE_NAME, text, count: lines.length };
}

/** Text for a file that spreadsheets open: what they would take for a formula gets an apostrophe. */
function quoted(text: string): string {
  return text && `"${text.replace(/^(?=[=+\-@\t\r])/, "'").replace(/"/g, '""')}"`;
}

/**
 * Deletes all notes, in the tables and on the sheet of notes; lines of people there stay. Reads first, without the lock. If
 * the run is killed, the rest can be deleted again.
 *
 * @param expected How many notes the person has seen in the file.
 * @throws {ReportError} `changed_meanwhile` if there are more or fewer by now, or a refresh ended while they were read, with
 *   nothing deleted; `busy` while a refresh runs; `sheet_blocked`.
 */
export function deleteNotes(services: TableServices, expected: number): void {
  const { reports, tables, left, lines } = readAllNotes(services);
  if (lines.length !== expected)
    refuse('changed_meanwhile', `Export again: there are ${shownCount(lines.length, 'note')} by now`);
  locked(services, (now) => {
    requireFree(services, now);
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

/** The notes of all tables and those on the sheet of notes, as lines of the file. */
function readAllNotes(services: TableServices) {
  const { sheets, calendar, document } = services;
  const properties = document.readAll();
  const { reports } = readDocumentState(properties);
  const tables = reports.flatMap((saved) => readTable(services, saved) ?? []);
  const sheet = findNotesSheet(sheets, properties);
  const left = sheet && readNotesSheet(sheet, cellReader(calendar, calendar.zone()));
  const block = { row: 2, column: 1, rows: left?.height ?? 0, columns: FILE_HEADINGS.length };
  const texts = block.rows === 0 ? [] : sheet?.readTexts(block);
  const gone = (left?.lines ?? []).flatMap(({ key, row }) => (key === null ? [] : [texts?.[row - 2] ?? []]));
  return { reports, tables, left, lines: [...tables.flatMap(({ notes }) => notes), ...gone] };
}

/** The note columns of a report's table, and its notes; `undefined` if it has none. */
function readTable({ sheets }: TableServices, saved: SavedReport) {
  if (sheets.byId(saved.sheetId) === undefined || saved.headings.length === saved.fields.length)
    return undefined;
  const found = findTable(sheets, saved, saved, false);
  const { sheet, block, headings, fields } = found;
  const [rows, columns] = [rowCount(found), headings.length - fields.length];
  if (rows === 0 || columns === 0) return undefined;
  const below = { ...block, row: block.row + 1, rows };
  const notes = sheet.readTexts({ ...below, columns: headings.length }).flatMap((line) => {
    const shift = SHIFT.map((field) => line[fields.indexOf(field)] ?? '');
    return line.slice(fields.length).flatMap((note, at) => {
      const heading = headings[fields.length + at] ?? '';
      return note === '' ? [] : [[...shift, heading, note, '', saved.sheet]];
    });
  });
  return { found, place: { ...below, column: block.column + fields.length, columns }, notes };
}
