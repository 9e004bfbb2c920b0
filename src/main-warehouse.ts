/** Every function that the warehouse edition adds to those of `main.ts`; no logic here. */
export {
  sidebarAddConnectedTable,
  sidebarCheckWarehouse,
  sidebarCreateTables,
  sidebarRemoveWarehouse,
  sidebarSaveWarehouse,
  sidebarSendHistory,
  sidebarStopHistory,
} from './sidebar/warehouse-endpoints';
