import * as v from 'valibot';
import { composeConnectedTables, composeWarehouse } from '../compose/edition-warehouse';
import type { Writing } from '../compose/writing';
import {
  HISTORY_FORM,
  WAREHOUSE_FORM,
  WAREHOUSE_VIEWS,
  type WarehouseEndpoints,
} from '../contract/warehouse';
import { SERVICE, SHEET } from '../reports/permissions';
import type { Endpoint } from './answer';
import { read } from './forms';

const warehouseOf = (writing: Writing) => composeWarehouse(writing, writing.sheets);

const VIEW = v.picklist(WAREHOUSE_VIEWS);

/** What the page of the warehouse edition may ask besides. */
export const editionEndpoints: { readonly [Name in keyof WarehouseEndpoints]: Endpoint } = {
  /** Saves project, dataset, location and reports. No request. */
  saveWarehouse: {
    needs: SHEET,
    run: (writing, form: unknown) => ({
      message: 'Warehouse saved. Press “Create tables” if they do not exist yet.',
      state: warehouseOf(writing).save(read(WAREHOUSE_FORM, form)),
    }),
  },

  /** Forgets project, dataset and what is left to send; nothing in BigQuery is deleted. No request. */
  removeWarehouse: {
    needs: SHEET,
    run: (writing) => ({
      message: 'Warehouse removed. Nothing in BigQuery was deleted.',
      state: warehouseOf(writing).remove(),
    }),
  },

  /** Asks BigQuery about permission, project, dataset, each table and view; `checks` has a line for each. */
  checkWarehouse: {
    needs: SERVICE,
    run: (writing) => {
      const { error, message, checks } = warehouseOf(writing).check();
      return error ? { error, checks } : { message, checks };
    },
  },

  /** Makes the tables and views that are missing, and adds missing columns. Never removes anything. */
  createTables: {
    needs: SERVICE,
    run: (writing) => ({
      message: warehouseOf(writing).createTables(),
    }),
  },

  /** Begins to send history, or goes on; `more` while some is left. */
  sendHistory: {
    needs: SERVICE,
    run: (writing, form: unknown) => warehouseOf(writing).sendHistory(read(HISTORY_FORM, form)),
  },

  /** Forgets the history that is left to send. No request. */
  stopHistory: {
    needs: SHEET,
    run: (writing) => ({
      message: 'Stopped. What was sent stays in the warehouse.',
      state: warehouseOf(writing).stopHistory(),
    }),
  },

  /** Adds a sheet that shows a view. No request. */
  addConnectedTable: {
    needs: SHEET,
    run: (writing, view: unknown) => {
      const { state, sheet } = composeConnectedTables(writing).add(read(VIEW, view));
      return { message: `Added the sheet “${sheet}”. Google Sheets fills it in a moment.`, state };
    },
  },
};
