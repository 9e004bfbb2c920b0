import { makeUuid } from '../platform/script-services';
import { connectedSheets, gzipText, UrlFetchWarehouse } from '../platform/warehouse-services';
import type { ReportSheets } from '../reports/ports';
import { ConnectedTables } from '../warehouse/connected-tables';
import { type TransferServices, WarehouseTransfer } from '../warehouse/transfer';
import { viewWarehouse, Warehouse } from '../warehouse/warehouse';
import type { Edition } from './edition';
import type { Reading } from './reading';

declare const WAREHOUSE_ORIGIN: string;

/** What transfers need. Makes no service call. */
function transferServices(reading: Reading, sheets: ReportSheets): TransferServices {
  return {
    ...reading,
    sheets,
    gzip: gzipText,
    transport: new UrlFetchWarehouse(WAREHOUSE_ORIGIN),
  };
}

/** Builds what the sidebar needs of the warehouse. Makes no service call. */
export function composeWarehouse(reading: Reading, sheets: ReportSheets): Warehouse {
  return new Warehouse({ ...transferServices(reading, sheets), makeId: makeUuid });
}

/** Builds what adds and refreshes connected tables. Makes no service call. */
export function composeConnectedTables({ stores, lock }: Reading): ConnectedTables {
  return new ConnectedTables({ document: stores.document, lock, connectedSheets });
}

/** The warehouse edition. */
export const edition: Edition = {
  partsFor: (reading, sheets) => {
    const transfer = new WarehouseTransfer(transferServices(reading, sheets));
    const tables = composeConnectedTables(reading);
    const endRun = () => {
      const properties = transfer.endRun();
      // What is shown has changed only if shifts were sent, and BigQuery bills each reading.
      if (properties !== undefined) tables.refresh(properties);
    };
    return { inspectors: [transfer], followers: [transfer], endRun };
  },
  view: viewWarehouse,
};
