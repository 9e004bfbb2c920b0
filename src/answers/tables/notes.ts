import type { CalendarDate } from '../../calendar/calendar-date';
import { shownCount, shownNumber } from '../../employer-api/text';
import { choicesOf, describeCure, describeDefinitions, describeNamed } from '../../figures/definitions';
import type { FigureSet } from '../../figures/figure-set';
import type { DaysCovered, Group } from '../../figures/figures';
import { type Figure, type FigureRequest, isProvisional } from '../../figures/figures';
import {
  type ChosenDefinition,
  DEFINITIONS,
  type Definition,
  definitionsAs,
  type Measure,
  type PercentageField,
} from '../../figures/measures';
import { refuseOption } from '../arguments/refusals';

/**
 * What a reader must know about a group before using its figures; null when all is well: an incomplete period, why
 * percentages are blank, and records left out.
 */
export function groupNotes(group: Group, facts: NoteFacts): string | null {
  const notes = listNotes(group, facts);
  return notes.length === 0 ? null : notes.join('; ');
}

type NoteFacts = Omit<FigureFacts, 'today' | 'generatedAt'>;

/** The same, each note alone. */
export function listNotes(group: Group, { requests, marksIncomplete, hiddenPeriods }: NoteFacts): string[] {
  const isTotal = group.keys.length === 0;
  return [
    ...(marksIncomplete ? periodNote(group) : []),
    ...(isTotal ? hiddenNote(hiddenPeriods) : []),
    ...requests.flatMap((request, index) => blankNote(request, group.figures[index] as Figure)),
    ...leftOutNotes(group.figures, requests),
  ];
}

/** Whether the period of a group is not over, or not wholly inside the dates. */
export function isIncomplete({ days }: Group): boolean {
  return days !== undefined && days.covered < days.of;
}

function periodNote({ days, records, unfinished }: Group): string[] {
  if (days !== undefined && days.covered < days.of) return [daysNote(days)];
  return unfinished === 0
    ? []
    : [`${shownNumber(unfinished)} of ${shownNumber(records)} records are not over yet`];
}

/** How much of a period there can be records of: `3 of 7 days`. */
export function daysNote({ covered, of }: DaysCovered): string {
  return of === 1 ? 'not over yet' : `${covered} of ${of} days`;
}

function hiddenNote(periods: number): string[] {
  if (periods === 0) return [];
  return [
    periods === 1
      ? 'includes 1 incomplete period that is hidden'
      : `includes ${periods} incomplete periods that are hidden`,
  ];
}

/** Why a percentage is blank, if it is withheld. */
export function blankNote({ measure, definitions }: FigureRequest, { why }: Figure): string[] {
  return why && definitions ? [describeNamed(measure.words[0], definitions, why)] : [];
}

/** What a percentage is made of or why it is blank, and whether its days may still be corrected; null for counts. */
export function basisText(
  { measure, definitions }: FigureRequest,
  { why }: Pick<Figure, 'why'>,
  newestDay: CalendarDate | null,
  today: CalendarDate,
): string | null {
  if (definitions === undefined) return null;
  const text = describeDefinitions(measure.words[0], definitions, why);
  return newestDay !== null && isProvisional(newestDay, today) ? `${text}; provisional` : text;
}

/** Records that lack a part of a figure; figures of which the same is to be said share one note. */
export function leftOutNotes(figures: readonly Figure[], requests: readonly FigureRequest[]): string[] {
  const names = new Map<number, string[]>();
  requests.forEach(({ measure }, index) => {
    const { skipped } = figures[index] as Figure;
    if (skipped > 0) names.set(skipped, [...(names.get(skipped) ?? []), measure.name]);
  });
  return Array.from(
    names,
    ([skipped, of]) => `${shownCount(skipped, 'record')} without a value left out of ${of.join(', ')}`,
  );
}

/** Of all records together: those that came again, and those that may be one. */
export function repetitionNotes({
  repeated,
  conflicting,
}: Pick<FigureSet, 'repeated' | 'conflicting'>): string[] {
  return [
    ...(repeated === 0 ? [] : [`${shownCount(repeated, 'record')} came twice and counted once`]),
    ...(conflicting === 0 ? [] : [`${shownCount(conflicting, 'record')} with the SHIFT_ID of another one`]),
  ];
}

/**
 * Refuses a choice that none of the figures can have.
 *
 * @throws {ReportError} `invalid_option`
 */
export function checkBasis(measures: readonly Measure[], chosen: ChosenDefinition | undefined): void {
  if (chosen === undefined) return;
  const fields = measures.flatMap(publishedField);
  if (fields.some((field) => definitionsAs(chosen, field).length > 0)) return;
  if (fields.length === 0)
    refuseOption('Leave "basis" out: these figures are not percentages of the service');
  const possible: readonly Definition[] = fields.flatMap((field) => DEFINITIONS[field]);
  refuseOption(`Choose another "basis": ${choicesOf(possible)}`);
}

function publishedField(measure: Measure): PercentageField[] {
  return measure.kind === 'rate' && typeof measure.of === 'string' ? [measure.of] : [];
}

/**
 * Refuses a percentage that none of the lines shows, where nothing beside them would say why.
 *
 * @throws {ReportError} `invalid_option`, with what to choose.
 */
export function requireShown(
  lines: readonly Pick<Group, 'figures'>[],
  requests: readonly FigureRequest[],
): void {
  requests.forEach(({ measure, definitions }, index) => {
    const figures = lines.map((line) => line.figures[index] as Figure);
    const why = figures.find((figure) => figure.why !== undefined)?.why;
    if (measure.kind === 'count' || definitions === undefined || why === undefined) return;
    if (figures.every(({ value }) => value === null)) refuseOption(describeCure(measure, definitions, why));
  });
}

/** What the rows tell about figures, besides the figures. */
export interface FigureFacts extends Pick<FigureSet, 'requests' | 'today'> {
  /** When the service made the oldest piece of the rows. ISO 8601; null when it did not say. */
  readonly generatedAt: string | null;
  /** Whether notes name incomplete periods. */
  readonly marksIncomplete: boolean;
  /** How many incomplete periods are not shown though the total counts them. */
  readonly hiddenPeriods: number;
  /** What the line of all records is called. @default 'Total' */
  readonly totalName?: string;
  /** The day on which weeks begin. @default Monday */
  readonly weekStart?: FigureSet['weekStart'];
}

/** What a set tells about its figures, where every period is shown. */
export function factsOf(
  { requests, today, weekStart }: FigureSet,
  generatedAt: string | null,
  marksIncomplete = true,
): FigureFacts {
  return { requests, today, weekStart, generatedAt, marksIncomplete, hiddenPeriods: 0 };
}
