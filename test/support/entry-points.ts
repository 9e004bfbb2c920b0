/** What calls an entry point. */
export type EntryPointKind =
  | 'simple trigger'
  | 'menu'
  | 'time-driven trigger'
  | 'edit trigger'
  | 'custom function'
  | 'sidebar';

/** Every function that Google Sheets, a formula or the sidebar's page may call. */
export const ENTRY_POINTS: Readonly<Record<string, EntryPointKind>> = {
  onOpen: 'simple trigger',
  onInstall: 'simple trigger',
  showSidebar: 'menu',
  refreshAllReports: 'menu',
  refreshOnSchedule: 'time-driven trigger',
  answerOnDashboard: 'edit trigger',
  SHIFT_FULFILMENT: 'custom function',
  SHIFT_FULFILLMENT: 'custom function',
  SHIFT_FULFILMENT_AGGREGATED: 'custom function',
  SHIFT_FULFILLMENT_AGGREGATED: 'custom function',
  SHIFT_METRIC: 'custom function',
  SHIFT_TREND: 'custom function',
  SHIFT_COMPARE: 'custom function',
  SHIFT_LIST: 'custom function',
  SHIFT_STATUS: 'custom function',
  WORKER_TURNOVER: 'custom function',
  sidebarCall: 'sidebar',
};
