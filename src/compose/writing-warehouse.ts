import { connectedSheets } from '../platform/connected-sheets';
import { ConnectedTables } from '../warehouse/connected-tables';
import { Warehouse } from '../warehouse/warehouse';
import type { Writing } from './writing';

/** Builds what the sidebar needs of the warehouse. Makes no service call. */
export function composeWarehouse({ stores, lock }: Writing): Warehouse {
  return new Warehouse({ document: stores.document, lock });
}

/** Builds what adds and refreshes connected tables. Makes no service call. */
export function composeConnectedTables({ stores, lock }: Writing): ConnectedTables {
  return new ConnectedTables({ document: stores.document, lock, connectedSheets });
}
