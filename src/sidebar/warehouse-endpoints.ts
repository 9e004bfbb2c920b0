import * as v from 'valibot';
import { composeConnectedTables, composeWarehouse } from '../compose/writing-warehouse';
import type { SidebarOutcome } from '../contract/sidebar';
import { WAREHOUSE_FORM, WAREHOUSE_VIEWS } from '../contract/warehouse';
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

const VIEW = v.picklist(WAREHOUSE_VIEWS);

/** Adds a sheet that shows a view. No request. */
export function sidebarAddConnectedTable(view: unknown): SidebarOutcome {
  return answer('sidebarSaveReport', (writing) => {
    const { state, sheet } = composeConnectedTables(writing).add(read(VIEW, view));
    return { message: `Added the sheet “${sheet}”. Google Sheets fills it in a moment.`, state };
  });
}
