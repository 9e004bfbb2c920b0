import * as v from 'valibot';
import { type CalendarDate, isDate, startOfMonth } from '../../calendar/calendar-date';
import type { Clock } from '../../employer-api/ports';
import { LONGEST_TEXT } from '../../employer-api/shift-records';
import { parseStored, shortHash, shownCount, shownNumber } from '../../employer-api/text';
import { MOST_NOTE_LINES } from '../../limits';
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
import { holdsOthersRows, type RowOwner } from '../saved/saved-connection';
import type { SavedReport } from '../saved/saved-report';
import {
  a1,
  type CellBlock,
  columnFormats,
  headingsOf,
  type SheetRow,
  type SheetValue,
  sheetRows,
} from '../sheet/cells';
import { applySheetLook, blocked, cellReader, makeSheet } from '../sheet/sheets';
import { type FittedColumn, tableLook } from '../sheet/table-look';

/** What someone typed into a cell: text, a number, TRUE or FALSE, or a date as its serial number, and how it is shown. */
interface Note {
  readonly value: string | number | boolean;
  /** The cell's number format, in the notation of Google Sheets. */
  readonly format: string;
}

/** A note of which the shift is not in the table. */
export interface NoteLine extends Note {
  readonly id: SheetValue;
  /** The day of its shift, and when it left the table, as serial numbers. */
  readonly date: SheetValue;
  readonly left: SheetValue;
  readonly venue: SheetValue;
  /** The heading of its note column. */
  readonly column: string;
  /** The name of the report's sheet then. */
  readonly report: string;
  /** Why it stays on the sheet of notes; empty if it comes back with its shift. */
  readonly reason: string;
  /** Identifies the report and whose shifts these are: IDs of another employer are other shifts. */
  readonly key: string;
}

const [NO_ID, TWICE] = ['Its row had no SHIFT_ID', 'Its SHIFT_ID was in the table twice'];

/** The columns of the sheet of notes: one line per note. */
export const NOTE_LINE_COLUMNS: readonly FittedColumn[] = [
  { heading: 'SHIFT_ID', kind: 'integer' },
  { heading: 'SHIFT_DATE', kind: 'date' },
  { heading: 'VENUE_NAME', kind: 'text', pixels: 180 },
  { heading: 'COLUMN', kind: 'text', pixels: 120 },
  { heading: 'NOTE', kind: 'text', pixels: 300 },
  { heading: 'LEFT', kind: 'moment' },
  { heading: 'REPORT', kind: 'text', pixels: 160 },
  { heading: 'REASON', kind: 'text', pixels: 200 },
  { heading: 'KEY', kind: 'text', pixels: 110 },
];

/** The place of NOTE among the columns, from 0. */
export const NOTE_COLUMN = NOTE_LINE_COLUMNS.findIndex(({ heading }) => heading === 'NOTE');

/** The name of the sheet of notes whose shifts left their tables. */
export const NOTES_SHEET_NAME = 'Shift Reports notes';

const HEADINGS = headingsOf(NOTE_LINE_COLUMNS);
const WIDTH = HEADINGS.length;
/** How Google Sheets calls the format of a cell that was given none. */
const PLAIN_FORMATS = ['General', '0.###############', ''];

const PLACE = v.object({
  sheetId: v.number(),
  /** How many lines it has; 0: it need not be read. */
  lines: v.number(),
  /** The IDs of reports of which a run that moves notes has not ended: a killed one may have left copies. */
  moving: v.array(v.string()),
  /** The oldest day of its lines, of the shift or else on which it left, as a serial number; null if there is none. */
  oldest: v.nullable(v.number()),
});

/** The sheet of notes: the document property `notes`. Set once a note has left its table. */
type NotesPlace = v.InferOutput<typeof PLACE>;

/** Reads the document property; `undefined` if there is none. */
export function parseNotesPlace(text: string | undefined): NotesPlace | undefined {
  return parseStored(PLACE, text);
}

