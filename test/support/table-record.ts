import type { SheetColumn, SheetRow, SheetTable } from '../../src/reports/sheet/cells';
import type { TableRecord } from '../../src/reports/sheet/report-table';

/** A report that was never written, with a table on the sheet `Shifts`. */
export const FRESH_TABLE: TableRecord = {
  sheet: 'Shifts',
  sheetId: null,
  rangeName: '',
  headings: [],
  fields: [],
  next: null,
};

/** Three columns: a day, a text and an ID. */
export const SMALL_COLUMNS: readonly SheetColumn[] = [
  { heading: 'SHIFT_DATE', kind: 'date' },
  { heading: 'VENUE_NAME', kind: 'text' },
  { heading: 'SHIFT_ID', kind: 'integer' },
];

/** A table of those columns. */
export function smallTable(rows: readonly SheetRow[]): SheetTable {
  return { columns: SMALL_COLUMNS, rows };
}

/** Rows of one shift a day from a day on; the IDs count on from `firstId`. */
export function dailyRows(from: number, count: number, venue = 'Crown', firstId = from): SheetRow[] {
  return Array.from({ length: count }, (_, index) => [from + index, venue, firstId + index]);
}
