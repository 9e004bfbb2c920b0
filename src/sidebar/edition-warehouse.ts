import { transferServices } from '../compose/edition-warehouse';
import type { Writing } from '../compose/writing';
import { HISTORY_FORM, VIEW_FORM, WAREHOUSE_FORM } from '../contract/warehouse';
import { SERVICE, SHEET } from '../reports/permissions';
import {
  addConnectedSheet,
  removeWarehouse,
  saveWarehouse,
  sendHistory,
  setUpWarehouse,
  stopHistory,
  viewWarehouse,
} from '../warehouse/warehouse';
import { endpoint } from './answer';

const servicesOf = (writing: Writing) => transferServices(writing, writing.sheets);

/** The warehouse as the page shows it. */
export type WarehouseView = ReturnType<typeof viewWarehouse>;

/** What the page of the warehouse edition may ask besides. */
export const editionEndpoints = {
  saveWarehouse: endpoint(SHEET, [WAREHOUSE_FORM], (writing, form) => {
    const state = saveWarehouse(servicesOf(writing), form);
    const isNew = viewWarehouse(state).state === null;
    return { message: `Warehouse saved.${isNew ? ' Press “Set up” once.' : ''}`, state };
  }),
  setUpWarehouse: endpoint(SERVICE, [], (writing) => {
    const { error, checks } = setUpWarehouse(servicesOf(writing));
    return error ? { error, checks } : { message: 'The warehouse is ready.', checks };
  }),
  /** Begins to send history, or goes on; `more` while some is left. */
  sendHistory: endpoint(SERVICE, [HISTORY_FORM], (writing, form) => sendHistory(servicesOf(writing), form)),
  stopHistory: endpoint(SHEET, [], (writing) => ({
    message: 'Stopped. What was sent stays in the warehouse.',
    state: stopHistory(servicesOf(writing)),
  })),
  addConnectedTable: endpoint(SHEET, [VIEW_FORM.entries.view], (writing, view) => {
    const { state, sheet } = addConnectedSheet(servicesOf(writing), view);
    return { message: `Added the sheet “${sheet}”. Google Sheets fills it in a moment.`, state };
  }),
  removeWarehouse: endpoint(SHEET, [], (writing) => ({
    message: 'Warehouse removed. Nothing in BigQuery was deleted.',
    state: removeWarehouse(servicesOf(writing)),
  })),
};
