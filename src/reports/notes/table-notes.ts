import { type CalendarDate, isDate, startOfMonth } from '../../calendar/calendar-date';
import type { Clock } from '../../employer-api/ports';
import { LONGEST_TEXT } from '../../employer-api/shift-records';
import { shownCount } from '../../employer-api/text';
import type {
  NotedTable,
  Properties,
  ReportSheets,
  SpreadsheetCalendar,
  TakeNotes,
  TakenNotes,
} from '../ports';
import { PROPERTY } from '../saved/document-state';
import { a1, NO_FORMAT, type SheetValue } from '../tables/sheet-table';
import { cellReader } from '../writing/history-draft';
import { blocked } from '../writing/table-place';
import {
  isNoteDate,
  isSameNote,
  type LeavingNote,
  lineOf,
  moveLines,
  type Note,
  type NotedRow,
  type NoteLine,
  type NotePlan,
  noteValue,
  type OldNotes,
  planNotes,
} from './note-plan';
import {
  formatNoteCells,
  NOTES_SHEET_NAME,
  type NotesPlace,
  type NotesWrite,
  parseNotesPlace,
  prepareNotesWrite,
  readNotesSheet,
} from './notes-sheet';

/** What the notes of a report need to know. */
interface NoteContext {
  readonly sheets: ReportSheets;
  readonly calendar: SpreadsheetCalendar;
  readonly clock: Clock;
  /** The document properties. */
  readonly properties: Properties;
  /** The remembered time zone. It is read again if a note is a date. */
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
  private zone: string;

  constructor(
    private readonly context: NoteContext,
    private readonly table: NotedTable,
  ) {
    this.place = parseNotesPlace(context.properties[PROPERTY.notes]);
    this.head = table.draft.head ?? 0;
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
    const block = { row: 2 + this.head, column: first + 1, rows, columns: columns.length };
    const cells = sheet.readBlock(
      block.row,
      isNeighbour ? first : first + 1,
      rows,
      columns.length + (isNeighbour ? 1 : 0),
    );
    const ids =
      isNeighbour || id === null
        ? undefined
        : sheet.readBlock(block.row, id + 1, rows, 1).map(([one]) => one);
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
    return sheet.readBlock(2, oldNotes.id + 1, this.head, 1).map(([one]) => value(one));
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
      blocked(`Put formulas to the right of the notes: row ${2 + this.head + row}, column ${columns[at]}`);
    });
  }

  private refuseLong(notes: readonly (readonly unknown[])[], columns: readonly string[]): void {
    notes.forEach((line, row) => {
      const at = line.findIndex((cell) => typeof cell === 'string' && cell.length > LONGEST_TEXT);
      if (at < 0) return;
      blocked(
        `Shorten the note in row ${2 + this.head + row}, column ${columns[at]}, by one character: it fills its cell, so it could not be moved`,
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
    const isExpired = (line: NoteLine) => isPast(line.date ?? line.left, since);
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
    const block = sheet.readBlock(2 + this.head + from, first + 1, height, Math.max(...columns) - first + 1);
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
        const cell = a1(2 + this.head + row, 1 + draft.columns.length + at);
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
