/** Every function that Google Sheets may call. The build makes one plain top-level function of each; no logic here. */
export { SHIFT_FULFILLMENT } from './functions/shift-fulfillment';
export { SHIFT_FULFILMENT } from './functions/shift-fulfilment';
export {
  sidebarCheckConnection,
  sidebarConnect,
  sidebarDisconnect,
  sidebarRefreshAll,
  sidebarRefreshReport,
  sidebarRemoveReport,
  sidebarSaveReport,
  sidebarSaveSchedule,
  sidebarState,
} from './sidebar/endpoints';
export { showSidebar } from './sidebar/open-sidebar';
export { onInstall, onOpen } from './triggers/on-open';
export { refreshAllReports } from './triggers/refresh-from-menu';
export { refreshOnSchedule } from './triggers/scheduled-refresh';
