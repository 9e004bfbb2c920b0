import { Warehouse } from '../warehouse/warehouse';
import type { Writing } from './writing';

/** Builds what the sidebar needs of the warehouse. Makes no service call. */
export function composeWarehouse({ stores, lock }: Writing): Warehouse {
  return new Warehouse({ document: stores.document, lock });
}
