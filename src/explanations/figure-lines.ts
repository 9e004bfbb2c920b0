import { basisText } from '../answers/tables/figure-columns';
import { type CalendarDate, shortDay } from '../calendar/calendar-date';
import { fieldNamed } from '../contract/fields';
import { capital, fitText, shownCount, shownNumber, shownPercent } from '../employer-api/text';
import { describeNamed, onlyDefinition } from '../figures/definitions';
import type { Figure, FigureRequest, Group } from '../figures/figures';
import type { GroupKey, KeyValue } from '../figures/group-keys';
import { definitionText, MEASURES, QUANTITY_MEANINGS, wordOf } from '../figures/measures';

/** One thing to know. */
export interface ExplanationLine {
  readonly label: string;
  readonly value: string;
}

/** What is said of a cell, whatever it is called. */
export interface Explained {
  /** What to know first: at most six. */
  readonly lines: readonly ExplanationLine[];
  /** What stands behind *More*. */
  readonly more: readonly ExplanationLine[];
}

/** What is known of the selected cell. */
export interface Explanation extends Explained {
  /** What the cell holds: `Worked % of Grand Hotel`. */
  readonly title: string;
}

/** Why nothing is known of the rows behind a cell. */
export const NOT_KEPT =
  'No longer available: refresh the report, then ask again. Rows are kept for up to six hours after a refresh.';

/** The label of the line that counts the records of a figure. */
export const BEHIND = 'Rows behind it';

/** Lines of those values that are known. */
export function linesOf(values: Readonly<Record<string, string | null | undefined>>): ExplanationLine[] {
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

/** Whether a field or a figure is a percentage, by its name. */
export function isPercentageName(name: string): boolean {
  return /PERCENTAGE$/.test(name);
}

/** A title: the name of a field or figure, and whose it is: `Worked % of Grand Hotel, week 2 Mar 2026`. */
export function titleOf(
  name: string,
  keys: readonly GroupKey[] = [],
  values: readonly KeyValue[] = [],
): string {
  const words = MEASURES.find((measure) => measure.name === name)?.words ?? fieldNamed(name)?.words;
  const title = capital(words?.[0] ?? name.toLowerCase().replace(/_/g, ' '));
  return keys.length === 0 ? title : `${title} of ${keysInTitle(keys, values)}`;
}

/** What the records of a group have in common, as a title says it. */
export function keysInTitle(keys: readonly GroupKey[], values: readonly KeyValue[]): string {
  const words = keys.map((key, at) => {
    const value = values[at] ?? null;
    if (value === null) return `no ${key}`;
    // Numbers are first days.
    if (typeof value === 'number') return `${key === 'day' ? '' : `${key} `}${shortDay(value)}`;
    return nameInTitle(value);
  });
  return words.join(', ');
}

/** What a figure is made of: its basis, its rows and their sums, and behind *More* what it means. At most four lines. */
export function figureLines(
  request: FigureRequest,
  figure: Figure,
  group: Pick<Group, 'records' | 'unfinished' | 'newestDay'>,
  today: CalendarDate,
): Explained {
  const { measure } = request;
  const open = measure.finishedDaysOnly ? group.unfinished : 0;
  const behind = [
    shownCount(group.records, 'shift record'),
    ...(open > 0 ? [`${shownNumber(open)} not over yet and left out`] : []),
    ...(figure.skipped > 0 ? [`${shownNumber(figure.skipped)} without a value and left out`] : []),
  ];
  const made = basisLines(request, figure, group.newestDay, today);
  return {
    // What is divided by what stands in the basis as well.
    lines: [
      ...made.slice(-1),
      ...linesOf({ [BEHIND]: behind.join(', ') }),
      ...sumLines(request, figure, group.records),
    ],
    more: [
      ...made.slice(0, -1),
      ...linesOf({
        Meaning: `${MEANINGS[measure.name] ?? measure.name}.`,
        'Likely range': likelyRange(request, figure),
      }),
    ],
  };
}

/** What a percentage is made of, and how that is known, or why it is blank; for a count how it is added up. */
export function basisLines(
  request: FigureRequest,
  figure: Pick<Figure, 'why'> = {},
  newestDay: CalendarDate | null = null,
  today: CalendarDate = 0,
): ExplanationLine[] {
  const { measure, definitions, targets } = request;
  if (measure.kind === 'count') {
    const added = `Added up over the rows${targets ? ', each with what the targets sheet sets for it' : ''}.`;
    const plan = 'The weekly plan of the targets sheet, a seventh for each day that is over.';
    return linesOf({ Definition: targets?.plan ? plan : added });
  }
  const only = onlyDefinition(definitions);
  const ratio = only && definitionText(only);
  const target = only && `the mean of the targets of the rows, weighted by ${wordOf(only.denominator)}`;
  const definition = {
    itself: `100 × ${ratio}, sums over the rows.`,
    target: capital(`${target}.`),
    gap: `100 × ${ratio}, less ${target}.`,
  };
  return linesOf({
    Definition: only && definition[measure.beside ?? 'itself'],
    Basis: definitions?.by === 'add-on' ? null : basisText(request, figure, newestDay, today),
  });
}

/** The sums that a figure is made of, or the values of one record; none where nothing was added up. */
export function sumLines(
  { measure, definitions, targets }: FigureRequest,
  { value, k, n }: Figure,
  records: number,
) {
  const label = (words: string) => (records === 1 ? capital(words) : `Sum of ${words}`);
  const definition = definitions?.left[0];
  if ((value === null && k === 0 && n === 0) || targets?.plan) return [];
  if (measure.kind === 'count') return linesOf({ [label(measure.words[0])]: shownSum(k) });
  if (definition === undefined) return [];
  const tops = {
    itself: wordOf(definition.numerator),
    target: 'target × positions',
    gap: 'points above or below target × positions',
  };
  return linesOf({
    [label(tops[measure.beside ?? 'itself'])]: shownSum(k),
    [label(wordOf(definition.denominator))]: shownSum(n),
  });
}

/** The 95% interval of a percentage; `undefined` where it has none. */
function likelyRange({ likeness }: FigureRequest, { low, high }: Figure): string | undefined {
  if (low === null || high === null) return undefined;
  const width = likeness && `, as weeks here vary ${likeness.toFixed(1)} times as much as by chance alone`;
  return `${shownPercent(low)} to ${shownPercent(high)} (95%)${width ?? ''}`;
}

/** Why a cell with a figure is blank, if it is. */
export function whyBlank({ measure, definitions }: FigureRequest, { why, n, skipped }: Figure): string {
  if (measure.kind === 'rate') {
    return definitions && why
      ? describeNamed(measure.words[0], definitions, why)
      : 'there is nothing to divide by';
  }
  return n + skipped > 0
    ? 'none of the records that it counts has a value'
    : 'nothing that it counts is over yet';
}

/** How the value of a field or a figure is written, by its name: with as many digits as a cell shows. */
export function shownValue(name: string): (value: number) => string {
  if (isPercentageName(name)) return shownPercent;
  if (fieldNamed(name)?.kind === 'date') return shortDay;
  return (value) => String(Number.isInteger(value) ? value : Number(value.toPrecision(6)));
}

/** A sum without the noise of binary fractions, with separated thousands: `12,809` or `64,259.5`. */
export function shownSum(value: number): string {
  const digits = String(Number(value.toPrecision(12)));
  return digits.replace(/\d+/, (whole) => shownNumber(Number(whole)));
}
