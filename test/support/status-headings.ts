/** The headings of the status sheet. */
export const STATUS_HEADINGS: readonly string[] = [
  'REPORT',
  'STATE',
  'MESSAGE',
  'REFRESHED',
  'STALE',
  'LAST RUN',
  'NEXT RUN',
  'SHIFTS',
  'DAYS',
];
