import { isDate, startOfMonth } from '../../calendar/calendar-date';
import { attempt } from '../../employer-api/errors';
import { LONGEST_TEXT, listed, shortHash, shownCount } from '../../employer-api/text';
import type { Properties, ReportSheet, ReportSheets, TableServices } from '../ports';
import type { Run } from '../refresh/lease';
import { PROPERTY } from '../saved/document-state';
import { holdsOthersRows, type SavedReport } from '../saved/saved-report';
import {
  a1,
  blocked,
  cellReader,
  columnLetters,
  dayOf,
  headingsOf,
  type ReadCell,
  type SheetColumn,
  type SheetValue,
  sheetRows,
} from '../sheet/cells';
import type { FoundTable, TableDraft } from '../sheet/report-table';
import { byLook, dressSheet, ownSheet } from '../sheet/sheets';

/** The name of the sheet of notes whose shifts left their tables. */
export const NOTES_SHEET_NAME = 'Shift Reports notes';

/** What the columns of the sheet of notes hold: one line per note of which the shift is in no table. */
const FIELDS = {
  id: { heading: 'Shift ID', kind: 'integer' },
  /** The day of the shift. */
  date: { heading: 'Date', kind: 'date' },
  venue: { heading: 'Venue', kind: 'text', pixels: 180 },
  role: { heading: 'Job title', kind: 'text', pixels: 130 },
  /** The heading of its note column. */
  column: { heading: 'Column', kind: 'text', pixels: 120 },
  /** What someone typed: text, a number, TRUE or FALSE, or a date as its serial number. */
  value: { heading: 'Note', kind: 'text', pixels: 300 },
  /** When it left the table. */
  left: { heading: 'Left the table', kind: 'moment' },
  /** The name of the report's sheet then. */
  report: { heading: 'Report', kind: 'text', pixels: 160 },
  /** Identifies the report and whose shifts these are: IDs of another employer are other shifts. Blank if people typed the line. */
  key: { heading: 'Key', kind: 'text', pixels: 0 },
} as const satisfies Readonly<Record<string, SheetColumn>>;

type NoteField = keyof typeof FIELDS;
const NAMES = Object.keys(FIELDS) as readonly NoteField[];

/** The columns of the sheet of notes. */
export const NOTE_LINE_COLUMNS: readonly SheetColumn[] = Object.values(FIELDS);
/** The place of the note among them, from 1. */
const NOTE_COLUMN = NAMES.indexOf('value') + 1;

const WIDTH = NAMES.length;

/** A note of which the shift is not in the table. */
export interface NoteLine extends Readonly<Record<NoteField, SheetValue>> {
  /** The number format of the note, in the notation of Google Sheets. */
  readonly format: string;
}

/**
 * What identifies a shift, from a cell of SHIFT_ID: the same for `123` as a number and as text. Null for a blank cell
 * and for TRUE and FALSE.
 */
function idOf(cell: SheetValue): string | null {
  if (cell === null || typeof cell === 'boolean') return null;
  if (typeof cell === 'number') return String(cell);
  const text = cell.trim();
  if (text === '') return null;
  return /^\d{1,15}$/.test(text) ? String(Number(text)) : `text ${text}`;
}

/** The sheet of notes that a refresh has stored, wherever people moved it and whatever they call it. */
export function findNotesSheet(
  sheets: ReportSheets,
  { [PROPERTY.notes]: stored }: Properties,
): ReportSheet | undefined {
  return stored ? sheets.byId(Number(stored)) : undefined;
}

/**
 * Reads the sheet of notes, whose lines people may have sorted or edited.
 *
 * @returns Its lines with their rows, from 1, and how many rows below the heading row it uses, blank ones among them.
 * @throws {ReportError} `sheet_blocked` if its heading row is not as it was left.
 */
export function readNotesSheet(sheet: ReportSheet, value: ReadCell) {
  const height = Math.max(0, sheet.lastRow() - 1);
  const width = Math.min(WIDTH, sheet.gridSize().columns);
  const [headings = [], ...rows] = sheet.readBlock(1, 1, 1 + height, width);
  if (headingsOf(NOTE_LINE_COLUMNS).some((heading, at) => headings[at] !== heading))
    blocked(
      `Put the heading row of “${sheet.name()}” back (undo the change): row 1 was changed or moved, and the sheet has the notes of shifts that left`,
    );
  const place = { row: 2, column: NOTE_COLUMN, rows: height, columns: 1 };
  const formats = height === 0 ? [] : sheet.numberFormats(place);
  const lines = rows.flatMap((cells, at) => {
    if (cells.every((cell) => cell === '')) return [];
    const line = Object.fromEntries(NAMES.map((name, column) => [name, value(cells[column])]));
    return [{ ...(line as Record<NoteField, SheetValue>), format: formats[at]?.[0] ?? '', row: 2 + at }];
  });
  return { sheet, height, lines };
}

