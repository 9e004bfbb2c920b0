import { makeUuid } from '../platform/script-services';
import { connectedSheets, sendToWarehouse } from '../platform/warehouse-services';
import type { ReportSheets } from '../reports/ports';
import { type ConnectedServices, refreshConnectedSheets } from '../warehouse/connected';
import { type TransferServices, WarehouseTransfer } from '../warehouse/transfer';
import { viewWarehouse } from '../warehouse/warehouse';
import type { Edition } from './edition';
import type { Reading } from './reading';

declare const WAREHOUSE_ORIGIN: string;

/** What transfers need. Makes no service call. */
export function transferServices(reading: Reading, sheets: ReportSheets): TransferServices {
  return { ...reading, sheets, makeId: makeUuid, send: sendToWarehouse(WAREHOUSE_ORIGIN) };
}

/** What adds and refreshes connected sheets. Makes no service call. */
export function connectedServices({ stores, lock }: Reading): ConnectedServices {
  return { document: stores.document, lock, connectedSheets };
}

/** The warehouse edition. */
export const edition: Edition = {
  partsFor: (reading, sheets) => {
    const transfer = new WarehouseTransfer(transferServices(reading, sheets));
    const endRun = () => {
      const properties = transfer.endRun();
      // What is shown has changed only if shifts were sent, and BigQuery bills each reading.
      if (properties !== undefined) refreshConnectedSheets(connectedServices(reading), properties);
    };
    return { inspectors: [transfer], followers: [transfer], endRun };
  },
  view: viewWarehouse,
};
