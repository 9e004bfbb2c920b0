import { headingsOf, type SheetTable } from '../../src/reports/sheet/cells';
import { draftHistory } from '../../src/reports/writing/history-draft';
import type { TableRecord } from '../../src/reports/writing/table-place';
import { prepareUpdate, removeLeftovers, type StagingOptions } from '../../src/reports/writing/table-update';
import { finishTable, writeTable } from '../../src/reports/writing/table-writer';
import { MemorySheets } from './memory-sheets';
import { StubClock } from './stub-clock';
import { FRESH_TABLE } from './table-record';
import { ZonedCalendar } from './zoned-calendar';

const ZONE = 'Etc/UTC';

/** Days that are fetched into a table that keeps history. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

/** One report's table in a spreadsheet in memory, and what is stored of it. */
export class TableRun {
  readonly sheets = new MemorySheets();
  readonly clock = new StubClock('2026-03-10T09:00:00Z');
  /** As stored: every log, and the end of every run. */
  saved: TableRecord = FRESH_TABLE;
  /** The lease that is stored; empty after a run that ended by itself. */
  lease = '';
  /** What was logged, and after how many steps. */
  readonly logs: { readonly steps: number; readonly saved: TableRecord }[] = [];
  /** Told before anything is stored. */
  beforeLog: () => void = () => undefined;
  private runs = 0;

  /** @param directWriteCells The largest table that is written directly. */
  constructor(readonly directWriteCells: number) {}

  /** What is typed into the table's sheet, and what stands there. */
  get sheet() {
    const sheet = this.sheets.byId(this.saved.sheetId ?? 0);
    if (sheet === undefined) throw new Error('The table has no sheet');
    return sheet;
  }

  /** Rows below the heading row, as wide as asked. */
  rows(count: number, columns = 3): readonly (readonly unknown[])[] {
    return this.sheet.readBlock(2, 1, count, columns);
  }

  /** A whole refresh of the table, in an execution of its own. */
  refresh(table: SheetTable, window?: Window, mayReplace = true): void {
    this.runs += 1;
    const runId = `run-${this.runs}`;
    const areGone = removeLeftovers(this.sheets, [this.saved.stagingId], this.lease || undefined);
    this.beforeLog();
    if (areGone) this.saved = { ...this.saved, stagingId: null };
    this.lease = runId;
    const staging = this.stagingOptions(runId);
    const draft = window ? this.draft(table, window, mayReplace) : table;
    const options = { staging, mayReplace };
    const { prepared } = prepareUpdate(this.sheets, this.saved, draft, options, () => undefined);
    if (!prepared.isLogged) this.log({ ...prepared.record, stagingId: this.saved.stagingId });
    writeTable(prepared);
    const done = finishTable(this.sheets, prepared);
    this.sheets.flush();
    this.beforeLog();
    this.saved = done;
    this.lease = '';
  }

  /** What is written where days outside the window stay. */
  draft(table: SheetTable, { from, to }: Window, mayReplace = true) {
    const calendar = new ZonedCalendar(this.clock, ZONE);
    const fields = headingsOf(table.columns);
    const columns = { fields, formerFields: [], dateColumn: 0, idColumn: 2 };
    const options = { ...columns, window: { from, to }, calendar, zone: ZONE, mayReplace };
    return draftHistory(this.sheets, this.saved, table, options);
  }

  stagingOptions(runId: string): StagingOptions {
    return {
      directWriteCells: this.directWriteCells,
      runId,
      atKeyboard: false,
      clock: this.clock,
      deadline: this.clock.now() + 60_000,
      log: (stagingId) => this.log({ ...this.saved, stagingId }),
    };
  }

  private log(saved: TableRecord): void {
    this.beforeLog();
    this.saved = saved;
    this.logs.push({ steps: this.sheets.steps.length, saved });
  }
}
