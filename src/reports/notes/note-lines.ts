import type { SheetRow, SheetValue } from '../tables/sheet-table';
import type { FittedColumn } from '../tables/table-look';
import { isNoteDate, type Note, noteValue } from './note';
import {
  type LeavingNote,
  NOTE_REASONS,
  type NoteLine,
  type NoteReason,
  type PlannedLine,
} from './note-plan';

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
export interface LeavingShift {
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
