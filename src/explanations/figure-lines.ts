import { basisText } from '../answers/tables/figure-columns';
import { type CalendarDate, shortDay } from '../calendar/calendar-date';
import { fieldNamed } from '../contract/fields';
import { capital, fitText, shownCount, shownNumber, shownPercent } from '../employer-api/text';
import type { Figure, FigureRequest, Group } from '../figures/figures';
import type { KeyPart } from '../figures/group-keys';
import { QUANTITY_MEANINGS, wordOf } from '../figures/measures';

/** What is known of the selected cell. */
export interface Explanation {
  /** What the cell holds: `Worked % of Grand Hotel`. */
  readonly title: string;
  /** What to know, most important first. */
  readonly lines: readonly ExplanationLine[];
}

/** One thing to know. */
export interface ExplanationLine {
  readonly label: string;
  readonly value: string;
}

/** Why nothing is known of the rows behind a cell. */
export const NOT_KEPT =
  'No longer available: refresh the report, then ask again. Rows are kept for up to six hours after a refresh.';

/** The label of the line that counts the records of a figure. */
export const BEHIND = 'Rows behind it';

/** Lines of those values that are known. */
export function linesOf(
  values: Readonly<Record<string, string | false | null | undefined>>,
): ExplanationLine[] {
  return Object.entries(values).flatMap(([label, value]) => (value ? [{ label, value }] : []));
}

/** A name of a venue or a sheet as a title repeats it. */
export function nameInTitle(text: string): string {
  return fitText(text, 80);
}

const PUBLISHED = 'as published by the service';

/**
 * What each field and each figure means, by its name, in the words of docs/what-the-figures-mean.md. The service defines
 * none of them: the readings are ours.
 */
const MEANINGS: Readonly<Record<string, string>> = {
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
  TARGET: 'The target of the targets sheet; of several the mean, weighted by positions',
  GAP_TO_TARGET: 'The percentage less its target, in points, over the shifts that have a target',
  COST: 'Hours worked × Rate per hour of the targets sheet',
  PLAN_HOURS: 'Plan hours of the targets sheet for the days that are over, a seventh a day',
  DAY: 'The day of the shifts',
  WEEK: 'The first day of the week',
  MONTH: 'The first day of the month',
  QUARTER: 'The first day of the quarter',
  YEAR: 'The first day of the year',
  WEEKDAY: 'The day of the week of the shifts',
  NOTES: 'What to know before you use this row; blank if there is nothing',
  AS_OF: 'When the service made the report; for several parts, the oldest',
};

/** What a field, a figure or a key means, by its name; nothing for any other. */
export function meaningOf(name: string): ExplanationLine[] {
  // Every percentage may have a target.
  const known = name.replace(/.*PERCENTAGE_TARGET$/, 'TARGET').replace(/.*PERCENTAGE_GAP$/, 'GAP_TO_TARGET');
  const meaning = MEANINGS[known];
  return linesOf({ Meaning: meaning && `${meaning}.` });
}

/** A title: what people call a figure, and whose it is: `Worked % of Grand Hotel, week 2 Mar 2026`. */
export function titleOf(word: string, parts: readonly KeyPart[] = []): string {
  return [capital(word), partsInTitle(parts)].filter(Boolean).join(' of ');
}

/** What records have in common, as a title says it. */
export function partsInTitle(parts: readonly KeyPart[]): string {
  const words = parts.map(({ key, value }) => {
    if (value === null) return `no ${key}`;
    // Numbers are first days.
    if (typeof value === 'number') return `${key === 'day' ? '' : `${key} `}${shortDay(value)}`;
    return nameInTitle(value);
  });
  return words.join(', ');
}

/**
 * What a figure is made of: its basis or why it is blank, its rows and their sums or their one record's values, and how sure it is.
 *
 * @param again What they give now, by its label.
 */
export function figureLines(
  request: FigureRequest,
  figure: Figure,
  { records, unfinished, newestDay }: Pick<Group, 'records' | 'unfinished' | 'newestDay'>,
  today: CalendarDate,
  again: Readonly<Record<string, string>>,
): ExplanationLine[] {
  const { measure, definitions, targets, likeness } = request;
  const open = measure.finishedDaysOnly ? unfinished : 0;
  const behind = [
    shownCount(records, 'shift record'),
    ...(open > 0 ? [`${shownNumber(open)} not over yet and left out`] : []),
    ...(figure.skipped > 0 ? [`${shownNumber(figure.skipped)} without a value and left out`] : []),
  ];
  const { numerator, denominator } = definitions?.left[0] ?? {};
  const tops = {
    itself: numerator && wordOf(numerator),
    target: 'target × positions',
    gap: 'points above or below target × positions',
  };
  const top = measure.kind === 'count' ? measure.words[0] : numerator && tops[measure.beside ?? 'itself'];
  const counted = records - open - figure.skipped;
  const sumOf = (words: string) => (counted === 1 ? capital(words) : `Sum of ${words}`);
  // A plan is not added up.
  const isSum = counted > 0 && !targets?.plan;
  const { low, high } = figure;
  const factor = likeness?.toFixed(1) ?? '1.0';
  const width = factor === '1.0' ? '' : `, as weeks here vary ${factor} times as much as by chance alone`;
  return linesOf({
    Basis: basisText(request, figure, newestDay, today),
    [BEHIND]: behind.join(', '),
    ...(top && isSum && { [sumOf(top)]: shownSum(figure.k) }),
    ...(denominator && isSum && { [sumOf(wordOf(denominator))]: shownSum(figure.n) }),
    ...again,
    'Likely range':
      low === null || high === null || counted < 2
        ? undefined
        : `${shownPercent(low)} to ${shownPercent(high)} (95%)${width}`,
  });
}

/** How the value of a field or a figure is written, by its name: with as many digits as a cell shows. */
export function shownValue(name: string): (value: number) => string {
  if (/PERCENTAGE$/.test(name)) return shownPercent;
  if (fieldNamed(name)?.kind === 'date') return shortDay;
  return (value) => String(Number.isInteger(value) ? value : Number(value.toPrecision(6)));
}

/** A sum without the noise of binary fractions, with separated thousands: `12,809` or `64,259.5`. */
export function shownSum(value: number): string {
  const digits = String(Number(value.toPrecision(12)));
  return digits.replace(/\d+/, (whole) => shownNumber(Number(whole)));
}
