import type { DocumentState, StatusSheet } from './document-state';
import type { ReportSheet, ReportSheets, SpreadsheetCalendar } from './ports';
import {
  isStatusHeading,
  STAMP_CELL,
  STAMP_NAME,
  STATUS_COLUMN_COUNT,
  STATUS_FORMATS,
  STATUS_SHEET_NAME,
  statusBlock,
  statusRows,
} from './status-table';

/** Wide enough for a date with its time. */
const STATUS_COLUMN_PIXELS = 130;

/**
 * The sheet that says how fresh each report is.
 *
 * It never fails anything: by the time it is written the table is true, or the failure is noted elsewhere.
 */
export class StatusBoard {
  constructor(
    private readonly sheets: ReportSheets,
    private readonly calendar: SpreadsheetCalendar,
  ) {}

  /**
   * Writes the whole block in one call, from what is known of all reports.
   *
   * @param stampedAt When the refresh succeeded: formulas that name the stamp are calculated again. `undefined` after
   *   a failure, so that no formula exchanges its figures for an error.
   * @param mayCreate Whether the sheet may be made (again): after a click, never on a schedule.
   * @returns Where the status sheet is; `undefined` when there is none.
   */
  show(state: DocumentState, zone: string, mayCreate: boolean, stampedAt?: number): StatusSheet | undefined {
    try {
      return this.write(state, zone, mayCreate, stampedAt);
    } catch {
      return state.statusSheet;
    }
  }

  private write(
    state: DocumentState,
    zone: string,
    mayCreate: boolean,
    stampedAt = state.statusSheet?.stampedAt ?? 0,
  ): StatusSheet | undefined {
    const { sheetId, rows: known = 0, named: isNamed = false } = state.statusSheet ?? {};
    const existing = sheetId === undefined ? undefined : this.sheets.byId(sheetId);
    const fill = (sheet: ReportSheet, ours: number, named: boolean) =>
      this.fill(sheet, state, { sheetId: sheet.id, rows: ours, stampedAt, named }, zone);
    if (existing) return fill(existing, known, isNamed);
    const found = this.sheets.byName(STATUS_SHEET_NAME);
    const rows = found?.lastRow() ?? 0;
    // Made by a run that was killed before it could note so, or copied with the spreadsheet.
    if (found && rows > 0 && isStatusHeading(found.readRow(1, STATUS_COLUMN_COUNT))) {
      return fill(found, rows - 1, false);
    }
    // A sheet of that name that is not ours is the user's: the status is shown in the sidebar only.
    if (!mayCreate || rows > 0) return undefined;
    const sheet = found ?? this.sheets.create(STATUS_SHEET_NAME);
    const made = fill(sheet, statusRows(state), false);
    sheet.format(STATUS_FORMATS);
    sheet.widen(STATUS_COLUMN_COUNT, STATUS_COLUMN_PIXELS);
    return made;
  }

  /** @param before What is known of the sheet, and how many rows below the heading row are ours already. */
  private fill(sheet: ReportSheet, state: DocumentState, before: StatusSheet, zone: string): StatusSheet {
    const rows = statusRows(state);
    const isFree = rows <= before.rows || sheet.claimRows(2 + before.rows, 1 + rows, STATUS_COLUMN_COUNT);
    const block = statusBlock({ ...state, statusSheet: before }, this.calendar, zone);
    // Someone wrote where the next report's line belongs: their cells matter more. The stamp moves all the same.
    sheet.write(1, isFree ? block : block.slice(0, 1 + before.rows));
    // Once: a name that someone removed or moved is theirs to keep.
    if (!before.named) sheet.nameCell(STAMP_NAME, STAMP_CELL.row, STAMP_CELL.column);
    return { ...before, rows: isFree ? rows : before.rows, named: true };
  }
}
