import { draftHistory, type HistoryOptions } from './history-draft';
import type { ReportSheets } from './ports';
import type { SheetTable } from './sheet-table';
import { needsStaging, type StagingOptions, stageTable } from './staging';
import type { TableRecord } from './table-heading';
import { type PreparedTable, prepareTable, type StagedTable, type TableDraft } from './table-writer';

/**
 * One table on its way into its sheet: `stage` outside the lock, then `prepare` and `writeTable` under it.
 *
 * A table that fits one `setValues` is read, checked and written under the lock alone.
 */
export class TableUpdate {
  private draft: TableDraft | undefined;
  private staged: StagedTable | undefined;

  /** @param history How days outside the window are kept; `undefined` to replace the whole table. */
  constructor(
    private readonly sheets: ReportSheets,
    private readonly table: SheetTable,
    private readonly history: HistoryOptions | undefined,
  ) {}

  /**
   * Puts rows that are too many for one write into a hidden sheet. Under the lease, outside the lock.
   *
   * @param resumed What an earlier run left of the same rows.
   * @returns What is staged by now; incomplete where time ran short, `undefined` where nothing needs it.
   * @throws {ReportError} `sheet_blocked`, with nothing left behind.
   */
  stage(saved: TableRecord, options: StagingOptions, resumed?: StagedTable): StagedTable | undefined {
    const { sheets, table, history } = this;
    const { directWriteCells } = options;
    // Whether few rows for a table that keeps history are a small write, only its sheet can tell.
    const isSmall = !needsStaging({ ...saved, extent: 0 }, table, directWriteCells);
    if (history && isSmall && this.draft === undefined) return undefined;
    const draft = this.draft ?? (history ? draftHistory(sheets, saved, table, history) : table);
    this.draft = draft;
    if (needsStaging(saved, draft, directWriteCells)) {
      this.staged = stageTable(sheets, saved, draft, options, resumed);
    }
    return this.staged;
  }

  /**
   * Checks everything and logs how far the write will reach, as `prepareTable`. Under the lock.
   *
   * @returns `undefined` when a table that keeps history turns out too large to be written directly: leave the lock,
   *   `stage`, and prepare again. It happens once at most.
   */
  prepare<Saved extends TableRecord>(
    saved: Saved,
    directWriteCells: number,
    mayReplace: boolean,
    store: (report: Saved) => void,
  ): PreparedTable<Saved> | undefined {
    const { sheets, table, history, staged } = this;
    if (this.draft) return prepareTable(sheets, saved, this.draft, { mayReplace, staged }, store);
    const draft: TableDraft = history ? draftHistory(sheets, saved, table, history) : table;
    if (history && needsStaging(saved, draft, directWriteCells)) {
      this.draft = draft;
      return undefined;
    }
    // Made under the lock that it is written under: nothing that it rests on needs another look.
    const { columns, rows, head = 0 } = draft;
    return prepareTable(sheets, saved, { columns, rows, head }, { mayReplace }, store);
  }
}
