/** The headings of the status sheet. */
export const STATUS_HEADINGS: readonly string[] = [
  ...['Report', 'State', 'Message', 'Refreshed', 'Stale', 'Last run', 'Next run', 'Days', 'Shifts'],
];
