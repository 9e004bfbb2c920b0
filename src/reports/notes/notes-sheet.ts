import * as v from 'valibot';
import { parseStored, shownNumber } from '../../employer-api/text';
import { DAY_FORMAT, MOMENT_FORMAT, MOST_NOTE_LINES } from '../../limits';
import type { ReportSheet, ReportSheets, SpreadsheetCalendar } from '../ports';
import { a1, columnFormats, headingsOf, type SheetRow, sheetRows } from '../tables/sheet-table';
import { tableLook } from '../tables/table-look';
import { cellReader } from '../writing/history-draft';
import { blocked, makeSheet, requireUnmerged } from '../writing/table-place';
import { applySheetLook, changedMeanwhile } from '../writing/table-writer';
import {
  isNoteDate,
  type MovedLines,
  NOTE_COLUMN,
  NOTE_LINE_COLUMNS,
  type ReadLine,
  readLine,
} from './note-plan';

const PLACE = v.object({
  sheetId: v.number(),
  /** How many lines it has: at least as many as were ever written. 0: it need not be read. */
  lines: v.number(),
  /** The IDs of reports of which a write was under way that moves notes: these read the sheet again. */
  moving: v.array(v.string()),
  /** The oldest day of the shifts of its lines; null if none has a day. */
  oldest: v.nullable(v.number()),
});

/** The sheet of notes: the document property `notes`. Set once a note has left its table. */
export type NotesPlace = v.InferOutput<typeof PLACE>;

/** Reads the document property; `undefined` if there is none. */
export function parseNotesPlace(text: string | undefined): NotesPlace | undefined {
  return parseStored(PLACE, text);
}

/** The name of the sheet of notes whose shifts left their tables. */
export const NOTES_SHEET_NAME = 'Shift Reports notes';
const WIDTH = NOTE_LINE_COLUMNS.length;
const HEADINGS = headingsOf(NOTE_LINE_COLUMNS);

/** The sheet of notes as read. */
export interface ReadNotes {
  readonly sheet: ReportSheet;
  /** Its current name. */
  readonly name: string;
  readonly lines: readonly ReadLine[];
  /** How many rows below the heading row it uses, blank ones among them. */
  readonly height: number;
}

/** What reading the sheet of notes needs. */
interface NotesSheetServices {
  readonly sheets: ReportSheets;
  readonly calendar: SpreadsheetCalendar;
}

/**
 * Reads all lines of the sheet of notes, or makes the sheet. People may have sorted or edited the lines, added some,
 * and renamed or moved the sheet. Without the lock. One service call, two if it was renamed; about 25 for a new sheet.
 *
 * @param place The stored place; `undefined` before the first note.
 * @param zone The spreadsheet's time zone.
 * @param mayReplace Whether a deleted sheet may be made again: after a click, never on a schedule.
 * @throws {ReportError} `sheet_blocked`, with nothing changed.
 */
export function readNotesSheet(
  { sheets, calendar }: NotesSheetServices,
  place: NotesPlace | undefined,
  zone: string,
  mayReplace: boolean,
): ReadNotes {
  const known = place && sheets.byId(place.sheetId);
  if (place && known === undefined && !mayReplace) {
    blocked(`Refresh in the sidebar to make the sheet “${NOTES_SHEET_NAME}” again: it was deleted`);
  }
  const named = sheets.byName(NOTES_SHEET_NAME);
  const found = known ?? named ?? makeSheet(sheets, NOTES_SHEET_NAME).sheet;
  const name = found.id === named?.id || known === undefined ? NOTES_SHEET_NAME : found.name();
  const { rows, columns } = found.gridSize();
  const width = Math.min(WIDTH, columns);
  const [heading = [], ...cells] = found.readBlock(1, 1, rows, width);
  const isNew = known === undefined && [heading, ...cells].every((row) => row.every((cell) => cell === ''));
  if (isNew) begin(found);
  else if (!HEADINGS.every((text, column) => heading[column] === text)) {
    blocked(
      known === undefined
        ? `Rename the sheet “${NOTES_SHEET_NAME}”, which is not the sheet of notes: its name is needed`
        : `Put the heading row of “${name}” back (undo the change): row 1 was changed or moved, and the sheet has the notes of shifts that left`,
    );
  }
  const value = cellReader(calendar, zone);
  const used = cells.map((row) => row.map(value)).filter((row) => row.some((cell) => cell !== null));
  let height = cells.length;
  while (height > 0 && cells[height - 1]?.every((cell) => cell === '')) height -= 1;
  return { sheet: found, name, lines: used.map(readLine), height };
}

function begin(sheet: ReportSheet): void {
  sheet.format(columnFormats(NOTE_LINE_COLUMNS));
  applySheetLook(sheet, tableLook(NOTE_LINE_COLUMNS, []));
  sheet.write(1, sheetRows([HEADINGS], 1, WIDTH));
}

/** The report whose notes are about to move, and others of which a killed run left moves unfinished. */
interface MovingReports {
  readonly own: string;
  readonly others: readonly string[];
}

