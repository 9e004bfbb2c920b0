/** The headings of the status sheet in the first release that had one. */
export const FIRST_STATUS_HEADINGS: readonly string[] = [
  'REPORT',
  'STATE',
  'REFRESHED',
  'DATA AS OF',
  'SHIFTS',
  'FIRST DAY',
  'LAST DAY',
  'ISSUES',
  'STALE AFTER',
  'STALE',
  'LAST RUN',
  'MESSAGE',
  'CORRELATION ID',
];

/** The headings of the status sheet now. */
export const STATUS_HEADINGS: readonly string[] = [
  ...FIRST_STATUS_HEADINGS,
  'CHANGED',
  'NEXT RUN',
  'RUNS AS',
  'STAMP',
];
