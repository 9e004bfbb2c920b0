import * as v from 'valibot';
import { type CalendarDate, isDate, startOfMonth } from '../../calendar/calendar-date';
import type { Clock } from '../../employer-api/ports';
import { LONGEST_TEXT } from '../../employer-api/shift-records';
import { parseStored, shownCount, shownNumber } from '../../employer-api/text';
import { DAY_FORMAT, MOMENT_FORMAT, MOST_NOTE_LINES } from '../../limits';
import type {
  NotedTable,
  Properties,
  ReportSheet,
  ReportSheets,
  SpreadsheetCalendar,
  TakeNotes,
  TakenNotes,
} from '../ports';
import { PROPERTY } from '../saved/document-state';
import {
  a1,
  columnFormats,
  headingsOf,
  NO_FORMAT,
  type SheetRow,
  type SheetValue,
  sheetRows,
} from '../sheet/cells';
import {
  applySheetLook,
  blocked,
  cellReader,
  changedMeanwhile,
  makeSheet,
  requireUnmerged,
} from '../sheet/sheets';
import { tableLook } from '../sheet/table-look';
import {
  isNoteDate,
  isSameNote,
  type LeavingNote,
  lineOf,
  type MovedLines,
  moveLines,
  NOTE_COLUMN,
  NOTE_LINE_COLUMNS,
  type Note,
  type NotedRow,
  type NoteLine,
  type NotePlan,
  noteValue,
  type OldNotes,
  planNotes,
  type ReadLine,
  readLine,
} from './note-plan';

const PLACE = v.object({
  sheetId: v.number(),
  /** How many lines it has: at least as many as were ever written. 0: it need not be read. */
  lines: v.number(),
  /** The IDs of reports of which a write was under way that moves notes: these read the sheet again. */
  moving: v.array(v.string()),
  /** The oldest of its lines, as `ageOf`; null if there is none. */
  oldest: v.nullable(v.number()),
});

/** The sheet of notes: the document property `notes`. Set once a note has left its table. */
type NotesPlace = v.InferOutput<typeof PLACE>;

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
  applySheetLook(sheet, tableLook(NOTE_LINE_COLUMNS));
  sheet.write(1, sheetRows([HEADINGS], 1, WIDTH));
}

/** The report whose notes are about to move, and others of which a killed run left moves unfinished. */
interface MovingReports {
  readonly own: string;
  readonly others: readonly string[];
}

