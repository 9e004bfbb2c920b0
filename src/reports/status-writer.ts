import type { DocumentState, StatusSheet } from './document-state';
import type { ReportSheets, SpreadsheetCalendar } from './ports';
import { STATUS_COLUMN_COUNT, STATUS_FORMATS, STATUS_SHEET_NAME, statusBlock } from './status-table';

/** Wide enough for a date with its time. */
const STATUS_COLUMN_PIXELS = 130;

/**
 * Writes the whole status sheet in one call, from what is known of all reports.
 *
 * @param mayCreate Whether the sheet may be made (again): after a click, never on a schedule.
 * @returns Where the status sheet is; `undefined` when there is none.
 */
export function writeStatus(
  sheets: ReportSheets,
  state: DocumentState,
  calendar: SpreadsheetCalendar,
  zone: string,
  mayCreate: boolean,
): StatusSheet | undefined {
  const existing = state.statusSheet && sheets.byId(state.statusSheet.sheetId);
  const block = statusBlock(existing ? state : { ...state, statusSheet: undefined }, calendar, zone);
  if (existing) {
    existing.write(1, block);
    return { sheetId: existing.id, rows: state.reports.length };
  }
  if (!mayCreate) return undefined;
  const named = sheets.byName(STATUS_SHEET_NAME);
  // A sheet of that name that is not ours is the user's: the status is shown in the sidebar only.
  if (named && !named.isEmpty()) return undefined;
  const sheet = named ?? sheets.create(STATUS_SHEET_NAME);
  sheet.write(1, block);
  sheet.format(STATUS_FORMATS);
  sheet.widen(STATUS_COLUMN_COUNT, STATUS_COLUMN_PIXELS);
  return { sheetId: sheet.id, rows: state.reports.length };
}
