import { basisText } from '../answers/tables/figure-columns';
import type { CalendarDate } from '../calendar/calendar-date';
import { fieldNamed } from '../contract/fields';
import type { ExplanationLine } from '../contract/sidebar';
import { fitText, shownCount, shownNumber, shownPercent } from '../employer-api/text';
import { describeNamed } from '../figures/definitions';
import type { Figure, FigureRequest, Group } from '../figures/figures';
import type { FigurePart } from '../figures/group-keys';
import { definitionText, MEASURES, QUANTITY_MEANINGS, wordOf } from '../figures/measures';

/** What is said of a cell: at once, and behind *More*. */
export interface Explained {
  readonly lines: readonly ExplanationLine[];
  readonly more: readonly ExplanationLine[];
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

/** A title: the name of a field or figure, and whose it is: `Worked % of Grand Hotel`. */
export function titleOf(name: string, of: readonly string[] = []): string {
  const words = MEASURES.find((measure) => measure.name === name)?.words ?? fieldNamed(name)?.words;
  const title = capitalised(words?.[0] ?? name.toLowerCase().replace(/_/g, ' '));
  return of.length === 0 ? title : `${title} of ${of.join(', ')}`;
}

/** Text as a sentence or a title begins. */
export function capitalised(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** A figure, and what it is made of: at most five lines, and more. */
export interface FigureLines extends Explained {
  readonly figure: Figure;
  /** The figure, its likely range and what it is out of: the numbers that a verdict rests on. */
  readonly numbers: readonly ExplanationLine[];
  /** Why a cell with this part of it is blank, if it is. */
  whyBlank(part: FigurePart): string;
}

/**
 * What a figure is made of: its meaning, its definition with what speaks for it, and the sums over the rows.
 *
 * @param group The records that it counts, with this figure alone.
 * @param today Of the calculation: what was not over by then is left out.
 */
export function figureLines(
  request: FigureRequest,
  { figures, records, unfinished, newestDay }: Group,
  today: CalendarDate,
): FigureLines {
  const { measure, likeness } = request;
  const [figure] = figures as [Figure];
  const { value, low, high, n, skipped } = figure;
  const open = measure.finishedDaysOnly ? unfinished : 0;
  const behind = [
    shownCount(records, 'shift record'),
    ...(open > 0 ? [`${shownNumber(open)} not over yet and left out`] : []),
    ...(skipped > 0 ? [`${shownNumber(skipped)} without a value and left out`] : []),
  ];
  const basis = basisLines(request, newestDay, today, figure);
  // What is divided by what stands in the basis as well.
  const told = basis.slice(-1);
  const width = likeness && `, as weeks here vary ${likeness.toFixed(1)} times as much as by chance alone`;
  const range =
    low !== null && high !== null && `${shownPercent(low)} to ${shownPercent(high)} (95%)${width ?? ''}`;
  const likely = linesOf({ 'Likely range': range || undefined });
  return {
    figure,
    lines: [...told, ...linesOf({ [BEHIND]: behind.join(', '), ...sumsOf(request, figure) })],
    more: [
      ...basis.slice(0, -1),
      ...linesOf({ Meaning: `${MEANINGS[measure.name] ?? measure.name}.` }),
      ...likely,
    ],
    numbers:
      value === null
        ? []
        : [
            ...linesOf({ [capitalised(measure.words[0])]: shownPercent(value) }),
            ...likely,
            ...linesOf({ 'Out of': shownSum(n) }),
          ],
    whyBlank: (part) => whyBlank(request, figure, part),
  };
}

/** What a percentage is made of, and how that is known, or why it is blank; for a count how it is added up. */
export function basisLines(
  request: FigureRequest,
  newestDay: CalendarDate | null,
  today: CalendarDate,
  figure: Pick<Figure, 'why'> = {},
): ExplanationLine[] {
  const { measure, definitions, targets } = request;
  if (measure.kind === 'count') {
    const added = `Added up over the rows${targets ? ', each with what the targets sheet sets for it' : ''}.`;
    const plan = 'The weekly plan of the targets sheet, a seventh for each day that is over.';
    return linesOf({ Definition: targets?.plan ? plan : added });
  }
  const [used, second] = definitions?.left ?? [];
  const ratio = used && second === undefined ? definitionText(used.definition) : undefined;
  const target =
    used && `he mean of the targets of the rows, weighted by ${wordOf(used.definition.denominator)}`;
  const definition = {
    itself: `100 × ${ratio}, sums over the rows.`,
    target: `T${target}.`,
    gap: `100 × ${ratio}, less t${target}.`,
  };
  return linesOf({
    Definition: ratio && definition[measure.beside ?? 'itself'],
    Basis: definitions?.by === 'add-on' ? null : basisText(request, figure, newestDay, today),
  });
}

/** The sums that a figure is made of; none where nothing was added up. */
function sumsOf({ measure, definitions, targets }: FigureRequest, { value, k, n }: Figure) {
  const { definition } = definitions?.left[0] ?? {};
  if ((value === null && k === 0 && n === 0) || targets?.plan) return {};
  if (measure.kind === 'count') return { [`Sum of ${measure.words[0]}`]: shownSum(k) };
  if (definition === undefined) return {};
  const tops = {
    itself: wordOf(definition.numerator),
    target: 'target × positions',
    gap: 'points above or below target × positions',
  };
  const bottom = wordOf(definition.denominator);
  return { [`Sum of ${tops[measure.beside ?? 'itself']}`]: shownSum(k), [`Sum of ${bottom}`]: shownSum(n) };
}

function whyBlank({ measure, definitions }: FigureRequest, figure: Figure, part: FigurePart): string {
  if (measure.kind === 'count') {
    if (part !== 'value') return 'only percentages have it';
    const isCounted = figure.n + figure.skipped > 0;
    return isCounted
      ? 'none of the records that it counts has a value'
      : 'nothing that it counts is over yet';
  }
  if (definitions && figure.why) return describeNamed(measure.words[0], definitions, figure.why);
  return figure.value === null ? 'there is nothing to divide by' : 'a percentage over 100 has no interval';
}

/** A number without the noise of binary fractions; it may be an ID, so its digits stay together. */
export function plainNumber(value: number): string {
  return String(Number(value.toPrecision(12)));
}

/** A sum in a sentence, with separated thousands: `12,809` or `64,259.5`. */
export function shownSum(value: number): string {
  return plainNumber(value).replace(/\d+/, (whole) => shownNumber(Number(whole)));
}
