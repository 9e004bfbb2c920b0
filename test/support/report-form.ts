/**
 * A new report as the sidebar sends it: the week before today, all shifts, on the sheet `Shifts`, each refresh replacing
 * the table.
 */
export const REPORT_FORM = {
  id: null,
  report: 'shift_fulfilment',
  period: 'last week',
  from: '',
  to: '',
  venue: '',
  area: '',
  role: '',
  groupBy: '',
  columns: '',
  readableHeadings: false,
  noteColumns: '',
  sheet: 'Shifts',
  mode: 'replace',
  every: 'settings',
} as const;

/** The same of the days 2026-03-01 to 2026-03-07. */
export const WEEK_FORM = {
  ...REPORT_FORM,
  period: 'custom',
  from: '2026-03-01',
  to: '2026-03-07',
} as const;
