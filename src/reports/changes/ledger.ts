import { type CalendarDate, formatIsoDate } from '../../calendar/calendar-date';
import { MOST_LEDGER_ROWS } from '../../limits';
import { changedFields, type ShiftChanges } from '../tables/row-changes';
import type { SheetRow, SheetValue } from '../tables/sheet-table';
import type { FittedColumn } from '../tables/table-look';

/** The columns of the ledger: which shift changed, how, and when that was seen. */
export const LEDGER_COLUMNS: readonly FittedColumn[] = [
  { heading: 'SEEN', kind: 'moment' },
  { heading: 'REPORT', kind: 'text', pixels: 180 },
  { heading: 'SHIFT_ID', kind: 'integer' },
  { heading: 'SHIFT_DATE', kind: 'date' },
  { heading: 'VENUE_NAME', kind: 'text', pixels: 220 },
  { heading: 'CHANGE', kind: 'text', pixels: 90 },
  { heading: 'FIELD', kind: 'text', pixels: 240 },
  { heading: 'OLD', kind: 'text', pixels: 130 },
  { heading: 'NEW', kind: 'text', pixels: 130 },
];

/** Changes as lines of the ledger. */
export interface LedgerRows {
  readonly rows: readonly SheetRow[];
  /** How many lines did not fit. */
  readonly left: number;
}

/**
 * The ledger's lines of one refresh: a line for each field that changed, for each shift that was removed, and for
 * each that was added, in this order, since new days add many. A day among the values is shown as text, `2026-03-01`.
 *
 * @param seenAt The time of the refresh, as a serial number in the spreadsheet's zone.
 * @param report The name of the report's sheet.
 */
export function ledgerRows(changes: ShiftChanges, seenAt: number, report: string): LedgerRows {
  const rows: SheetRow[] = [];
  let left = 0;
  const add = (shift: SheetRow, rest: readonly SheetValue[]) => {
    if (rows.length < MOST_LEDGER_ROWS) rows.push([seenAt, report, ...shift, ...rest]);
    else left += 1;
  };
  const after = shiftReader(changes.after);
  for (const pair of changes.changed) {
    const shift = after(pair[1]);
    for (const change of changedFields(changes, pair)) {
      const { field } = change;
      add(shift, ['changed', field, shown(field, change.before), shown(field, change.after)]);
    }
  }
  const before = shiftReader(changes.before);
  for (const row of changes.removed) add(before(row), ['removed', null, null, null]);
  for (const row of changes.added) add(after(row), ['added', null, null, null]);
  return { rows, left };
}

/** Reads the ID, day and venue of a shift; null for a field that the table does not have. */
function shiftReader(fields: readonly string[]): (row: SheetRow) => SheetRow {
  const columns = ['SHIFT_ID', 'SHIFT_DATE', 'VENUE_NAME'].map((name) => fields.indexOf(name));
  return (row) => columns.map((column) => row[column] ?? null);
}

/** A value for the ledger: a day becomes text, because its column holds values of all fields. */
function shown(field: string, value: SheetValue): SheetValue {
  return field === 'SHIFT_DATE' && typeof value === 'number' ? formatIsoDate(value as CalendarDate) : value;
}
