import { ReportError } from '../../employer-api/errors';
import type { ReportSheet } from '../ports';
import type { SavedReport } from '../saved/saved-report';

/** What a report remembers of its table in the sheet. */
export interface TableRecord extends Pick<SavedReport, 'sheet' | 'sheetId' | 'headed' | 'extent' | 'foot'> {
  /** The heading row as it was last written completely; empty before the first time. */
  readonly headings: readonly string[];
  /** The heading row that a write was about to leave, logged before it; empty when the last write was finished. */
  readonly nextHeadings: readonly string[];
  /** The staging sheet of a run that has not ended; null where there is none. */
  readonly stagingId: number | null;
}

/** Of a report, what it remembers of its table. */
export function recordOf(saved: TableRecord): TableRecord {
  const { sheet, sheetId, headed, headings, nextHeadings, extent, foot, stagingId } = saved;
  return { sheet, sheetId, headed, headings, nextHeadings, extent, foot, stagingId };
}

/** A table as it was found in its sheet. */
export interface OwnedTable {
  /** The headings that stand there, all of them ours; none in a sheet that is blank. */
  readonly headings: readonly string[];
  /** The rows below them, as many as were asked for. */
  readonly rows: readonly (readonly unknown[])[];
  /** Whether the table must be begun anew. */
  readonly isNew: boolean;
}

/** How many columns a new sheet has. Fact S14. */
export const NEW_SHEET_COLUMNS = 26;

/**
 * Finds the table in its sheet by its heading row.
 *
 * The row may be the one of the last finished write, or of a write that was cut short, before it or after it. The
 * longest that stands there is taken: a shorter one may be the beginning of a longer one. A table is begun anew when
 * its first write was cut short, or when someone emptied the whole sheet and now asks for it by a click. One service
 * call; one more where the row is blank.
 *
 * @param rows How many rows below it are to be read with it.
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
  // Reading beyond the grid fails: someone may have deleted columns, and a wider table never stood there.
  const [row = [], ...below] =
    most === 0 ? [] : sheet.readBlock(1, 1, 1 + rows, Math.min(most, sheet.gridSize().columns));
  const found = candidates.find((candidate) => candidate.every((heading, index) => row[index] === heading));
  if (found) return { headings: found, rows: below, isNew: !saved.headed };
  const isBlank = row.every((cell) => cell === '');
  if (isBlank && (!saved.headed || (mayReplace && sheet.lastRow() === 0)))
    return { headings: [], rows: [], isNew: true };
  return blocked(
    `Put the heading row of “${saved.sheet}” back (undo the change), or choose another sheet: row 1 was changed or moved`,
  );
}

/** Whether the heading row of the last write was finished and is to stay. */
export function keepsHeadings(saved: TableRecord, headings: readonly string[]): boolean {
  return saved.headed && saved.nextHeadings.length === 0 && areSameHeadings(saved.headings, headings);
}

/** Whether two heading rows are the same. */
export function areSameHeadings(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((heading, index) => heading === other[index]);
}

/** Ends a write before it begins: something in the sheet speaks against it. */
export function blocked(sentence: string): never {
  throw new ReportError('sheet_blocked', { sentence });
}