/**
 * What identifies a shift, from a cell of SHIFT_ID: the same for `123` as a number and as text. Null for a blank cell
 * and for TRUE and FALSE.
 */
export function idOf(cell: SheetValue): string | null {
  if (cell === null || typeof cell === 'boolean') return null;
  if (typeof cell === 'number') return String(cell);
  const text = cell.trim();
  if (text === '') return null;
  return /^\d{1,15}$/.test(text) ? String(Number(text)) : `text ${text}`;
}

/**
 * The keys of the notes in a report's table, and of those beside rows of this owner.
 *
 * @param owner Left out for the owner of the rows that are there.
 */
export function noteKeys(
  { id, content }: Pick<SavedReport, 'id' | 'content'>,
  owner?: RowOwner,
): { readonly oldKey: string; readonly nextKey: string } {
  const keyOf = ({ sample, employer }: RowOwner) => shortHash(JSON.stringify([id, sample ?? employer ?? '']));
  const there: RowOwner = content ?? {};
  const nextKey = keyOf(owner ?? there);
  const isSame = owner === undefined || !holdsOthersRows({ content }, owner);
  return { oldKey: isSame ? nextKey : keyOf(there), nextKey };
}

/** Reads a cell of a note column; null for a blank one, `undefined` for what a note cannot be, such as an image. */
function readNote(cell: unknown, value: (cell: unknown) => SheetValue): Note['value'] | null | undefined {
  if (cell === '') return null;
  const isKnown = ['string', 'number', 'boolean'].includes(typeof cell) || isDate(cell);
  return (isKnown ? value(cell) : null) ?? undefined;
}

/** The sheet of notes as read. */
export interface NotesSheet {
  readonly sheet: ReportSheet;
  /** How many rows below the heading row it uses, blank ones among them. */
  readonly height: number;
  /** Its lines with their rows, from 1; those that people typed have no key of a report. */
  readonly lines: readonly (NoteLine & { readonly row: number })[];
}

/**
 * Reads the sheet of notes, or makes it. People may have sorted or edited the lines, and renamed or moved the sheet.
 * Without the lock: three service calls, about 25 for a new sheet.
 *
 * @throws {ReportError} `sheet_blocked`, with nothing changed.
 */
export function readNotesSheet(
  sheets: ReportSheets,
  place: NotesPlace | undefined,
  value: (cell: unknown) => SheetValue,
): NotesSheet {
  const known = place && sheets.byId(place.sheetId);
  const sheet = known ?? sheets.byName(NOTES_SHEET_NAME) ?? makeSheet(sheets, NOTES_SHEET_NAME).sheet;
  const height = Math.max(0, sheet.lastRow() - 1);
  const width = Math.min(WIDTH, sheet.gridSize().columns);
  const [heading = [], ...cells] = sheet.readBlock(1, 1, 1 + height, width);
  if (height === 0 && heading.every((cell) => cell === '')) {
    sheet.format(columnFormats(NOTE_LINE_COLUMNS));
    applySheetLook(sheet, tableLook(NOTE_LINE_COLUMNS));
    sheet.write(1, sheetRows([HEADINGS], 1, WIDTH));
    return { sheet, height: 0, lines: [] };
  }
  if (!HEADINGS.every((text, column) => heading[column] === text))
    blocked(
      known === undefined
        ? `Rename the sheet “${NOTES_SHEET_NAME}”, which is not the sheet of notes: its name is needed`
        : `Put the heading row of “${sheet.name()}” back (undo the change): row 1 was changed or moved, and the sheet has the notes of shifts that left`,
    );
  const formats =
    height === 0 ? [] : sheet.numberFormats({ row: 2, column: NOTE_COLUMN + 1, rows: height, columns: 1 });
  const lines = cells.flatMap((cell, at) => {
    if (cell.every((one) => one === '')) return [];
    const [id = null, date = null, venue = null, column, note, left = null, report, reason, key] =
      cell.map(value);
    const format = formats[at]?.[0] ?? '';
    const texts = { column: text(column), report: text(report), reason: text(reason), key: text(key) };
    return [{ row: 2 + at, id, date, venue, left, ...texts, value: note ?? '', format }];
  });
  return { sheet, height, lines };
}

