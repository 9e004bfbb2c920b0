import { ReportError } from '../employer-api/errors';
import type { HttpResponse } from '../employer-api/ports';
import {
  addressAt,
  type GzipText,
  type WarehouseRequest,
  type WarehouseTransport,
} from '../warehouse/big-query';
import type { ConnectedSheets } from '../warehouse/connected-tables';
import { WAREHOUSE_TIMEOUT_SECONDS } from '../warehouse/limits';
import { askPlatform } from './script-app';
import { answered, type FetchRequest, readResponse } from './script-services';

/** Requests to BigQuery by UrlFetchApp, with the token of whoever runs the script: to one origin only. */
export class UrlFetchWarehouse implements WarehouseTransport {
  private token: string | undefined;

  /** @param origin Scheme and host of BigQuery, without a slash at its end. */
  constructor(private readonly origin: string) {}

  sendAll(requests: readonly WarehouseRequest[]): readonly (HttpResponse | undefined)[] {
    const none = requests.map(() => undefined);
    const addressed = requests.flatMap((request) => {
      const url = addressAt(this.origin, request.target);
      return url === undefined ? [] : [{ request, url }];
    });
    if (addressed.length < requests.length) return none;
    this.token ??= askPlatform(() => ScriptApp.getOAuthToken());
    const sent = addressed.map(({ request, url }) => this.fetchRequest(request, url));
    const answers = answered(() =>
      sent.length === 1 ? sent.map((one) => UrlFetchApp.fetch(one.url, one)) : UrlFetchApp.fetchAll(sent),
    );
    return answers?.map(readResponse) ?? none;
  }

  private fetchRequest({ method, json, bytes, headers }: WarehouseRequest, url: string): FetchRequest {
    return {
      url,
      method,
      headers: { Authorization: `Bearer ${this.token}`, ...headers },
      followRedirects: false,
      muteHttpExceptions: true,
      timeoutSeconds: WAREHOUSE_TIMEOUT_SECONDS,
      ...(json === undefined ? {} : { contentType: 'application/json', payload: JSON.stringify(json) }),
      ...(bytes === undefined ? {} : { contentType: 'application/octet-stream', payload: [...bytes] }),
    };
  }
}

/** Compresses text. */
export const gzipText: GzipText = (text) => Utilities.gzip(Utilities.newBlob(text)).getBytes();

type Spreadsheet = GoogleAppsScript.Spreadsheet.Spreadsheet;
type DataSourceSheet = GoogleAppsScript.Spreadsheet.DataSourceSheet;

/** The reference documents these members; the type definitions lack them. */
type TableSpecBuilder = GoogleAppsScript.Spreadsheet.BigQueryDataSourceSpecBuilder & {
  setTableProjectId(id: string): TableSpecBuilder;
  setDatasetId(id: string): TableSpecBuilder;
  setTableId(id: string): TableSpecBuilder;
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
      const sheet = spreadsheet.insertDataSourceSheet(spec).asSheet();
      return { sheetId: sheet.getSheetId(), sheet: sheet.getName() };
    }),
  refresh: (sheetId) =>
    refusing(REFRESH_REFUSED, () => {
      SpreadsheetApp.enableBigQueryExecution();
      const source = SpreadsheetApp.getActive().getSheetById(sheetId)?.asDataSourceSheet();
      // Someone deleted the sheet, or made an ordinary one of it.
      if (source) refresh(source);
    }),
};

/** `refreshData` throws for ever after one failure, `forceRefreshData` does not. Fact B8. */
function refresh(source: DataSourceSheet): void {
  try {
    source.refreshData();
  } catch {
    source.forceRefreshData();
  }
}

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