/** The lines to write before a table and after it, checked. */
interface NotesWrite {
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
    const days = rows.flatMap((cells) => ageOf(readLine(cells).line) ?? []);
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
function formatNoteCells(
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

/** What the notes of a report need to know. */
interface NoteContext {
  readonly sheets: ReportSheets;
  readonly calendar: SpreadsheetCalendar;
  readonly clock: Clock;
  /** The document properties. */
  readonly properties: Properties;
  /** The time zone: as a refresh has read it; for Undo the remembered one, which is read again if days matter. */
  readonly zone: string;
  readonly today: number;
  /** The report's ID and name. */
  readonly id: string;
  readonly report: string;
  /** The keys of the notes in the table now, and after the write. */
  readonly oldKey: string;
  readonly nextKey: string;
}

/**
 * True if the sheet of notes has to be looked at even if the table shows what it should: a move is unfinished, or notes
 * are past the time for which they are kept.
 */
export function notesAreDue(properties: Properties, today: number, reportId: string): boolean {
  const place = parseNotesPlace(properties[PROPERTY.notes]);
  if (place === undefined || place.lines === 0) return false;
  return place.moving.includes(reportId) || isPast(place.oldest, keptSince(properties, today));
}

/** The first day whose notes are kept; `undefined` if all are. */
function keptSince(properties: Properties, today: number): number | undefined {
  const months = keptMonths(properties);
  return months === undefined ? undefined : startOfMonth(today as CalendarDate, -months);
}

/** The day by which a line counts as old: that of its shift, or on which it left a table that shows no days. Null for lines of people. */
function ageOf(line: NoteLine | null): number | null {
  return line && (line.date ?? line.left);
}

function isPast(day: SheetValue, since: number | undefined): boolean {
  return typeof day === 'number' && since !== undefined && day < since;
}

/** How long notes are kept, in months; `undefined` for as long as no one deletes them. */
function keptMonths(properties: Properties): number | undefined {
  const months = Number(properties[PROPERTY.noteMonths] ?? '');
  return months > 0 ? months : undefined;
}

/**
 * Makes what takes the notes of a report's tables. Call the result under the lease, without the lock, just before the
 * write.
 *
 * Two service calls if SHIFT_ID is the column before the notes, otherwise three. Where notes leave or come back: one for
 * the time zone unless it was read, one for the sheet of notes, one for the days and venues of shifts that left, one for merged cells, and about 25 for a new sheet.
 *
 * The result throws `sheet_blocked` with nothing changed: for a formula among the notes, and for a sheet of notes that is
 * not as it was left.
 */
export function noteTaker(context: NoteContext): TakeNotes {
  return (table) => {
    const { draft, oldNotes } = table;
    if (oldNotes === undefined && draft.notes === undefined) return undefined;
    return new NoteTaker(context, table).take();
  };
}

class NoteTaker {
  private readonly place: NotesPlace | undefined;
  private readonly head: number;
  /** The first row to write, from 1. */
  private readonly top: number;
  private zone: string;

  constructor(
    private readonly context: NoteContext,
    private readonly table: NotedTable,
  ) {
    this.place = parseNotesPlace(context.properties[PROPERTY.notes]);
    this.head = table.draft.head ?? 0;
    this.top = table.row + 1 + this.head;
    this.zone = context.zone;
  }

  take(): TakenNotes {
    const { draft, withHeading, sheet } = this.table;
    const old = this.readOld();
    const next = this.nextRows();
    let plan = planNotes(old, next);
    const moves = this.readsLines(plan) ? this.planLines(old, next) : undefined;
    if (moves) plan = moves.plan;
    const isMoved = isAnyMoved(old.rows, plan.notes);
    const areWritten = withHeading || isMoved;
    const cells = plan.notes.map((notes) => notes.map(noteValue));
    const formats = areWritten ? this.formats(old.rows, plan.notes) : NO_FORMATS;
    const write = moves?.write;
    let isFinished = write === undefined;
    const fillDates = (dates: typeof formats.before) => formatNoteCells(sheet, dates);
    return {
      cells: draft.notes ? cells : [],
      areWritten,
      logs: write ? logged(write.before) : {},
      after: () => (write ? logged(isFinished ? write.after : write.before) : {}),
      sentence: describeMoves(plan),
      beforeWrite: () => {
        write?.writeBefore();
        // What leaves must be certain before the table is written.
        if (write) this.context.sheets.flush();
        fillDates(formats.before);
      },
      afterWrite: () => {
        try {
          fillDates(formats.after);
          sheet.formatCells(formats.plain, NO_FORMAT);
          write?.writeAfter();
          isFinished = true;
        } catch {
          // The lines stay marked as being moved; the next run settles them.
        }
      },
      afterRefusal: () => {
        try {
          write?.undo();
        } catch {
          // As above.
        }
      },
    };
  }

  private readOld(): OldNotes {
    const { oldNotes, oldRows, sheet, record } = this.table;
    const { oldKey: key } = this.context;
    const rows = oldRows - this.head;
    if (oldNotes === undefined || rows <= 0) {
      return { columns: oldNotes?.columns ?? [], rows: [], staying: this.stayingIds(), key };
    }
    const { columns, id } = oldNotes;
    const first = record.headings.length - columns.length;
    const isNeighbour = id === first - 1;
    const block = { row: this.top, column: this.table.column + first, rows, columns: columns.length };
    const cells = sheet.readBlock(
      block.row,
      block.column - (isNeighbour ? 1 : 0),
      rows,
      columns.length + (isNeighbour ? 1 : 0),
    );
    const ids =
      isNeighbour || id === null
        ? undefined
        : sheet.readBlock(block.row, this.table.column + id, rows, 1).map(([one]) => one);
    this.refuseFormulas(sheet.readFormulas(block), columns);
    const notes = isNeighbour ? cells.map((line) => line.slice(1)) : cells;
    this.refuseLong(notes, columns);
    if (notes.some((line) => line.some(isDate))) this.zone = this.context.calendar.zone();
    const value = this.reader();
    const noted = notes.map((line, at): NotedRow => {
      const cell = isNeighbour ? cells[at]?.[0] : ids?.[at];
      return { id: cell === undefined ? null : value(cell), notes: line.map((one) => readNote(one, value)) };
    });
    return { columns, rows: noted, staying: this.stayingIds(), key };
  }

  /** The IDs of rows that stay, if a killed write may have left lines for them. */
  private stayingIds(): readonly SheetValue[] {
    const { oldNotes, sheet } = this.table;
    if (!this.isMoving() || this.head === 0 || oldNotes === undefined || oldNotes.id === null) return [];
    const value = this.reader();
    const { row, column } = this.table;
    return sheet.readBlock(row + 1, column + oldNotes.id, this.head, 1).map(([one]) => value(one));
  }

  /** True if a killed write of this report may have left lines that are being moved. */
  private isMoving(): boolean {
    return this.place?.moving.includes(this.context.id) === true;
  }

  private reader(): (cell: unknown) => SheetValue {
    return cellReader(this.context.calendar, this.zone);
  }

  private refuseFormulas(formulas: readonly (readonly string[])[], columns: readonly string[]): void {
    formulas.forEach((line, row) => {
      const at = line.findIndex((formula) => formula !== '');
      if (at < 0) return;
      blocked(`Put formulas to the right of the notes: row ${this.top + row}, column ${columns[at]}`);
    });
  }

  private refuseLong(notes: readonly (readonly unknown[])[], columns: readonly string[]): void {
    notes.forEach((line, row) => {
      const at = line.findIndex((cell) => typeof cell === 'string' && cell.length > LONGEST_TEXT);
      if (at < 0) return;
      blocked(
        `Shorten the note in row ${this.top + row}, column ${columns[at]}, by one character: it fills its cell, so it could not be moved`,
      );
    });
  }

  private nextRows() {
    const { notes, rows } = this.table.draft;
    const cell = (row: number, at: number | null | undefined) =>
      at === null || at === undefined ? null : (rows[row]?.[at] ?? null);
    const since = this.keptSince();
    const isExpired = (row: number) => isPast(cell(row, notes?.date), since);
    const ids = rows.map((_, row) => cell(row, notes?.id));
    return { columns: notes?.columns ?? [], ids, key: this.context.nextKey, isExpired };
  }

  private keptSince(): number | undefined {
    return keptSince(this.context.properties, this.context.today);
  }

  /** True if a line of the sheet of notes may have to change. */
  private readsLines({ leaving, hasNewPlaces }: NotePlan): boolean {
    const { place } = this;
    if (leaving.length > 0) return true;
    if (place === undefined || place.lines === 0) return false;
    return hasNewPlaces || notesAreDue(this.context.properties, this.context.today, this.context.id);
  }

  /** Reads the sheet of notes, plans with its lines, and prepares what to write there. */
  private planLines(
    old: OldNotes,
    next: ReturnType<NoteTaker['nextRows']>,
  ): { readonly plan: NotePlan; readonly write: NotesWrite | undefined } {
    const { sheets, calendar, clock, report, oldKey } = this.context;
    // Days that are written back must be read right.
    this.zone = calendar.zone();
    const read = readNotesSheet({ sheets, calendar }, this.place, this.zone, this.table.mayReplace);
    const plan = planNotes(
      old,
      next,
      read.lines.flatMap(({ line }) => line ?? []),
    );
    const left = calendar.serial(clock.now(), this.zone);
    const shiftOf = this.shiftReader(plan.leaving);
    const leaving = plan.leaving.map((one) => lineOf(one, shiftOf(one), { left, report, key: oldKey }));
    const planned = plan.lines[Symbol.iterator]();
    const ours = read.lines.map(({ line }) => (line ? (planned.next().value ?? null) : null));
    const since = this.keptSince();
    const isExpired = (line: NoteLine) => isPast(ageOf(line), since);
    const lines = moveLines(read.lines, ours, leaving, isExpired);
    const cells = read.lines.map((one) => one.cells);
    const isSame = [lines.before, lines.after].every(
      (rows) => JSON.stringify(rows) === JSON.stringify(cells),
    );
    // A run that was killed may have left only its mark.
    const isSettled = isSame && !this.isMoving();
    const others = (this.place?.moving ?? []).filter((id) => id !== this.context.id);
    const moving = { own: this.context.id, others };
    return { plan, write: isSettled ? undefined : prepareNotesWrite(read, lines, moving) };
  }

  /** Reads the day and the venue of shifts that leave. One service call, if any leave and the table shows either. */
  private shiftReader(leaving: readonly LeavingNote[]) {
    const { sheet, oldNotes } = this.table;
    const columns = [oldNotes?.date, oldNotes?.venue].filter((at): at is number => typeof at === 'number');
    const rows = leaving.map(({ row }) => row);
    if (columns.length === 0 || rows.length === 0) return () => ({ date: null, venue: null });
    const [first, from] = [Math.min(...columns), rows.reduce((least, row) => Math.min(least, row))];
    const height = rows.reduce((most, row) => Math.max(most, row)) - from + 1;
    const block = sheet.readBlock(
      this.top + from,
      this.table.column + first,
      height,
      Math.max(...columns) - first + 1,
    );
    const value = this.reader();
    return ({ row }: LeavingNote) => {
      const at = (column: number | null | undefined) =>
        typeof column === 'number' ? value(block[row - from]?.[column - first] ?? '') : null;
      const [date, venue] = [at(oldNotes?.date), at(oldNotes?.venue)];
      return {
        date: typeof date === 'number' ? Math.floor(date) : null,
        venue: typeof venue === 'string' ? venue : null,
      };
    };
  }

  /**
   * The cells whose number formats change with their notes: formats stay in their cells when notes move. A cell with a
   * number becomes a date only after the write, and a cell with any other value before it, so that what a killed run
   * leaves is read as it was meant.
   */
  private formats(old: readonly NotedRow[], notes: NotePlan['notes']): NoteFormats {
    const { withHeading, draft } = this.table;
    const formats = { before: [], after: [], plain: [] } as {
      before: DateCell[];
      after: DateCell[];
      plain: string[];
    };
    notes.forEach((line, row) => {
      line.forEach((note, at) => {
        const cell = a1(this.top + row, this.table.column + draft.columns.length + at);
        const was = withHeading ? undefined : old[row]?.notes[at];
        if (isNoteDate(note) && !isNoteDate(was)) {
          const isLater = withHeading || typeof was === 'number';
          formats[isLater ? 'after' : 'before'].push({ a1: cell, serial: note.serial });
        }
        if (typeof note === 'number' && isNoteDate(was)) formats.plain.push(cell);
      });
    });
    return formats;
  }
}

interface DateCell {
  readonly a1: string;
  readonly serial: number;
}

interface NoteFormats {
  readonly before: readonly DateCell[];
  readonly after: readonly DateCell[];
  readonly plain: readonly string[];
}

const NO_FORMATS: NoteFormats = { before: [], after: [], plain: [] };

/** Reads a note from its cell; null from a blank one. @param value Reads other cells. */
export function readNote(cell: unknown, value: (cell: unknown) => SheetValue): Note | null {
  const read = value(cell);
  return isDate(cell) && typeof read === 'number' ? { serial: read } : read;
}

function isAnyMoved(old: readonly NotedRow[], notes: NotePlan['notes']): boolean {
  const rows = Math.max(old.length, notes.length);
  for (let row = 0; row < rows; row += 1) {
    const [was = [], now = []] = [old[row]?.notes, notes[row]];
    for (let at = 0; at < Math.max(was.length, now.length); at += 1)
      if (!isSameNote(was[at] ?? null, now[at] ?? null)) return true;
  }
  return false;
}

function logged(place: NotesPlace): Properties {
  return { [PROPERTY.notes]: JSON.stringify(place) };
}

function describeMoves({ leaving, lines }: NotePlan): string {
  const back = lines.filter(({ fate }) => fate === 'returns' || fate === 'fills').length;
  const left = leaving.length;
  return [
    left === 0 ? '' : `${shownCount(left, 'note')} moved to “${NOTES_SHEET_NAME}”.`,
    back === 0 ? '' : `${shownCount(back, 'note')} came back from “${NOTES_SHEET_NAME}”.`,
  ]
    .filter(Boolean)
    .join(' ');
}
