import { transferServices } from '../compose/edition-warehouse';
import type { Writing } from '../compose/writing';
import { WAREHOUSE_QUESTIONS } from '../contract/warehouse';
import { SERVICE } from '../reports/permissions';
import {
  addConnectedSheet,
  removeWarehouse,
  saveWarehouse,
  sendHistory,
  setUpWarehouse,
  stopHistory,
} from '../warehouse/warehouse';
import { type Endpoints, endpoints } from './answer';

const servicesOf = (writing: Writing) => transferServices(writing, writing.sheets);

/** What the page of the warehouse edition may ask besides: `WAREHOUSE_QUESTIONS` says what each does. */
export const editionEndpoints: Endpoints = endpoints(
  WAREHOUSE_QUESTIONS,
  { setUpWarehouse: SERVICE, sendHistory: SERVICE },
  {
    saveWarehouse: (writing, form) => ({
      message: 'Warehouse saved. Press “Set up” once.',
      state: saveWarehouse(servicesOf(writing), form),
    }),
    setUpWarehouse: (writing) => {
      const { error, checks } = setUpWarehouse(servicesOf(writing));
      return error ? { error, checks } : { message: 'The warehouse is ready.', checks };
    },
    sendHistory: (writing, form) => sendHistory(servicesOf(writing), form),
    stopHistory: (writing) => ({
      message: 'Stopped. What was sent stays in the warehouse.',
      state: stopHistory(servicesOf(writing)),
    }),
    addConnectedTable: (writing, view) => {
      const { state, sheet } = addConnectedSheet(servicesOf(writing), view);
      return { message: `Added the sheet “${sheet}”. Google Sheets fills it in a moment.`, state };
    },
    removeWarehouse: (writing) => ({
      message: 'Warehouse removed. Nothing in BigQuery was deleted.',
      state: removeWarehouse(servicesOf(writing)),
    }),
  },
);
