import { ReportError } from '../employer-api/errors';
import type { ShiftRow } from '../employer-api/shift-records';
import type { ReportSheet, ReportSheets } from './ports';
import { COLUMN_COUNT, columnsOf, HEADINGS, isHeadingRow, sheetRows } from './report-table';
import type { SavedReport } from './saved-report';

/** A table that may be written: checked, with room, and its extent logged. */
export interface PreparedTable {
  readonly sheet: ReportSheet;
  /** The report as logged before the write. */
  readonly report: SavedReport;
  /** How many rows below the heading row to write: as many as we may have left behind, or more. */
  readonly height: number;
  /** Whether the sheet was never written completely: it gets its heading row and formats. */
  readonly isNew: boolean;
}

/** A spreadsheet holds no more cells. */
const MOST_CELLS = 10_000_000;

/** The number formats of a new table. Percentages are on the service's 0 to 100 scale. */
const FORMATS = [
  { columns: columnsOf('date'), format: 'yyyy-mm-dd' },
  { columns: columnsOf('integer'), format: '0' },
  { columns: columnsOf('percentage'), format: '0.0"%"' },
];

/**
 * Finds or makes the sheet of a report, and logs how far the write will reach before anything is written.
 *
 * A renamed or moved sheet is followed by its ID. Everything that speaks against writing is found here, with no
 * cell changed.
 *
 * @param mayReplace Whether a sheet that was deleted may be made again: after a click, never on a schedule.
 * @param store Logs the report.
 * @throws {ReportError} `sheet_blocked`
 */
export function prepareTable(
  sheets: ReportSheets,
  saved: SavedReport,
  rowCount: number,
  mayReplace: boolean,
  store: (report: SavedReport) => void,
): PreparedTable {
  if (rowCount * COLUMN_COUNT > MOST_CELLS) throw new ReportError('range_too_large');
  const existing = saved.sheetId === null ? undefined : sheets.byId(saved.sheetId);
  if (existing === undefined) {
    if (saved.sheetId !== null && !mayReplace) {
      blocked(`Refresh in the sidebar to make the sheet “${saved.sheet}” again: it was deleted`);
    }
    return prepareNewTable(sheets, saved, rowCount, store);
  }
  const isNew = needsHeading(existing, saved, mayReplace);
  const height = Math.max(saved.extent, rowCount);
  const report = { ...saved, sheet: nameOf(sheets, existing, saved), extent: height };
  if (height === saved.extent) return { sheet: existing, report, height, isNew };
  if (!existing.claimRows(2 + saved.extent, 1 + height, COLUMN_COUNT)) {
    blocked(`Clear the cells below the table on “${report.sheet}”: the new rows need their place`);
  }
  store(report);
  return { sheet: existing, report, height, isNew };
}

/** Writes the whole table in one call: old rows beyond the new ones become blank. */
export function writeTable({ sheet, height, isNew }: PreparedTable, rows: readonly ShiftRow[]): void {
  const cells = sheetRows(rows, height);
  if (isNew) {
    sheet.write(1, [HEADINGS.map((heading) => `'${heading}`), ...cells]);
    sheet.format(FORMATS);
  } else if (height > 0) {
    sheet.write(2, cells);
  }
}

function prepareNewTable(
  sheets: ReportSheets,
  saved: SavedReport,
  rowCount: number,
  store: (report: SavedReport) => void,
): PreparedTable {
  const named = sheets.byName(saved.sheet);
  if (named && named.lastRow() > 0) {
    blocked(`Choose an empty sheet or a new name: “${saved.sheet}” already holds something`);
  }
  const sheet = named ?? sheets.create(saved.sheet);
  sheet.claimRows(1, 1 + rowCount, COLUMN_COUNT);
  const report = { ...saved, sheetId: sheet.id, headed: false, extent: rowCount };
  store(report);
  return { sheet, report, height: rowCount, isNew: true };
}

/**
 * Whether the table must be begun anew: its first write was cut short, or someone emptied the whole sheet and now asks
 * for it by a click. Any other table must have its heading row as we wrote it.
 */
function needsHeading(sheet: ReportSheet, saved: SavedReport, mayReplace: boolean): boolean {
  const heading = sheet.readRow(1, COLUMN_COUNT);
  if (isHeadingRow(heading)) return !saved.headed;
  const blank = heading.every((cell) => cell === '');
  if (blank && (!saved.headed || (mayReplace && sheet.lastRow() === 0))) return true;
  return blocked(
    `Put the heading row of “${saved.sheet}” back (undo the change), or choose another sheet: row 1 was changed or moved`,
  );
}

/** The sheet's name today. Only a sheet that no longer answers to its old name is asked: one service call. */
function nameOf(sheets: ReportSheets, sheet: ReportSheet, saved: SavedReport): string {
  return sheets.byName(saved.sheet)?.id === sheet.id ? saved.sheet : sheet.name();
}

function blocked(sentence: string): never {
  throw new ReportError('sheet_blocked', { sentence });
}
