import { shortHash } from '../../employer-api/text';
import { holdsOthersRows, type RowOwner } from '../saved/saved-connection';
import type { SavedReport } from '../saved/saved-report';
import type { SheetRow, SheetValue } from '../sheet/cells';
import type { FittedColumn } from '../sheet/table-look';

/** A day or a moment that someone typed as a note: its serial number. */
interface NoteDate {
  readonly serial: number;
}

/** What someone typed into a note cell: text, a number, a date, or TRUE or FALSE. Never blank. */
export type Note = string | number | boolean | NoteDate;

/** True if a note is a date. */
export function isNoteDate(note: Note | null | undefined): note is NoteDate {
  return typeof note === 'object' && note !== null;
}

/** The value that writes a note; null for none. */
export function noteValue(note: Note | null | undefined): SheetValue {
  return isNoteDate(note) ? note.serial : (note ?? null);
}

/** True if two notes hold the same. A date is equal to its serial number: only the format of their cells differs. */
export function isSameNote(one: Note | null, other: Note | null): boolean {
  return noteValue(one) === noteValue(other);
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

/** The keys of a report's notes, before and after a write. */
interface NoteKeys {
  readonly oldKey: string;
  readonly nextKey: string;
}

/**
 * The keys of the notes in a report's table, and of those beside rows of this owner. A note belongs to a report and an
 * employer: IDs of another employer are other shifts.
 *
 * @param owner Left out for the owner of the rows that are there.
 */
export function noteKeys({ id, content }: Pick<SavedReport, 'id' | 'content'>, owner?: RowOwner): NoteKeys {
  const keyOf = ({ sample, employer }: RowOwner) => shortHash(JSON.stringify([id, sample ?? employer ?? '']));
  const there: RowOwner = content ?? {};
  const nextKey = keyOf(owner ?? there);
  const isSame =
    owner === undefined || (!holdsOthersRows({ content }, owner) && there.sample === owner.sample);
  return { oldKey: content === null || isSame ? nextKey : keyOf(there), nextKey };
}

/** Why a note is on the sheet of notes for good, until a person deals with it. */
const NOTE_REASONS = {
  noId: 'Its row had no SHIFT_ID',
  twice: 'Its SHIFT_ID was in the table twice',
  another: 'Its shift has another note',
} as const;

/** One of `NOTE_REASONS`; empty for the note of a shift that left, which comes back with its shift. */
type NoteReason = '' | (typeof NOTE_REASONS)[keyof typeof NOTE_REASONS];

/** One note on the sheet of notes. */
export interface NoteLine {
  readonly id: SheetValue;
  /** The day of its shift, as a serial number. */
  readonly date: number | null;
  readonly venue: string | null;
  /** The heading of its note column. */
  readonly column: string;
  readonly note: Note;
  /** When it left the table, as a serial number. */
  readonly left: number | null;
  /** The name of the report's sheet then. */
  readonly report: string;
  readonly reason: NoteReason;
  /** True if a write was under way that moves it: then the table says whether the write took place. */
  readonly isMoving: boolean;
  /** Identifies the report and whose shifts these are: IDs of another employer are other shifts. */
  readonly key: string;
}

/** A row of the table before the write, with its notes: one per note column. */
export interface NotedRow {
  readonly id: SheetValue;
  readonly notes: readonly (Note | null)[];
}

/** The notes in a table before a write. */
export interface OldNotes {
  /** The headings of its note columns. */
  readonly columns: readonly string[];
  /** The rows that the write replaces. */
  readonly rows: readonly NotedRow[];
  /** SHIFT_IDs of rows that stay as they are. */
  readonly staying: readonly SheetValue[];
  /** The key of its notes, as in `NoteLine`. */
  readonly key: string;
}

/** The table that a write makes of them. */
interface NewRows {
  readonly columns: readonly string[];
  /** The SHIFT_ID of each row. */
  readonly ids: readonly SheetValue[];
  /** The key of its notes: another one than that of the old rows if those are of another employer. */
  readonly key: string;
  /** True if the notes of a row are past the time for which notes are kept. */
  isExpired?(row: number): boolean;
}

/** A note on its way from the table to the sheet of notes. */
export interface LeavingNote {
  /** Its row among those that the write replaces. */
  readonly row: number;
  readonly id: SheetValue;
  readonly column: string;
  readonly note: Note;
  readonly reason: NoteReason;
}

/** What becomes of notes. */
export interface NotePlan {
  /** The notes of each new row, one per note column. */
  readonly notes: readonly (readonly (Note | null)[])[];
  readonly leaving: readonly LeavingNote[];
  /** Old lines with what the write makes of them, in order. */
  readonly lines: readonly PlannedLine[];
  /** Whether a new row may have notes on the sheet of notes: its shift or one of its columns was not there before. */
  readonly hasNewPlaces: boolean;
}

/** A line of the sheet of notes. */
interface PlannedLine {
  readonly line: NoteLine;
  /**
   * `stays`; `returns` to the table, whose row was not there before; `fills` a row that was there without a note;
   * `copy` of a note that the table has: a write that was killed left it.
   */
  readonly fate: 'stays' | 'returns' | 'fills' | 'copy';
  /** What the line says from now on. A line of another report stays as it is, even if its move is unfinished. */
  readonly reason: NoteReason;
  readonly isMoving: boolean;
}

/**
 * Plans where each note of a table goes when its rows are replaced: to the row with its SHIFT_ID, wherever that is, or
 * to the sheet of notes. Notes there come back to shifts that come back.
 *
 * Of rows with the same SHIFT_ID the first one has the notes; a second note in the same column leaves with its reason.
 *
 * @param lines All lines of the sheet of notes. Those of other reports and employers stay.
 */
export function planNotes(old: OldNotes, next: NewRows, lines: readonly NoteLine[] = []): NotePlan {
  const { held, leaving } = notesOf(old);
  const rowOf = firstRows(next.ids);
  const isSameOwner = old.key === next.key;
  const planned = planLines(lines, { old, next, held, leaving, rowOf });
  const notes = next.ids.map(() => next.columns.map((): Note | null => null));
  const put = (id: string | null, column: string, note: Note): boolean => {
    const row = id === null ? undefined : rowOf.get(id);
    const at = next.columns.indexOf(column);
    const cells = row === undefined ? undefined : notes[row];
    if (cells === undefined || row === undefined || at < 0) return false;
    if (!next.isExpired?.(row)) cells[at] = note;
    return true;
  };
  const gone: LeavingNote[] = [];
  for (const [id, columns] of held) {
    for (const note of columns.values())
      if (!isSameOwner || !put(id, note.column, note.note)) gone.push(note);
  }
  for (const { line, fate } of planned)
    if (fate === 'returns' || fate === 'fills') put(idOf(line.id), line.column, line.note);
  const before = new Set(isSameOwner ? old.rows.map(({ id }) => idOf(id)) : []);
  const hasNewColumns = next.columns.some((column) => !old.columns.includes(column));
  const hasNewPlaces = hasNewColumns || [...rowOf.keys()].some((id) => !before.has(id));
  // In the order of the old rows.
  const all = [...leaving, ...gone].sort((one, other) => one.row - other.row);
  return { notes, leaving: all, lines: planned, hasNewPlaces };
}

/** Notes by their shift and column, and those that have no place of their own. */
interface HeldNotes {
  readonly held: Map<string, Map<string, LeavingNote>>;
  readonly leaving: LeavingNote[];
}

function notesOf({ columns, rows }: OldNotes): HeldNotes {
  const held: HeldNotes['held'] = new Map();
  const leaving: LeavingNote[] = [];
  rows.forEach(({ id, notes }, row) => {
    const shift = idOf(id);
    notes.forEach((note, at) => {
      const column = columns[at];
      if (note === null || column === undefined) return;
      const found = { row, id, column, note };
      const known = shift === null ? undefined : (held.get(shift) ?? new Map<string, LeavingNote>());
      if (shift === null || known === undefined) leaving.push({ ...found, reason: NOTE_REASONS.noId });
      else if (known.has(column)) leaving.push({ ...found, reason: NOTE_REASONS.twice });
      else held.set(shift, known.set(column, { ...found, reason: '' }));
    });
  });
  return { held, leaving };
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

function stays(line: NoteLine, reason = line.reason): PlannedLine {
  return { line, fate: 'stays', reason, isMoving: false };
}

function goes(line: NoteLine, fate: 'returns' | 'fills' | 'copy'): PlannedLine {
  return { line, fate, reason: line.reason, isMoving: fate === 'returns' };
}

/** What decides on lines. */
interface LinePlaces extends HeldNotes {
  readonly old: OldNotes;
  readonly next: NewRows;
  readonly rowOf: ReadonlyMap<string, number>;
}

function planLines(lines: readonly NoteLine[], places: LinePlaces): PlannedLine[] {
  const { old, next, held, rowOf } = places;
  const replaced = new Set(old.rows.map(({ id }) => idOf(id)));
  const staying = new Set(old.staying.map(idOf));
  /** Places that a line has taken. */
  const taken = new Set<string>();
  /** The notes that the table still has: an unfinished move of these did not take place. */
  const isMoved = lines.some(({ isMoving, reason }) => isMoving && reason !== '');
  const unmoved = isMoved
    ? [...places.leaving, ...[...held.values()].flatMap((one) => [...one.values()])]
    : [];
  return lines.map((line): PlannedLine => {
    const { column, note, reason, isMoving } = line;
    const [isOld, isNext] = [line.key === old.key, line.key === next.key];
    if (!isOld && !isNext) return { ...stays(line), isMoving };
    if (reason !== '') {
      const at = isMoving && isOld ? unmoved.findIndex((one) => isMoveOf(line, one)) : -1;
      if (at < 0) return stays(line);
      unmoved.splice(at, 1);
      return goes(line, 'copy');
    }
    const id = idOf(line.id);
    const stands = id !== null && isOld && old.columns.includes(column);
    const [isReplaced, isStaying] = [stands && replaced.has(id), stands && staying.has(id)];
    if (isMoving && (isReplaced || isStaying)) return goes(line, 'copy');
    if (id === null || isStaying) return stays(line);
    const there = isReplaced ? (held.get(id)?.get(column)?.note ?? null) : null;
    if (there !== null && isSameNote(there, note)) return goes(line, 'copy');
    const place = JSON.stringify([id, column]);
    const hasPlace = isNext && rowOf.has(id) && next.columns.includes(column);
    if (there === null && !hasPlace) return stays(line);
    if (there !== null || taken.has(place)) return stays(line, NOTE_REASONS.another);
    taken.add(place);
    return goes(line, isReplaced ? 'fills' : 'returns');
  });
}

/** True if a line is the unfinished move of a note that the table still has. */
function isMoveOf(line: NoteLine, one: LeavingNote): boolean {
  const isPlace = one.column === line.column && idOf(one.id) === idOf(line.id);
  return isPlace && isSameNote(one.note, line.note);
}

/** The columns of the sheet of notes: one line per note. */
export const NOTE_LINE_COLUMNS: readonly FittedColumn[] = [
  { heading: 'SHIFT_ID', kind: 'integer' },
  { heading: 'SHIFT_DATE', kind: 'date' },
  { heading: 'VENUE_NAME', kind: 'text', pixels: 180 },
  { heading: 'COLUMN', kind: 'text', pixels: 120 },
  { heading: 'NOTE', kind: 'text', pixels: 300 },
  { heading: 'KIND', kind: 'text', pixels: 110 },
  { heading: 'LEFT', kind: 'moment' },
  { heading: 'REPORT', kind: 'text', pixels: 160 },
  { heading: 'REASON', kind: 'text', pixels: 200 },
  { heading: 'KEY', kind: 'text', pixels: 110 },
];

/** The place of NOTE among the columns, from 0. */
export const NOTE_COLUMN = NOTE_LINE_COLUMNS.findIndex(({ heading }) => heading === 'NOTE');

const KINDS = { text: 'text', number: 'number', date: 'date', boolean: 'TRUE or FALSE' };
const MOVING = 'Is being moved';
const REASONS: readonly string[] = Object.values(NOTE_REASONS);

/** A line of the sheet of notes as read. */
export interface ReadLine {
  /** Its cells, as they would be written. */
  readonly cells: SheetRow;
  /** Null for a line that a person typed or changed so that it is no note of ours: it stays as it is. */
  readonly line: NoteLine | null;
}

/** The cells of a line. */
export function lineCells(line: NoteLine): SheetRow {
  const { id, date, venue, column, note, left, report, reason, isMoving, key } = line;
  const why = isMoving ? [MOVING, reason].filter(Boolean).join(': ') : reason;
  return [id, date, venue, column, noteValue(note), kindOf(note), left, report, why || null, key];
}

function kindOf(note: Note): string {
  if (isNoteDate(note)) return KINDS.date;
  return KINDS[typeof note as 'text'] ?? KINDS.text;
}

/** Reads a line from its cells; texts, numbers, and days and moments as serial numbers. */
export function readLine(cells: SheetRow): ReadLine {
  const [id = null, date, venue, column, value, kind, left, report, why, key] = cells;
  const reason = readReason(why ?? null);
  const isOurs = typeof column === 'string' && typeof key === 'string' && reason !== undefined;
  if (!isOurs || value === null || value === undefined) return { cells, line: null };
  return {
    cells,
    line: {
      id,
      date: typeof date === 'number' ? date : null,
      venue: typeof venue === 'string' ? venue : null,
      column,
      note: typeof value === 'number' && kind === KINDS.date ? { serial: value } : value,
      left: typeof left === 'number' ? left : null,
      report: typeof report === 'string' ? report : '',
      ...reason,
      key,
    },
  };
}

function readReason(cell: SheetValue): Pick<NoteLine, 'reason' | 'isMoving'> | undefined {
  if (cell === null) return { reason: '', isMoving: false };
  if (typeof cell !== 'string') return undefined;
  const isMoving = cell.startsWith(MOVING);
  const reason = isMoving ? cell.slice(MOVING.length).replace(/^: /, '') : cell;
  return reason === '' || REASONS.includes(reason) ? { reason: reason as NoteReason, isMoving } : undefined;
}

/** What a line of the sheet of notes needs to know besides the note that left. */
interface LeavingShift {
  readonly date: number | null;
  readonly venue: string | null;
}

/** The line of a note that leaves its table. */
export function lineOf(
  { id, column, note, reason }: LeavingNote,
  { date, venue }: LeavingShift,
  about: Pick<NoteLine, 'left' | 'report' | 'key'>,
): NoteLine {
  return { id, date, venue, column, note, reason, isMoving: true, ...about };
}

/** The lines of the sheet of notes while a table is written and after it. */
export interface MovedLines {
  /** Written before the table: every note that leaves or comes back is on the sheet, marked as being moved. */
  readonly before: readonly SheetRow[];
  /** Written after it. */
  readonly after: readonly SheetRow[];
}

/**
 * The lines to write before and after a table, in their order, with those that leave at the end.
 *
 * A run may be killed at any moment. A line marked as being moved counts only if its shift is not in the table: the
 * table is written at once, so that it says whether the write took place.
 *
 * @param planned What becomes of each old line: `null` for a line that is no note of ours. As many as `lines`.
 * @param isExpired True for a line past the time for which notes are kept.
 */
export function moveLines(
  lines: readonly ReadLine[],
  planned: readonly (PlannedLine | null)[],
  leaving: readonly NoteLine[],
  isExpired: (line: NoteLine) => boolean = () => false,
): MovedLines {
  const [before, after]: [SheetRow[], SheetRow[]] = [[], []];
  lines.forEach(({ cells, line }, index) => {
    const plan = planned[index];
    if (line === null || !plan) {
      before.push(cells);
      after.push(cells);
      return;
    }
    const { fate, reason, isMoving } = plan;
    if (fate === 'copy' || (fate === 'stays' && isExpired(line))) return;
    const isSame = reason === line.reason && isMoving === line.isMoving;
    const changed = isSame ? cells : lineCells({ ...line, reason, isMoving });
    before.push(changed);
    if (fate === 'stays') after.push(changed);
  });
  const kept = leaving.filter((line) => !isExpired(line));
  // There may be too many for the arguments of one call.
  return {
    before: before.concat(kept.map(lineCells)),
    after: after.concat(kept.map((line) => lineCells({ ...line, isMoving: false }))),
  };
}
