import { type CalendarDate, isDate, startOfMonth } from '../../calendar/calendar-date';
import type { Clock } from '../../employer-api/ports';
import { LONGEST_TEXT } from '../../employer-api/shift-records';
import { shortHash, shownCount, shownNumber } from '../../employer-api/text';
import { MOST_NOTE_LINES } from '../../limits';
import type { Properties, ReportSheet, ReportSheets, SpreadsheetCalendar } from '../ports';
import { PROPERTY } from '../saved/document-state';
import { holdsOthersRows, type RowOwner } from '../saved/saved-connection';
import type { SavedReport } from '../saved/saved-report';
import { a1, headingsOf, type SheetColumn, type SheetRow, type SheetValue, sheetRows } from '../sheet/cells';
import { applySheetLook, columnFormats, placed, tableLook } from '../sheet/columns';
import {
  type FoundTable,
  type HeadingRow,
  rowCount,
  type TableDraft,
  type TakeNotes,
  type TakenNotes,
} from '../sheet/report-table';
import { blocked, cellReader, makeSheet } from '../sheet/sheets';

/** What someone typed into a cell: text, a number, TRUE or FALSE, or a date as its serial number, and how it is shown. */
interface Note {
  readonly value: string | number | boolean;
  /** The cell's number format, in the notation of Google Sheets. */
  readonly format: string;
}

/** Which shift a row of a table is. */
interface Shift {
  readonly id: SheetValue;
  /** Its day as a serial number. */
  readonly date: SheetValue;
  readonly venue: SheetValue;
}

