import { ReportError } from '../employer-api/errors';
import type { ConnectedSheets } from '../warehouse/connected';
import type { SendToWarehouse } from '../warehouse/query';
import { askPlatform } from './script-app';
import { answered, readResponse } from './script-services';

/** How long to wait for an answer, in seconds: longer than BigQuery is asked to take. */
const TIMEOUT_SECONDS = 60;

/**
 * Sends requests by UrlFetchApp, with the token of whoever runs the script: to one origin only.
 *
 * @param origin Scheme and host of BigQuery, without a slash at its end.
 */
export function sendToWarehouse(origin: string): SendToWarehouse {
  let token: string | undefined;
  return ({ method, path, json }) => {
    token ??= askPlatform(() => ScriptApp.getOAuthToken());
    const options = {
      method,
      headers: { Authorization: `Bearer ${token}` },
      followRedirects: false,
      muteHttpExceptions: true,
      timeoutSeconds: TIMEOUT_SECONDS,
      ...(json === undefined ? {} : { contentType: 'application/json', payload: JSON.stringify(json) }),
    };
    const answer = answered(() => UrlFetchApp.fetch(origin + path, options));
    return answer && readResponse(answer);
  };
}

type Spreadsheet = GoogleAppsScript.Spreadsheet.Spreadsheet;
type DataSourceSheet = GoogleAppsScript.Spreadsheet.DataSourceSheet;

/** The reference documents these members; the type definitions lack them. */
type TableSpecBuilder = GoogleAppsScript.Spreadsheet.BigQueryDataSourceSpecBuilder & {
  setTableProjectId(id: string): TableSpecBuilder;
  setDatasetId(id: string): TableSpecBuilder;
  setTableId(id: string): TableSpecBuilder;
};
type LinkedDataSource = GoogleAppsScript.Spreadsheet.DataSource & {
  refreshAllLinkedDataSourceObjects(): void;
};
type ConnectedSpreadsheet = Spreadsheet & {
  insertDataSourceSheet(spec: GoogleAppsScript.Spreadsheet.DataSourceSpec): DataSourceSheet;
};

/** Data source sheets of this spreadsheet. The project that has the table also pays for reading it. */
export const connectedSheets: ConnectedSheets = {
  add: ({ project, dataset, table }) =>
    refusing(ADD_REFUSED, () => {
      SpreadsheetApp.enableBigQueryExecution();
      const builder = SpreadsheetApp.newDataSourceSpec().asBigQuery() as TableSpecBuilder;
      builder.setProjectId(project);
      const spec = builder.setTableProjectId(project).setDatasetId(dataset).setTableId(table).build();
      const spreadsheet = SpreadsheetApp.getActive() as ConnectedSpreadsheet;
      const source = spreadsheet.insertDataSourceSheet(spec);
      // The preview has 500 rows, in no order of its own.
      const sheet = source.setSortSpec('WEEK_START', false).asSheet();
      return { sheetId: sheet.getSheetId(), sheet: sheet.getName() };
    }),
  refresh: (sheetId) =>
    refusing(REFRESH_REFUSED, () => {
      SpreadsheetApp.enableBigQueryExecution();
      const source = SpreadsheetApp.getActive().getSheetById(sheetId)?.asDataSourceSheet();
      // Someone deleted the sheet, or made an ordinary one of it.
      if (source) (source.getDataSource() as LinkedDataSource).refreshAllLinkedDataSourceObjects();
    }),
};

const ADD_REFUSED =
  'Check that your edition of Google Workspace has Connected Sheets, then try again: Google Sheets could not add the table';
const REFRESH_REFUSED = 'Press Refresh on the connected table: Google Sheets did not refresh it';
const PERMISSION_MISSING =
  'Choose Extensions ▸ Shift Reports ▸ Refresh all reports and allow “View and manage your data in Google BigQuery and see the email address for your Google Account”: Google needs your permission';

/** The platform's own text may name the project, and is dropped. @throws {ReportError} `permission_missing`, `sheet_blocked` */
function refusing<Result>(sentence: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    const text = String((error as { message?: unknown } | null)?.message);
    if (text.includes('auth/bigquery'))
      throw new ReportError('permission_missing', { sentence: PERMISSION_MISSING });
    throw new ReportError('sheet_blocked', { sentence });
  }
}
