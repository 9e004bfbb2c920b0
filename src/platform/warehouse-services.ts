import { attempt, refuse } from '../employer-api/errors';
import type { SheetColumn } from '../reports/sheet/cells';
import { looksOf } from '../reports/sheet/sheets';
import type { SendToWarehouse } from '../warehouse/query';
import type { ConnectedSheets } from '../warehouse/transfer';
import { WEEK } from '../warehouse/views';
import { answered, askPlatform, readResponse } from './script-services';
import { sheetWriter } from './sheet-writer';

/** How long to wait for an answer, in seconds: longer than BigQuery is asked to take. */
const TIMEOUT_SECONDS = 60;

/**
 * Sends requests by UrlFetchApp, with the token of whoever runs the script: to one origin only.
 *
 * @param origin Scheme and host of BigQuery, without a slash at its end.
 */
export function sendToWarehouse(origin: string): SendToWarehouse {
  let token: string | undefined;
  return (path, json) => {
    token ??= askPlatform(() => ScriptApp.getOAuthToken());
    const options = {
      headers: { Authorization: `Bearer ${token}` },
      followRedirects: false,
      muteHttpExceptions: true,
      timeoutSeconds: TIMEOUT_SECONDS,
      ...(json === undefined
        ? {}
        : { method: 'post' as const, contentType: 'application/json', payload: JSON.stringify(json) }),
    };
    const answer = answered(() => UrlFetchApp.fetch(origin + path, options));
    return answer && readResponse(answer);
  };
}

type DataSourceSheet = GoogleAppsScript.Spreadsheet.DataSourceSheet;
/** The reference documents these members; the type definitions lack them. */
type TableSpecBuilder = GoogleAppsScript.Spreadsheet.BigQueryDataSourceSpecBuilder & {
  setTableProjectId(id: string): TableSpecBuilder;
  setDatasetId(id: string): TableSpecBuilder;
  setTableId(id: string): TableSpecBuilder;
};
type TableSpec = { getTableProjectId(): string; getDatasetId(): string };
type LinkedDataSource = { getSpec(): { asBigQuery(): TableSpec }; refreshAllLinkedDataSourceObjects(): void };
type ConnectedSpreadsheet = GoogleAppsScript.Spreadsheet.Spreadsheet & {
  insertDataSourceSheet(spec: GoogleAppsScript.Spreadsheet.DataSourceSpec): DataSourceSheet;
  getDataSourceSheets(): DataSourceSheet[];
};

/** Data source sheets of this spreadsheet. The project that has the table also pays for reading it. */
export const connectedSheets: ConnectedSheets = {
  add: ({ project, dataset }, view, columns) => {
    try {
      SpreadsheetApp.enableBigQueryExecution();
      const builder = SpreadsheetApp.newDataSourceSpec().asBigQuery() as TableSpecBuilder;
      builder.setProjectId(project);
      const spec = builder.setTableProjectId(project).setDatasetId(dataset).setTableId(view).build();
      const spreadsheet = SpreadsheetApp.getActive() as ConnectedSpreadsheet;
      // The preview has 500 rows, in no order of its own.
      const sheet = spreadsheet.insertDataSourceSheet(spec).setSortSpec(WEEK, false).asSheet();
      dressColumns(sheet, columns);
      return sheet.getName();
    } catch (error) {
      // The platform's own text may name the project, and is dropped.
      const text = String((error as { message?: unknown } | null)?.message);
      if (text.includes('auth/bigquery')) refuse('permission_missing', PERMISSION_MISSING);
      return refuse('sheet_blocked', ADD_REFUSED);
    }
  },
  // Where it fails, the sheet says so.
  refresh: ({ project, dataset }) =>
    attempt(() => {
      SpreadsheetApp.enableBigQueryExecution();
      const spreadsheet = SpreadsheetApp.getActive() as ConnectedSpreadsheet;
      for (const sheet of spreadsheet.getDataSourceSheets()) {
        const source = sheet.getDataSource() as unknown as LinkedDataSource;
        const spec = source.getSpec().asBigQuery();
        // People's own data sources are theirs to refresh, and to pay for.
        if (spec.getTableProjectId() === project && spec.getDatasetId() === dataset)
          source.refreshAllLinkedDataSourceObjects();
      }
    }),
};

function dressColumns(sheet: GoogleAppsScript.Spreadsheet.Sheet, columns: readonly SheetColumn[]): void {
  // Numbers with all their digits are still right.
  attempt(() => {
    const placed = columns.map((column, index) => ({ at: 1 + index, column }));
    const dressed = sheetWriter.byId(sheet.getSheetId());
    // Its headings, above row 1 of its cells, are Google's.
    for (const look of looksOf(placed, 0))
      if (look.format !== undefined || look.pixels !== undefined) dressed?.dress(look);
  });
}

const ADD_REFUSED =
  'Check that your edition of Google Workspace has Connected Sheets, then try again: Google Sheets could not add the table';
const PERMISSION_MISSING =
  'Choose Extensions ▸ Shift Reports ▸ Refresh all reports and allow “View and manage your data in Google BigQuery and see the email address for your Google Account”: Google needs your permission';
