import { formatIsoDate, toMinute } from '../../calendar/calendar-date';
import type { NotesFile } from '../../contract/sidebar';
import { refuse } from '../../employer-api/errors';
import { shownCount } from '../../employer-api/text';
import {
  idOf,
  lineCells,
  NOTE_COLUMN,
  NOTE_LINE_COLUMNS,
  type NoteLine,
  type NotesSheet,
  readNotesSheet,
  shiftOf,
  writeLines,
} from '../notes/notes';
import type { ReportSheet } from '../ports';
import { type DocumentState, PROPERTY, readDocumentState } from '../saved/document-state';
import type { SavedReport } from '../saved/saved-report';
import {
  type CellBlock,
  type GridSize,
  headingsOf,
  type SheetRow,
  type SheetValue,
  sheetRows,
} from '../sheet/cells';
import { findTable, requireUnmoved, rowCount } from '../sheet/report-table';
import { cellReader } from '../sheet/sheets';
import { locked, type RefreshServices, requireFree } from './lease';

/** The cells of the note columns of a table. */
interface NoteBlock extends CellBlock {
  readonly sheet: ReportSheet;
  /** The size of the sheet's grid then: any other means that rows may have moved. */
  readonly grid: GridSize;
  readonly lines: readonly NoteLine[];
}

interface AllNotes {
  readonly reports: DocumentState['reports'];
  readonly blocks: readonly NoteBlock[];
  /** The sheet of notes; `undefined` if there is none. */
  readonly left: NotesSheet | undefined;
  /** Each note as its cell shows it: `9:30`. */
  readonly lines: readonly NoteLine[];
}

/** The columns of the file: those of the sheet of notes without its key. */
const FILE_COLUMNS = NOTE_LINE_COLUMNS.slice(0, -1);
const FILE_NAME = 'shift-notes.csv';

/**
 * All notes of a spreadsheet, in its tables and on the sheet of notes, as a file. Three service calls for each table with
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
  const { reports, blocks, left, lines } = readAllNotes(services);
  if (lines.length !== expected)
    refuse('changed_meanwhile', `Export again: there are ${shownCount(lines.length, 'note')} by now`);
  locked(services, (now) => {
    requireFree(services, now);
    if (JSON.stringify(now.reports) !== JSON.stringify(reports))
      refuse('changed_meanwhile', 'Export again: a refresh has changed the tables by now');
    for (const block of blocks) requireUnmoved(services.sheets, block);
    if (left) {
      const kept = left.lines.filter(({ key }) => key === '');
      writeLines(left.sheet, kept, left.height);
    }
    for (const { sheet, row, column, rows, columns, lines: notes } of blocks)
      if (notes.length > 0) sheet.write(row, sheetRows([], rows, columns), column);
    services.sheets.flush();
  });
}

function readAllNotes(services: RefreshServices): AllNotes {
  const { sheets, calendar, stores } = services;
  const properties = stores.document.readAll();
  const { reports } = readDocumentState(properties);
  const value = cellReader(calendar, calendar.zone());
  const blocks = reports.flatMap((saved) => readBlock(services, saved, value) ?? []);
  const stored = properties[PROPERTY.notes];
  const isThere = stored ? sheets.byId(Number(stored)) !== undefined : false;
  const left = isThere ? readNotesSheet(sheets, properties, value, false) : undefined;
  const { sheet, height = 0, lines = [] } = left ?? {};
  const texts =
    sheet && height > 0 ? sheet.readTexts({ row: 2, column: NOTE_COLUMN + 1, rows: height, columns: 1 }) : [];
  const gone = lines
    .filter(({ key }) => key !== '')
    .map((line) => ({ ...line, value: texts[line.row - 2]?.[0] ?? '' }));
  return { reports, blocks, left, lines: [...blocks.flatMap((block) => block.lines), ...gone] };
}

/** The notes of a report's table; `undefined` if it has none. */
function readBlock(
  { sheets }: RefreshServices,
  saved: SavedReport,
  value: (cell: unknown) => SheetValue,
): NoteBlock | undefined {
  const isThere = saved.sheetId !== null && sheets.byId(saved.sheetId) !== undefined;
  if (!isThere || saved.headings.length === saved.fields.length) return undefined;
  const found = findTable(sheets, saved, saved, false);
  const { sheet, block, grid, headings, fields } = found;
  const [rows, columns] = [rowCount(found), headings.length - fields.length];
  if (rows === 0 || columns === 0) return undefined;
  const cells = sheet.readBlock(block.row + 1, block.column, rows, fields.length);
  const place = { row: block.row + 1, column: block.column + fields.length, rows, columns };
  const lines = sheet.readTexts(place).flatMap((texts, row) => {
    const shift = shiftOf(found, cells[row] ?? [], value);
    const about = { ...shift, id: idOf(shift.id) === null ? null : shift.id, report: saved.sheet };
    const nowhere = { format: '', left: null, reason: '', key: '' };
    return texts.flatMap((shown, at) =>
      shown === ''
        ? []
        : [{ ...about, ...nowhere, column: headings[fields.length + at] as string, value: shown }],
    );
  });
  return { sheet, grid, ...place, lines };
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
