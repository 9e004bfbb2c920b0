import { basisText } from '../answers/tables/figure-columns';
import type { CalendarDate } from '../calendar/calendar-date';
import type { ExplanationLine } from '../contract/sidebar';
import { shownCount, shownNumber, shownPercent } from '../employer-api/text';
import { describeNamed } from '../figures/definitions';
import type { Figure, FigureRequest, Group } from '../figures/figures';
import type { FigurePart } from '../figures/group-keys';
import {
  type Definition,
  definitionText,
  QUANTITY_MEANINGS,
  type Quantity,
  type RateMeasure,
  wordOf,
} from '../figures/measures';
import { type Explained, linesOf, MEANINGS, titleOf } from './explanation';

/** The label of the line that counts the records of a figure. */
export const BEHIND = 'Rows behind it';

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
  const { measure } = request;
  const [figure] = figures as [Figure];
  const open = measure.finishedDaysOnly ? unfinished : 0;
  const left = [
    ...(open > 0 ? [`${shownNumber(open)} not over yet and left out`] : []),
    ...(figure.skipped > 0 ? [`${shownNumber(figure.skipped)} without a value and left out`] : []),
  ];
  const { low, high } = figure;
  const basis = basisLines(request, newestDay, today, figure);
  // What is divided by what stands in the basis as well.
  const told = basis.length > 1 ? basis.slice(1) : basis;
  const range =
    low !== null && high !== null
      ? `${shownPercent(low)} to ${shownPercent(high)} (95%)${whyAsWide(request)}`
      : undefined;
  return {
    figure,
    lines: [
      ...told,
      ...linesOf({ [BEHIND]: [shownCount(records, 'shift record'), ...left].join(', ') }),
      ...sumLines(request, figure),
    ],
    more: [
      ...basis.slice(0, -told.length),
      ...linesOf({ Meaning: `${MEANINGS[measure.name] ?? measure.name}.`, 'Likely range': range }),
    ],
    numbers: linesOf({
      [figureTitle(measure)]: figure.value === null ? undefined : shownPercent(figure.value),
      'Likely range': range,
      'Out of': figure.value === null ? undefined : shownSum(figure.n),
    }),
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
  const { measure, definitions } = request;
  if (measure.kind === 'count') return linesOf({ Definition: definitionOfCount(request) });
  const [used, ...others] = definitions?.left ?? [];
  return linesOf({
    Definition: used && others.length === 0 ? definitionOfRate(measure, used.definition) : undefined,
    Basis: definitions?.by === 'add-on' ? null : basisText(request, figure, newestDay, today),
  });
}

function definitionOfCount({ targets }: FigureRequest): string {
  if (targets === undefined) return 'Added up over the rows.';
  return targets.plan === undefined
    ? 'Added up over the rows, each with what the targets sheet sets for it.'
    : 'The weekly plan of the targets sheet, a seventh for each day that is over.';
}

function definitionOfRate({ beside }: RateMeasure, definition: Definition): string {
  const ratio = definitionText(definition);
  if (beside === undefined) return `100 × ${ratio}, sums over the rows.`;
  const target = `the mean of the targets of the rows, weighted by ${wordOf(definition.denominator)}`;
  return beside === 'target' ? `T${target.slice(1)}.` : `100 × ${ratio}, less ${target}.`;
}

function sumLines(
  { measure, definitions, targets }: FigureRequest,
  { value, k, n }: Figure,
): ExplanationLine[] {
  // Nothing was added up.
  if (value === null && k === 0 && n === 0) return [];
  if (measure.kind === 'count') {
    if (targets?.plan !== undefined) return [];
    const { quantity, words } = measure;
    const sum = quantity in QUANTITY_MEANINGS ? wordOf(quantity as Quantity) : words[0];
    return linesOf({ [`Sum of ${sum}`]: shownSum(k) });
  }
  const { definition } = definitions?.left[0] ?? {};
  if (definition === undefined) return [];
  const { numerator, denominator } = definition;
  const top = measure.beside === undefined ? wordOf(numerator) : BESIDE_WORDS[measure.beside];
  return linesOf({ [`Sum of ${top}`]: shownSum(k), [`Sum of ${wordOf(denominator)}`]: shownSum(n) });
}

/** What is added up for a figure beside a percentage. */
const BESIDE_WORDS = { target: 'target × positions', gap: 'points above or below target × positions' };

/** What the width of an interval rests on. */
function whyAsWide({ likeness }: FigureRequest): string {
  if (likeness === undefined) return '';
  return `, as weeks here vary ${likeness.toFixed(1)} times as much as by chance alone`;
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

/** How a figure is called at the beginning of a title. */
export function figureTitle({ name, words }: FigureRequest['measure']): string {
  return titleOf(name, words[0]);
}
