import type { DocumentState, StatusSheet } from './document-state';
import type { ReportSheet, ReportSheets, SpreadsheetCalendar } from './ports';
import {
  isStatusHeading,
  STATUS_COLUMN_COUNT,
  STATUS_FORMATS,
  STATUS_SHEET_NAME,
  statusBlock,
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
   * @param mayCreate Whether the sheet may be made (again): after a click, never on a schedule.
   * @returns Where the status sheet is; `undefined` when there is none.
   */
  show(state: DocumentState, zone: string, mayCreate: boolean): StatusSheet | undefined {
    try {
      return this.write(state, zone, mayCreate);
    } catch {
      return state.statusSheet;
    }
  }

  private write(state: DocumentState, zone: string, mayCreate: boolean): StatusSheet | undefined {
    const existing = state.statusSheet && this.sheets.byId(state.statusSheet.sheetId);
    if (existing) return this.fill(existing, state, state.statusSheet?.rows ?? 0, zone);
    const named = this.sheets.byName(STATUS_SHEET_NAME);
    const rows = named?.lastRow() ?? 0;
    // Made by a run that was killed before it could note so, or copied with the spreadsheet.
    if (named && rows > 0 && isStatusHeading(named.readRow(1, STATUS_COLUMN_COUNT))) {
      return this.fill(named, state, rows - 1, zone);
    }
    // A sheet of that name that is not ours is the user's: the status is shown in the sidebar only.
    if (!mayCreate || rows > 0) return undefined;
    const sheet = named ?? this.sheets.create(STATUS_SHEET_NAME);
    const made = this.fill(sheet, state, state.reports.length, zone);
    sheet.format(STATUS_FORMATS);
    sheet.widen(STATUS_COLUMN_COUNT, STATUS_COLUMN_PIXELS);
    return made;
  }

  /** @param ours How many rows below the heading row are ours already. */
  private fill(sheet: ReportSheet, state: DocumentState, ours: number, zone: string): StatusSheet {
    const { length } = state.reports;
    const statusSheet = { sheetId: sheet.id, rows: ours };
    // Someone wrote where the next report's line belongs: their cells matter more.
    if (length > ours && !sheet.claimRows(2 + ours, 1 + length, STATUS_COLUMN_COUNT)) return statusSheet;
    sheet.write(1, statusBlock({ ...state, statusSheet }, this.calendar, zone));
    return { ...statusSheet, rows: length };
  }
}