function text(value: SheetValue | undefined): string {
  return value === null || value === undefined ? '' : String(value);
}

/** The cells of a line. */
export function lineCells(line: NoteLine): SheetRow {
  const { id, date, venue, column, value, left, report, reason, key } = line;
  return [id, date, venue, column, value, left, report, reason, key];
}

/** Writes lines from row 2 on. Two service calls and one for each format of a note. @throws {ReportError} `sheet_blocked` */
function writeLines(sheet: ReportSheet, lines: readonly NoteLine[], height: number): void {
  const cells = lines.map((line, at) => ({ a1: a1(2 + at, NOTE_COLUMN + 1), format: line.format }));
  setFormats(sheet, cells);
  if (height > 0) sheet.write(2, sheetRows(lines.map(lineCells), height, WIDTH));
}

/** Removes lines from the sheet of notes: those that stay are written from row 2 on. */
export function keepLines({ sheet, height }: NotesSheet, lines: readonly NoteLine[]): void {
  writeLines(sheet, lines, height);
}

function setFormats(
  sheet: ReportSheet,
  cells: readonly { readonly a1: string; readonly format: string }[],
): void {
  const byFormat = new Map<string, string[]>();
  for (const cell of cells) byFormat.set(cell.format, [...(byFormat.get(cell.format) ?? []), cell.a1]);
  for (const [format, ranges] of Array.from(byFormat)) if (format !== '') sheet.formatCells(ranges, format);
}

/** The document property of the sheet of notes. */
export function notesPlace(
  { sheet }: NotesSheet,
  lines: readonly NoteLine[],
  moving: readonly string[],
): Record<string, string> {
  const days = lines.map(({ date, left }) => date ?? left).filter((day) => typeof day === 'number');
  const oldest = days.length === 0 ? null : days.reduce((least, day) => Math.min(least, day));
  const place: NotesPlace = { sheetId: sheet.id, lines: lines.length, moving: [...moving], oldest };
  return { [PROPERTY.notes]: JSON.stringify(place) };
}

/** The first day whose notes are kept; `undefined` if all are. */
function keptSince(properties: Properties, today: number): number | undefined {
  const months = Number(properties[PROPERTY.noteMonths] ?? '');
  return months > 0 ? startOfMonth(today as CalendarDate, -months) : undefined;
}

function isPast(day: SheetValue, since: number | undefined): boolean {
  return typeof day === 'number' && since !== undefined && day < since;
}

/**
 * True if the sheet of notes has to be looked at even if the table shows what it should: a killed run may have left
 * copies, or notes are past the time for which they are kept.
 */
