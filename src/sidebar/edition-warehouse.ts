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
import { type Endpoint, needing } from './answer';
import { read } from './forms';

const servicesOf = (writing: Writing) => transferServices(writing, writing.sheets);

const VIEW = v.picklist(WAREHOUSE_VIEWS);

/** What the page of the warehouse edition may ask besides: `WarehouseEndpoints` says what each does. */
export const editionEndpoints: { readonly [Name in keyof WarehouseEndpoints]: Endpoint } = {
  ...needing(SHEET, {
    saveWarehouse: (writing, form: unknown) => ({
      message: 'Warehouse saved. Press “Set up” once.',
      state: saveWarehouse(servicesOf(writing), read(WAREHOUSE_FORM, form)),
    }),
    removeWarehouse: (writing) => ({
      message: 'Warehouse removed. Nothing in BigQuery was deleted.',
      state: removeWarehouse(servicesOf(writing)),
    }),
    stopHistory: (writing) => ({
      message: 'Stopped. What was sent stays in the warehouse.',
      state: stopHistory(servicesOf(writing)),
    }),
    addConnectedTable: (writing, view: unknown) => {
      const { state, sheet } = addConnectedSheet(servicesOf(writing), read(VIEW, view));
      return { message: `Added the sheet “${sheet}”. Google Sheets fills it in a moment.`, state };
    },
  }),
  ...needing(SERVICE, {
    setUpWarehouse: (writing) => {
      const { error, checks } = setUpWarehouse(servicesOf(writing));
      return error ? { error, checks } : { message: 'The warehouse is ready.', checks };
    },
    sendHistory: (writing, form: unknown) => sendHistory(servicesOf(writing), read(HISTORY_FORM, form)),
  }),
};
