import * as v from 'valibot';
import { transferServices } from '../compose/edition-warehouse';
import type { Writing } from '../compose/writing';
import {
  HISTORY_FORM,
  WAREHOUSE_FORM,
  WAREHOUSE_VIEWS,
  type WarehouseEndpoints,
} from '../contract/warehouse';
import { SERVICE, SHEET } from '../reports/permissions';
import {
  addConnectedSheet,
  removeWarehouse,
  saveWarehouse,
  sendHistory,
  setUpWarehouse,
  stopHistory,
} from '../warehouse/warehouse';
import type { Endpoint } from './answer';
import { read } from './forms';

const servicesOf = (writing: Writing) => transferServices(writing, writing.sheets);

const VIEW = v.picklist(WAREHOUSE_VIEWS);

/** What the page of the warehouse edition may ask besides. */
export const editionEndpoints: { readonly [Name in keyof WarehouseEndpoints]: Endpoint } = {
  /** Saves project, dataset, location and reports. No request. */
  saveWarehouse: {
    needs: SHEET,
    run: (writing, form: unknown) => ({
      message: 'Warehouse saved. Press “Set up” once.',
      state: saveWarehouse(servicesOf(writing), read(WAREHOUSE_FORM, form)),
    }),
  },

  /** Forgets project, dataset and what is left to send; nothing in BigQuery is deleted. No request. */
  removeWarehouse: {
    needs: SHEET,
    run: (writing) => ({
      message: 'Warehouse removed. Nothing in BigQuery was deleted.',
      state: removeWarehouse(servicesOf(writing)),
    }),
  },

  /** Makes what is missing in BigQuery and tries every permission; `checks` has a line for each step. */
  setUpWarehouse: {
    needs: SERVICE,
    run: (writing) => {
      const { error, checks } = setUpWarehouse(servicesOf(writing));
      return error ? { error, checks } : { message: 'The warehouse is ready.', checks };
    },
  },

  /** Begins to send history, or goes on; `more` while some is left. */
  sendHistory: {
    needs: SERVICE,
    run: (writing, form: unknown) => sendHistory(servicesOf(writing), read(HISTORY_FORM, form)),
  },

  /** Forgets the history that is left to send. No request. */
  stopHistory: {
    needs: SHEET,
    run: (writing) => ({
      message: 'Stopped. What was sent stays in the warehouse.',
      state: stopHistory(servicesOf(writing)),
    }),
  },

  /** Adds a sheet that shows a view. No request. */
  addConnectedTable: {
    needs: SHEET,
    run: (writing, view: unknown) => {
      const { state, sheet } = addConnectedSheet(servicesOf(writing), read(VIEW, view));
      return { message: `Added the sheet “${sheet}”. Google Sheets fills it in a moment.`, state };
    },
  },
};
