import { connectedSheets } from '../platform/connected-sheets';
import { gzipText, UrlFetchWarehouse } from '../platform/warehouse-transport';
import type { ReportSheets } from '../reports/ports';
import { ConnectedTables } from '../warehouse/connected-tables';
import { type TransferServices, WarehouseTransfer } from '../warehouse/transfer';
import { viewWarehouse } from '../warehouse/warehouse';
import type { Edition } from './edition';
import type { Reading } from './reading';

declare const WAREHOUSE_ORIGIN: string;

/** What transfers need. Makes no service call. */
export function transferServices(reading: Reading, sheets: ReportSheets): TransferServices {
  return {
    ...reading,
    sheets,
    gzip: gzipText,
    transport: new UrlFetchWarehouse(WAREHOUSE_ORIGIN),
  };
}

/** The warehouse edition. */
export const edition: Edition = {
  partsFor: (reading, sheets) => {
    const transfer = new WarehouseTransfer(transferServices(reading, sheets));
    const { document } = reading.stores;
    const tables = new ConnectedTables({ document, lock: reading.lock, connectedSheets });
    const endRun = () => {
      const properties = transfer.endRun();
      // What is shown has changed only if shifts were sent, and BigQuery bills each reading.
      if (properties !== undefined) tables.refresh(properties);
    };
    return { inspectors: [transfer], followers: [transfer], endRun };
  },
  view: (state) => viewWarehouse(state),
};