/** Writes lines from a row on, and blanks up to a height. */
export function writeLines(sheet: ReportSheet, lines: readonly NoteLine[], height: number, row = 2): void {
  setFormats(
    sheet,
    lines.map(({ format }, at) => [a1(row + at, NOTE_COLUMN), { format }]),
  );
  const rows = lines.map((line) => NAMES.map((name) => line[name]));
  if (height > 0) sheet.write(row, sheetRows(rows, height, WIDTH));
}

function setFormats(sheet: ReportSheet, cells: Parameters<typeof byLook>[0]): void {
  for (const look of byLook(cells)) sheet.dress(look);
}

/** `Type notes in “Owner” (column S) and “Reason” (column T).` @param first The first of their columns, from 1. */
function describePlace(headings: readonly string[], first: number): string {
  const placed = headings.map((heading, at) => `“${heading}” (column ${columnLetters(first - 1 + at)})`);
  return `Type notes in ${listed(placed, 'and')}.`;
}

/** Where a report's note columns are, and the first of their cells; `undefined` without any. One service call. */
export function findNoteColumns(sheets: ReportSheets, { headings, fields, rangeName }: SavedReport) {
  const noted = headings.slice(fields.length);
  const named = noted.length > 0 ? sheets.named(rangeName) : undefined;
  if (named === undefined) return undefined;
  const [row, column] = [named.block.row, named.block.column + fields.length];
  const below = { row: row + 1, column, rows: named.block.rows - 1, columns: noted.length };
  return { sheet: named.sheet, below, cell: a1(row, column), sentence: describePlace(noted, column) };
}

/** The run whose notes are taken. */
export interface NoteRun extends Pick<Run, 'saved' | 'properties' | 'zone'> {
  /** Whose rows come; left out for those that are there. */
  readonly owner?: string | undefined;
}

/**
 * Takes the notes of a report's table to the new rows of their shifts. A note whose shift leaves is added to the sheet of
 * notes before the table is written: a kill leaves a copy, which the next refresh removes. It comes back with its shift. Of
 * rows with the same SHIFT_ID the first one has the notes; a second note for its cell leaves, as one without a SHIFT_ID does.
 *
 * Under the lease, without the lock, just before the write.
 *
 * @param withHeading Whether the heading row is written as well.
 * @throws {ReportError} `sheet_blocked`, with the table unchanged: for what a note cannot be, such as a formula or an image,
 *   and for a sheet of notes that is not as it was left.
 */
export function takeNotes(
  { sheets, calendar, clock }: Pick<TableServices, 'sheets' | 'calendar' | 'clock'>,
  { saved, properties, zone, owner }: NoteRun,
  found: FoundTable,
  draft: TableDraft,
  withHeading: boolean,
) {
  const { notes: columns = [], rows, fields, head = 0 } = draft;
  const value = cellReader(calendar, zone);
  const keyOf = (whose: string) => shortHash(JSON.stringify([saved.id, whose]));
  const there = saved.content?.owner ?? '';
  const nextKey = keyOf(owner ?? there);
  const oldKey = owner !== undefined && holdsOthersRows(saved, owner) ? keyOf(there) : nextKey;
  const about = { left: calendar.serial(clock.now(), zone), report: saved.sheet, key: oldKey };
  const old = readNotes(found, head, value, about);
  const months = Number(properties[PROPERTY.noteMonths] ?? '');
  const since = months > 0 ? startOfMonth(calendar.today(zone), -months) : Number.NEGATIVE_INFINITY;
  const isPast = (day: SheetValue | undefined) => typeof day === 'number' && day < since;

  const rowOf = new Map<string | null, number>();
  for (const [row, cells] of rows.entries()) {
    const id = idOf(cells[fields.indexOf('SHIFT_ID')] ?? null);
    if (id !== null && !rowOf.has(id)) rowOf.set(id, row);
  }
  const taken = rows.map(() => columns.map((): NoteLine | null => null));
  /** Puts a note beside its shift, unless its time is over; `undefined` if there is no such place, or another note. */
  const put = (line: NoteLine): 'put' | 'there' | undefined => {
    const [row, at] = [rowOf.get(idOf(line.id)) ?? -1, columns.indexOf(String(line.column))];
    const places = taken[row];
    if (places === undefined || at < 0) return undefined;
    if (isPast(rows[row]?.[fields.indexOf('SHIFT_DATE')])) return 'there';
    const there = places[at];
    if (there) return there.value === line.value ? 'there' : undefined;
    places[at] = line;
    return 'put';
  };

  const leaving = old.lines.filter((line) => oldKey !== nextKey || !put(line));
  const known = findNotesSheet(sheets, properties);
  const setUp = (made: ReportSheet) => dressSheet(made, NOTE_LINE_COLUMNS);
  const sheet =
    leaving.length > 0 && !known
      ? ownSheet(sheets, NOTES_SHEET_NAME, headingsOf(NOTE_LINE_COLUMNS), setUp)
      : known;
  const kept = sheet && readNotesSheet(sheet, value);
  // A copy that a killed run left is not added again.
  const copies = new Set(kept?.lines.map(signOf));
  const added = leaving.filter((line) => !copies.has(signOf(line)));
  let returned = 0;
  const left = (kept?.lines ?? []).filter((line) => {
    if (line.key !== null && isPast(line.date ?? line.left)) return false;
    if (line.key !== nextKey) return true;
    const went = put(line);
    if (went === 'put') returned += 1;
    return went === undefined;
  });
  if (kept && added.length > 0) {
    kept.sheet.grow({ rows: 1 + kept.height + added.length, columns: WIDTH });
    writeLines(kept.sheet, added, added.length, 2 + kept.height);
    // What leaves must be certain before the table is written.
    sheets.flush();
  }
  const stays = ({ row, at, value }: (typeof old.lines)[number]) => taken[row]?.[at]?.value === value;
  const areWritten = withHeading || returned > 0 || !old.lines.every(stays);
  const firstColumn = found.block.column + fields.length;
  // Formats stay in their cells when notes move.
  const formats = taken.flatMap((line, row) =>
    line.flatMap((note, at) => {
      const was = withHeading ? undefined : old.formats[row]?.[at];
      const place = a1(found.block.row + 1 + head + row, firstColumn + at);
      return note === null || note.format === was ? [] : [[place, { format: note.format }] as const];
    }),
  );
  const told = (count: number, what: string) =>
    count > 0 && `${shownCount(count, 'note')} ${what} “${NOTES_SHEET_NAME}”.`;
  const [leave, come] = [told(leaving.length, 'moved to'), told(returned, 'came back from')];
  const isNew = withHeading && columns.length > 0;
  return {
    /** The cells of the note columns, for each row to write. */
    cells: taken.map((line) => line.map((note) => note?.value ?? null)),
    /** False if every note stays in its cell: then the note columns need not be written. */
    areWritten,
    /** Where new columns are and what became of notes, in a few sentences; empty if all stayed where they were. */
    sentence: [isNew && describePlace(columns, firstColumn), leave, come].filter(Boolean).join(' '),
    /** To be stored with the table. */
    properties: (kept ? { [PROPERTY.notes]: String(kept.sheet.id) } : {}) as Properties,
    /** Gives notes that moved their formats, and takes those that came back off the sheet of notes. Never fails. */
    afterWrite: () => {
      attempt(() => {
        setFormats(found.sheet, formats);
        // A copy that stays is removed by the next run.
        if (kept && left.length < kept.lines.length)
          writeLines(kept.sheet, [...left, ...added], added.length + kept.height);
      });
    },
  };
}

