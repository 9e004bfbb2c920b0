import type { LineValue } from '../figures/weekly-plan';

/** The name of the sheet that holds the targets. It belongs to the user, and is only read. */
export const TARGETS_SHEET_NAME = 'Shift Reports targets';

/** The headings of the targets sheet, in the order in which it is made. They are found by name, wherever they are. */
export const TARGET_HEADINGS = [
  'VENUE_NAME',
  'AREA_NAME',
  'JOB_TITLE',
  'FROM',
  'TO',
  'MEASURE',
  'TARGET',
  'PLAN_POSITIONS',
  'PLAN_HOURS',
  'RATE_PER_HOUR',
  'CREDIT_PER_MISSING',
  'CREDIT_PER_NO_SHOW',
] as const;

/** One of `TARGET_HEADINGS`. */
export type TargetHeading = (typeof TARGET_HEADINGS)[number];

/** The columns that say which shifts a line is for: without one of them, a line would be for too many. */
export const NAME_HEADINGS = { venue: 'VENUE_NAME', area: 'AREA_NAME', role: 'JOB_TITLE' } as const;

/** The column of each number. */
export const VALUE_HEADINGS: Readonly<Record<LineValue, TargetHeading>> = {
  planPositions: 'PLAN_POSITIONS',
  planHours: 'PLAN_HOURS',
  ratePerHour: 'RATE_PER_HOUR',
  creditPerMissing: 'CREDIT_PER_MISSING',
  creditPerNoShow: 'CREDIT_PER_NO_SHOW',
};
