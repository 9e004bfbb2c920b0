/** Every function that the warehouse edition adds to those of `main.ts`; no logic here. */
export {
  sidebarCheckWarehouse,
  sidebarCreateTables,
  sidebarRemoveWarehouse,
  sidebarSaveWarehouse,
  sidebarSendHistory,
  sidebarStopHistory,
} from './sidebar/warehouse-endpoints';
