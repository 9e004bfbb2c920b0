import { fieldNamed } from '../contract/fields';
import type { ExplanationLine } from '../contract/sidebar';
import { fitText } from '../employer-api/text';
import { QUANTITY_MEANINGS } from '../figures/measures';

/** What is said of a cell: at once, and behind *More*. */
export interface Explained {
  readonly lines: readonly ExplanationLine[];
  readonly more: readonly ExplanationLine[];
}

/** Why nothing is known of the rows behind a cell. */
export const NOT_KEPT =
  'No longer available: refresh the report, then ask again. Rows are kept for up to six hours after a refresh.';

/** Lines of those values that are known. */
export function linesOf(values: Readonly<Record<string, string | null | undefined>>): ExplanationLine[] {
  return Object.keys(values).flatMap((label) => {
    const value = values[label];
    return value ? [{ label, value }] : [];
  });
}

/** The longest name of a venue or a sheet that a title repeats. */
const LONGEST_NAME = 80;

/** A name as a title repeats it. */
export function nameInTitle(text: string): string {
  return fitText(text, LONGEST_NAME);
}

/*
 * What fields and figures mean, in the words of docs/what-the-figures-mean.md. The service defines none of them: the
 * readings are ours.
 */

const PUBLISHED = 'as published by the service';

/** What each field and each figure means, by its name. */
export const MEANINGS: Readonly<Record<string, string>> = {
  ...QUANTITY_MEANINGS,
  SHIFT_DATE: 'The day of the shift; a night shift may be listed on the day it began',
  VENUE_NAME: `The venue, ${PUBLISHED}`,
  AREA_NAME: `The area of the venue, ${PUBLISHED}`,
  JOB_TITLE: `The job title, ${PUBLISHED}`,
  SHIFTS_BOOKED_PERCENTAGE: 'Share of positions that someone took, from 0 to 100',
  SHIFTS_UNFILLED_PERCENTAGE: 'Share of positions that no one took, from 0 to 100',
  SHIFTS_WORKED_PERCENTAGE: 'Share of positions that were worked, from 0 to 100',
  NO_SHOWS_PERCENTAGE: 'Share of booked workers who didn’t come, from 0 to 100',
  TRUE_FULFILMENT_PERCENTAGE: 'Share of the positions really needed that were worked, from 0 to 100',
  SHIFT_ID: 'The service’s own number of the shift record',
  MISSING_PEOPLE: 'TRUE_DEMAND minus SHIFTS_WORKED, per record, never below 0, added up',
  HOURS_WORKED_PERCENTAGE: 'Hours worked for every 100 hours scheduled, over the records that have both',
  SHIFT_RECORDS: 'Records in the service’s report; one can cover several positions',
  LEFT_AFTER_BOOKING:
    'Booked people who neither worked nor count as no-shows: at most so many cancelled late; people who were sent home are among them',
  TARGET:
    'The target of true fulfilment %, from the targets sheet; of several the mean, weighted by positions',
  GAP_TO_TARGET: 'True fulfilment % less its target, in points, over the shifts that have a target',
  COST: 'Hours worked × RATE_PER_HOUR of the targets sheet',
  PLAN_HOURS: 'PLAN_HOURS of the targets sheet for the days that are over, a seventh a day',
  DAY: 'The day of the shifts',
  WEEK: 'The first day of the week',
  MONTH: 'The first day of the month',
  QUARTER: 'The first day of the quarter',
  YEAR: 'The first day of the year',
  WEEKDAY: 'The day of the week of the shifts',
  NOTES: 'What to know before you use this row; blank if there is nothing',
  AS_OF: 'When the service made the report; for several parts, the oldest',
};

/** Whether a field or a figure is a percentage, by its name. */
export function isPercentageName(name: string): boolean {
  return /PERCENTAGE$/.test(name);
}

/** A name at the beginning of a title: `Worked %`. @param word How people call it, where they have a word. */
export function titleOf(name: string, word: string | undefined = fieldNamed(name)?.words[0]): string {
  const called = word ?? name.toLowerCase().replace(/_/g, ' ');
  return called.charAt(0).toUpperCase() + called.slice(1);
}
