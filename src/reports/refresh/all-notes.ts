import { formatIsoDate, toMinute } from '../../calendar/calendar-date';
import type { NotesFile } from '../../contract/sidebar';
import { refuse } from '../../employer-api/errors';
import { shownCount } from '../../employer-api/text';
import {
  idOf,
  keepLines,
  lineCells,
  NOTE_COLUMN,
  NOTE_LINE_COLUMNS,
  type NoteLine,
  type NotesSheet,
  notesPlace,
  parseNotesPlace,
  readNotesSheet,
} from '../notes/notes';
import type { Properties, ReportSheet } from '../ports';
import { type DocumentState, PROPERTY, readDocumentState } from '../saved/document-state';
import type { SavedReport } from '../saved/saved-report';
import { type CellBlock, fieldHeadings, headingsOf, type SheetRow, type SheetValue } from '../sheet/cells';
import { findTable, rowCount } from '../sheet/report-table';
import { cellReader } from '../sheet/sheets';
import { locked, type RefreshServices, requireFree } from './lease';

/** The cells of the note columns of a table. */
interface NoteBlock extends CellBlock {
  readonly sheet: ReportSheet;
  readonly lines: readonly ShownNote[];
}

/** A note and how its cell shows it: `9:30`. */
interface ShownNote extends NoteLine {
  readonly shown: string;
}

interface AllNotes {
  readonly state: DocumentState;
  readonly properties: Properties;
  readonly blocks: readonly NoteBlock[];
  /** The sheet of notes; `undefined` if there is none. */
  readonly left: NotesSheet | undefined;
  readonly lines: readonly ShownNote[];
}

/** The columns of the file: those of the sheet of notes without its key. */
const FILE_COLUMNS = NOTE_LINE_COLUMNS.slice(0, -1);
const FILE_NAME = 'shift-notes.csv';

/**
 * All notes of a spreadsheet, in its tables and on the sheet of notes, as a file. Two service calls for each table with
 * note columns, four for the sheet of notes.
 *
 * @throws {ReportError} `sheet_blocked` if a heading row is not as it was left.
 */
export function exportNotes(services: RefreshServices): NotesFile {
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
  const { sheets, stores } = services;
  const { state, properties, blocks, left, lines } = readAllNotes(services);
  if (lines.length !== expected)
    refuse('changed_meanwhile', `Export again: there are ${shownCount(lines.length, 'note')} by now`);
  const kept = (left?.lines ?? []).filter(({ key }) => key === '');
  locked(services, (now, stored) => {
    requireFree(services, now);
    const isSame =
      JSON.stringify(now.reports) === JSON.stringify(state.reports) &&
      stored[PROPERTY.notes] === properties[PROPERTY.notes];
    if (!isSame) refuse('changed_meanwhile', 'Export again: a refresh has changed the tables by now');
    if (left) keepLines(left, kept);
    for (const { sheet, row, column, rows, columns, lines: notes } of blocks) {
      if (notes.length > 0)
        sheet.write(
          row,
          Array.from({ length: rows }, () => new Array<string>(columns).fill('')),
          column,
        );
    }
    sheets.flush();
    if (left) stores.document.write(notesPlace(left, kept, []));
  });
}

function readAllNotes(services: RefreshServices): AllNotes {
  const { sheets, calendar, stores } = services;
  const properties = stores.document.readAll();
  const state = readDocumentState(properties);
  const zone = calendar.zone();
  const value = cellReader(calendar, zone);
  const blocks = state.reports.flatMap((saved) => readBlock(services, saved, value) ?? []);
  const place = parseNotesPlace(properties[PROPERTY.notes]);
  const isThere = place !== undefined && sheets.byId(place.sheetId) !== undefined;
  const left = isThere ? readNotesSheet(sheets, place, value) : undefined;
  const { sheet, height = 0, lines = [] } = left ?? {};
  const texts =
    sheet && height > 0 ? sheet.readTexts({ row: 2, column: NOTE_COLUMN + 1, rows: height, columns: 1 }) : [];
  const gone = lines
    .filter(({ key }) => key !== '')
    .map((line) => ({ ...line, shown: texts[line.row - 2]?.[0] ?? '' }));
  return { state, properties, blocks, left, lines: [...blocks.flatMap((block) => block.lines), ...gone] };
}

/** The notes of a report's table; `undefined` if it has none. */
function readBlock(
  { sheets }: RefreshServices,
  saved: SavedReport,
  value: (cell: unknown) => SheetValue,
): NoteBlock | undefined {
  const { noted, headings } = saved;
  const isThere = saved.sheetId !== null && sheets.byId(saved.sheetId) !== undefined;
  if (noted === undefined || !isThere) return undefined;
  const found = findTable(sheets, saved, { headings, noted }, false);
  const { sheet, block } = found;
  const rows = rowCount(found);
  if (rows === 0 || found.noted === undefined) return undefined;
  const first = fieldHeadings(found.headings, noted).length;
  const cells = sheet.readBlock(block.row + 1, block.column, rows, found.headings.length);
  const place = { row: block.row + 1, column: block.column + first, rows, columns: noted.columns.length };
  const texts = sheet.readTexts(place);
  const lines = cells.flatMap((row, at) => linesIn(saved.sheet, noted, row, texts[at] ?? [], value));
  return { sheet, ...place, lines };
}

function linesIn(
  report: string,
  noted: NonNullable<SavedReport['noted']>,
  row: readonly unknown[],
  texts: readonly string[],
  value: (cell: unknown) => SheetValue,
): ShownNote[] {
  const at = (column: number | null) => (column === null ? null : value(row[column]));
  const [id, date, venue] = [at(noted.id), at(noted.date), at(noted.venue)];
  return noted.columns.flatMap((column, index) => {
    const shown = texts[index] ?? '';
    if (shown === '') return [];
    const shift = { id: idOf(id) === null ? null : id, date, venue };
    return { ...shift, column, value: shown, shown, format: '', left: null, report, reason: '', key: '' };
  });
}

/** The cells of a line in the file: days and moments as text, the note as it is shown. */
function fileCells(line: ShownNote): SheetRow {
  const cells = lineCells(line).slice(0, FILE_COLUMNS.length);
  return cells.map((cell, at) => {
    if (at === NOTE_COLUMN) return line.shown;
    const kind = FILE_COLUMNS[at]?.kind;
    return (kind === 'date' || kind === 'moment') && typeof cell === 'number' ? shownTime(cell) : cell;
  });
}

/** A serial number as `2026-03-05` or `2026-03-05 14:05`. */
function shownTime(serial: number): string {
  const { day, clock } = toMinute(serial);
  return clock === '00:00' ? formatIsoDate(day) : `${formatIsoDate(day)} ${clock}`;
}

/** A value for a file that spreadsheets open: text that they would take for a formula gets an apostrophe. */
function quoted(value: SheetValue): string {
  if (value === null || value === '') return '';
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return `"${text.replace(/"/g, '""')}"`;
}
