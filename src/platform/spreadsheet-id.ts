import { askPlatform } from './ask-platform';

/**
 * The ID of the spreadsheet that this execution belongs to; not a service call that is counted.
 *
 * @throws {ReportError} `permission_missing`, `platform_unavailable`
 */
export function spreadsheetId(): string {
  return askPlatform(() => SpreadsheetApp.getActive().getId());
}
