/** Every function that Google Sheets may call. The build makes one plain top-level function of each; no logic here. */
export { SHIFT_COMPARE } from './functions/shift-compare';
export { SHIFT_FULFILMENT, SHIFT_FULFILMENT as SHIFT_FULFILLMENT } from './functions/shift-fulfilment';
export {
  SHIFT_FULFILMENT_AGGREGATED,
  SHIFT_FULFILMENT_AGGREGATED as SHIFT_FULFILLMENT_AGGREGATED,
} from './functions/shift-fulfilment-aggregated';
export { SHIFT_LIST } from './functions/shift-list';
export { SHIFT_METRIC } from './functions/shift-metric';
export { SHIFT_STATUS } from './functions/shift-status';
export { SHIFT_TREND } from './functions/shift-trend';
export { WORKER_TURNOVER } from './functions/worker-turnover';
export { sidebarCall } from './sidebar/endpoints';
export { showSidebar } from './sidebar/open-sidebar';
export { answerOnDashboard } from './triggers/answer';
export { onInstall, onOpen } from './triggers/on-open';
export { refreshAllReports, refreshOnSchedule } from './triggers/refresh';
