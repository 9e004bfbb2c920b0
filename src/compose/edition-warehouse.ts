import { connectedSheets, sendToWarehouse } from '../platform/warehouse-services';
import type { ReportSheets } from '../reports/ports';
import { type TransferServices, WarehouseTransfer } from '../warehouse/transfer';
import { viewWarehouse } from '../warehouse/warehouse';
import { installation } from './build-constants';
import type { Edition } from './edition';
import type { Reading } from './reading';

declare const WAREHOUSE_ORIGIN: string;

/** What transfers need. */
export function transferServices(reading: Reading, sheets: ReportSheets): TransferServices {
  return { ...reading, sheets, installation, connectedSheets, send: sendToWarehouse(WAREHOUSE_ORIGIN) };
}

/** The warehouse edition. */
export const edition: Edition = {
  followers: (reading, sheets) => [new WarehouseTransfer(transferServices(reading, sheets))],
  view: viewWarehouse,
};