export function notesAreDue(properties: Properties, today: number, reportId: string): boolean {
  const place = parseNotesPlace(properties[PROPERTY.notes]);
  if (place === undefined || place.lines === 0) return false;
  return place.moving.includes(reportId) || isPast(place.oldest, keptSince(properties, today));
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

/** A row of the table before the write, with its notes: one per note column. */
interface NotedRow {
  readonly id: SheetValue;
  readonly notes: readonly (Note | null)[];
  /** The number format of one of these cells, blank ones too; the first question costs a service call. */
  formatOf(at: number): string;
}

/**
 * Makes what takes the notes of a report's table to the new rows of their shifts. A note whose shift leaves is added to
 * the sheet of notes before the table is written: a kill leaves a copy, which the next refresh removes. It comes back
 * with its shift. Of rows with the same SHIFT_ID the first one has the notes.
 *
 * Call the result under the lease, without the lock, just before the write. Two service calls, one more if SHIFT_ID is
 * not the column before the notes, one where notes move, five where some leave, three where some may come back.
 *
 * The result throws `sheet_blocked` with nothing changed: for what a note cannot be, such as a formula or an image, and
 * for a sheet of notes that is not as it was left.
 */
export function noteTaker(context: NoteContext): TakeNotes {
  return (table) =>
    table.oldNotes === undefined && table.draft.notes === undefined ? undefined : takeNotes(context, table);
}

function takeNotes(context: NoteContext, table: NotedTable): TakenNotes {
  const { sheets, calendar, clock, properties, today, id: reportId, report, oldKey, nextKey } = context;
  const { draft, sheet, withHeading, oldNotes } = table;
  const place = parseNotesPlace(properties[PROPERTY.notes]);
  const since = keptSince(properties, today);
  const old = readTable(context, table);
  const next = nextRows(table);
  const notes = next.ids.map(() => next.columns.map((): Note | null => null));
  const rowOf = firstRows(next.ids);
  const put = (id: SheetValue, column: string, note: Note): 'put' | 'there' | 'other' | 'nowhere' => {
    const row = rowOf.get(idOf(id) ?? '');
    const [at, cells] = [next.columns.indexOf(column), row === undefined ? undefined : notes[row]];
    if (row === undefined || cells === undefined || at < 0) return 'nowhere';
    if (isPast(next.dates[row] ?? null, since)) return 'put';
    const there = cells[at];
    if (there) return there.value === note.value ? 'there' : 'other';
    cells[at] = note;
    return 'put';
  };
  const gone: { readonly row: number; readonly line: Omit<NoteLine, 'date' | 'venue'> }[] = [];
  const left = calendar.serial(clock.now(), context.zone);
  const seen = new Set<string>();
  old.forEach(({ id, notes: typed }, row) => {
    const shift = idOf(id);
    const reason = shift === null ? NO_ID : seen.has(shift) ? TWICE : '';
    if (shift !== null) seen.add(shift);
    typed.forEach((note, at) => {
      const column = oldNotes?.columns[at];
      if (note === null || column === undefined) return;
      if (reason === '' && oldKey === nextKey && put(id, column, note) !== 'nowhere') return;
      gone.push({
        row,
        line: { ...note, id: shift === null ? null : id, column, left, report, reason, key: oldKey },
      });
    });
  });
  const shiftOf = shiftReader(
    context,
    table,
    gone.map(({ row }) => row),
  );
  const leaving = gone.map(({ row, line }): NoteLine => ({ ...line, ...shiftOf(row) }));
  const isMoving = place?.moving.includes(reportId) === true;
  const hasNewPlaces =
    next.columns.some((column) => oldNotes?.columns.includes(column) !== true) ||
    Array.from(rowOf.keys()).some((id) => oldKey !== nextKey || !seen.has(id));
  const isRead =
    leaving.length > 0 ||
    (place !== undefined && place.lines > 0 && (hasNewPlaces || notesAreDue(properties, today, reportId)));
  const reader = () => cellReader(calendar, calendar.zone());
  const kept = isRead ? readNotesSheet(sheets, place, reader()) : undefined;
  // A copy that a killed run left is not added again.
  const copies = isMoving ? [...(kept?.lines ?? [])] : [];
  const added = leaving.filter((line) => {
    const at = copies.findIndex((one) => isSameNote(one, line));
    if (at >= 0) copies.splice(at, 1);
    return at < 0;
  });
  let returned = 0;
  const stays = (kept?.lines ?? []).filter((line) => {
    if (isPast(line.date ?? line.left, since) && line.key !== '') return false;
    if (line.key !== nextKey || line.reason !== '' || oldKey !== nextKey) return true;
    const went = put(line.id, line.column, line);
    if (went === 'put') returned += 1;
    return went === 'nowhere' || went === 'other';
  });
  const removes = kept !== undefined && stays.length < kept.lines.length;
  const lines = [...added, ...stays];
  if (added.length > 0 && lines.length > MOST_NOTE_LINES)
    blocked(
      `Shorten “${NOTES_SHEET_NAME}”, for instance by its oldest lines: it holds at most ${shownNumber(MOST_NOTE_LINES)}`,
    );
  const isMoved = areMoved(old, notes);
  const areWritten = withHeading || isMoved;
  const formats = areWritten ? movedFormats(table, old, notes) : [];
  const others = (place?.moving ?? []).filter((id) => id !== reportId);
  const isChanged = added.length > 0 || removes || isMoving;
  // Rows are added before the lock.
  if (kept && added.length > 0) kept.sheet.insertRows(2, added.length);
  let isSettled = true;
  return {
    cells: draft.notes ? notes.map((row) => row.map((note) => note?.value ?? null)) : [],
    areWritten,
    sentence: [
      leaving.length === 0 ? '' : `${shownCount(leaving.length, 'note')} moved to “${NOTES_SHEET_NAME}”.`,
      returned === 0 ? '' : `${shownCount(returned, 'note')} came back from “${NOTES_SHEET_NAME}”.`,
    ]
      .filter(Boolean)
      .join(' '),
    logs: kept && isChanged ? notesPlace(kept, [...added, ...kept.lines], [...others, reportId]) : {},
    after: () => {
      if (kept === undefined || !isChanged) return {};
      return isSettled
        ? notesPlace(kept, lines, others)
        : notesPlace(kept, [...added, ...kept.lines], [...others, reportId]);
    },
    beforeWrite: () => {
      if (kept === undefined || added.length === 0) return;
      writeLines(kept.sheet, added, added.length);
      // What leaves must be certain before the table is written.
      sheets.flush();
    },
    afterWrite: () => {
      try {
        setFormats(sheet, formats);
        if (kept && removes) writeLines(kept.sheet, lines, added.length + kept.height);
      } catch {
        // A copy stays: the next run removes it.
        isSettled = false;
      }
    },
  };
}

function isSameNote(one: NoteLine, other: NoteLine): boolean {
  const isPlace = one.key === other.key && one.column === other.column && idOf(one.id) === idOf(other.id);
  return isPlace && one.value === other.value;
}

/** Where the rows to write begin, from 1, and the first column of the table. */
function originOf({ row, column, draft }: NotedTable) {
  return { top: row + 1 + (draft.head ?? 0), column };
}

/** Reads the notes that are there. @throws {ReportError} `sheet_blocked` */
function readTable({ calendar, zone }: NoteContext, table: NotedTable): readonly NotedRow[] {
  const { oldNotes, oldRows, sheet, record, draft } = table;
  const { top, column } = originOf(table);
  const rows = oldRows - (draft.head ?? 0);
  if (oldNotes === undefined || rows <= 0) return [];
  const { columns, id } = oldNotes;
  const first = record.headings.length - columns.length;
  const block: CellBlock = { row: top, column: column + first, rows, columns: columns.length };
  const before = id === first - 1 ? 1 : 0;
  const cells = sheet.readBlock(top, block.column - before, rows, before + columns.length);
  const typed = cells.map((line) => line.slice(before));
  const ids = before === 1 || id === null ? cells : sheet.readBlock(top, column + id, rows, 1);
  const refuse = (row: number, at: number, what: string): never =>
    blocked(`${what}: row ${top + row}, column ${columns[at]}`);
  sheet.readFormulas(block).forEach((line, row) => {
    const at = line.findIndex((formula) => formula !== '');
    if (at >= 0) refuse(row, at, 'Put formulas to the right of the notes');
  });
  const hasDates = typed.some((line) => line.some(isDate));
  const value = cellReader(calendar, hasDates ? calendar.zone() : zone);
  let read: readonly (readonly string[])[] | undefined;
  const formats = () => {
    read = read ?? sheet.numberFormats(block);
    return read;
  };
  return typed.map((line, row): NotedRow => {
    const formatOf = (at: number) => formats()[row]?.[at] ?? '';
    const notes = line.map((cell, index) => {
      if (typeof cell === 'string' && cell.length > LONGEST_TEXT)
        return refuse(row, index, 'Shorten the note by one character, because it could not be moved');
      const note = readNote(cell, value);
      if (note === undefined)
        return refuse(row, index, 'Put what is no text, number, date or check box to the right of the notes');
      return note === null
        ? null
        : {
            value: note,
            get format() {
              return formatOf(index);
            },
          };
    });
    return { formatOf, id: id === null ? null : value(ids[row]?.[0] ?? ''), notes };
  });
}

/** Reads the day and the venue of shifts that leave. One service call, if any leave and the table shows either. */
function shiftReader(
  { calendar }: NoteContext,
  table: NotedTable,
  rows: readonly number[],
): (row: number) => Pick<NoteLine, 'date' | 'venue'> {
  const { date = null, venue = null } = table.oldNotes ?? {};
  const columns = [date, venue].filter((at) => at !== null);
  if (columns.length === 0 || rows.length === 0) return () => ({ date: null, venue: null });
  const { top, column } = originOf(table);
  const [first, from] = [Math.min(...columns), rows.reduce((least, row) => Math.min(least, row))];
  const height = rows.reduce((most, row) => Math.max(most, row)) - from + 1;
  const width = Math.max(...columns) - first + 1;
  const cells = table.sheet.readBlock(top + from, column + first, height, width);
  const value = cellReader(calendar, calendar.zone());
  return (row) => {
    const at = (place: number | null) =>
      place === null ? null : value(cells[row - from]?.[place - first] ?? '');
    const day = at(date);
    return { date: typeof day === 'number' ? Math.floor(day) : null, venue: at(venue) };
  };
}

function nextRows({ draft: { notes, rows } }: NotedTable) {
  const cell = (row: SheetRow, at: number | null | undefined) =>
    at === null || at === undefined ? null : (row[at] ?? null);
  return {
    columns: notes?.columns ?? [],
    ids: rows.map((row) => cell(row, notes?.id)),
    dates: rows.map((row) => cell(row, notes?.date)),
  };
}

/** The first row of each ID. */
function firstRows(ids: readonly SheetValue[]): ReadonlyMap<string, number> {
  const rows = new Map<string, number>();
  ids.forEach((cell, row) => {
    const id = idOf(cell);
    if (id !== null && !rows.has(id)) rows.set(id, row);
  });
  return rows;
}

function areMoved(old: readonly NotedRow[], notes: readonly (readonly (Note | null)[])[]): boolean {
  const rows = Math.max(old.length, notes.length);
  for (let row = 0; row < rows; row += 1) {
    const [was = [], now = []] = [old[row]?.notes, notes[row]];
    for (let at = 0; at < Math.max(was.length, now.length); at += 1)
      if ((was[at]?.value ?? null) !== (now[at]?.value ?? null)) return true;
  }
  return false;
}

/** The cells that get the number format of their note: formats stay in their cells when notes move. */
function movedFormats(
  table: NotedTable,
  old: readonly NotedRow[],
  notes: readonly (readonly (Note | null)[])[],
): { readonly a1: string; readonly format: string }[] {
  const { withHeading, draft } = table;
  const { top, column } = originOf(table);
  return notes.flatMap((line, row) =>
    line.flatMap((note, at) => {
      if (note === null) return [];
      const was = withHeading ? undefined : old[row]?.formatOf(at);
      const isSame = was === note.format || (was === undefined && PLAIN_FORMATS.includes(note.format));
      return isSame ? [] : [{ a1: a1(top + row, column + draft.columns.length + at), format: note.format }];
    }),
  );
}
