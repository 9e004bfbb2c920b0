import { makeUuid } from '../platform/identifiers';
import { Warehouse } from '../warehouse/warehouse';
import { transferServices } from './edition-warehouse';
import type { Writing } from './writing';

/** Builds what the sidebar needs of the warehouse. Makes no service call. */
export function composeWarehouse(writing: Writing): Warehouse {
  return new Warehouse({ ...transferServices(writing, writing.sheets), makeId: makeUuid });
}
