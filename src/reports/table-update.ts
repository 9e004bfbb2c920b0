import { draftHistory, type HistoryOptions } from './history-draft';
import type { ReportSheets } from './ports';
import type { SheetTable } from './sheet-table';
import { needsStaging, type StagingOptions, stageTable } from './staging';
import type { TableRecord } from './table-heading';
import { type PreparedTable, prepareTable, type TableDraft } from './table-writer';

/** What an update of a table rests on. */
export interface UpdateOptions {
  /** How days outside the window are kept; `undefined` to replace the whole table. */
  readonly history: HistoryOptions | undefined;
  readonly staging: StagingOptions;
  /** Whether a sheet that was deleted may be made again: after a click, never on a schedule. */
  readonly mayReplace: boolean;
}

/**
 * Makes ready all that can be ready before a table is written: the rows that stay are looked at, rows that are too
 * many for one write wait in a hidden sheet, the table is checked and has room.
 *
 * Under the lease and without the lock, as `prepareTable`, which comes last: what is left to do under the lock reads
 * nothing. Costs as `draftHistory`, `stageTable` where it is needed, and `prepareTable`.
 *
 * @throws {ReportError} `sheet_blocked`, `range_too_large`; `busy` when time ran short, or the table changed while rows
 *   were staged. Staged rows are left to `removeLeftovers`.
 */
export function prepareUpdate(
  sheets: ReportSheets,
  saved: TableRecord,
  table: SheetTable,
  { history, staging, mayReplace }: UpdateOptions,
): PreparedTable {
  const draft = history ? draftHistory(sheets, saved, table, history) : table;
  return prepareDraft(sheets, saved, draft, { staging, mayReplace });
}

/** The same for a draft that is there already. */
export function prepareDraft(
  sheets: ReportSheets,
  saved: TableRecord,
  draft: TableDraft,
  { staging, mayReplace }: Omit<UpdateOptions, 'history'>,
): PreparedTable {
  if (needsStaging(saved, draft, staging.directWriteCells)) {
    const staged = stageTable(sheets, saved, draft, staging);
    return prepareTable(sheets, saved, draft, { mayReplace, staged });
  }
  // Made a moment ago: nothing that it rests on needs another look.
  const { stillStands: _, ...fresh } = draft;
  return prepareTable(sheets, saved, fresh, { mayReplace });
}