/** The lines to write before a table and after it, checked. */
export interface NotesWrite {
  /** To be stored before the first write, and after the last. */
  readonly before: NotesPlace;
  readonly after: NotesPlace;
  /** Writes the lines that count while the table is written. One service call. @throws {ReportError} `sheet_blocked` */
  writeBefore(): void;
  /** Writes the lines after the table. One service call. @throws {ReportError} `sheet_blocked` */
  writeAfter(): void;
  /** Takes `writeBefore` back, as far as possible. */
  undo(): void;
}

/**
 * Checks that lines can be written, and adds rows to the grid if they need more. One service call, two more for rows;
 * changes no cell.
 *
 * @throws {ReportError} `sheet_blocked`
 */
export function prepareNotesWrite(
  read: ReadNotes,
  { before, after }: MovedLines,
  { own, others }: MovingReports,
): NotesWrite {
  const { sheet, name, lines, height } = read;
  const most = Math.max(before.length, after.length);
  if (before.length > lines.length && before.length > MOST_NOTE_LINES) {
    blocked(
      `Shorten “${name}”, for instance by its oldest lines: it has more than ${shownNumber(MOST_NOTE_LINES)} notes`,
    );
  }
  const old = lines.map(({ cells }) => cells);
  // Under the lock nothing is read, not even how many rows there are.
  const { rows } = sheet.gridSize();
  if (1 + most > rows) sheet.claimRows(rows + 1, 1 + most, WIDTH);
  const grid = sheet.gridSize();
  const block = { row: 1, column: 1, rows: 1 + Math.max(most, height), columns: WIDTH };
  requireUnmerged(sheet, name, block);
  const requireUnmoved = () => {
    const now = sheet.gridSize();
    if (now.rows !== grid.rows || now.columns !== grid.columns) changedMeanwhile(`the sheet “${name}”`);
  };
  const placeOf = (rows: readonly SheetRow[], moving: readonly string[]): NotesPlace => {
    const days = rows.flatMap((cells) => (typeof cells[1] === 'number' ? cells[1] : []));
    const oldest = days.reduce<number | null>(
      (least, day) => (least === null || day < least ? day : least),
      null,
    );
    return { sheetId: sheet.id, lines: rows.length, moving: [...moving], oldest };
  };
  const isStillMoving = after.some((cells) => readLine(cells).line?.isMoving);
  // Blank rows between lines are closed.
  const isSame = height === lines.length;
  return {
    before: placeOf(before.length < after.length ? after : before, [...others, own]),
    after: placeOf(after, isStillMoving ? others : []),
    writeBefore: () => {
      requireUnmoved();
      writeLines(sheet, isSame ? old : [], before, height);
    },
    writeAfter: () => writeLines(sheet, before, after, before.length),
    undo: () => writeLines(sheet, before, old, before.length),
  };
}

/** Writes the lines from the first that changes on, and blanks what was below them. None if nothing changes. */
function writeLines(
  sheet: ReportSheet,
  from: readonly SheetRow[],
  to: readonly SheetRow[],
  used: number,
): void {
  const isSame = (at: number) => JSON.stringify(from[at]) === JSON.stringify(to[at]);
  let first = 0;
  while (first < from.length && first < to.length && isSame(first)) first += 1;
  const height = Math.max(used, to.length) - first;
  if (height === 0) return;
  const changed = to.slice(first);
  // After a table is written, most lines only lose their mark.
  const [left, right] = from.length === to.length ? changedColumns(from.slice(first), changed) : [0, WIDTH];
  const cells = changed.map((row) => row.slice(left, right));
  sheet.write(2 + first, sheetRows(cells, height, right - left), left + 1);
  if (left > NOTE_COLUMN || right <= NOTE_COLUMN) return;
  const dates = changed.flatMap((cells, at) => {
    const { line } = readLine(cells);
    return line && isNoteDate(line.note)
      ? [{ a1: a1(2 + first + at, 1 + NOTE_COLUMN), serial: line.note.serial }]
      : [];
  });
  formatNoteCells(sheet, dates);
}

/** The first column that differs in any of as many rows, from 0, and the one after the last. */
function changedColumns(from: readonly SheetRow[], to: readonly SheetRow[]): readonly [number, number] {
  let [left, right] = [WIDTH, 0];
  to.forEach((row, at) => {
    for (let column = 0; column < WIDTH; column += 1) {
      if (row[column] === from[at]?.[column]) continue;
      left = Math.min(left, column);
      right = Math.max(right, column + 1);
    }
  });
  return [left, right];
}

/** Shows notes that are dates as dates. Up to two service calls; a refused format hides no value. */
export function formatNoteCells(
  sheet: ReportSheet,
  dates: readonly { readonly a1: string; readonly serial: number }[],
): void {
  const of = (isDay: boolean) =>
    dates.filter(({ serial }) => Number.isInteger(serial) === isDay).map(({ a1 }) => a1);
  try {
    sheet.formatCells(of(true), DAY_FORMAT);
    sheet.formatCells(of(false), MOMENT_FORMAT);
  } catch {
    // The note is there, as a number.
  }
}
