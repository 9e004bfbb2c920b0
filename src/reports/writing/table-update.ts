import type { ReportSheets } from '../ports';
import { needsStaging, type StagingOptions, stageTable } from './staging';
import { locate } from './table-foot';
import type { TableRecord } from './table-heading';
import { type PreparedTable, prepareTable, type TableDraft } from './table-writer';
import type { TakeNotes } from './taken-notes';

/** The options of a table update. */
export interface UpdateOptions {
  readonly staging: StagingOptions;
  /** Whether a deleted sheet may be made again: after a click, never on a schedule. */
  readonly mayReplace: boolean;
  /** Takes the notes of the table to their new rows; left out if the table will not be written. */
  readonly takeNotes?: TakeNotes | undefined;
}

/**
 * Prepares the write of a table: stages rows that are too many for one write, checks the table and claims its cells.
 *
 * Called under the lease and without the lock, so that nothing is read under the lock. People edit at any time, so the
 * table is checked last, after everything that takes time. Costs those of `prepareTable` and, if needed, of
 * `stageTable` with one call more to look for a filter.
 *
 * @param meanwhile Other preparations, done before the last check of the table.
 * @throws {ReportError} `sheet_blocked`, `range_too_large`; `write_timeout` if time ran short; `changed_meanwhile` if
 *   the table changed while rows were staged. Staged rows are left to `removeLeftovers`.
 */
export function prepareUpdate<Result>(
  sheets: ReportSheets,
  saved: TableRecord,
  draft: TableDraft,
  { staging, mayReplace, takeNotes }: UpdateOptions,
  meanwhile: () => Result,
): { readonly prepared: PreparedTable; readonly result: Result } {
  const sheet = saved.sheetId === null ? undefined : sheets.byId(saved.sheetId);
  const owned = sheet ? locate(sheet, saved) : saved;
  const isStaged = needsStaging(owned, draft, staging.directWriteCells) && !isFiltered(sheets, saved);
  const staged = isStaged ? stageTable(sheets, owned, draft, staging) : undefined;
  const prepare = () => prepareTable(sheets, saved, draft, { mayReplace, staged, takeNotes });
  // A sheet that is made now needs no second check, and its tab comes before the others.
  const made = isMissing(sheets, saved) ? prepare() : undefined;
  const result = meanwhile();
  return { prepared: made ?? prepare(), result };
}

/**
 * True if a filter may hide rows of a table. A write reaches hidden rows; whether a copy does is unknown (fact S34), so
 * a table with a filter is never staged, however large. One service call if there is a sheet.
 */
function isFiltered(sheets: ReportSheets, { sheetId, sheet: name }: TableRecord): boolean {
  const sheet = (sheetId === null ? undefined : sheets.byId(sheetId)) ?? sheets.byName(name);
  return sheet?.hasFilter() ?? false;
}

/** True if a table has no sheet yet, or its sheet is gone. No service call that counts. */
function isMissing(sheets: ReportSheets, { sheetId, sheet }: TableRecord): boolean {
  return (sheetId === null || sheets.byId(sheetId) === undefined) && sheets.byName(sheet) === undefined;
}
