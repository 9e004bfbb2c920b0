import { composeWarehouse } from '../compose/writing-warehouse';
import type { SidebarOutcome } from '../contract/sidebar';
import { WAREHOUSE_FORM } from '../contract/warehouse';
import { answer } from './answer';
import { read } from './forms';

/** Saves project, dataset, location and reports. No request. */
export function sidebarSaveWarehouse(form: unknown): SidebarOutcome {
  return answer('sidebarSaveReport', (writing) => ({
    message: 'Warehouse saved. Press “Create tables” if they do not exist yet.',
    state: composeWarehouse(writing).save(read(WAREHOUSE_FORM, form)),
  }));
}

/** Forgets project, dataset and what is left to send; nothing in BigQuery is deleted. No request. */
export function sidebarRemoveWarehouse(): SidebarOutcome {
  return answer('sidebarSaveReport', (writing) => ({
    message: 'Warehouse removed. Nothing in BigQuery was deleted.',
    state: composeWarehouse(writing).remove(),
  }));
}
