import * as v from 'valibot';
import { composeConnectedTables, composeWarehouse } from '../compose/edition-warehouse';
import type { Writing } from '../compose/writing';
import type { SidebarOutcome } from '../contract/sidebar';
import { HISTORY_FORM, WAREHOUSE_FORM, WAREHOUSE_VIEWS } from '../contract/warehouse';
import { answer } from './answer';
import { read } from './forms';

const warehouseOf = (writing: Writing) => composeWarehouse(writing, writing.sheets);

/** Saves project, dataset, location and reports. No request. */
export function sidebarSaveWarehouse(form: unknown): SidebarOutcome {
  return answer('sidebarSaveReport', (writing) => ({
    message: 'Warehouse saved. Press “Create tables” if they do not exist yet.',
    state: warehouseOf(writing).save(read(WAREHOUSE_FORM, form)),
  }));
}

/** Forgets project, dataset and what is left to send; nothing in BigQuery is deleted. No request. */
export function sidebarRemoveWarehouse(): SidebarOutcome {
  return answer('sidebarSaveReport', (writing) => ({
    message: 'Warehouse removed. Nothing in BigQuery was deleted.',
    state: warehouseOf(writing).remove(),
  }));
}

/** Asks BigQuery about permission, project, dataset, each table and view; `checks` has a line for each. */
export function sidebarCheckWarehouse(): SidebarOutcome {
  return answer('sidebarCheckConnection', (writing) => {
    const { error, message, checks } = warehouseOf(writing).check();
    return error ? { error, checks } : { message, checks };
  });
}

/** Makes the tables and views that are missing, and adds missing columns. Never removes anything. */
export function sidebarCreateTables(): SidebarOutcome {
  return answer('sidebarCheckConnection', (writing) => ({
    message: warehouseOf(writing).createTables(),
  }));
}

/** Begins to send history, or goes on; `more` while some is left. */
export function sidebarSendHistory(form: unknown): SidebarOutcome {
  return answer('sidebarRefreshReport', (writing) =>
    warehouseOf(writing).sendHistory(read(HISTORY_FORM, form)),
  );
}

/** Forgets the history that is left to send. No request. */
export function sidebarStopHistory(): SidebarOutcome {
  return answer('sidebarSaveReport', (writing) => ({
    message: 'Stopped. What was sent stays in the warehouse.',
    state: warehouseOf(writing).stopHistory(),
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