/** A note of which the shift is not in the table. */
export interface NoteLine extends Note, Shift {
  /** When it left the table, as a serial number. */
  readonly left: SheetValue;
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
export const NOTE_LINE_COLUMNS: readonly SheetColumn[] = [
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

/** Which shift a row of a table is, from its cells. */
export function shiftOf(
  { fields }: Pick<HeadingRow, 'fields'>,
  cells: readonly unknown[],
  value: (cell: unknown) => SheetValue,
): Shift {
  const at = (field: string) => value(cells[fields.indexOf(field)]);
  const day = at('SHIFT_DATE');
  const date = typeof day === 'number' ? Math.floor(day) : null;
  return { id: at('SHIFT_ID'), date, venue: at('VENUE_NAME') };
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
 * @param isNeeded Whether it is made where there is none; `undefined` is returned otherwise.
 * @throws {ReportError} `sheet_blocked`, with nothing changed.
 */
export function readNotesSheet(
  sheets: ReportSheets,
  { [PROPERTY.notes]: stored }: Properties,
  value: (cell: unknown) => SheetValue,
  isNeeded: boolean,
): NotesSheet | undefined {
  const known = stored ? sheets.byId(Number(stored)) : undefined;
  const there = known ?? sheets.byName(NOTES_SHEET_NAME);
  if (there === undefined && !isNeeded) return undefined;
  const sheet = there ?? makeSheet(sheets, NOTES_SHEET_NAME).sheet;
  const height = Math.max(0, sheet.lastRow() - 1);
  const [heading = [], ...cells] = sheet.readBlock(
    1,
    1,
    1 + height,
    Math.min(WIDTH, sheet.gridSize().columns),
  );
  if (height === 0 && heading.every((cell) => cell === '')) {
    if (!isNeeded) return undefined;
    sheet.format(columnFormats(placed(NOTE_LINE_COLUMNS)));
    applySheetLook(sheet, tableLook(placed(NOTE_LINE_COLUMNS)));
    sheet.write(1, sheetRows([HEADINGS], 1, WIDTH));
    return { sheet, height: 0, lines: [] };
  }
  if (!HEADINGS.every((text, column) => heading[column] === text)) {
    if (known === undefined && !isNeeded) return undefined;
    blocked(
      known === undefined
        ? `Rename the sheet “${NOTES_SHEET_NAME}”, which is not the sheet of notes: its name is needed`
        : `Put the heading row of “${sheet.name()}” back (undo the change): row 1 was changed or moved, and the sheet has the notes of shifts that left`,
    );
  }
  const formats =
    height === 0 ? [] : sheet.numberFormats({ row: 2, column: NOTE_COLUMN + 1, rows: height, columns: 1 });
  const lines = cells.flatMap((line, at) => {
    if (line.every((cell) => cell === '')) return [];
    const [id = null, date = null, venue = null, column, note, left = null, ...texts] = line.map(value);
    const [report = '', reason = '', key = ''] = texts.map((text) => String(text ?? ''));
    const [format = ''] = formats[at] ?? [];
    const about = { id, date, venue, left, column: String(column ?? ''), report, reason, key };
    return [{ ...about, row: 2 + at, value: note ?? '', format }];
  });
  return { sheet, height, lines };
}

/** The cells of a line. */
export function lineCells(line: NoteLine): SheetRow {
  const { id, date, venue, column, value, left, report, reason, key } = line;
  return [id, date, venue, column, value, left, report, reason, key];
}

/** Writes lines from row 2 on, and blanks up to a height. One service call and one for each format of a note. */
export function writeLines(sheet: ReportSheet, lines: readonly NoteLine[], height: number): void {
  setFormats(
    sheet,
    lines.map((line, at) => [line.format, a1(2 + at, NOTE_COLUMN + 1)] as const),
  );
  if (height > 0) sheet.write(2, sheetRows(lines.map(lineCells), height, WIDTH));
}

function setFormats(sheet: ReportSheet, cells: readonly (readonly [format: string, a1: string])[]): void {
  const byFormat: Record<string, string[]> = {};
  for (const [format, cell] of cells)
    if (format !== '') byFormat[format] = [...(byFormat[format] ?? []), cell];
  sheet.format(byFormat);
}

/** What the notes of a report need to know. */
interface NoteContext {
  readonly sheets: ReportSheets;
  readonly calendar: SpreadsheetCalendar;
  readonly clock: Clock;
  /** The document properties. */
  readonly properties: Properties;
  readonly today: number;
  /** The report's name. */
  readonly report: string;
  /** The keys of the notes in the table now, and after the write. */
  readonly oldKey: string;
  readonly nextKey: string;
}

/**
 * Makes what takes the notes of a report's table to the new rows of their shifts. A note whose shift leaves is added to
 * the sheet of notes before the table is written: a kill leaves a copy, which the next refresh removes. It comes back
 * with its shift. Of rows with the same SHIFT_ID the first one has the notes.
 *
 * Call the result under the lease, without the lock, just before the write. Three service calls, three more once there is
 * a sheet of notes, four more if some notes leave, one where notes move.
 *
 * The result throws `sheet_blocked` with the table unchanged: for what a note cannot be, such as a formula or an image,
 * and for a sheet of notes that is not as it was left.
 */
export function noteTaker(context: NoteContext): TakeNotes {
  return (found, draft, withHeading) => {
    const { length } = [...(draft.notes ?? []), ...found.headings.slice(found.fields.length)];
    return length === 0 ? undefined : takeNotes(context, found, draft, withHeading);
  };
}

function takeNotes(
  { sheets, calendar, clock, properties, today, report, oldKey, nextKey }: NoteContext,
  found: FoundTable,
  draft: TableDraft,
  withHeading: boolean,
): TakenNotes {
  const { notes: columns = [], rows, head = 0 } = draft;
  const value = cellReader(calendar, calendar.zone());
  const old = readNotes(found, head, value);
  const months = Number(properties[PROPERTY.noteMonths] ?? '');
  const since = months > 0 ? startOfMonth(today as CalendarDate, -months) : Number.NEGATIVE_INFINITY;
  const isPast = (day: SheetValue) => typeof day === 'number' && day < since;

  const shifts = rows.map((row) => shiftOf(draft, row, (cell) => (cell ?? null) as SheetValue));
  const cells = rows.map(() => columns.map((): Note | null => null));
  const rowOf = new Map<string, number>();
  for (const [row, { id }] of shifts.entries()) {
    const shift = idOf(id);
    if (shift !== null && !rowOf.has(shift)) rowOf.set(shift, row);
  }
  /** Puts a note beside its shift, unless its time is over; `undefined` if there is no such place, or another note. */
  const put = (id: SheetValue, column: string, note: Note): 'put' | 'there' | undefined => {
    const row = rowOf.get(idOf(id) ?? '');
    const at = columns.indexOf(column);
    if (row === undefined || at < 0) return undefined;
    if (isPast(shifts[row]?.date ?? null)) return 'there';
    const line = cells[row] as (Note | null)[];
    const there = line[at];
    if (there) return there.value === note.value ? 'there' : undefined;
    line[at] = note;
    return 'put';
  };

  const seen = new Set<string>();
  const leaving: NoteLine[] = [];
  const left = calendar.serial(clock.now(), calendar.zone());
  for (const { shift, notes } of old) {
    const name = idOf(shift.id);
    const reason = name === null ? NO_ID : seen.has(name) ? TWICE : '';
    if (name !== null) seen.add(name);
    for (const [at, note] of notes.entries()) {
      const column = found.headings[found.fields.length + at] as string;
      if (note === null || (reason === '' && oldKey === nextKey && put(shift.id, column, note))) continue;
      const id = name === null ? null : shift.id;
      leaving.push({ ...note, ...shift, id, column, left, report, reason, key: oldKey });
    }
  }
  const kept = readNotesSheet(sheets, properties, value, leaving.length > 0);
  // A copy that a killed run left is not added again.
  const copies = (kept?.lines ?? []).map(signOf);
  const added = leaving.filter((line) => {
    const at = copies.indexOf(signOf(line));
    if (at >= 0) copies.splice(at, 1);
    return at < 0;
  });
  let returned = 0;
  const stays = (kept?.lines ?? []).filter((line) => {
    if (line.key !== '' && isPast(line.date ?? line.left)) return false;
    if (line.key !== nextKey || line.reason !== '' || oldKey !== nextKey) return true;
    const went = put(line.id, line.column, line);
    if (went === 'put') returned += 1;
    return went === undefined;
  });
  const lines = [...added, ...stays];
  if (kept && added.length > 0) {
    if (lines.length > MOST_NOTE_LINES)
      blocked(
        `Shorten “${NOTES_SHEET_NAME}”, for instance by its oldest lines: it holds at most ${shownNumber(MOST_NOTE_LINES)}`,
      );
    kept.sheet.insertRows(2, added.length);
    writeLines(kept.sheet, added, added.length);
    // What leaves must be certain before the table is written.
    sheets.flush();
  }
  const valueAt = (line: readonly (Note | null)[] | undefined) =>
    JSON.stringify(line?.map((note) => note?.value ?? null));
  const blank = valueAt(columns.map(() => null));
  const height = Math.max(old.length, rows.length);
  const areWritten =
    withHeading ||
    Array.from({ length: height }, (_, row) => row).some(
      (row) => (valueAt(old[row]?.notes) ?? blank) !== (valueAt(cells[row]) ?? blank),
    );
  // Formats stay in their cells when notes move.
  const formats = cells.flatMap((line, row) =>
    line.flatMap((note, at) => {
      const was = withHeading ? undefined : old[row]?.formats[at];
      const isSame =
        note === null || was === note.format || (was === undefined && PLAIN_FORMATS.includes(note.format));
      const place = a1(found.block.row + 1 + head + row, found.block.column + draft.columns.length + at);
      return isSame ? [] : [[note.format, place] as const];
    }),
  );
  return {
    cells: cells.map((line) => line.map((note) => note?.value ?? null)),
    areWritten,
    sentence: [
      leaving.length === 0 ? '' : `${shownCount(leaving.length, 'note')} moved to “${NOTES_SHEET_NAME}”.`,
      returned === 0 ? '' : `${shownCount(returned, 'note')} came back from “${NOTES_SHEET_NAME}”.`,
    ]
      .filter(Boolean)
      .join(' '),
    properties: kept ? { [PROPERTY.notes]: String(kept.sheet.id) } : {},
    afterWrite: () => {
      try {
        if (areWritten) setFormats(found.sheet, formats);
        if (kept && stays.length < kept.lines.length)
          writeLines(kept.sheet, lines, added.length + kept.height);
      } catch {
        // A copy stays: the next run removes it.
      }
    },
  };
}

/** Two lines with the same are one note, written twice. */
function signOf({ key, column, id, date, venue, value }: NoteLine): string {
  return JSON.stringify([key, column, value, idOf(id) ?? [date, venue]]);
}

/** A row of the table before the write, with its notes: one per note column. */
interface NotedRow {
  readonly shift: Shift;
  readonly notes: readonly (Note | null)[];
  /** The number formats of these cells, blank ones too. */
  readonly formats: readonly string[];
}

/** Reads the notes that are there, below the rows that stay. @throws {ReportError} `sheet_blocked` */
function readNotes(found: FoundTable, head: number, value: (cell: unknown) => SheetValue): NotedRow[] {
  const { sheet, block, headings, fields } = found;
  const rows = rowCount(found) - head;
  const columns = headings.length - fields.length;
  if (columns === 0 || rows <= 0) return [];
  const top = block.row + 1 + head;
  const place = { row: top, column: block.column + fields.length, rows, columns };
  const cells = sheet.readBlock(top, block.column, rows, headings.length);
  const formulas = sheet.readFormulas(place);
  const formats = sheet.numberFormats(place);
  return cells.map((line, row) => {
    const refuse = (at: number, what: string): never =>
      blocked(`${what}: row ${top + row}, column ${headings[fields.length + at]}`);
    const notes = line.slice(fields.length).map((cell, at) => {
      if (formulas[row]?.[at]) refuse(at, 'Put formulas to the right of the notes');
      if (cell === '') return null;
      if (typeof cell === 'string' && cell.length > LONGEST_TEXT)
        refuse(at, 'Shorten the note by one character, because it could not be moved');
      const isKnown = ['string', 'number', 'boolean'].includes(typeof cell) || isDate(cell);
      const note = isKnown ? value(cell) : null;
      return note === null
        ? refuse(at, 'Put what is no text, number, date or check box to the right of the notes')
        : { value: note, format: formats[row]?.[at] ?? '' };
    });
    return { shift: shiftOf(found, line, value), notes, formats: formats[row] ?? [] };
  });
}
