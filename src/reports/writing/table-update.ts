import type { ReportSheets } from '../ports';
import { needsStaging, type StagingOptions, stageTable } from './staging';
import { locate } from './table-foot';
import type { TableRecord } from './table-heading';
import { type PreparedTable, prepareTable, type TableDraft } from './table-writer';

/** What an update of a table rests on. */
export interface UpdateOptions {
  readonly staging: StagingOptions;
  /** Whether a sheet that was deleted may be made again: after a click, never on a schedule. */
  readonly mayReplace: boolean;
}

/**
 * Makes ready all that can be ready before a table is written: rows that are too many for one write wait in a hidden
 * sheet, the table is checked and has room.
 *
 * Under the lease and without the lock, as `prepareTable`, which comes last: what is left to do under the lock reads
 * nothing. People edit at any time, so the table is looked at after everything that takes time. Costs as
 * `stageTable` where it is needed, with one call more to look for a filter, and `prepareTable`.
 *
 * @param meanwhile What else has to be ready. It is done before the last look at the table.
 * @throws {ReportError} `sheet_blocked`, `range_too_large`; `write_timeout` when time ran short; `changed_meanwhile`
 *   when the table changed while rows were staged. Staged rows are left to `removeLeftovers`.
 */
export function prepareUpdate<Result>(
  sheets: ReportSheets,
  saved: TableRecord,
  draft: TableDraft,
  { staging, mayReplace }: UpdateOptions,
  meanwhile: () => Result,
): { readonly prepared: PreparedTable; readonly result: Result } {
  const sheet = saved.sheetId === null ? undefined : sheets.byId(saved.sheetId);
  const owned = sheet ? locate(sheet, saved) : saved;
  const isStaged = needsStaging(owned, draft, staging.directWriteCells) && !isFiltered(sheets, saved);
  const staged = isStaged ? stageTable(sheets, owned, draft, staging) : undefined;
  const prepare = () => prepareTable(sheets, saved, draft, { mayReplace, staged });
  // Of a sheet that is made now nobody knows: there is nothing to look at again, and its tab comes before the others.
  const made = isMissing(sheets, saved) ? prepare() : undefined;
  const result = meanwhile();
  return { prepared: made ?? prepare(), result };
}

/**
 * Whether a filter may hide rows of a table. A write reaches them; whether a copy does is not known (fact S34), so that
 * a table under a filter is never staged, however large. One service call where there is a sheet.
 */
function isFiltered(sheets: ReportSheets, { sheetId, sheet: name }: TableRecord): boolean {
  const sheet = (sheetId === null ? undefined : sheets.byId(sheetId)) ?? sheets.byName(name);
  return sheet?.hasFilter() ?? false;
}

/** Whether a table has no sheet yet, or no more. No service call that counts. */
function isMissing(sheets: ReportSheets, { sheetId, sheet }: TableRecord): boolean {
  return (sheetId === null || sheets.byId(sheetId) === undefined) && sheets.byName(sheet) === undefined;
}
