/** The ID of the spreadsheet that this execution belongs to; not a service call that is counted. */
export function spreadsheetId(): string {
  return SpreadsheetApp.getActive().getId();
}
