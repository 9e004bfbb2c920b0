import { mergeHistory, readTableDays } from '../../src/reports/refresh/history';
import { headingsOf, type SheetTable } from '../../src/reports/sheet/cells';
import {
  findTable,
  prepareTable,
  type TableDraft,
  type TableRecord,
} from '../../src/reports/sheet/report-table';
import { cellReader } from '../../src/reports/sheet/sheets';
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
  /** Told before anything is stored. */
  beforeLog: () => void = () => undefined;

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

  /** The cells of the table by their name: `A1:C4`. */
  get block() {
    return this.sheets.named(this.saved.rangeName)?.block;
  }

  /** A whole refresh of the table. @param window The days to replace, of a table that keeps history. */
  refresh(table: SheetTable, window?: Window, mayReplace = true): void {
    const { sheets, saved } = this;
    const fields = headingsOf(table.columns);
    const found = findTable(sheets, saved, { headings: fields, fields }, mayReplace);
    const value = cellReader(new ZonedCalendar(this.clock, ZONE), ZONE);
    const days = readTableDays(found, value);
    const wanted = { headings: fields, fields };
    const merged = window ? mergeHistory(found, days, wanted, table.rows, window, value) : table;
    const draft: TableDraft = { columns: table.columns, fields, ...merged };
    const { directWriteCells, clock } = this;
    const budget = { surface: 'sidebar', deadline: clock.now() + 60_000 } as const;
    const prepared = prepareTable({ sheets, directWriteCells, clock, budget }, saved, found, draft);
    if (prepared.before) this.store({ ...saved, ...prepared.before });
    prepared.write();
    sheets.flush();
    this.store(prepared.after);
  }

  private store(saved: TableRecord): void {
    this.beforeLog();
    this.saved = saved;
  }
}
