import { connectedSheets } from '../platform/connected-sheets';
import { makeUuid } from '../platform/identifiers';
import { ConnectedTables } from '../warehouse/connected-tables';
import { Warehouse } from '../warehouse/warehouse';
import { transferServices } from './edition-warehouse';
import type { Writing } from './writing';

/** Builds what the sidebar needs of the warehouse. Makes no service call. */
export function composeWarehouse(writing: Writing): Warehouse {
  return new Warehouse({ ...transferServices(writing, writing.sheets), makeId: makeUuid });
}

/** Builds what adds and refreshes connected tables. Makes no service call. */
export function composeConnectedTables({ stores, lock }: Writing): ConnectedTables {
  return new ConnectedTables({ document: stores.document, lock, connectedSheets });
}
