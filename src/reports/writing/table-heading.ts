import { ReportError } from '../../employer-api/errors';
import { fitLine } from '../../employer-api/text';
import { columnLetters } from '../cell-block';
import type { ReportSheet } from '../ports';
import type { SavedReport } from '../saved/saved-report';
import { fieldHeadings, type NotePlace } from '../tables/note-place';

/** The record of a report's table in its sheet. */
export interface TableRecord
  extends Pick<SavedReport, 'sheet' | 'sheetId' | 'headed' | 'extent' | 'foot' | 'noted' | 'nextNoted'> {
  /** The heading row of the last finished write; empty before the first. */
  readonly headings: readonly string[];
  /** The heading row of a write in progress, logged before it; empty once the write is finished. */
  readonly nextHeadings: readonly string[];
  /** The staging sheet of a run that has not ended; null if there is none. */
  readonly stagingId: number | null;
}

/** The table record of a report. */
export function recordOf(saved: TableRecord): TableRecord {
  const { sheet, sheetId, headed, headings, nextHeadings, extent, foot, noted, nextNoted, stagingId } = saved;
  return { sheet, sheetId, headed, headings, nextHeadings, extent, foot, noted, nextNoted, stagingId };
}

/** A table found in its sheet. */
export interface OwnedTable {
  /** The headings of the table in the sheet; none if the sheet is blank. */
  readonly headings: readonly string[];
  /** The requested rows below the headings. */
  readonly rows: readonly (readonly unknown[])[];
  /** Whether the whole table has to be written. */
  readonly isNew: boolean;
}

/** How many columns a new sheet has. Fact S14. */
export const NEW_SHEET_COLUMNS = 26;

/**
 * Finds the table in its sheet by its heading row.
 *
 * The row may be that of the last finished write or of an interrupted one. The longest match is used, because a shorter
 * one may be the beginning of a longer one. The whole table is written if its first write was interrupted, or if someone
 * cleared the whole sheet and then refreshes by a click. One service call; one more if the row is blank.
 *
 * @param rows How many rows below it to read as well.
 * @throws {ReportError} `sheet_blocked` for any other row.
 */
export function findTable(
  sheet: ReportSheet,
  saved: TableRecord,
  headings: readonly string[],
  mayReplace: boolean,
  rows = 0,
): OwnedTable {
  const candidates = [saved.headings, saved.nextHeadings, headings]
    .filter(({ length }) => length > 0)
    .sort((one, other) => other.length - one.length);
  const most = candidates[0] ? candidates[0].length : 0;
  // Reading beyond the grid fails, and someone may have deleted columns.
  const [row = [], ...below] =
    most === 0 ? [] : sheet.readBlock(1, 1, 1 + rows, Math.min(most, sheet.gridSize().columns));
  const found = candidates.find((candidate) => candidate.every((heading, index) => row[index] === heading));
  if (found) return { headings: found, rows: below, isNew: !saved.headed };
  const isBlank = row.every((cell) => cell === '');
  if (isBlank && (!saved.headed || (mayReplace && sheet.lastRow() === 0)))
    return { headings: [], rows: [], isNew: true };
  const fields = fieldHeadings(saved.headings, saved.noted);
  if (saved.noted && fields.every((heading, index) => row[index] === heading)) notesMoved(saved, saved.noted);
  const renamed = findRenamed(fields, row);
  return blocked(
    renamed
      ? `Edit the report and set Columns: ${renamed.heading} as ${fitLine(renamed.now, LONGEST_TOLD)}, or put the heading ${renamed.heading} of “${saved.sheet}” back: headings are renamed in the report’s form`
      : `Put the heading row of “${saved.sheet}” back (undo the change), or choose another sheet: row 1 was changed or moved`,
  );
}

const LONGEST_TOLD = 40;

/** Refuses a heading row in which someone renamed, moved, inserted or deleted a note column. */
function notesMoved({ sheet, headings }: TableRecord, { columns }: NotePlace): never {
  const first = columnLetters(headings.length - columns.length);
  const last = columnLetters(headings.length - 1);
  const place = first === last ? `${first}1` : `${first}1:${last}1`;
  return blocked(
    `Put ${columns.join(', ')} back as the headings in ${place} of “${sheet}” (undo the change), or change Note columns in the report’s form to what is there: note columns were renamed or moved`,
  );
}

/** The record of a table without its note columns, for what reads only the service’s fields. */
export function withoutNotes<Saved extends TableRecord>(saved: Saved): Saved {
  const { headings, nextHeadings, noted, nextNoted } = saved;
  return {
    ...saved,
    headings: fieldHeadings(headings, noted),
    nextHeadings: fieldHeadings(nextHeadings, nextNoted),
    noted: undefined,
    nextNoted: undefined,
  };
}

/** The first heading that a person typed over; `undefined` if the row was changed otherwise. */
function findRenamed(headings: readonly string[], row: readonly unknown[]) {
  const changed = headings.flatMap((heading, at) => (row[at] === heading ? [] : [{ heading, now: row[at] }]));
  const isRenamed = changed.every(
    ({ now }) => typeof now === 'string' && now.trim() !== '' && !headings.includes(now),
  );
  const [first] = changed;
  // A row with few of the headings is another one.
  return first && isRenamed && changed.length * 2 < headings.length
    ? { heading: first.heading, now: String(first.now) }
    : undefined;
}

/** True if the last write was finished and its heading row stays. */
export function keepsHeadings(saved: TableRecord, headings: readonly string[]): boolean {
  return saved.headed && saved.nextHeadings.length === 0 && areSameHeadings(saved.headings, headings);
}

/** True if two heading rows are equal. */
export function areSameHeadings(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((heading, index) => heading === other[index]);
}

/** Refuses a write because of something in the sheet. @throws {ReportError} `sheet_blocked` */
export function blocked(sentence: string): never {
  throw new ReportError('sheet_blocked', { sentence });
}