/** Two lines with the same are one note, written twice. */
function signOf({ key, column, id, date, venue, value }: NoteLine): string {
  return JSON.stringify([key, column, value, idOf(id) ?? [date, venue]]);
}

/**
 * Reads the notes that are there, below the rows that stay, each with its row and its note column, from 0; and the number
 * formats of these cells, blank ones too.
 *
 * @param about What is the same in all lines.
 * @throws {ReportError} `sheet_blocked`
 */
function readNotes(
  { sheet, block, headings, fields }: FoundTable,
  head: number,
  value: ReadCell,
  about: Pick<NoteLine, 'left' | 'report' | 'key'>,
) {
  const [rows, columns] = [block.rows - 1 - head, headings.length - fields.length];
  if (columns === 0 || rows <= 0) return { lines: [], formats: [] };
  const top = block.row + 1 + head;
  const place = { row: top, column: block.column + fields.length, rows, columns };
  const cells = sheet.readBlock(top, block.column, rows, headings.length);
  const formulas = sheet.readFormulas(place);
  const formats = sheet.numberFormats(place);
  const lines = cells.flatMap((line, row) => {
    const of = (field: string) => value(line[fields.indexOf(field)]);
    const id = idOf(of('SHIFT_ID')) === null ? null : of('SHIFT_ID');
    const shift = { id, date: dayOf(of('SHIFT_DATE')), venue: of('VENUE_NAME'), role: of('JOB_TITLE') };
    return line.slice(fields.length).flatMap((cell, at) => {
      const column = headings[fields.length + at] as string;
      const wrong = whyNotMoved(cell, formulas[row]?.[at]);
      if (wrong !== '') blocked(`${wrong}: row ${top + row}, column ${column}, can’t move with its shift`);
      const note = { value: value(cell), format: formats[row]?.[at] ?? '' };
      return cell === '' ? [] : [{ ...about, ...shift, ...note, column, row, at }];
    });
  });
  return { lines, formats };
}

/** What to do about a cell that cannot move with its row; empty for one that can. */
function whyNotMoved(cell: unknown, formula: string | undefined): string {
  if (formula) return 'Put formulas to the right of the notes';
  if (typeof cell === 'string' && cell.length > LONGEST_TEXT) return 'Shorten the note by one character';
  const isKnown = ['string', 'number', 'boolean'].includes(typeof cell) || isDate(cell);
  return isKnown ? '' : 'Put what is no text, number, date or check box to the right of the notes';
}
