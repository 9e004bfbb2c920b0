/** Every function that the warehouse edition adds to those of `main.ts`; no logic here. */
export {
  sidebarAddConnectedTable,
  sidebarRemoveWarehouse,
  sidebarSaveWarehouse,
} from './sidebar/warehouse-endpoints';
