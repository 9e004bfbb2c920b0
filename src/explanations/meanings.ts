/*
 * What fields and figures mean, in the words of docs/what-the-figures-mean.md. The service defines none of them: the
 * readings are ours.
 */

const PUBLISHED = 'as published by the service';

/** What each field and each figure means, by its name. */
export const MEANINGS: Readonly<Record<string, string>> = {
  SHIFT_DATE: 'The day of the shift; a night shift may stand on the day it began',
  VENUE_NAME: `The venue, ${PUBLISHED}`,
  AREA_NAME: `The area of the venue, ${PUBLISHED}`,
  JOB_TITLE: `The job title, ${PUBLISHED}`,
  SHIFTS_POSTED: 'Positions that were asked for',
  SHIFTS_BOOKED: 'Positions that somebody took',
  SHIFTS_BOOKED_PERCENTAGE: 'How many positions somebody took, of 100',
  SHIFTS_UNFILLED: 'Positions that nobody took',
  SHIFTS_UNFILLED_PERCENTAGE: 'How many positions nobody took, of 100',
  SHIFTS_WORKED: 'Positions that were worked',
  SHIFTS_WORKED_PERCENTAGE: 'How many positions were worked, of 100',
  NO_SHOWS: 'Positions whose worker did not come',
  NO_SHOWS_PERCENTAGE: 'How many workers did not come, of 100',
  HOURS_SCHEDULED: 'Hours planned',
  HOURS_WORKED: 'Hours worked',
  TRUE_DEMAND: 'Positions that were really needed',
  TRUE_FULFILMENT_PERCENTAGE: 'How much of what was really needed was fulfilled, of 100',
  SHIFT_ID: 'The service’s own number of the shift record',
  MISSING_PEOPLE: 'TRUE_DEMAND less SHIFTS_WORKED, per record, never below 0, added up',
  HOURS_WORKED_PERCENTAGE: 'Hours worked for every 100 hours scheduled, over the records that have both',
  SHIFT_RECORDS: 'How many lines the service’s report has; one may stand for several positions',
  DAY: 'The day of the shifts',
  WEEK: 'The first day of the week',
  MONTH: 'The first day of the month',
  QUARTER: 'The first day of the quarter',
  YEAR: 'The first day of the year',
  WEEKDAY: 'The day of the week of the shifts',
  NOTES: 'What to know before using this row; blank when all is well',
  AS_OF: 'The moment at which the service made the report, by the oldest piece in use',
};

/** Whether a field or a figure is a percentage, by its name. */
export function isPercentageName(name: string): boolean {
  return /PERCENTAGE$/.test(name);
}

/** How fields that are no figures are called in a title. */
const WORDS: Readonly<Record<string, string>> = {
  SHIFT_DATE: 'day',
  VENUE_NAME: 'venue',
  AREA_NAME: 'area',
  JOB_TITLE: 'job title',
  SHIFT_ID: 'shift ID',
  AS_OF: 'as of',
};

/** A name at the beginning of a title: `Worked %`. @param word How people call it, where they have a word. */
export function titleOf(name: string, word = WORDS[name] ?? name.toLowerCase().replace(/_/g, ' ')): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
